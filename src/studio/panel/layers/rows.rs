//! The rows of parameters of a layer, a mask or an operation.

use bevy_egui::egui::Ui;

use crate::studio::panel::search::SearchTerms;
use crate::studio::ui::widgets::row::ParameterRow;
use crate::terrain::address::{AddressRow, Target};
use crate::terrain::blend::Blend;
use crate::terrain::layer::Layer;

/// The rows to show, and facts about them.
pub struct LayerRows<'a> {
    /// The text before a key in an address, such as `layer.2.mask.1.`.
    pub prefix: &'a str,
    /// Returns true if a row is to be shown.
    pub wanted: &'a dyn Fn(&AddressRow) -> bool,
    /// Returns true if the parameter of a row has an effect.
    pub enabled: &'a dyn Fn(&AddressRow) -> bool,
    /// The numbers and names of the layers, for rows in which the user chooses a layer.
    pub names: &'a [(u32, String)],
}

impl LayerRows<'_> {
    /// Shows the rows of `target` and edits it. `default_target` is the same kind of target with
    /// default values.
    pub fn show(&self, ui: &mut Ui, mut target: Target<'_>, default_target: Target<'_>) {
        for row in target.rows().into_iter().filter(|row| (self.wanted)(row)) {
            self.show_row(ui, row, &mut target, &default_target);
        }
    }

    /// Shows a row of a target and edits it.
    pub fn show_row(
        &self,
        ui: &mut Ui,
        row: AddressRow,
        target: &mut Target<'_>,
        default_target: &Target<'_>,
    ) {
        let (Some(value), Some(default)) = (target.get(row.key), default_target.get(row.key))
        else {
            return;
        };
        let address = format!("{}{}", self.prefix, row.key);
        let enabled = (self.enabled)(&row);
        let names = if row.key == "layer" { self.names } else { &[] };
        let (address, value, default) = (&*address, &value, &default);
        if let Some(edited) =
            (ParameterRow { address, row, value, default, enabled, names }).show(ui)
        {
            // If the parameter refuses the value, nothing changes.
            let _ = target.set(row.key, edited);
        }
    }
}

/// Shows the rows of a layer's head, the parameters that all kinds of layers have.
pub fn show_head(ui: &mut Ui, layer: &mut Layer, wanted: &dyn Fn(&AddressRow) -> bool) {
    let mut default_layer = Layer::new(layer.id, layer.kind.clone());
    let prefix = format!("layer.{}.", layer.id);
    use Blend::{Carve, Height, Max, Min, Raise};
    let uses_radius = matches!(layer.head.layer.blend, Max | Min | Raise | Carve | Height);
    let rows = LayerRows {
        prefix: &prefix,
        wanted,
        enabled: &|row| row.key != "radius_m" || uses_radius,
        names: &[],
    };
    rows.show(ui, Target::Layer(layer), Target::Layer(&mut default_layer));
}

/// Returns true if a row's texts and its owner's name contain all search terms.
pub fn matches(row: &AddressRow, owner: &str, terms: &SearchTerms) -> bool {
    terms.finds(&[row.label, row.key, row.doc, owner])
}
