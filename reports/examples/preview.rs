//! Writes the report of stored results into a folder, to look at its pages without running anything.
//!
//! `cargo run -p driftbench-reports --example preview -- target/preview [path/to/results.json]`

use reports::render;
use std::path::PathBuf;

/// A small report of a real run, for when no other is named.
const CAPTURED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/results.json");

fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let folder = PathBuf::from(arguments.next().unwrap_or_else(|| "target/preview".into()));
    let stored = arguments.next().unwrap_or_else(|| CAPTURED.into());
    let results = serde_json::from_str(&std::fs::read_to_string(stored)?)?;
    std::fs::create_dir_all(&folder)?;
    for file in render(&results) {
        let path = folder.join(file.name);
        eprintln!("{:>9} bytes  {}", file.content.len(), path.display());
        std::fs::write(path, file.content)?;
    }
    Ok(())
}
