//! Tables by columns: one list for each field instead of one object for each row.
//!
//! Like beside like compresses to two thirds, and a browser holds a list of numbers in a fraction of the memory.

use serde::Serialize;
use serde_json::{Map, Value};

/// Rows with the same fields, as one list for each field.
pub(super) fn columns<T: Serialize>(rows: impl IntoIterator<Item = T>) -> Map<String, Value> {
    let mut columns = Map::new();
    for row in rows {
        let row = serde_json::to_value(row).expect("plain data always serializes");
        let Value::Object(fields) = row else {
            unreachable!("a row has named fields");
        };
        for (name, value) in fields {
            let column = columns
                .entry(name)
                .or_insert_with(|| Value::Array(Vec::new()));
            column.as_array_mut().expect("made above").push(value);
        }
    }
    columns
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_field_is_a_list_in_the_order_of_the_rows() {
        #[derive(Serialize)]
        struct Row {
            h: f64,
            stopped: Option<&'static str>,
        }
        let rows = [(0.5, None), (0.25, Some("why"))].map(|(h, stopped)| Row { h, stopped });
        let columns = Value::Object(columns(rows));
        assert_eq!(
            columns,
            json!({ "h": [0.5, 0.25], "stopped": [null, "why"] })
        );
    }
}
