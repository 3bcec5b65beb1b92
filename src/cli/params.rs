//! `orogen params`: the table of parameters, for people, for programs and for docs/parameters.md.

use clap::Args;
use serde_json::json;

use super::{Error, print};
use crate::terrain::param::{Document, Param, ParamKind};
use crate::terrain::recipe::Recipe;
use crate::terrain::view::ViewParams;

/// How to print it.
#[derive(Args)]
pub struct ParamsArgs {
    /// As a JSON array of objects.
    #[arg(long)]
    json: bool,
    /// As a Markdown table.
    #[arg(long, conflicts_with = "json")]
    markdown: bool,
}

/// One parameter as texts.
struct Row {
    key: &'static str,
    label: &'static str,
    kind: ParamKind,
    default: String,
    unit: &'static str,
    stage: &'static str,
    doc: &'static str,
}

fn rows() -> Vec<Row> {
    fn rows_of<D: Document>() -> impl Iterator<Item = Row> {
        let default = D::default();
        D::params().iter().map(move |p: &Param<D>| Row {
            key: p.key,
            label: p.label,
            kind: p.kind,
            default: (p.get)(&default).to_string(),
            unit: p.unit,
            stage: p.stage.name(),
            doc: p.doc,
        })
    }
    rows_of::<Recipe>().chain(rows_of::<ViewParams>()).collect()
}

/// Prints the table.
pub fn run(args: &ParamsArgs) -> Result<(), Error> {
    if args.json {
        return print(&format!(
            "{:#}\n",
            serde_json::Value::Array(rows().iter().map(Row::json).collect())
        ));
    }
    if args.markdown {
        return print(&markdown());
    }
    let line = |r: Row| {
        let unit = if r.unit.is_empty() { "–" } else { r.unit };
        format!(
            "{:<24} {:<8} {:<16} {:<40} {:<10} {:<7} {}\n",
            r.key,
            r.kind.name(),
            r.default,
            r.range(),
            unit,
            r.stage,
            r.doc
        )
    };
    let head = format!(
        "{:<24} {:<8} {:<16} {:<40} {:<10} {:<7} {}\n",
        "KEY", "KIND", "DEFAULT", "RANGE", "UNIT", "STAGE", "WHAT IT DOES"
    );
    print(&rows().into_iter().map(line).fold(head, |text, line| text + &line))
}

/// The table of docs/parameters.md.
pub fn markdown() -> String {
    let head =
        "| key | what it does | default | range | unit |\n|---|---|---|---|---|\n".to_owned();
    let line = |r: Row| {
        format!("| `{}` | {} | {} | {} | {} |\n", r.key, r.doc, r.default, r.range(), r.unit)
    };
    rows().into_iter().map(line).fold(head, |text, line| text + &line)
}

impl Row {
    fn range(&self) -> String {
        match self.kind {
            ParamKind::Number { min, max, .. } => format!("{min} to {max}"),
            ParamKind::Integer { min, max } => format!("{min} to {max}"),
            ParamKind::Choice(rows) => {
                rows.iter().map(|row| row.name).collect::<Vec<_>>().join(" ")
            }
            kind => kind.to_string(),
        }
    }

    fn json(&self) -> serde_json::Value {
        let mut object = json!({
            "key": self.key,
            "label": self.label,
            "kind": self.kind.name(),
            "default": self.default,
            "range": self.range(),
            "unit": self.unit,
            "stage": self.stage,
            "doc": self.doc,
        });
        match self.kind {
            ParamKind::Number { min, max, .. } => {
                object["min"] = json!(min);
                object["max"] = json!(max);
            }
            ParamKind::Integer { min, max } => {
                object["min"] = json!(min);
                object["max"] = json!(max);
            }
            ParamKind::Choice(rows) => {
                object["choices"] =
                    rows.iter().map(|row| json!({ "name": row.name, "doc": row.doc })).collect();
            }
            _ => {}
        }
        object
    }
}
