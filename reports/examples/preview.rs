//! Writes the report of made-up results, or of stored ones, into a folder, to look at its pages without running
//! anything.
//!
//! `cargo run -p reports --example preview -- /tmp/preview [small|large|empty|path/to/results.json]`

use reports::{fixture, render};
use std::path::PathBuf;

fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let folder = PathBuf::from(
        arguments
            .next()
            .unwrap_or_else(|| "target/preview".to_owned()),
    );
    let results = match arguments.next().as_deref() {
        None | Some("small") => fixture::small(),
        Some("large") => fixture::large(),
        Some("empty") => fixture::empty(),
        Some(path) => serde_json::from_str(&std::fs::read_to_string(path)?)?,
    };
    std::fs::create_dir_all(&folder)?;
    for file in render(&results) {
        eprintln!(
            "{:>9} bytes  {}",
            file.content.len(),
            folder.join(file.name).display()
        );
        std::fs::write(folder.join(file.name), file.content)?;
    }
    Ok(())
}
