//! `orogen man`: prints the manual pages.

use clap::{Args, Command};
use clap_mangen::Man;

use super::error::Error;
use super::output::print;
use crate::terrain::nearest;
use crate::text::sanitise;

/// Arguments of the command.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct ManArgs {
    /// The page of a command; by default the first page, which lists them.
    command: Option<String>,
}

const EXAMPLES: &str = "\
Examples:
  orogen man | man -l -
  orogen man export > orogen-export.1";

/// Prints a page.
pub fn run(args: &ManArgs, program: Command) -> Result<(), Error> {
    let mut program = program.disable_help_subcommand(true);
    program.build();
    let page = match &args.command {
        None => program,
        Some(name) => {
            let found = program.find_subcommand(name).cloned();
            found.ok_or_else(|| unknown(name, &program))?
        }
    };
    let mut text = vec![];
    Man::new(page).render(&mut text)?;
    print(&String::from_utf8_lossy(&text))
}

fn unknown(name: &str, program: &Command) -> Error {
    let names: Vec<_> = program.get_subcommands().map(Command::get_name).collect();
    let hint = nearest(name, &names);
    let hint = hint.map_or(".".to_owned(), |near| format!("; did you mean `{near}`?"));
    Error(format!("there is no command `{}`{hint} Commands: {}", sanitise(name), names.join(", ")))
}
