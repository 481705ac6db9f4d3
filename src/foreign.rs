//! What others wrote, as messages repeat it: shortened, and what a JSON reader has against it in our own form. Decides
//! words only; refuses to know what the text should have been.

use serde_json::error::Category;

/// At most 120 characters of foreign text for a message.
#[must_use]
pub fn shortened(text: &str) -> String {
    cut(text, 120)
}

fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or(text)),
        None => text.to_owned(),
    }
}

/// What of a JSON text cannot be read: `column 9: expected a string, got integer 1`. Columns are bytes from 1.
#[must_use]
pub fn json_fault(text: &[u8], error: &serde_json::Error) -> String {
    let (line, column) = (error.line(), error.column());
    let told = error.to_string();
    let told = told.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&told);
    let (expected, got) = match error.classify() {
        Category::Data => misfit(told),
        Category::Eof => (rest_of(told), "the end of the text".to_owned()),
        Category::Syntax | Category::Io => {
            let row = text.split(|byte| *byte == b'\n').nth(line.saturating_sub(1)).unwrap_or_default();
            let rest = row.get(column.saturating_sub(1)..).unwrap_or_default();
            (syntax(told), format!("{:?}", cut(String::from_utf8_lossy(rest).trim_end(), 40)))
        }
    };
    let place = if line > 1 { format!("line {line} ") } else { String::new() };
    format!("{place}column {column}: expected {expected}, got {got}")
}

/// JSON, but not the JSON that was asked for.
fn misfit(told: &str) -> (String, String) {
    for (start, what) in [("missing field ", "none"), ("duplicate field ", "it twice")] {
        if let Some(key) = told.strip_prefix(start) {
            return (format!("the key {key}"), what.to_owned());
        }
    }
    let (got, expected) = told.rsplit_once(", expected ").unwrap_or((told, "what belongs there"));
    let got = ["invalid type: ", "invalid value: ", "unknown variant ", "unknown field "]
        .into_iter()
        .find_map(|start| got.strip_prefix(start))
        .unwrap_or(got);
    (expected.to_owned(), cut(got, 80))
}

fn rest_of(told: &str) -> String {
    match told.strip_prefix("EOF while parsing ") {
        Some("a value") | None => "a value".to_owned(),
        Some(what) => format!("the rest of {what}"),
    }
}

fn syntax(told: &str) -> String {
    match told {
        "expected value" => "a value".to_owned(),
        "expected ident" => "true, false or null".to_owned(),
        "key must be a string" => "a key in quotation marks".to_owned(),
        "trailing characters" => "nothing more".to_owned(),
        "trailing comma" => "no comma before the end".to_owned(),
        "recursion limit exceeded" => "fewer levels".to_owned(),
        "number out of range" => "a number in range".to_owned(),
        other => match (other.strip_prefix("expected "), other.strip_prefix("invalid ")) {
            (Some(expected), _) => expected.to_owned(),
            (None, Some(what)) => format!("a valid {what}"),
            (None, None) if other.ends_with("hex escape") => "a valid escape".to_owned(),
            (None, None) => format!("well-formed JSON ({other})"),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Known {
        #[expect(dead_code, reason = "only read")]
        name: String,
    }

    fn fault(text: &str) -> String {
        json_fault(text.as_bytes(), &serde_json::from_str::<Known>(text).unwrap_err())
    }

    #[test]
    fn faults_of_json_say_where_what_was_expected_and_what_came() {
        for (text, said) in [
            ("", "column 0: expected a value, got the end of the text"),
            ("{\"name\": \"a", "column 11: expected the rest of a string, got the end of the text"),
            ("{\"name\": nix}", "column 11: expected true, false or null, got \"ix}\""),
            ("{\"name\": ?}", "column 10: expected a value, got \"?}\""),
            ("{\"name\": \"a\"} b", "column 15: expected nothing more, got \"b\""),
            ("{name: 1}", "column 2: expected a key in quotation marks, got \"name: 1}\""),
            ("{\"name\" 1}", "column 9: expected `:`, got \"1}\""),
            ("{\"name\": \"\\x\"}", "column 12: expected a valid escape, got \"x\\\"}\""),
            ("{\"name\": 1}", "column 10: expected a string, got integer `1`"),
            ("{}", "column 2: expected the key `name`, got none"),
            ("{\"name\": \"\", \"other\": 1}", "column 20: expected `name`, got `other`"),
            ("{\n\"name\": 1}", "line 2 column 9: expected a string, got integer `1`"),
        ] {
            assert_eq!(fault(text), said, "{text}");
        }
    }

    #[test]
    fn foreign_text_is_repeated_shortened() {
        assert_eq!(shortened("é"), "é");
        assert_eq!(shortened(&"é".repeat(121)), format!("{}…", "é".repeat(120)));
        let long = format!("{{\"name\": [\"{}\"]}}", "x".repeat(1_000));
        assert!(fault(&long).len() < 200 && fault(&format!("?{long}")).len() < 200);
    }
}
