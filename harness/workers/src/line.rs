//! The lines between the harness and its workers.

use runner::{Event, Scope, Task};
use serde::{Deserialize, Serialize};

/// Begins every line of a worker. Methods may print what they like: other lines are not read.
const MARK: &str = "\u{1}driftbench ";

/// The first line to a worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Hello {
    pub(crate) scope: Scope,
    /// Bytes that the worker may allocate.
    pub(crate) memory: u64,
}

/// A line to a worker: data as JSON.
pub(crate) fn told<T: Serialize>(what: &T) -> String {
    let json = serde_json::to_string(what).expect("tasks hold nothing that JSON cannot");
    json + "\n"
}

/// A line of a worker.
pub(crate) fn heard(event: &Event) -> String {
    let json = serde_json::to_string(event).expect("events hold nothing that JSON cannot");
    format!("\n{MARK}{json}\n")
}

/// The event of a line, if it is one.
pub(crate) fn event(line: &str) -> Option<Event> {
    let mut event = serde_json::from_str(line.strip_prefix(MARK)?).ok()?;
    if let Event::Done(done) = &mut event
        && let Ok(answer) = done.as_mut()
    {
        answer.complete();
    }
    Some(event)
}

/// The task of a line.
pub(crate) fn task(line: &str) -> Option<Task> {
    serde_json::from_str(line).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_method_prints_is_no_event() {
        let line = heard(&Event::Round(3));
        assert_eq!(event(line.trim()), Some(Event::Round(3)));
        for other in [
            "",
            "hello",
            "{\"round\":3}",
            "\u{1}driftbench {",
            "\u{1}driftbench",
        ] {
            assert_eq!(event(other), None);
        }
    }
}
