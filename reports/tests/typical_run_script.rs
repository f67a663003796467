//! The script of the page looks more closely at the run that the harness chose.

use results::{Cell, LadderKind, Results, Run};
use rquickjs::{Context, Function, Runtime};
use serde_json::{Value, json};

const SCRIPT: &str = include_str!("../src/page/script/data.js");

/// What the script knows of a cell: of its runs the ladder, the step and whether they came to their end.
fn known(cell: &Cell, adaptive: bool, time_scale: f64) -> Value {
    let run = |(place, run): (usize, &Run)| {
        let values = run.measured.is_complete().then_some(true);
        json!({ "place": place, "ladder": run.ladder as usize, "h": run.h, "values": values })
    };
    json!({
        "runs": cell.runs.iter().enumerate().map(run).collect::<Vec<_>>(),
        "variant": { "adaptive": adaptive },
        "problem": { "timeScale": time_scale },
    })
}

#[test]
fn the_script_and_the_harness_choose_the_same_run_of_every_cell() {
    let results: Results = serde_json::from_str(include_str!("data/results.json")).unwrap();
    let context = Context::full(&Runtime::new().unwrap()).unwrap();
    let mut chosen = 0;
    context.with(|ctx| {
        let choose =
            "(text) => { const run = typicalRun(JSON.parse(text)); return run ? run.place : -1; }";
        ctx.eval::<(), _>(SCRIPT).unwrap();
        let choose: Function = ctx.eval(choose).unwrap();
        for cell in &results.cells {
            // As they are, with some runs of practice, and with some that stopped.
            let mut practised = cell.clone();
            let runs = practised.runs.iter_mut().skip(1);
            runs.for_each(|run| run.ladder = LadderKind::Practice);
            let mut stopped = practised.clone();
            let runs = stopped.runs.iter_mut().step_by(2);
            runs.for_each(|run| run.measured = results::Measured::default());
            for cell in [cell, &practised, &stopped] {
                for adaptive in [false, true] {
                    for time_scale in [1.0, 0.2, 3.0] {
                        let ours = cell.typical_run(adaptive, time_scale);
                        let text = known(cell, adaptive, time_scale).to_string();
                        let theirs: i64 = choose.call((text,)).unwrap();
                        assert_eq!(ours.map_or(-1, |place| place as i64), theirs);
                        chosen += usize::from(ours.is_some());
                    }
                }
            }
        }
    });
    assert!(chosen > 100, "{chosen} cells have a run to look at");
}
