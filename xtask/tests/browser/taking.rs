//! Tables, figures and views as files.

use crate::driver::{Browser, DESKTOP};
use crate::report::at;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

/// The one file in a folder, once it is whole.
fn file_in(folder: &Path) -> (String, Vec<u8>) {
    for _ in 0..500 {
        let files: Vec<PathBuf> = fs::read_dir(folder)
            .unwrap()
            .map(|e| e.unwrap().path())
            .collect();
        if let [file] = &files[..]
            && file.extension().is_none_or(|e| e != "crdownload")
            && !file.file_name().unwrap().to_string_lossy().starts_with('.')
            && let Ok(bytes) = fs::read(file)
            && !bytes.is_empty()
        {
            let name = file.file_name().unwrap().to_string_lossy().into_owned();
            fs::remove_file(file).unwrap();
            return (name, bytes);
        }
        thread::sleep(Duration::from_millis(20));
    }
    panic!("no file arrived in {}", folder.display());
}

#[test]
fn every_table_and_every_figure_can_be_saved() {
    let Some(browser) = Browser::open(DESKTOP) else {
        return;
    };
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("browser-downloads");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let allowed = json!({ "behavior": "allow", "downloadPath": folder });
    browser.devtools("Browser.setDownloadBehavior", allowed);
    browser.visit(&at(
        "#problem?id=pendulum&compare=baumgarte/rk4~unstabilized/rk4",
    ));
    browser.run("play(false)");
    let tables = browser.number("return [...document.querySelectorAll('section.current table')].filter((t) => t.tHead).length");
    let saves = browser
        .number("return document.querySelectorAll('section.current [data-format=csv]').length");
    assert_eq!(tables, saves, "one button for each table");
    let saved = |selector: &str| {
        browser.run(&format!(
            "document.querySelector('section.current {selector}').click()"
        ));
        file_in(&folder)
    };
    let own = |format: &str| {
        format!(".scroll:has(table[data-name=problem-pendulum]) + .take [data-format={format}]")
    };
    let (name, csv) = saved(&own("csv"));
    let csv = String::from_utf8(csv).unwrap();
    assert_eq!(name, "problem-pendulum.csv");
    assert!(csv.starts_with("Variant,Cell,Drift of Φ ×,"), "{csv:.200}");
    let variants = browser.number("return data.variants.length");
    assert_eq!(csv.lines().count() as f64, variants + 1.0);
    let (_, markdown) = saved(&own("md"));
    let markdown = String::from_utf8(markdown).unwrap();
    assert!(
        markdown.starts_with("| Variant |") && markdown.contains("\n| --- | ---: |"),
        "{markdown:.200}"
    );
    let (_, tex) = saved(&own("tex"));
    let tex = String::from_utf8(tex).unwrap();
    for words in [
        "\\usepackage{booktabs}",
        "\\toprule",
        "\\midrule",
        "\\bottomrule",
        "$\\Phi$",
    ] {
        assert!(tex.contains(words), "{words}");
    }
    assert!(tex.chars().all(|c| !"Φ×÷αβ≈▾▴".contains(c)), "{tex}");
    let (name, svg) = saved("figure .take [data-format=svg]");
    let svg = String::from_utf8(svg).unwrap();
    assert!(
        name.ends_with(".svg")
            && svg.starts_with("<svg")
            && svg.contains("xmlns=\"http://www.w3.org/2000/svg\"")
    );
    assert!(
        !svg.contains("class=") && svg.contains("stroke="),
        "a style of its own"
    );
    let (name, png) = saved("figure .take [data-format=png]");
    assert!(name.ends_with(".png") && png.starts_with(b"\x89PNG"));
    browser.visit(&at(
        "#explore?rows=variants&integrator=rk4&metric=relative-position",
    ));
    browser.run("document.querySelector('[data-do=save-view]').click()");
    let (_, view) = file_in(&folder);
    let view: Value = serde_json::from_slice(&view).unwrap();
    assert_eq!(view["filters"], json!({ "integrator": "rk4" }));
    assert_eq!(view["metric"]["id"], "relative-position");
    assert!(view["variants"].as_array().unwrap().len() > 5);
    browser.visit(&at("#method?id=baumgarte"));
    let cited = browser.text("return document.querySelector('.cite pre').textContent");
    assert!(cited.contains("@article{"), "{cited}");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}
