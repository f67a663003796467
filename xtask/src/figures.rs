//! `cargo xtask figures`: figures of a report for papers and slides.

use crate::files;
use crate::say::say;
use crate::stored;
use anyhow::bail;
use clap::{Args, ValueEnum};
use figures::{Figures, Format, Request, Width};
use results::Results;
use std::path::PathBuf;
use std::process::ExitCode;

/// Draw figures of a report for papers and slides, as SVG and PNG
#[derive(Args)]
#[command(after_help = "\
Examples:
  cargo xtask figures
  cargo xtask figures --problem pendulum/yoon-1993 --width 85
  cargo xtask figures --variant unstabilized/rk4 --variant baumgarte/rk4/held --variant mass-projection/rk4
  cargo xtask figures --report /tmp/report --out paper/figures --format svg

For each problem: drift and error against the step (convergence-…) and against evaluations and time (work-precision-…). \
For all problems, or those that are named: ratio-to-no-stabilization. For each integrator of the variants: maps of stable \
gains (gains-…). For the boards: performance-profiles and scores.

Without --problem, the problems with figures of their own are pendulum, slider-crank and andrews-squeezer; where the report \
has none of them, its first three. Without --variant, the variants are the unstabilized RK4 and the best variants of the \
three methods that buy most over it. A figure tells at most 8 variants apart.

Text is drawn in outlines, so that figures need no font; PNG files have 300 pixels for an inch. The same report gives the \
same bytes. A figure without any number to draw is left out and named. Files of other figures in the folder stay.

Exit code 2: there is no report, a name is unknown, there are too many variants, or nothing can be drawn.")]
pub(crate) struct DrawFigures {
    /// A problem, a preset, or a problem with all its presets (`pendulum/*`) [default: see below]
    #[arg(long = "problem", value_name = "ID")]
    problems: Vec<String>,
    /// A variant, or everything below one (`baumgarte/rk4/*`) [default: see below]
    #[arg(long = "variant", value_name = "ID")]
    variants: Vec<String>,
    /// The results: a results.json, or the folder of a report [default: target/report in the workspace]
    #[arg(long, value_name = "DIR|FILE")]
    report: Option<PathBuf>,
    /// Folder of the figures [default: target/figures in the workspace]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Width in mm: one or two columns of a journal
    #[arg(long, value_name = "MM", value_enum, default_value = "170")]
    width: Columns,
    /// Format; both when absent
    #[arg(long = "format", value_name = "FORMAT", value_enum)]
    formats: Vec<FileFormat>,
}

/// The widths of figures, by their names on the command line.
#[derive(Clone, Copy, ValueEnum)]
enum Columns {
    /// One column
    #[value(name = "85")]
    One,
    /// Two columns
    #[value(name = "170")]
    Two,
}

/// The formats of figures, by their names on the command line.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum FileFormat {
    /// Scalable outlines
    Svg,
    /// Pixels
    Png,
}

impl DrawFigures {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        // A folder of one's own and a report elsewhere need no workspace.
        let or_target = |path: &Option<PathBuf>, name: &str| match path {
            Some(path) => Ok(path.clone()),
            None => Ok::<_, anyhow::Error>(files::workspace_root()?.join("target").join(name)),
        };
        let file = stored::file_in(&or_target(&self.report, "report")?);
        let out = or_target(&self.out, "figures")?;
        let Some(results) = stored::read_file(&file)? else {
            bail!(
                "no report at {}; `cargo xtask report` makes one",
                files::readable(&file)
            );
        };
        let request = self.request(&results)?;
        if request.variants.is_empty() {
            bail!("{} has no variants to draw", files::readable(&file));
        }
        let Figures {
            files: drawn,
            left_out,
        } = figures::draw(&results, &request)?;
        if drawn.is_empty() {
            bail!(
                "nothing to draw: no run of the chosen variants on the chosen problems in {} finished",
                files::readable(&file)
            );
        }
        // Better to find out now than after the first file.
        files::make_folder(&out)?;
        for figure in &drawn {
            files::write(&out.join(&figure.name), &figure.bytes)?;
        }
        for name in &left_out {
            say!("left out  {name}: the report has nothing to draw in it");
        }
        let names = drawn.iter().map(|figure| &*figure.name);
        for name in names.filter(|name| !name.ends_with(".png") || request.formats.len() == 1) {
            say!("figure    {name}");
        }
        say!(
            "figures   {} files, {} mm wide, in {}",
            drawn.len(),
            request.width.millimetres(),
            files::readable(&out)
        );
        Ok(ExitCode::SUCCESS)
    }

    /// What is to be drawn of the results.
    fn request(&self, results: &Results) -> anyhow::Result<Request> {
        let problems = results.problems.iter();
        let problems: Vec<String> = problems.map(|problem| problem.id.clone()).collect();
        let variants = results.methods.iter().flat_map(|method| &method.variants);
        let variants: Vec<String> = variants.map(|variant| variant.id.clone()).collect();
        let chosen_problems = runner::named("problem", &self.problems, &problems)?;
        let chosen_variants = runner::named("variant", &self.variants, &variants)?;
        let formats = match self.formats.is_empty() {
            true => FileFormat::value_variants(),
            false => &self.formats,
        };
        let mut formats: Vec<Format> = formats.iter().map(|format| format.format()).collect();
        formats.dedup();
        let named = !chosen_problems.is_empty();
        Ok(Request {
            variants: match chosen_variants.is_empty() {
                true => figures::usual_variants(results),
                false => chosen_variants,
            },
            compared: match named {
                true => chosen_problems.clone(),
                false => problems,
            },
            problems: match named {
                true => chosen_problems,
                false => figures::usual_problems(results),
            },
            width: match self.width {
                Columns::One => Width::OneColumn,
                Columns::Two => Width::TwoColumns,
            },
            formats,
        })
    }
}

impl FileFormat {
    fn format(self) -> Format {
        match self {
            Self::Svg => Format::Svg,
            Self::Png => Format::Png,
        }
    }
}
