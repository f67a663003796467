//! One panel of work and precision: every variant as a pale line, the Pareto front as a bold staircase.

use super::chart::is_drawable;
use super::lines::Axes;
use super::panel::{EDGE, LEFT, Panel, TOP, px};
use maud::{Markup, html};
use results::Cost;

/// The contents of a panel.
pub(super) struct FrontPanel<'a> {
    /// Name of the problem.
    pub(super) problem: &'a str,
    pub(super) cost: Cost,
    /// Every variant with cost and error of its runs.
    pub(super) lines: Vec<(&'a str, Vec<[f64; 2]>)>,
    /// The runs on the front, cheapest first: number of the variant, then cost and error.
    pub(super) front: Vec<(usize, [f64; 2])>,
}

impl FrontPanel<'_> {
    /// The panel, if any run has this cost.
    pub(super) fn draw(mut self) -> Option<Markup> {
        for (_, points) in &mut self.lines {
            points.retain(is_drawable);
        }
        self.lines.retain(|(_, points)| !points.is_empty());
        self.front.retain(|(_, point)| is_drawable(point));
        let points = self.lines.iter().flat_map(|(_, points)| points);
        let axes = Axes::log(points, [LEFT, EDGE])?;
        let (name, across) = words(self.cost);
        let title = format!("Position error on {}: {name}", self.problem);
        let panel = Panel {
            right: EDGE,
            ..Panel::new(title, name, [across, "position error"])
        };
        let front: Vec<(usize, [f64; 2])> =
            self.front.iter().map(|(n, p)| (*n, axes.at(*p))).collect();
        Some(panel.draw(
            axes.ticks(),
            html! {
                g.ghost {
                    @for (variant, points) in &self.lines {
                        polyline points=(axes.polyline(points)) { title { (variant) } }
                    }
                }
                (staircase(&front))
            },
        ))
    }
}

/// The names of a panel and of its horizontal axis.
fn words(cost: Cost) -> (&'static str, &'static str) {
    match cost {
        Cost::Time => ("Time", "time in s, dearer →"),
        Cost::Evaluations => ("Evaluations", "evaluations of the system, dearer →"),
        Cost::Factorizations => ("Factorizations", "factorizations, dearer →"),
    }
}

/// The front as a staircase: down to the error of a run, across to the cost of the next.
fn staircase(front: &[(usize, [f64; 2])]) -> Markup {
    let Some((_, [x, _])) = front.first() else {
        return html! {};
    };
    let steps = front.iter().map(|(_, [x, y])| format!("H{x:.1}V{y:.1}"));
    let steps: String = steps.collect();
    html! {
        path.stair d=(format!("M{x:.1} {TOP}{steps}H{EDGE}")) {}
        g.front {
            @for (number, [x, y]) in front {
                circle cx=(px(*x)) cy=(px(*y)) r="5.6" {}
                text x=(px(*x)) y=(px(y + 2.7)) text-anchor="middle" { (number) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_staircase_never_rises() {
        // In pixels, where down is more.
        let drawn = staircase(&[(1, [60.0, 50.0]), (2, [80.0, 90.0])]).into_string();
        let path = "M60.0 30H60.0V50.0H80.0V90.0H390";
        assert!(drawn.contains(path), "{drawn}");
        assert_eq!(drawn.matches("<circle").count(), 2);
        assert!(staircase(&[]).into_string().is_empty());
    }

    #[test]
    fn runs_that_cannot_be_drawn_are_left_out_and_none_is_no_panel() {
        let panel = |points: Vec<[f64; 2]>| FrontPanel {
            problem: "p",
            cost: Cost::Evaluations,
            lines: vec![("a", points)],
            front: vec![(1, [f64::NAN, 1.0])],
        };
        let none = panel(vec![[10.0, 0.0], [0.0, 1.0], [5.0, f64::NAN]]);
        assert!(none.draw().is_none());
        let one = panel(vec![[10.0, 1e-3], [20.0, f64::INFINITY]]);
        assert!(!one.draw().unwrap().into_string().contains("stair"));
    }
}
