//! `orogen keys`: lists the keys and mouse actions of the window.

use clap::Args;

use super::error::Error;
use super::output::print;
use crate::studio::command::lookup::keys;

/// Output options.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct KeysArgs {
    /// Prints a Markdown table.
    #[arg(long)]
    markdown: bool,
    /// Prints a JSON array of objects.
    #[arg(long, conflicts_with = "markdown")]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  orogen keys
  orogen keys --json | jq -r .[].keys";

/// Prints one key per line.
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

/// Returns the table of docs/keys.md.
pub fn markdown() -> String {
    let rows: String = keys().map(|(keys, doc)| format!("| {keys} | {doc} |\n")).collect();
    format!("| keys | what they do |\n|---|---|\n{rows}")
}
