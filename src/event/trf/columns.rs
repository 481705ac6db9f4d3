//! Lines in fixed columns, counted from 1 in characters.

/// A line that is read.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// From 1.
    pub(super) number: usize,
    chars: Vec<char>,
}

impl Line {
    /// Control characters are blanks, as they are written.
    pub(super) fn new(number: usize, text: &str) -> Self {
        Self { number, chars: clean(text).chars().collect() }
    }

    pub(super) const fn len(&self) -> usize {
        self.chars.len()
    }

    /// The characters of the columns `first` to `last`, fewer where the line ends before, without blanks around them.
    pub(super) fn text(&self, first: usize, last: usize) -> String {
        let columns = self.chars.iter().take(last).skip(first.saturating_sub(1));
        columns.collect::<String>().trim().to_owned()
    }

    /// The character of a column; a blank beyond the end.
    pub(super) fn at(&self, column: usize) -> char {
        self.chars.get(column.saturating_sub(1)).copied().unwrap_or(' ')
    }

    /// All of it.
    pub(super) fn whole(&self) -> String {
        self.chars.iter().collect::<String>().trim_end().to_owned()
    }

    /// What follows the record's code.
    pub(super) fn rest(&self) -> String {
        self.text(4, usize::MAX)
    }

    /// The words from a column on, each with its column.
    pub(super) fn words(&self, first: usize) -> Vec<(usize, String)> {
        let mut words: Vec<(usize, String)> = Vec::new();
        let mut inside = false;
        for (column, char) in (1..).zip(&self.chars).skip(first.saturating_sub(1)) {
            if char.is_whitespace() {
                inside = false;
                continue;
            }
            match words.last_mut().filter(|_| inside) {
                Some((_, word)) => word.push(*char),
                None => words.push((column, char.to_string())),
            }
            inside = true;
        }
        words
    }
}

/// A line that is written.
#[derive(Clone, Debug)]
pub(super) struct Row(Vec<char>);

impl Row {
    pub(super) fn new(code: &str) -> Self {
        Self(code.chars().collect())
    }

    /// Text from a column on, in at most so many columns; what has no place is cut.
    pub(super) fn left(&mut self, column: usize, width: usize, text: &str) {
        for (place, char) in (column.saturating_sub(1)..).zip(clean(text).chars().take(width)) {
            if self.0.len() <= place {
                self.0.resize(place + 1, ' ');
            }
            if let Some(slot) = self.0.get_mut(place) {
                *slot = char;
            }
        }
    }

    /// Text at the right of so many columns.
    pub(super) fn right(&mut self, column: usize, width: usize, text: impl ToString) {
        self.left(column, width, &format!("{:>width$}", text.to_string()));
    }

    /// The line, without blanks at its end.
    pub(super) fn end(self) -> String {
        self.0.into_iter().collect::<String>().trim_end().to_owned()
    }
}

/// Text that stays on its line.
pub(super) fn clean(text: &str) -> String {
    text.chars().map(|char| if char.is_control() { ' ' } else { char }).collect()
}
