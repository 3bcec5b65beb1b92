//! `orogen keys`: what keys and mouse do in the window.

use clap::Args;

use super::error::Error;
use super::output::print;
use crate::studio::command::lookup::keys;

/// How to print them.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct KeysArgs {
    /// As a Markdown table.
    #[arg(long)]
    markdown: bool,
    /// As a JSON array of objects.
    #[arg(long, conflicts_with = "markdown")]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  orogen keys
  orogen keys --json | jq -r .[].keys";

/// Prints a line a key.
pub fn run(args: &KeysArgs) -> Result<(), Error> {
    if args.markdown {
        return print(&markdown());
    }
    if args.json {
        let all = keys().map(|(keys, doc)| serde_json::json!({ "keys": keys, "doc": doc }));
        return print(&format!("{:#}\n", all.collect::<serde_json::Value>()));
    }
    print(&keys().map(|(keys, doc)| format!("{keys:<24} {doc}\n")).collect::<String>())
}

/// The table of docs/keys.md.
pub fn markdown() -> String {
    let rows: String = keys().map(|(keys, doc)| format!("| {keys} | {doc} |\n")).collect();
    format!("| keys | what they do |\n|---|---|\n{rows}")
}
