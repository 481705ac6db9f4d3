//! The editions as tables and as JSON: a list, one edition, or what differs between two.
//!
//! Refuses to know: any fact of the Laws that is not in the [`Edition`], and where the text goes. Called by
//! `uci-arbiter laws`.

use crate::laws::columns::Table;
use crate::laws::lines::{CLASSES, Line, lines, numbers};
use crate::laws::{Citation, ClassRules, Edition, IllegalMoves, Topic};
use serde_json::{Value, json};

/// The editions, one a line: name, first day in force, title.
#[must_use]
pub fn list(editions: &[Edition]) -> String {
    let mut table = Table::new([20, 10, 80]);
    table.row(["edition", "in force", "title"]);
    for edition in editions {
        table.row([edition.name(), edition.in_force(), edition.title()]);
    }
    table.text()
}

/// One edition: topic, article, what it says.
#[must_use]
pub fn one(edition: &Edition) -> String {
    let mut table = Table::new([36, 14, 62]);
    table.row(["", "article", "what it says"]);
    let mut part = "";
    for line in lines(edition) {
        if line.part != part {
            part = line.part;
            table.heading(part);
        }
        table.row([line.what, &listed(&line.articles), &line.says]);
    }
    format!(
        "{}\ncited as \"{}\", in force from {}\n\n{}",
        edition.title(),
        edition.source(),
        edition.in_force(),
        table.text()
    )
}

/// What differs between two editions, side by side; only the articles where they say the same.
#[must_use]
pub fn difference(left: &Edition, right: &Edition) -> String {
    let mut table = Table::new([36, 44, 44]);
    table.row(["", left.name(), right.name()]);
    let mut part = "";
    for (what, a, b) in differing(left, right) {
        if what.part != part {
            part = what.part;
            table.heading(part);
        }
        let same_words = a.as_ref().map(|a| &a.says) == b.as_ref().map(|b| &b.says);
        let cell = |line: Option<Line>| match line {
            None => "-".to_owned(),
            Some(line) if same_words => listed(&line.articles),
            Some(line) if line.articles.is_empty() => line.says,
            Some(line) => format!("{}: {}", listed(&line.articles), line.says),
        };
        table.row([what.what, &cell(a), &cell(b)]);
    }
    if part.is_empty() {
        return format!("{} and {}: no difference\n", left.name(), right.name());
    }
    format!("{}: {}\n{}: {}\n\n{}", left.name(), left.title(), right.name(), right.title(), table.text())
}

/// [`list`] for programs.
#[must_use]
pub fn list_json(editions: &[Edition]) -> Value {
    let row = |e: &Edition| json!({ "name": e.name(), "in-force": e.in_force(), "title": e.title() });
    editions.iter().map(row).collect()
}

/// [`one`] for programs: the keys and values of the edition's file, with the time classes resolved.
#[must_use]
pub fn one_json(edition: &Edition) -> Value {
    let spoken = Topic::ALL.iter().filter(|topic| !edition.cite(**topic).is_empty());
    let articles: serde_json::Map<String, Value> =
        spoken.map(|topic| (topic.as_str().to_owned(), numbers(edition.cite(*topic)).into())).collect();
    let classes: serde_json::Map<String, Value> = CLASSES
        .iter()
        .map(|(_, key, class, supervision)| ((*key).to_owned(), class_json(edition.class(*class, *supervision))))
        .collect();
    json!({
        "name": edition.name(),
        "title": edition.title(),
        "cited-as": edition.source(),
        "in-force": edition.in_force(),
        "articles": articles,
        "rules": edition.rules(),
        "counts": edition.counts(),
        "limits": edition.limits(),
        "classes": classes,
    })
}

/// What an article is about and what it says in this edition, in words; none: nothing that is told in words.
#[must_use]
pub fn article(edition: &Edition, number: &str) -> Option<(String, String)> {
    let found = lines(edition).into_iter().find(|line| line.articles.iter().any(|article| article == number))?;
    Some((found.what.to_owned(), found.says))
}

/// [`difference`] for programs; a side that has no such line is null.
#[must_use]
pub fn difference_json(left: &Edition, right: &Edition) -> Value {
    let side = |line: Option<Line>| line.map(|line| json!({ "articles": line.articles, "says": line.says }));
    let rows = differing(left, right)
        .into_iter()
        .map(|(what, a, b)| json!({ "part": what.part, "topic": what.what, "left": side(a), "right": side(b) }));
    json!({ "left": left.name(), "right": right.name(), "differences": rows.collect::<Vec<_>>() })
}

fn class_json(class: &ClassRules) -> Value {
    let scale = |scale: &IllegalMoves| {
        json!({
            "articles": numbers(&scale.articles),
            "opponent-gains": scale.opponent_gains.to_string(),
            "loses-at": scale.loses_at,
            "called-by": scale.called_by,
            "if-opponent-cannot-mate": scale.exception,
        })
    };
    json!({
        "article": class.applied_by.as_ref().map(Citation::article),
        "wrong-claim": {
            "articles": numbers(&class.wrong_claim_articles),
            "opponent-gains": class.wrong_claim.opponent_gains.to_string(),
            "claimant-loses": class.wrong_claim.claimant_loses,
        },
        "illegal-move": scale(&class.illegal_moves),
        "illegal-move-in-quickplay-finish": class.illegal_moves_in_quickplay_finish.as_ref().map(scale),
        "flag-call": {
            "article": class.flag_call.article.as_ref().map(Citation::article),
            "by": class.flag_call.by,
        },
        "mating-potential": class.mating_potential.as_ref().map(Citation::article),
    })
}

/// The lines that differ, each with what either side says; the first names the line.
fn differing(left: &Edition, right: &Edition) -> Vec<(Line, Option<Line>, Option<Line>)> {
    let (left, mut right) = (lines(left), lines(right));
    let mut rows = Vec::new();
    for a in left {
        let twin = right.iter().position(|b| (b.part, b.what) == (a.part, a.what));
        // Lines that only the right side has stand before the twin: they keep their place.
        if let Some(at) = twin {
            let before: Vec<Line> = right.drain(..=at).collect();
            for b in before {
                if (b.part, b.what) != (a.part, a.what) {
                    rows.push((b.clone(), None, Some(b)));
                } else if b != a {
                    rows.push((a.clone(), Some(a.clone()), Some(b)));
                }
            }
        } else {
            rows.push((a.clone(), Some(a), None));
        }
    }
    rows.extend(right.into_iter().map(|b| (b.clone(), None, Some(b))));
    rows
}

fn listed(articles: &[String]) -> String {
    match articles {
        [] => "-".to_owned(),
        articles => articles.join(", "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edition_does_not_differ_from_itself() {
        let edition = Edition::current();
        assert_eq!(difference(&edition, &edition), "2023 and 2023: no difference\n");
    }
}
