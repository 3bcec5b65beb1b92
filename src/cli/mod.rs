//! The command line: arguments, and one file a subcommand.

pub mod noise_args;
pub mod plot1d;
pub mod points;
pub mod sample;
pub mod texture;

use clap::Parser;
use std::fmt;
use std::process::ExitCode;

/// What went wrong, in one line for the person at the keyboard: what, where, what is allowed, what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(pub String);

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}

impl From<String> for Error {
    fn from(message: String) -> Self {
        Self(message)
    }
}

/// Orogen: a live procedural-terrain studio.
#[derive(Parser)]
#[command(name = "orogen", version)]
enum Command {
    Sample(sample::SampleArgs),
    Texture(texture::TextureArgs),
}

/// Parses the arguments and runs what they ask for.
pub fn main() -> ExitCode {
    let result = match Command::parse() {
        Command::Sample(args) => sample::run(args),
        Command::Texture(args) => texture::run(args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("orogen: {error}");
            ExitCode::from(2)
        }
    }
}
