//! `orogen keys`: what keys and mouse do in the window.

use clap::Args;

use super::{Error, print};
use crate::studio::command::keys;

/// How to print them.
#[derive(Args)]
pub struct KeysArgs {
    /// As a Markdown table.
    #[arg(long)]
    markdown: bool,
}

/// Prints a line a key.
pub fn run(args: &KeysArgs) -> Result<(), Error> {
    if args.markdown {
        return print(&markdown());
    }
    print(&keys().map(|(keys, doc)| format!("{keys:<24} {doc}\n")).collect::<String>())
}

/// The table of docs/keys.md.
pub fn markdown() -> String {
    let rows: String = keys().map(|(keys, doc)| format!("| {keys} | {doc} |\n")).collect();
    format!("| keys | what they do |\n|---|---|\n{rows}")
}
