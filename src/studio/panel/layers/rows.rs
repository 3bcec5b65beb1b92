//! The rows of what has parameters by address: a layer, a mask, an operation.

use bevy_egui::egui::Ui;

use crate::studio::panel::search::Sought;
use crate::studio::ui::widgets::row::Line;
use crate::terrain::address::{Row, Target};
use crate::terrain::blend::Blend;
use crate::terrain::layer::Layer;

/// How rows are shown.
pub struct Rows<'a> {
    /// What addresses have before the target's own keys.
    pub prefix: &'a str,
    /// Which are shown.
    pub wanted: &'a dyn Fn(&Row) -> bool,
    /// Which have an effect.
    pub enabled: &'a dyn Fn(&Row) -> bool,
    /// What layers are called, for rows that name one.
    pub names: &'a [(u32, String)],
}

impl Rows<'_> {
    /// Shows the rows of a target and sets what is edited. `fresh` is the same with its defaults.
    pub fn show(&self, ui: &mut Ui, mut target: Target<'_>, fresh: Target<'_>) {
        for row in target.rows().into_iter().filter(|row| (self.wanted)(row)) {
            self.line(ui, row, &mut target, &fresh);
        }
    }

    /// Shows a row of a target and sets it if it is edited.
    pub fn line(&self, ui: &mut Ui, row: Row, target: &mut Target<'_>, fresh: &Target<'_>) {
        let (Some(value), Some(default)) = (target.get(row.key), fresh.get(row.key)) else {
            return;
        };
        let address = format!("{}{}", self.prefix, row.key);
        let enabled = (self.enabled)(&row);
        let names = if row.key == "layer" { self.names } else { &[] };
        let (address, value, default) = (&*address, &value, &default);
        if let Some(edited) = (Line { address, row, value, default, enabled, names }).show(ui) {
            // What the widget gives and the parameter refuses changes nothing.
            let _ = target.set(row.key, edited);
        }
    }
}

/// Rows of what every layer has.
pub fn head(ui: &mut Ui, layer: &mut Layer, wanted: &dyn Fn(&Row) -> bool) {
    let mut fresh = Layer::new(layer.id, layer.kind.clone());
    let prefix = format!("layer.{}.", layer.id);
    use Blend::{Carve, Height, Max, Min, Raise};
    let rounds = matches!(layer.head.layer.blend, Max | Min | Raise | Carve | Height);
    let rows = Rows {
        prefix: &prefix,
        wanted,
        enabled: &|row| row.key != "radius_m" || rounds,
        names: &[],
    };
    rows.show(ui, Target::Layer(layer), Target::Layer(&mut fresh));
}

/// Whether a row has all the words of a search in its label, key or sentence, or in the name of what
/// it belongs to.
pub fn is_sought(row: &Row, of: &str, sought: &Sought) -> bool {
    sought.finds(&[row.label, row.key, row.doc, of])
}
