//! Messages on standard error and answers on standard output, neither of which may end a run.
//!
//! `say!` panics where nobody reads (`2>&1 | head`) or nothing can be written (`2>/dev/full`), so it is denied in this
//! crate.

use std::fmt::Arguments;
use std::io::{self, ErrorKind, Write};

/// Says a line on standard error, as `say!` does, but never panics.
macro_rules! say {
    ($($words:tt)*) => {
        $crate::say::line(::std::format_args!($($words)*))
    };
}
pub(crate) use say;

/// Writes a line to standard error; one that cannot be written is dropped, since there is nowhere else to say so.
pub(crate) fn line(words: Arguments<'_>) {
    // In one piece, so that the lines of two threads do not mix.
    let _ = io::stderr().write_all(format!("{words}\n").as_bytes());
}

/// Writes an answer to standard output; a reader that has gone away has read enough.
///
/// # Errors
/// When it cannot be written for any other reason, such as a full disk.
pub(crate) fn answer(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let written = writeln!(out, "{text}").and_then(|()| out.flush());
    match written {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}
