//! `orogen params`: prints the table of parameters, also for docs/parameters.md.

use clap::Args;
use serde_json::json;

use super::error::Error;
use super::output::print;
use crate::terrain::heightmap::HeightmapLayer;
use crate::terrain::landform::{LandformKind, LandformLayer};
use crate::terrain::layer::LayerHead;
use crate::terrain::marks::{Mark, MarkPath, Tool, ToolKind};
use crate::terrain::mask::{Mask, MaskKind, MaskType};
use crate::terrain::operation::{Operation, OperationKind};
use crate::terrain::param::{Document, Param, ParamKind};
use crate::terrain::recipe::Recipe;
use crate::terrain::view::ViewParams;

/// Output options.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct ParamsArgs {
    /// Prints a JSON array of objects.
    #[arg(long)]
    json: bool,
    /// Prints a Markdown table.
    #[arg(long, conflicts_with = "json")]
    markdown: bool,
}

const EXAMPLES: &str = "\
Examples:
  orogen params | less -S
  orogen params --json | jq -r '.[] | select(.stage == \"shade\").key'";

/// A row of the table: a parameter as text.
struct ParamRow {
    key: String,
    label: &'static str,
    kind: ParamKind,
    default: String,
    unit: &'static str,
    stage: &'static str,
    doc: String,
}

/// Converts a table of parameters to rows. `key` returns the key of a parameter.
fn rows_of<D: 'static>(
    params: &'static [Param<D>],
    default: D,
    key: impl Fn(&Param<D>) -> String,
) -> Vec<ParamRow> {
    let row = |p: &Param<D>| ParamRow {
        key: key(p),
        label: p.label,
        kind: p.kind,
        default: (p.get)(&default).to_string(),
        unit: p.unit,
        stage: p.stage.name(),
        doc: p.doc.to_owned(),
    };
    params.iter().map(row).collect()
}

/// Returns the rows of the recipe's and the view's parameters.
fn rows() -> Vec<ParamRow> {
    let of_recipe = rows_of(Recipe::params(), Recipe::default(), |p| p.key.to_owned());
    let of_view = rows_of(ViewParams::params(), ViewParams::default(), |p| p.key.to_owned());
    of_recipe.into_iter().chain(of_view).collect()
}

/// Returns the rows of layers. In their keys, N is the number of the layer, and M the number of an
/// operation, a mask or a mark. If only one kind of operation, mask or mark has a parameter, its
/// description starts with the kind.
fn rows_of_layers() -> Vec<ParamRow> {
    fn of_kind(kind: &str, rows: Vec<ParamRow>) -> impl Iterator<Item = ParamRow> {
        rows.into_iter().map(move |row| ParamRow { doc: format!("{kind}: {}", row.doc), ..row })
    }
    let mut rows =
        rows_of(LayerHead::params(), LayerHead::default(), |p| format!("layer.N.{}", p.name()));
    for kind in LandformKind::ALL {
        let default = LandformLayer::new(kind.value);
        rows.extend(rows_of(kind.value.params(), default, |p| format!("layer.N.{}", p.key)));
    }
    let key = |p: &Param<HeightmapLayer>| format!("layer.N.{}", p.key);
    rows.extend(rows_of(HeightmapLayer::params(), HeightmapLayer::default(), key));
    let mask = Mask::new(1, MaskType::HeightBand);
    let key = |name: &str| format!("layer.N.mask.M.{name}");
    rows.extend(rows_of(Mask::head_params(), mask, |p| key(p.name())));
    for kind in MaskType::ALL {
        let default = MaskKind::new(kind.value);
        let of_mask = rows_of(kind.value.params(), default, |p| key(p.name()));
        rows.extend(of_kind(kind.name, of_mask));
    }
    let mark = Mark::new(1, ToolKind::Brush, MarkPath::default());
    let key = |name: &str| format!("layer.N.mark.M.{name}");
    rows.extend(rows_of(Mark::head_params(), mark, |p| key(p.name())));
    for kind in ToolKind::ALL {
        let of_mark = rows_of(kind.value.params(), Tool::new(kind.value), |p| key(p.name()));
        rows.extend(of_kind(kind.name, of_mark));
    }
    for kind in OperationKind::ALL {
        let default = Operation::new(kind.value);
        let of_operation =
            rows_of(kind.value.params(), default, |p| format!("operation.M.{}", p.name()));
        rows.extend(of_kind(kind.name, of_operation));
    }
    rows
}

/// Prints the table.
pub fn run(args: &ParamsArgs) -> Result<(), Error> {
    if args.json {
        return print(&format!(
            "{:#}\n",
            serde_json::Value::Array(
                rows().iter().chain(&rows_of_layers()).map(ParamRow::json).collect()
            )
        ));
    }
    if args.markdown {
        return print(&format!("{}\n{}", markdown(), markdown_of_layers()));
    }
    let line = |r: ParamRow| {
        let unit = if r.unit.is_empty() { "–" } else { r.unit };
        format!(
            "{:<28} {:<8} {:<16} {:<40} {:<10} {:<7} {}\n",
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
        "{:<28} {:<8} {:<16} {:<40} {:<10} {:<7} {}\n",
        "KEY", "KIND", "DEFAULT", "RANGE", "UNIT", "STAGE", "WHAT IT DOES"
    );
    let all = rows().into_iter().chain(rows_of_layers());
    print(&all.map(line).fold(head, |text, line| text + &line))
}

/// Formats the table of docs/parameters.md.
pub fn markdown() -> String {
    table(rows())
}

/// Formats the table of layer parameters of docs/parameters.md.
pub fn markdown_of_layers() -> String {
    table(rows_of_layers())
}

fn table(rows: Vec<ParamRow>) -> String {
    let head =
        "| key | what it does | default | range | unit |\n|---|---|---|---|---|\n".to_owned();
    let line = |r: ParamRow| {
        format!("| `{}` | {} | {} | {} | {} |\n", r.key, r.doc, r.default, r.range(), r.unit)
    };
    rows.into_iter().map(line).fold(head, |text, line| text + &line)
}

impl ParamRow {
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
