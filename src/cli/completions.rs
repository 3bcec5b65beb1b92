//! `orogen completions`: what completes commands and flags in a shell.

use clap::{Args, CommandFactory};
use clap_complete::{Shell, generate};

use super::{Cli, Error, print};

/// For which shell.
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

/// Prints them.
pub fn run(args: &CompletionsArgs) -> Result<(), Error> {
    let mut text = vec![];
    generate(args.shell, &mut Cli::command(), "orogen", &mut text);
    print(&String::from_utf8_lossy(&text))
}
