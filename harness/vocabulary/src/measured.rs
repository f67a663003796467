//! The measured errors and drifts of one run, and their form in JSON.

use crate::{Group, PerQuantity, Quantity};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut};

/// Errors and drifts of one run. A run that did not come to its end has none; a reference without multipliers leaves
/// their error out.
///
/// In results it is two objects, `errors` and `drift`, beside the other fields of the run.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Measured(pub PerQuantity<Option<f64>>);

impl Measured {
    /// Whether the run came to its end.
    pub fn is_complete(&self) -> bool {
        // Errors are absent where the true motion is not known; drifts never are.
        self.drift_position.is_some()
    }
}

impl Deref for Measured {
    type Target = PerQuantity<Option<f64>>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl DerefMut for Measured {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

/// The values of one group by their names in it.
struct InGroup<'a>(&'a Measured, Group);

impl Serialize for InGroup<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(Quantity::of(self.1).map(|q| (q.name_in_group(), self.0[q])))
    }
}

impl Serialize for Measured {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for group in Group::ALL {
            if Quantity::of(group).any(|q| self[q].is_some()) {
                map.serialize_entry(group.name(), &InGroup(self, group))?;
            }
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Measured {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        type Values = Option<BTreeMap<String, Option<f64>>>;
        #[derive(Deserialize)]
        struct Groups {
            errors: Values,
            drift: Values,
        }
        let Groups { errors, drift } = Groups::deserialize(deserializer)?;
        let value = |q: Quantity| {
            let group = match q.group() {
                Group::Error => &errors,
                Group::Drift => &drift,
            };
            *group.as_ref()?.get(q.name_in_group())?
        };
        Ok(Self(PerQuantity::from_fn(value)))
    }
}

impl JsonSchema for Measured {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Measured".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let group = |group: Group, description: &str| {
            let values: BTreeMap<&str, Schema> = Quantity::of(group)
                .map(|q| {
                    let value = json_schema!({
                        "description": q.figure(),
                        "type": ["number", "null"],
                        "format": "double",
                    });
                    (q.name_in_group(), value)
                })
                .collect();
            json_schema!({ "description": description, "type": "object", "properties": values })
        };
        json_schema!({
            "type": "object",
            "properties": {
                "errors": group(
                    Group::Error,
                    "Root-mean-square errors over the common output grid, absent when the run did not come to its end."
                ),
                "drift": group(
                    Group::Drift,
                    "Largest violations over the common output grid, absent when the run did not come to its end."
                ),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_writes_its_errors_and_drifts_as_two_objects() {
        let mut measured = Measured(PerQuantity::from_fn(|_| Some(0.5)));
        measured.multiplier = None;
        let text = serde_json::to_string(&measured).unwrap();
        assert_eq!(
            text,
            r#"{"errors":{"position":0.5,"velocity":0.5,"multiplier":null},"drift":{"position":0.5,"velocity":0.5,"energy":0.5}}"#
        );
        assert_eq!(serde_json::from_str::<Measured>(&text).unwrap(), measured);
    }

    #[test]
    fn an_unfinished_run_writes_neither() {
        assert_eq!(serde_json::to_string(&Measured::default()).unwrap(), "{}");
        assert_eq!(
            serde_json::from_str::<Measured>("{}").unwrap(),
            Measured::default()
        );
    }
}
