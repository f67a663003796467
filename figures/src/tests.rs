use crate::choice::Choice;
use crate::paper::{Mark, Paper, Point};
use crate::{Error, Figures, Format, MOST, Request, Width, draw, planned, sheet, testing};
use results::{Measured, Outcome, Results};
use std::collections::BTreeSet;

const WIDTHS: [Width; 2] = [Width::OneColumn, Width::TwoColumns];

fn every_problem(results: &Results) -> Vec<String> {
    results.problems.iter().map(|p| p.id.clone()).collect()
}

fn every_variant(results: &Results) -> Vec<String> {
    let variants = results.methods.iter().flat_map(|method| &method.variants);
    variants.map(|variant| variant.id.clone()).collect()
}

/// A request for every problem and as many variants as fit.
fn large(results: &Results, width: Width) -> Request {
    let mut variants = every_variant(results);
    variants.truncate(MOST);
    Request {
        variants,
        problems: every_problem(results),
        compared: every_problem(results),
        width,
        formats: vec![Format::Svg, Format::Png],
    }
}

fn drawn(results: &Results, request: &Request) -> Figures {
    draw(results, request).expect("a request that can be drawn")
}

/// Every figure of a request on paper, with its name.
fn papers(results: &Results, request: &Request) -> Vec<(String, Paper)> {
    let choice = Choice::of(results, request).expect("names of the results");
    let width = f64::from(request.width.millimetres()) * 1e3;
    let figures = planned(&choice).into_iter();
    let figures = figures.filter_map(|(name, figure)| Some((name, figure?)));
    figures
        .map(|(name, figure)| (name, sheet::draw(&figure, width).expect("paper")))
        .collect()
}

fn texts(paper: &Paper) -> Vec<(&str, [Point; 2])> {
    let marks = paper.marks.iter();
    let text = marks.filter_map(|mark| match mark {
        Mark::Text { text, bounds, .. } => Some((text.as_str(), *bounds)),
        _ => None,
    });
    text.collect()
}

#[test]
fn every_kind_of_figure_is_drawn() {
    let results = testing::results();
    let figures = drawn(&results, &large(&results, Width::TwoColumns));
    let names: BTreeSet<&str> = figures.files.iter().map(|f| f.name.as_str()).collect();
    assert_eq!(names.len(), figures.files.len());
    for name in [
        "convergence-pendulum-yoon-1993.svg",
        "work-precision-pendulum-yoon-1993.png",
        "ratio-to-no-stabilization.svg",
        "gains-rk4.svg",
        "performance-profiles.svg",
        "scores.png",
    ] {
        assert!(names.contains(name), "{name} is not in {names:?}");
    }
}

#[test]
fn the_same_results_give_the_same_bytes() {
    let results = testing::results();
    let request = large(&results, Width::OneColumn);
    assert!(drawn(&results, &request) == drawn(&results.clone(), &request));
}

#[test]
fn widths_are_those_of_one_and_two_columns() {
    let results = testing::results();
    for width in WIDTHS {
        let wanted = width.millimetres();
        for file in drawn(&results, &large(&results, width)).files {
            if file.name.ends_with("svg") {
                let text = String::from_utf8(file.bytes).unwrap();
                let height = text
                    .split("height=\"")
                    .nth(1)
                    .and_then(|t| t.split("mm\"").next());
                let height: f64 = height.and_then(|h| h.parse().ok()).expect("a height in mm");
                let start = format!(
                    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{wanted}mm\" height=\"{height}mm\" \
                     viewBox=\"0 0 {wanted}000 {:.0}\"",
                    1000.0 * height
                );
                assert!(text.starts_with(&start), "{}", &text[..160]);
                assert!(
                    !text.contains("<text") && !text.contains("font"),
                    "{}",
                    file.name
                );
            } else {
                let reader = ::png::Decoder::new(std::io::Cursor::new(&file.bytes));
                let reader = reader.read_info().unwrap();
                let info = reader.info();
                let per_metre = info.pixel_dims.expect("a physical size").xppu;
                let millimetres = 1e3 * f64::from(info.width) / f64::from(per_metre);
                // Half of a pixel.
                assert!(
                    (millimetres - f64::from(wanted)).abs() < 0.043,
                    "{millimetres}"
                );
            }
        }
    }
}

#[test]
fn texts_are_whole_and_lie_on_the_paper_apart_from_each_other() {
    let mut results = testing::results();
    // Names as long as people can write them.
    results.problems[0].name = "A mechanism with a name that goes on and on ".repeat(3);
    results.problems[1].name = "mechanism_without_a_single_space_in_its_name".repeat(2);
    for width in WIDTHS {
        for (name, paper) in papers(&results, &large(&results, width)) {
            let texts = texts(&paper);
            assert!(texts.len() > 5, "{name} has only {} texts", texts.len());
            let [wide, tall] = paper.size.map(f64::from);
            for (k, (text, [low, high])) in texts.iter().enumerate() {
                assert!(!text.contains('…'), "{name}: {text}");
                let inside = low.iter().all(|x| *x >= 0.0) && high[0] <= wide && high[1] <= tall;
                assert!(inside, "{name}, {width:?}: {text} at {low:?} to {high:?}");
                for (other, [lower, higher]) in &texts[..k] {
                    let apart = (0..2).any(|k| high[k] <= lower[k] || higher[k] <= low[k]);
                    assert!(apart, "{name}, {width:?}: {text} lies on {other}");
                }
            }
        }
    }
}

#[test]
fn a_key_names_every_variant_in_full_and_differently() {
    let mut results = testing::results();
    // Two variants of one name.
    let twin = results.methods[1].variants[0].clone();
    let name = twin.name.clone();
    results.methods[1].variants[1].name = name;
    let request = large(&results, Width::OneColumn);
    let choice = Choice::of(&results, &request).unwrap();
    let labels: BTreeSet<&str> = choice.variants.iter().map(|c| c.label.as_str()).collect();
    assert_eq!(labels.len(), request.variants.len(), "{labels:?}");
    let shown = |figure: &crate::figure::Figure| {
        let key: BTreeSet<&str> = figure.key.iter().map(|e| e.label.as_str()).collect();
        assert_eq!(key.len(), figure.key.len());
        figure.key.iter().all(|entry| {
            let letters = |text: &str| text.replace([' ', '\n'], "");
            let width = 1e3 * f64::from(request.width.millimetres());
            let paper = sheet::draw(figure, width).unwrap();
            let all: Vec<&str> = texts(&paper).into_iter().map(|(text, _)| text).collect();
            letters(&all.concat()).contains(&letters(&entry.label))
        })
    };
    let figures: Vec<_> = planned(&choice)
        .into_iter()
        .filter_map(|(_, f)| f)
        .collect();
    assert!(figures.len() > 8 && figures.iter().all(shown));
}

#[test]
fn unknown_names_and_too_many_variants_are_refused() {
    let results = testing::results();
    let mut request = large(&results, Width::OneColumn);
    request.problems.push("pendulun".into());
    let said = draw(&results, &request).unwrap_err().to_string();
    assert_eq!(said, "the results have no problem `pendulun`");
    let mut request = large(&results, Width::OneColumn);
    request.variants = every_variant(&results);
    assert!(request.variants.len() > MOST);
    let error = draw(&results, &request).unwrap_err();
    assert!(matches!(error, Error::TooMany { asked } if asked == request.variants.len()));
    assert!(
        error
            .to_string()
            .ends_with("too many for one figure, which tells 8 apart")
    );
}

#[test]
fn what_has_nothing_to_draw_is_left_out_and_named() {
    let empty = Results::empty(testing::results().provenance);
    let request = Request {
        variants: crate::usual_variants(&empty),
        problems: crate::usual_problems(&empty),
        ..large(&empty, Width::OneColumn)
    };
    let figures = drawn(&empty, &request);
    assert!(figures.files.is_empty());
    let expected = [
        "ratio-to-no-stabilization",
        "performance-profiles",
        "scores",
    ];
    assert_eq!(figures.left_out, expected);

    let mut failed = testing::results();
    for cell in &mut failed.cells {
        cell.outcome = Outcome::Failed;
        cell.speed = None;
        cell.runs
            .iter_mut()
            .for_each(|run| run.measured = Measured::default());
    }
    failed.paired.clear();
    failed.boards.clear();
    failed.gain_maps.clear();
    let request = large(&failed, Width::OneColumn);
    let figures = drawn(&failed, &request);
    assert!(figures.files.is_empty(), "{:?}", figures.files[0].name);
    assert!(figures.left_out.len() >= 2 * request.problems.len() + 3);
}

#[test]
fn damaged_numbers_neither_panic_nor_leave_the_paper() {
    let mut results = testing::results();
    let odd = [f64::NAN, f64::INFINITY, -1.0, 0.0, 1e308, 5e-324];
    let mut k = 0;
    let mut next = || {
        k += 1;
        odd[k % odd.len()]
    };
    for run in results.cells.iter_mut().flat_map(|cell| &mut cell.runs) {
        run.h = next();
        run.measured.position = Some(next());
        run.measured.drift_position = Some(next());
        run.work.evaluations = u64::MAX;
    }
    for map in &mut results.gain_maps {
        map.radius[0][0] = next();
        map.radius[3].truncate(2);
    }
    results.gain_maps[0].c1[0] = f64::NAN;
    for line in results.boards.iter_mut().flat_map(|board| &mut board.lines) {
        line.score = Some(next());
        line.score_interval = Some([next(), next()]);
        line.costs.truncate(3);
        line.costs.iter_mut().for_each(|cost| *cost = Some(next()));
    }
    results
        .paired
        .iter_mut()
        .for_each(|p| p.factors.position = Some(next()));
    results.cells.truncate(20);
    for width in WIDTHS {
        let request = large(&results, width);
        assert!(!drawn(&results, &request).files.is_empty());
        for (name, paper) in papers(&results, &request) {
            let [wide, tall] = paper.size.map(f64::from);
            for (text, [low, high]) in texts(&paper) {
                let inside = low.iter().all(|x| *x >= 0.0) && high[0] <= wide && high[1] <= tall;
                assert!(inside, "{name}: {text} at {low:?} to {high:?}");
            }
        }
    }
}
