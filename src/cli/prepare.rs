//! `orogen prepare`: compiles the shaders for a window without a graphics card.
//!
//! The processor draws such a window. Its driver keeps compiled shaders in a folder.

use std::io::{BufRead as _, Write as _};

use clap::Args;
use wgpu::DeviceType;

use super::error::Error;
use super::output::{check_written, print};
use crate::headless::machine::memory_mib;
use crate::headless::prepare::{Preparer, ShaderRequest};
use crate::headless::prepared::{PreparedPicture, PreparedRecord};
use crate::studio::app::settings::data::Settings;
use crate::studio::panel::quality::effects_of;
use crate::text;

/// Arguments of the command.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct PrepareArgs {
    /// Prepares the picture that each line of standard input names, and prints a line for it. The
    /// window uses this.
    #[arg(long, hide = true)]
    requests: bool,
}

const EXAMPLES: &str = "\
Without a graphics card, the driver compiles the shaders of each kind of picture when it is first drawn. That takes
seconds, and the driver keeps the result for all programs. The first window lets a second process compile them; this
command compiles them beforehand.

Examples:
  orogen prepare";

/// Prepares all usual kinds of pictures, and prints a line for each.
pub fn run(args: &PrepareArgs, quiet: bool) -> Result<(), Error> {
    let mut preparer = Preparer::new()?;
    if args.requests {
        return answer_requests(&mut preparer);
    }
    let adapter = preparer.adapter();
    if adapter.device_type != DeviceType::Cpu {
        let name = &adapter.name;
        return print(&format!("{name} is a graphics card, which needs no preparation\n"));
    }
    let (settings, line) = Settings::load();
    line.iter().for_each(|line| text::say(line));
    let mut prepared = PreparedRecord::load(&adapter);
    for request in ShaderRequest::for_most_lands(&effects_of(&settings, Some(&adapter))) {
        let row = prepare(&mut preparer, request)?;
        prepared.add(row)?;
        if !quiet {
            print(&format_row(&row))?;
        }
    }
    Ok(())
}

/// Formats a row of the record for the user.
pub fn format_row(row: &PreparedPicture) -> String {
    let PreparedPicture { request, seconds, memory_mib } = row;
    format!("{seconds:6.2} s  {memory_mib:5.0} MiB  {request}\n")
}

fn prepare(preparer: &mut Preparer, request: ShaderRequest) -> Result<PreparedPicture, Error> {
    let duration = preparer.prepare(&request)?;
    let memory_mib = memory_mib().map_or(0.0, |[_, peak]| peak);
    Ok(PreparedPicture { request, seconds: duration.as_secs_f64(), memory_mib })
}

/// Prepares the kind of picture that each line of standard input names, until the input ends.
fn answer_requests(preparer: &mut Preparer) -> Result<(), Error> {
    let mut lines = std::io::stdin().lock().lines();
    while let Some(Ok(line)) = lines.next() {
        let request = line.parse().map_err(|error| Error(format!("`{line}`: {error}")))?;
        let row = prepare(preparer, request)?;
        let mut out = std::io::stdout().lock();
        check_written(writeln!(out, "{}", row.line()).and_then(|()| out.flush()))?;
    }
    Ok(())
}
