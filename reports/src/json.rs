//! `results.json` and its schema, both from the same types.

use results::Results;
use serde::Serialize;

/// The results as other programs read them: one line for each method, problem, cell and so on, so that two reports
/// can be compared line by line and large ones stay small.
pub(crate) fn render(results: &Results) -> String {
    // Taken apart so that a new field cannot be forgotten here.
    let Results {
        schema,
        provenance,
        methods,
        problems,
        cells,
        steady_state,
        steady_orders,
        drift_studies,
        gain_maps,
        replicated_papers,
        replications,
        replicated_figures,
        errata,
        timing,
        fronts,
        ranking_cost,
        ranking,
        ranking_rule,
    } = results;
    let fields = [
        ("schema", json(schema)),
        ("provenance", json(provenance)),
        ("methods", lines(methods)),
        ("problems", lines(problems)),
        ("cells", lines(cells)),
        ("steady_state", lines(steady_state)),
        ("steady_orders", lines(steady_orders)),
        ("drift_studies", lines(drift_studies)),
        ("gain_maps", lines(gain_maps)),
        ("replicated_papers", lines(replicated_papers)),
        ("replications", lines(replications)),
        ("replicated_figures", lines(replicated_figures)),
        ("errata", lines(errata)),
        ("timing", json(timing)),
        ("fronts", lines(fronts)),
        ("ranking_cost", json(ranking_cost)),
        ("ranking", lines(ranking)),
        ("ranking_rule", json(ranking_rule)),
    ];
    let fields = fields.map(|(name, value)| format!("\"{name}\": {value}"));
    format!("{{\n{}\n}}\n", fields.join(",\n"))
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("plain data with string keys always serializes")
}

fn lines(items: &[impl Serialize]) -> String {
    if items.is_empty() {
        return "[]".to_owned();
    }
    let items: Vec<String> = items.iter().map(json).collect();
    format!("[\n{}\n]", items.join(",\n"))
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
    use crate::captured;
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
            "reports/schema/results.schema.json is out of date; `UPDATE_SCHEMA=1 cargo test -p driftbench-reports` rewrites it"
        );
    }

    #[test]
    fn what_is_written_is_what_is_read() {
        for results in [captured::planted(), captured::empty()] {
            let text = render(&results);
            let back: Results = serde_json::from_str(&text).unwrap();
            assert_eq!(back, results);
            let cells = text.lines().filter(|line| line.contains("\"outcome\":"));
            assert_eq!(cells.count(), results.cells.len());
        }
    }

    #[test]
    fn rendered_results_follow_the_schema() {
        let schema: Value = serde_json::from_str(&schema()).unwrap();
        let validator = jsonschema::validator_for(&schema).unwrap();
        for results in [captured::planted(), captured::empty()] {
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
        let mut value: Value = serde_json::from_str(&render(&captured::planted())).unwrap();
        value["cells"][0]["outcome"] = "run".into();
        assert!(!jsonschema::validator_for(&schema).unwrap().is_valid(&value));
    }
}
