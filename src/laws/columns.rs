//! Text in columns: widths, padding, breaking of long cells. Knows no chess. Called by `laws::table`.

/// Three columns, each as wide as it must be and at most so wide; longer cells are broken between words.
pub(super) struct Table {
    at_most: [usize; 3],
    rows: Vec<Row>,
}

enum Row {
    Heading(String),
    Cells([String; 3]),
}

impl Table {
    pub(super) fn new(at_most: [usize; 3]) -> Self {
        let rows = Vec::new();
        Self { at_most, rows }
    }

    pub(super) fn heading(&mut self, text: &str) {
        self.rows.push(Row::Heading(text.to_owned()));
    }

    pub(super) fn row(&mut self, cells: [&str; 3]) {
        self.rows.push(Row::Cells(cells.map(str::to_owned)));
    }

    pub(super) fn text(&self) -> String {
        let mut widths = [0; 3];
        let mut broken: Vec<(&Row, [Vec<String>; 3])> = Vec::new();
        for row in &self.rows {
            let parts = match row {
                Row::Heading(_) => Default::default(),
                Row::Cells([a, b, c]) => {
                    [lines_of(a, self.at_most[0]), lines_of(b, self.at_most[1]), lines_of(c, self.at_most[2])]
                }
            };
            for (width, part) in widths.iter_mut().zip(&parts) {
                let longest = part.iter().map(|line| line.chars().count()).max().unwrap_or(0);
                *width = longest.max(*width);
            }
            broken.push((row, parts));
        }
        let mut text = String::new();
        for (row, [a, b, c]) in broken {
            match row {
                Row::Heading(heading) => text.push_str(&format!("\n{heading}\n")),
                Row::Cells(_) => {
                    for n in 0..a.len().max(b.len()).max(c.len()) {
                        let cell = |part: &[String]| part.get(n).cloned().unwrap_or_default();
                        let [x, y, _] = widths;
                        let line = format!("{:x$}  {:y$}  {}", cell(&a), cell(&b), cell(&c));
                        text.push_str(line.trim_end());
                        text.push('\n');
                    }
                }
            }
        }
        text
    }
}

/// The text in lines of at most `width` characters; a longer word has a line of its own.
fn lines_of(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.push(line);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_cells_break_between_words() {
        assert_eq!(lines_of("one two three", 7), ["one two", "three"]);
        assert_eq!(lines_of("incomprehensible", 7), ["incomprehensible"]);
        assert_eq!(lines_of("", 7), [""]);
    }
}
