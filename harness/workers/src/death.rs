//! Why a worker is gone.

use results::FailureKind;
use runner::Failure;
use std::process::ExitStatus;

/// The reason why a worker died, from its exit status and its last words.
pub(crate) fn failure(status: Option<ExitStatus>, last_words: &str) -> Failure {
    let words = |needle: &str| last_words.lines().rev().find(|line| line.contains(needle));
    if let Some(line) = words("memory allocation of ") {
        let why = format!("ran out of memory: {}", line.trim());
        return Failure::new(FailureKind::MemoryLimit, why);
    }
    if words("has overflowed its stack").is_some() {
        return Failure::new(FailureKind::Crash, "the stack overflowed");
    }
    let Some(status) = status else {
        return Failure::new(FailureKind::Crash, "its process was lost");
    };
    let mut lines = last_words.lines().rev().map(str::trim);
    let last = lines.find(|l| !l.is_empty() && !l.starts_with("note: "));
    let said = last.map_or(String::new(), |line| format!(", last words: {line}"));
    match (signal(status), status.code()) {
        (Some(signal), _) => {
            let why = format!("its process was ended by {}{said}", name(signal));
            Failure::new(FailureKind::Crash, why)
        }
        (None, Some(101)) => {
            Failure::new(FailureKind::Panic, format!("its process panicked{said}"))
        }
        (None, code) => {
            let code = code.map_or("no exit code".to_owned(), |code| {
                format!("exit code {code}")
            });
            let why = format!("its process ended itself with {code}{said}");
            Failure::new(FailureKind::Exit, why)
        }
    }
}

#[cfg(unix)]
fn signal(status: ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

#[cfg(not(unix))]
fn signal(_status: ExitStatus) -> Option<i32> {
    None
}

fn name(signal: i32) -> String {
    let name = match signal {
        4 => "illegal instruction",
        6 => "abort",
        7 => "bus error",
        8 => "arithmetic error",
        9 => "kill",
        11 => "segmentation fault",
        15 => "termination",
        _ => return format!("signal {signal}"),
    };
    format!("signal {signal} ({name})")
}
