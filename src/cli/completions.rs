//! `orogen completions`: prints shell completions for commands and flags.

use clap::{Args, Command};
use clap_complete::{Shell, generate};

use super::error::Error;
use super::output::print;

/// Arguments of the command.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct CompletionsArgs {
    /// The shell.
    shell: Shell,
}

const EXAMPLES: &str = "\
Examples:
  orogen completions bash > ~/.local/share/bash-completion/completions/orogen
  orogen completions zsh > ~/.zfunc/_orogen
  orogen completions fish > ~/.config/fish/completions/orogen.fish";

/// Prints the completions.
pub fn run(args: &CompletionsArgs, mut program: Command) -> Result<(), Error> {
    let mut text = vec![];
    generate(args.shell, &mut program, "orogen", &mut text);
    print(&String::from_utf8_lossy(&text))
}
