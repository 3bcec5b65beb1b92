//! The common interface of masks and operations, for lists of both.

use bevy_egui::egui::{Rect, Ui};

use super::picture;
use crate::studio::panel::state::HoveredPart;
use crate::studio::ui::widgets::choice::title;
use crate::terrain::address::{AddressRow, Target};
use crate::terrain::layer::WeightedPart;
use crate::terrain::mask::{Mask, MaskKind, MaskType};
use crate::terrain::operation::{ListedOperation, Operation, OperationKind};

/// The owner of a list of masks or operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListOwner {
    /// The whole land, which has operations but no masks.
    Land,
    /// A layer, the rivers, the erosion or the plants, which have masks.
    Weighted(WeightedPart),
}

impl ListOwner {
    /// Returns the number of the layer that owns the list, or `None` for other owners.
    pub fn layer(self) -> Option<u32> {
        match self {
            Self::Weighted(WeightedPart::Layer(id)) => Some(id),
            Self::Weighted(WeightedPart::Rivers | WeightedPart::Erosion | WeightedPart::Plants)
            | Self::Land => None,
        }
    }
}

/// A mask or an operation in a list. Its number never changes, unlike its index.
pub trait ListPart: Clone {
    /// The word for the part in addresses, such as `mask` in `layer.2.mask.1`.
    const WORD: &'static str;
    /// The width of the picture in its header, in points; 0 without a picture.
    const PICTURE: f32 = 0.0;
    /// The text on the button that adds a part.
    const ADD: &'static str;
    /// The tooltip of the button that adds a part.
    const ADD_HINT: &'static str;

    /// Returns the names of all kinds, each with one sentence.
    fn kinds() -> Vec<(&'static str, &'static str)>;
    /// Returns a new part of the named kind, with default values.
    fn named(id: u32, name: &str) -> Option<Self>;
    fn id(&self) -> u32;
    fn set_id(&mut self, id: u32);
    fn is_on_mut(&mut self) -> &mut bool;
    fn kind_name(&self) -> &'static str;
    fn doc(&self) -> &'static str;
    fn target(&mut self) -> Target<'_>;
    /// Returns a few words about the effect of the part, to be shown after its kind.
    fn effect_note(&self, is_first_on: bool) -> String;
    /// Returns true if a row has an effect. `is_first_on` is true if all parts before this one are
    /// off.
    fn uses(&self, _row: &AddressRow, _is_first_on: bool) -> bool {
        true
    }
    fn hovered(&self, owner: ListOwner) -> Option<HoveredPart>;
    /// Draws the picture of the part.
    fn paint(&self, _ui: &Ui, _place: Rect) {}
    /// Sets the layer from which the part is derived, if its kind is derived from a layer.
    fn set_source(&mut self, _layer: u32) {}
}

impl ListPart for ListedOperation {
    const WORD: &'static str = "operation";
    const PICTURE: f32 = 54.0;
    const ADD: &'static str = "+ Operation";
    const ADD_HINT: &'static str = "Adds an operation on the heights after the existing ones";

    fn kinds() -> Vec<(&'static str, &'static str)> {
        OperationKind::ALL.iter().map(|row| (row.name, row.doc)).collect()
    }

    fn named(id: u32, name: &str) -> Option<Self> {
        Some(Self::new(id, Operation::new(name.parse().ok()?)))
    }

    fn id(&self) -> u32 {
        self.id
    }

    fn set_id(&mut self, id: u32) {
        self.id = id;
    }

    fn is_on_mut(&mut self) -> &mut bool {
        &mut self.on
    }

    fn kind_name(&self) -> &'static str {
        self.operation.kind().name()
    }

    fn doc(&self) -> &'static str {
        self.operation.kind().doc()
    }

    fn target(&mut self) -> Target<'_> {
        Target::Operation(self)
    }

    fn effect_note(&self, _: bool) -> String {
        if self.operation.is_neutral() { "no effect".to_owned() } else { String::new() }
    }

    fn hovered(&self, owner: ListOwner) -> Option<HoveredPart> {
        Some(HoveredPart::Operation { layer: owner.layer(), operation: self.id })
    }

    fn paint(&self, ui: &Ui, place: Rect) {
        picture::paint(ui, place, &self.operation, self.on);
    }
}

impl ListPart for Mask {
    const WORD: &'static str = "mask";
    const ADD: &'static str = "+ Mask";
    const ADD_HINT: &'static str = "Adds a mask, which limits the effect to a part of the land";

    fn kinds() -> Vec<(&'static str, &'static str)> {
        MaskType::ALL.iter().map(|row| (row.name, row.doc)).collect()
    }

    fn named(id: u32, name: &str) -> Option<Self> {
        Some(Self::new(id, name.parse().ok()?))
    }

    fn id(&self) -> u32 {
        self.id
    }

    fn set_id(&mut self, id: u32) {
        self.id = id;
    }

    fn is_on_mut(&mut self) -> &mut bool {
        &mut self.on
    }

    fn kind_name(&self) -> &'static str {
        self.kind.mask_type().name()
    }

    fn doc(&self) -> &'static str {
        self.kind.mask_type().doc()
    }

    fn target(&mut self) -> Target<'_> {
        Target::Mask(self)
    }

    fn effect_note(&self, is_first_on: bool) -> String {
        let combined = (!is_first_on).then(|| title(self.combine.name()).to_lowercase());
        let inverted = self.invert.then(|| "inverted".to_owned());
        combined.into_iter().chain(inverted).collect::<Vec<_>>().join(", ")
    }

    fn uses(&self, row: &AddressRow, is_first_on: bool) -> bool {
        row.key != "combine" || !is_first_on
    }

    fn hovered(&self, owner: ListOwner) -> Option<HoveredPart> {
        let ListOwner::Weighted(owner) = owner else { return None };
        Some(HoveredPart::Mask { owner, mask: self.id })
    }

    fn set_source(&mut self, layer: u32) {
        if let MaskKind::OtherLayer(other) = &mut self.kind {
            other.layer = layer;
        }
    }
}
