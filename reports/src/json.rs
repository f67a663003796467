//! `results.json` and its schema, both from the same types, and `end-states.json`.

use results::{EndStates, Results};
use serde::Serialize;

/// The results as JSON with one line per method, problem, cell and so on, so that two reports can be compared line by
/// line and large ones stay small.
pub(crate) fn render(results: &Results) -> String {
    // Takes the results apart, so that a new field cannot be forgotten here.
    macro_rules! fields {
        ($($name:ident: $written:ident),*) => {{
            let Results { $($name,)* end_states: _ } = results;
            [$(format!("\"{}\": {}", stringify!($name), $written($name))),*]
        }};
    }
    let fields = fields!(
        schema: json,
        provenance: json,
        methods: lines,
        problems: lines,
        cells: lines,
        steady_state: lines,
        steady_orders: lines,
        drift_studies: lines,
        gain_maps: lines,
        sampling_studies: lines,
        mechanism_gains: lines,
        replicated_papers: lines,
        replications: lines,
        replicated_figures: lines,
        errata: lines,
        timing: json,
        fronts: lines,
        paired: lines,
        what_it_buys: lines,
        pareto_sets: lines,
        boards: lines,
        expected_failures: lines,
        difference: json
    );
    format!("{{\n{}\n}}\n", fields.join(",\n"))
}

/// The states in which runs ended as JSON with a line each; `None` where there are none.
pub(crate) fn end_states(results: &Results) -> Option<String> {
    let EndStates {
        schema,
        digest,
        end_states,
    } = EndStates::of(results);
    let fields = [
        format!("\"schema\": {schema}"),
        format!("\"digest\": {}", json(&digest)),
        format!("\"end_states\": {}", lines(&end_states)),
    ];
    let text = format!("{{\n{}\n}}\n", fields.join(",\n"));
    (!end_states.is_empty()).then_some(text)
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
            let mut back: Results = serde_json::from_str(&text).unwrap();
            assert!(back.end_states.is_empty());
            if let Some(text) = end_states(&results) {
                let ends: EndStates = serde_json::from_str(&text).unwrap();
                assert!(ends.belong_to(&back));
                back.end_states = ends.end_states;
            }
            assert_eq!(back, results);
            let cells = text.lines().filter(|line| line.contains("\"outcome\":"));
            assert_eq!(cells.count(), results.cells.len());
        }
    }

    #[test]
    fn rendered_results_follow_the_schema_and_a_misspelt_outcome_breaks_it() {
        let schema: Value = serde_json::from_str(&schema()).unwrap();
        let validator = jsonschema::validator_for(&schema).unwrap();
        for results in [captured::empty(), captured::planted()] {
            let mut value: Value = serde_json::from_str(&render(&results)).unwrap();
            let errors = validator.iter_errors(&value).map(|error| error.to_string());
            assert_eq!(errors.collect::<Vec<_>>(), [""; 0]);
            for cell in value["cells"].as_array_mut().unwrap().iter_mut().take(1) {
                cell["outcome"] = "run".into();
            }
            assert_eq!(validator.is_valid(&value), results.cells.is_empty());
        }
    }
}
