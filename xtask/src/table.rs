//! A table for the terminal with wrapped cells.

/// A table whose columns are as wide as their content up to a limit; longer cells are wrapped.
pub(crate) struct Table {
    limits: Vec<usize>,
    rows: Vec<Row>,
}

enum Row {
    Cells(Vec<String>),
    /// A note below the previous row, across all columns.
    Note(String),
}

/// Space between two columns.
const GAP: &str = "  ";

/// Indentation of a note.
const INDENT: &str = "  ";

impl Table {
    /// A table with the names of its columns and their largest widths.
    pub(crate) fn new<const N: usize>(columns: [(&str, usize); N]) -> Self {
        Self {
            limits: columns.iter().map(|(_, limit)| *limit).collect(),
            rows: vec![cells(columns.map(|(name, _)| name))],
        }
    }

    /// Adds a row.
    pub(crate) fn row<const N: usize>(&mut self, texts: [&str; N]) {
        self.rows.push(cells(texts));
    }

    /// Adds a note below the last row.
    pub(crate) fn note(&mut self, text: String) {
        self.rows.push(Row::Note(text));
    }

    /// The lines of the table.
    pub(crate) fn lines(&self) -> Vec<String> {
        let wrapped = |cells: &[String]| -> Vec<Vec<String>> {
            let pairs = cells.iter().zip(&self.limits);
            pairs.map(|(cell, limit)| wrap(cell, *limit)).collect()
        };
        let mut widths = vec![0; self.limits.len()];
        for row in &self.rows {
            let Row::Cells(cells) = row else { continue };
            for (width, lines) in widths.iter_mut().zip(wrapped(cells)) {
                let longest = lines.iter().map(|line| line.chars().count()).max();
                *width = longest.unwrap_or(0).max(*width);
            }
        }
        let all = widths.iter().sum::<usize>() + GAP.len() * widths.len().saturating_sub(1);
        let mut lines = Vec::new();
        for row in &self.rows {
            match row {
                Row::Cells(cells) => lines.extend(side_by_side(&wrapped(cells), &widths)),
                Row::Note(text) => {
                    let note = wrap(text, all.saturating_sub(INDENT.len()));
                    lines.extend(note.iter().map(|line| format!("{INDENT}{line}")));
                }
            }
        }
        lines
    }
}

fn cells<const N: usize>(texts: [&str; N]) -> Row {
    Row::Cells(texts.map(str::to_owned).into())
}

fn side_by_side(cells: &[Vec<String>], widths: &[usize]) -> Vec<String> {
    let height = cells.iter().map(Vec::len).max().unwrap_or(0);
    let line = |k: usize| {
        let padded = cells.iter().zip(widths).map(|(cell, width)| {
            let text = cell.get(k).map_or("", String::as_str);
            let missing = width.saturating_sub(text.chars().count());
            format!("{text}{}", " ".repeat(missing))
        });
        let line = padded.collect::<Vec<_>>().join(GAP);
        line.trim_end().to_owned()
    };
    (0..height).map(line).collect()
}

/// Wraps words to lines of at most `limit` characters; a longer word gets its own line.
fn wrap(text: &str, limit: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let length = lines.last().map_or(0, |line| line.chars().count());
        if length > 0 && length + 1 + word.chars().count() > limit {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_they_must_and_long_cells_wrap() {
        let mut table = Table::new([("claim", 10), ("ours", 20)]);
        table.row(["Φ is small enough", "1.5e-3"]);
        table.note("a remark that is longer than that".to_owned());
        table.row(["x", "2"]);
        assert_eq!(
            table.lines(),
            [
                "claim       ours",
                "Φ is small  1.5e-3",
                "enough",
                "  a remark that is",
                "  longer than that",
                "x           2"
            ]
        );
    }

    #[test]
    fn a_word_that_does_not_fit_stays_whole() {
        assert_eq!(wrap("a verylongword b", 4), ["a", "verylongword", "b"]);
        assert_eq!(wrap("", 4), [""]);
    }
}
