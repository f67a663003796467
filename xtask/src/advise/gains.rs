//! The gains of the mechanisms that were named, in words.

use reports::phrase;
use runner::GainsOn;

/// One line for each mechanism.
pub(super) fn lines(all: &[GainsOn]) -> String {
    let line = |gains: &GainsOn| format!("gains     {}: {}", gains.problem, words(gains));
    all.iter().map(line).collect::<Vec<String>>().join("\n")
}

fn words(on: &GainsOn) -> String {
    let Some(gains) = &on.gains else {
        return format!(
            "none predicted: {}",
            on.why.as_deref().unwrap_or("no reason")
        );
    };
    let Some(best) = gains.recommended else {
        return "no stable gains do any good".to_owned();
    };
    let measured = match best.measured {
        Some(measured) => format!(", {} in a run", number(measured.position)),
        None => ", the run did not come to its end".to_owned(),
    };
    format!(
        "α = {} 1/s, β = {} 1/s² held over the step of {}: largest |Φ|, not over the size of the mechanism, {} predicted{measured}, {} without feedback",
        phrase::setting(best.alpha),
        phrase::setting(best.beta),
        phrase::step(gains.h),
        number(best.predicted.position),
        number(gains.without.position),
    )
}

fn number(x: f64) -> String {
    format!("{x:.1e}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use runner::{Crew, Scope, Threads, gains_on};

    fn on_the_pendulum(integrator: &str) -> Vec<GainsOn> {
        let crew = Threads::new(catalog::catalog(), Scope::Quick, Some(1)).unwrap();
        let crew: &dyn Crew = &crew;
        let problems = ["pendulum".to_owned()];
        gains_on(crew, &catalog::catalog(), &problems, integrator, 0.01)
    }

    #[test]
    fn a_named_mechanism_gets_gains_of_its_own() {
        let all = on_the_pendulum("rk4");
        let best = all[0].gains.as_ref().unwrap().recommended.unwrap();
        let said = lines(&all);
        for words in [
            "gains     pendulum: α = ",
            "held over the step of 10 ms",
            "in a run",
        ] {
            assert!(said.contains(words), "{said}");
        }
        assert!((best.alpha * 0.01 - best.c1).abs() < 1e-12);
        let measured = best.measured.unwrap().position;
        assert!((measured / best.predicted.position - 1.0).abs() < 0.05);
    }

    #[test]
    fn an_integrator_with_memory_is_told_why_there_are_none() {
        let said = lines(&on_the_pendulum("ab3"));
        assert!(said.contains("a step depends on earlier steps"), "{said}");
        let said = lines(&on_the_pendulum("runge"));
        assert!(said.contains("there is no integrator runge"), "{said}");
    }
}
