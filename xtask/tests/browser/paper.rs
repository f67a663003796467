//! The page on paper.

use crate::driver::{Browser, DESKTOP};
use crate::report::at;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use std::fs;
use std::path::Path;
use std::process::Command;

#[test]
fn the_first_sheet_has_the_answer() {
    let Some(browser) = Browser::open(DESKTOP) else {
        return;
    };
    browser.visit(&at(""));
    let best = browser.text("return document.querySelector('.headline').innerText");
    let pdf = STANDARD.decode(browser.print()).unwrap();
    assert!(pdf.starts_with(b"%PDF"));
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("browser-print.pdf");
    fs::write(&path, pdf).unwrap();
    let text = Command::new("pdftotext")
        .args(["-f", "1", "-l", "1", "-layout"])
        .arg(&path)
        .arg("-")
        .output();
    let Ok(text) = text else {
        eprintln!(
            "the words of the sheet are not looked at: there is no `pdftotext` here (Debian: poppler-utils)"
        );
        return;
    };
    let text = String::from_utf8_lossy(&text.stdout);
    for words in [
        best.split(" · ").next().unwrap(),
        "Constraint drift",
        "RK4 alone",
        "Which stabilization should I use?",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
}
