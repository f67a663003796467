//! The integrators and their properties.

use crate::tableau::{self, Tableau};

/// An integrator, with the id under which reports name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Integrator {
    /// Explicit Euler.
    Euler,
    /// Adams-Bashforth of order 2, started with RK-4 like those of higher order.
    Ab2,
    /// Adams-Bashforth of order 3.
    Ab3,
    /// Adams-Bashforth of order 4.
    Ab4,
    /// Adams-Bashforth of order 5.
    Ab5,
    /// Explicit midpoint rule.
    Midpoint,
    /// Heun's rule (explicit trapezoid).
    Heun,
    /// The classical fourth-order Runge-Kutta method.
    Rk4,
    /// Dormand and Prince, order 5 with an embedded error estimate.
    Dopri5,
    /// Dormand and Prince, order 8 with embedded error estimates of orders 5 and 3.
    Dop853,
    /// Trapezoidal rule, by fixed-point iteration.
    Trapezoid,
    /// Implicit midpoint rule, by fixed-point iteration.
    ImplicitMidpoint,
}

impl Integrator {
    /// Every integrator, lowest order first within its kind.
    pub const ALL: [Self; 12] = [
        Self::Euler,
        Self::Ab2,
        Self::Ab3,
        Self::Ab4,
        Self::Ab5,
        Self::Midpoint,
        Self::Heun,
        Self::Rk4,
        Self::Dopri5,
        Self::Dop853,
        Self::Trapezoid,
        Self::ImplicitMidpoint,
    ];

    /// Integrators that can control a tolerance.
    pub const ADAPTIVE: [Self; 2] = [Self::Dopri5, Self::Dop853];

    /// Identifier in variants and results.
    pub fn id(self) -> &'static str {
        match self {
            Self::Euler => "euler",
            Self::Ab2 => "ab2",
            Self::Ab3 => "ab3",
            Self::Ab4 => "ab4",
            Self::Ab5 => "ab5",
            Self::Midpoint => "midpoint",
            Self::Heun => "heun",
            Self::Rk4 => "rk4",
            Self::Dopri5 => "dopri5",
            Self::Dop853 => "dop853",
            Self::Trapezoid => "trapezoid",
            Self::ImplicitMidpoint => "implicit-midpoint",
        }
    }

    /// Name for people.
    pub fn name(self) -> &'static str {
        match self {
            Self::Euler => "Explicit Euler",
            Self::Ab2 => "Adams-Bashforth 2",
            Self::Ab3 => "Adams-Bashforth 3",
            Self::Ab4 => "Adams-Bashforth 4",
            Self::Ab5 => "Adams-Bashforth 5",
            Self::Midpoint => "Explicit midpoint",
            Self::Heun => "Heun",
            Self::Rk4 => "RK4",
            Self::Dopri5 => "Dormand-Prince 5",
            Self::Dop853 => "DOP853",
            Self::Trapezoid => "Trapezoidal rule",
            Self::ImplicitMidpoint => "Implicit midpoint",
        }
    }

    /// Order of convergence on smooth problems.
    pub fn order(self) -> u32 {
        match self {
            Self::Euler => 1,
            Self::Ab2 | Self::Midpoint | Self::Heun | Self::Trapezoid | Self::ImplicitMidpoint => 2,
            Self::Ab3 => 3,
            Self::Ab4 | Self::Rk4 => 4,
            Self::Ab5 | Self::Dopri5 => 5,
            Self::Dop853 => 8,
        }
    }

    /// Number of rates that a multistep method combines; zero for one-step methods.
    pub fn history(self) -> usize {
        match self {
            Self::Ab2 => 2,
            Self::Ab3 => 3,
            Self::Ab4 => 4,
            Self::Ab5 => 5,
            _ => 0,
        }
    }

    /// The coefficients of an explicit Runge-Kutta method; `None` for all other integrators.
    pub fn tableau(self) -> Option<&'static Tableau> {
        Some(match self {
            Self::Euler => &tableau::EULER,
            Self::Midpoint => &tableau::MIDPOINT,
            Self::Heun => &tableau::HEUN,
            Self::Rk4 => &tableau::RK4,
            Self::Dopri5 => &tableau::DOPRI5,
            Self::Dop853 => &tableau::DOP853,
            Self::Ab2 | Self::Ab3 | Self::Ab4 | Self::Ab5 => return None,
            Self::Trapezoid | Self::ImplicitMidpoint => return None,
        })
    }

    /// Whether a step backward undoes a step forward.
    pub fn is_symmetric(self) -> bool {
        matches!(self, Self::Trapezoid | Self::ImplicitMidpoint)
    }

    /// Whether an implicit equation is solved in every step.
    pub fn is_implicit(self) -> bool {
        matches!(self, Self::Trapezoid | Self::ImplicitMidpoint)
    }
}
