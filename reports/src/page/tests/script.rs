//! The script of the page, module by module, as QuickJS runs it.

use crate::page::SCRIPT;
use crate::{captured, number, phrase};
use results::{Cell, Measured, Run};
use rquickjs::{Context, FromJs, Runtime};
use serde_json::{Value, json};

/// Runs something behind the script of the page, which draws nothing where there is no document.
fn js<T>(code: &str) -> T
where
    T: for<'js> FromJs<'js>,
{
    let context = Context::full(&Runtime::new().unwrap()).unwrap();
    context.with(|js| {
        js.eval::<(), _>(format!("{SCRIPT};undefined")).unwrap();
        js.eval(code)
            .unwrap_or_else(|_| panic!("{code}: {:?}", js.catch()))
    })
}

#[test]
fn numbers_read_as_on_the_rust_side() {
    let mut values = vec![
        0.0, 0.5, 0.0995, 0.0949, 0.996, 1.04, 9.94, 9.96, 99.6, 678.0,
    ];
    values.extend([
        12_345.0, 999_600.0, 1e6, 3.312e-3, 1.03e-5, 1e-9, 2.5e-13, 4.9, 1.86, 0.02,
    ]);
    values.extend([
        12.649_110_6,
        40_000.0,
        300.000_000_000_04,
        1_234_567.0,
        1e-7,
        1e-46,
        2e16,
        5e-3,
        1.0 / 60.0,
    ]);
    type Pair = (&'static str, fn(f64) -> String);
    let pairs: [Pair; 6] = [
        ("factor", phrase::factor),
        ("extra", phrase::extra),
        ("setting", phrase::setting),
        ("stepText", phrase::step),
        ("level", phrase::level),
        ("durationText", number::duration),
    ];
    for (name, ours) in pairs {
        let code = format!(
            "JSON.stringify({}.map({name}))",
            serde_json::to_string(&values).unwrap()
        );
        let theirs: Vec<String> = serde_json::from_str(&js::<String>(&code)).unwrap();
        for (x, theirs) in values.iter().zip(theirs) {
            assert_eq!(theirs, ours(*x), "{name}({x})");
        }
    }
}

#[test]
fn what_is_no_number_is_a_dash() {
    let code =
        "[factor, setting, stepText, level, durationText, orderText].map((f) => f(NaN)).join()";
    assert_eq!(js::<String>(code), "× –,–,–,–,–,–");
}

#[test]
fn a_fragment_comes_back_as_it_was() {
    for state in [
        r#"["explore", { text: "a&b=c~d é", cell: ["baumgarte/rk4", "x~y"], sort: "-pendulum/long" }]"#,
        r#"["variant", { id: "100% / ü" }]"#,
        r#"["start", {}]"#,
    ] {
        let code = format!(
            "const [view, keys] = {state}; const there = fragment(view, keys); const back = parsed(there);
             back.view === view && changed(back, {{}}) === there
               && Object.keys(keys).every((k) => JSON.stringify(Array.isArray(keys[k]) ? list(back.keys, k) : one(back.keys, k)) === JSON.stringify(keys[k]))"
        );
        assert!(js::<bool>(&code), "{state}");
    }
    // What the Rust side writes is what the script writes.
    let cell = crate::page::link::cell("baumgarte/rk4/held", "a&b~c d");
    let code = r#"link.cell("baumgarte/rk4/held", "a&b~c d")"#;
    assert_eq!(js::<String>(code), format!("#{cell}"));
    let board = crate::page::link::board("x", Some("unstabilized/rk4"));
    let code = r#"link.board({ id: "x", with: "unstabilized/rk4" })"#;
    assert_eq!(js::<String>(code), format!("#{board}"));
}

#[test]
fn no_fragment_of_an_address_stops_the_script() {
    for hostile in [
        "",
        "#",
        "#%",
        "#%E0%A4%A?x=%",
        "#?=&=&&",
        "#__proto__?__proto__=1&constructor=2",
        "#a?b=c=d~~~",
    ] {
        let text = serde_json::to_string(hostile).unwrap();
        let code = format!(
            "const s = parsed({text}); typeof s.view === 'string' && changed(s, {{}}).startsWith('#')"
        );
        assert!(js::<bool>(&code), "{hostile}");
    }
}

#[test]
fn markup_is_escaped_unless_it_is_markup() {
    let code = r#"html`<b title="${'"<&'}">${"<i>"}${html`<u>${1}</u>`}${[html`a`, "<"]}${null}${false}</b>`.text"#;
    assert_eq!(
        js::<String>(code),
        r#"<b title="&quot;&lt;&amp;">&lt;i&gt;<u>1</u>a&lt;</b>"#
    );
}

#[test]
fn a_logarithmic_axis_ends_near_its_numbers_and_counts_decades_where_there_are_many() {
    let ticks = |low: f64, high: f64| -> String {
        js(&format!(
            "scale([{low}, {high}], true, [0, 100], 10).ticks.map((t) => t[1]).join(' ')"
        ))
    };
    assert_eq!(ticks(3e-3, 1.2e-2), "2e-3 5e-3 1e-2 2e-2");
    assert_eq!(ticks(1e-3, 1e-2), "1e-3 2e-3 5e-3 1e-2");
    assert_eq!(ticks(1e-6, 1e-6), "1e-6 2e-6");
    assert_eq!(ticks(3e-9, 2e-3), "1e-9 1e-8 1e-7 1e-6 1e-5 1e-4 1e-3 1e-2");
    assert_eq!(
        ticks(1e-17, 1.0),
        "1e-17 1e-15 1e-13 1e-11 1e-9 1e-7 1e-5 1e-3 1e-1"
    );
    // A little beyond a mark is no reason for another decade.
    assert_eq!(ticks(1.0, 1024.0), "1 10 100 1 000");
    // Numbers at the ends lie on the frame.
    let ends = "const s = scale([1e-3, 1e-1], true, [0, 100], 10); [s.at(1e-3), s.at(1e-1)].join()";
    assert_eq!(js::<String>(ends), "0,100");
}

#[test]
fn rows_sort_in_both_directions_with_what_is_missing_last() {
    let sorted = |high: bool, reverse: bool| {
        js::<String>(&format!(
            "sorted([{{x: 2}}, {{x: null}}, {{x: 1}}, {{x: 3}}], {{ value: (r) => r.x, high: {high} }}, {reverse}).map((r) => r.x).join()"
        ))
    };
    assert_eq!(sorted(false, false), "1,2,3,");
    assert_eq!(sorted(false, true), "3,2,1,");
    assert_eq!(sorted(true, false), "3,2,1,");
    assert_eq!(sorted(true, true), "1,2,3,");
}

#[test]
fn tables_become_csv_markdown_and_latex() {
    let rows = r#"[["Variant", "Drift of Φ"], ["a, \"b\" | c_d", "÷ 140"]]"#;
    assert_eq!(
        js::<String>(&format!("asCsv({rows})")),
        "Variant,Drift of Φ\r\n\"a, \"\"b\"\" | c_d\",÷ 140\r\n"
    );
    assert_eq!(
        js::<String>(&format!("asMarkdown({rows})")),
        "| Variant | Drift of Φ |\n| --- | ---: |\n| a, \"b\" \\| c_d | ÷ 140 |\n"
    );
    let tex: String = js(&format!("asLatex({rows}, 'β h²')"));
    for words in [
        "\\caption{$\\beta$ h$^2$}",
        "{lr}",
        "Variant & Drift of $\\Phi$ \\\\",
        "c\\_d & $\\div$ 140 \\\\",
    ] {
        assert!(tex.contains(words), "{words}: {tex}");
    }
}

#[test]
fn every_cell_has_its_own_runs() {
    let mut results = captured::practised();
    // A run that stopped, in the middle of all others.
    let place = results.cells.len() / 2;
    let run = &mut results.cells[place].runs[0];
    (run.measured, run.stopped) = (Measured::default(), Some("t = 1: diverged".into()));
    let data = super::data(&super::page(&results)).to_string();
    let code = format!(
        "prepare({data}); JSON.stringify(data.cells.map((cell) => [cell.variant.id, cell.problem.id, cell.runs.map((r) =>
           [r.ladder, r.steps, r.evaluations, r.stopped, r.values === null, r.predicted === null])]))"
    );
    let shown: Value = serde_json::from_str(&js::<String>(&code)).unwrap();
    let run = |run: &Run| {
        let (stopped, predicted) = (&run.stopped, &run.predicted_drift);
        let complete = run.measured.is_complete();
        json!([
            run.ladder as usize,
            run.steps,
            run.work.evaluations,
            stopped,
            !complete,
            predicted.is_none()
        ])
    };
    let cell = |cell: &Cell| {
        let runs: Vec<Value> = cell.runs.iter().map(run).collect();
        json!([cell.variant, cell.problem, runs])
    };
    let cells: Vec<Value> = results.cells.iter().map(cell).collect();
    assert_eq!(shown, Value::Array(cells));
}

#[test]
fn every_metric_says_something_of_every_cell() {
    let results = captured::practised();
    let data = super::data(&super::page(&results)).to_string();
    let code = format!(
        "prepare({data});
         const silent = [];
         for (const metric of metrics()) for (const cell of data.cells) {{
           const shown = shownIn(cell, metric);
           if (!shown.text || /NaN|undefined|null/.test(shown.text)) silent.push(`${{metric.id}} ${{cell.variant.id}} ${{cell.problem.id}}: ${{shown.text}}`);
         }}
         `${{metrics().length}} ${{data.cells.length}} ${{silent.join()}}`"
    );
    let said: String = js(&code);
    assert_eq!(said, format!("22 {} ", results.cells.len()));
}

#[test]
fn a_ratio_has_its_sign_beside_its_colour() {
    let code = "[1e-5, 1e-3, 0.5, 1, 2, 20, 2000].map((x) => { const s = ratioShown(x); return s.sign + s.kind; }).join()";
    assert_eq!(js::<String>(code), "▾g3,▾g2,▾g1,≈e0,▴b1,▴b2,▴b3");
}

#[test]
fn runs_that_lost_the_motion_are_in_no_chart_and_all_others_are() {
    let code = "const cell = (size) => ({ problem: { scales: [size] }, runs: [[1e-9], [9], [11], [1e200], null].map((values) => ({ values })) });
                [1, 1e300, null, 0].map((size) => followed(cell(size), 0).length).join()";
    // Without a size there is nothing to compare with.
    assert_eq!(js::<String>(code), "2,4,4,4");
}

#[test]
fn the_edge_of_stability_goes_through_the_points_that_the_harness_found() {
    let code = "const map = { c1: [0, 10], c2: [0, 10], radius: [[0.5, 2], [0.5, 2]], edge_c1: [[7], [3]], edge_c2: [[null, null]] };
                const [square] = squares(map, (x, y) => [x, y]); stablePart(square) + ' ' + stableEdge(square)";
    assert_eq!(
        js::<String>(code),
        "M0.0 0.0L7.0 0.0L3.0 10.0L0.0 10.0Z M7.0 0.0L3.0 10.0"
    );
}

#[test]
fn a_rule_that_leaves_no_violation_predicts_none() {
    let code = "const map = { c1: [0, 1], c2: [0, 1], radius: [[0, 0.5], [0.5, 1]], violation: [[0, 0], [0, 0]], h: 0.1 };
                [level(gainsAt(map, 0.05, 0.5, 0.5).violation), gainsAt({ ...map, violation: [[null, null], [null, null]] }, 0.05, 0.5, 0.5).violation].join()";
    assert_eq!(js::<String>(code), "0,");
}

#[test]
fn gains_between_the_points_of_a_map_are_interpolated() {
    let code = "const map = { c1: [0, 1], c2: [0, 1], radius: [[0, 0.5], [0.5, 1]], violation: [[1e-4, 1e-4], [1e-2, 1e-2]], violation_power: 2, h: 0.1 };
                const g = gainsAt(map, 0.05, 0.5, 0.5); [setting(g.alpha), setting(g.beta), g.radius, scientific(g.violation, 3)].join()";
    assert_eq!(js::<String>(code), "10,200,0.5,2.50e-4");
}
