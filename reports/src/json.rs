//! `results.json` and its schema, both from the same types.

use results::Results;

/// The results as other programs read them: pretty-printed, so that two reports can be compared line by line.
pub(crate) fn render(results: &Results) -> String {
    let mut text = serde_json::to_string_pretty(results)
        .expect("plain data with string keys always serializes");
    text.push('\n');
    text
}

/// The JSON Schema of `results.json`, generated from the result types.
pub fn schema() -> String {
    let schema = schemars::schema_for!(Results);
    let mut text = serde_json::to_string_pretty(&schema).expect("a schema is plain data");
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;
    use serde_json::Value;
    use std::path::Path;

    #[test]
    fn the_checked_in_schema_is_the_generated_one() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("schema/results.schema.json");
        if std::env::var_os("UPDATE_SCHEMA").is_some() {
            std::fs::write(&path, schema()).expect("the schema folder is writable");
        }
        let stored = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            stored == schema(),
            "reports/schema/results.schema.json is out of date; `UPDATE_SCHEMA=1 cargo test -p reports` rewrites it"
        );
    }

    #[test]
    fn rendered_results_follow_the_schema() {
        let schema: Value = serde_json::from_str(&schema()).unwrap();
        let validator = jsonschema::validator_for(&schema).unwrap();
        for results in [fixture::small(), fixture::empty()] {
            let value: Value = serde_json::from_str(&render(&results)).unwrap();
            let errors: Vec<_> = validator
                .iter_errors(&value)
                .map(|error| error.to_string())
                .collect();
            assert!(errors.is_empty(), "{errors:?}");
        }
    }

    #[test]
    fn a_misspelt_outcome_breaks_the_schema() {
        let schema: Value = serde_json::from_str(&schema()).unwrap();
        let mut value: Value = serde_json::from_str(&render(&fixture::small())).unwrap();
        value["cells"][0]["outcome"] = "run".into();
        assert!(!jsonschema::validator_for(&schema).unwrap().is_valid(&value));
    }

    #[test]
    fn what_is_written_is_read_back() {
        let results = fixture::small();
        assert_eq!(
            serde_json::from_str::<Results>(&render(&results)).unwrap(),
            results
        );
    }
}
