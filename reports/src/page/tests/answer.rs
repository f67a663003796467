//! The first screen and the boards, without a script.

use super::{all, data, page, said, text};
use crate::captured;
use results::{BoardOf, Results};
use scraper::Html;

/// The practised results and their page.
fn practised() -> (Results, Html) {
    let results = captured::practised();
    let page = page(&results);
    (results, page)
}

#[test]
fn the_first_screen_answers_for_rk4_and_the_step_nearest_to_5_ms() {
    let (results, page) = practised();
    let answer = all(&page, "#answer")[0];
    assert_eq!(answer.attr("data-integrator"), Some("rk4"));
    assert_eq!(answer.attr("data-step"), Some("0.005"));
    let best = said(&page, "#answer .headline");
    let names: Vec<String> = (results.methods.iter())
        .flat_map(|m| {
            m.variants
                .iter()
                .map(|v| crate::phrase::variant(&m.name, &v.name, &v.gains))
        })
        .collect();
    assert!(names.contains(&best), "{best}");
    let rows = all(&page, "#answer tbody tr");
    assert!((2..=5).contains(&rows.len()));
    assert!(text(rows[rows.len() - 1]).starts_with("RK4 alone"));
    let words = said(&page, "#answer .bought");
    for word in ["Constraint drift", "position error", "time"] {
        assert!(words.contains(word), "{words}");
    }
}

#[test]
fn every_choice_of_the_lists_has_its_answer() {
    let (_, page) = practised();
    let answers = data(&page)["answers"]["html"].clone();
    let values = |list: &str| -> Vec<String> {
        let options = all(&page, &format!("{list} option"));
        options
            .iter()
            .map(|o| o.attr("value").unwrap().to_owned())
            .collect()
    };
    let (integrators, steps) = (values("#ask-integrator"), values("#ask-step"));
    assert!(!integrators.is_empty() && steps.len() > 2);
    for integrator in &integrators {
        for step in &steps {
            let answer = answers[integrator][step].as_str();
            assert!(
                answer.is_some_and(|html| html.contains("<p")),
                "{integrator} {step}"
            );
        }
    }
}

#[test]
fn what_is_worse_than_nothing_is_a_warning() {
    let (results, page) = practised();
    let said = data(&page)["answers"]["html"].to_string();
    assert!(said.contains("Worse than doing nothing"));
    // The first answer stands in the page as it is in the data.
    let [answer] = all(&page, "#answer")[..] else {
        panic!("one answer")
    };
    let shown = text(answer);
    let stored = data(&page)["answers"]["html"]["rk4"]["0.005"]
        .as_str()
        .unwrap()
        .to_owned();
    let stored = scraper::Html::parse_fragment(&stored);
    assert_eq!(shown, stored.root_element().text().collect::<String>());
    assert!(!results.what_it_buys.is_empty());
}

#[test]
fn every_other_question_has_its_winner_and_every_board_its_rule() {
    let (results, page) = practised();
    let boards: Vec<_> = results
        .boards
        .iter()
        .filter(|b| b.of == BoardOf::Variants)
        .collect();
    let articles = all(&page, "#boards-static article");
    assert_eq!(articles.len(), boards.len());
    for board in &boards {
        let found = articles
            .iter()
            .map(|a| text(*a))
            .filter(|words| words.contains(&board.question));
        assert!(
            found.into_iter().any(|words| words.contains(&board.rule)),
            "{}",
            board.id
        );
    }
    let winners = all(&page, "#start dl.winners div");
    assert!(!winners.is_empty());
    for winner in winners {
        assert!(
            !text(winner.child_elements().nth(1).unwrap())
                .trim()
                .is_empty()
        );
    }
}

#[test]
fn without_times_evaluations_are_what_an_answer_costs() {
    let mut results = captured::practised();
    assert!(said(&page(&results), "#answer thead").contains("Time"));
    results.timing = None;
    results.cells.iter_mut().for_each(|cell| cell.speed = None);
    answers::answer(&mut results);
    let head = said(&page(&results), "#answer thead");
    assert!(
        head.contains("Evaluations") && !head.contains("Time"),
        "{head}"
    );
}

#[test]
fn provenance_stands_at_the_foot_and_not_on_the_first_screen() {
    let (results, page) = practised();
    let foot = said(&page, "footer");
    for words in [
        &results.provenance.commit,
        &results.provenance.digest,
        &results.provenance.rustc,
    ] {
        assert!(foot.contains(words), "{words}");
        assert!(!said(&page, "#start").contains(words), "{words}");
    }
}
