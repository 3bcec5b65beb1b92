//! The samples of layers that masks read, kept while a tile is evaluated.

use std::cell::RefCell;
use std::rc::Rc;

use super::wide_places::WidePlaces;
use crate::duals::Duals;

/// The last samples of layers that masks read, in full detail and for the erosion's guide.
///
/// A layer and the masks that read it are often evaluated at the same places.
#[derive(Default)]
pub(super) struct KeptLayers(RefCell<Vec<KeptLayer>>);

/// The samples of a layer, before it is blended.
pub(super) struct KeptLayer {
    pub layer: usize,
    /// The places, which also keep their memory from being used for other places.
    pub places: WidePlaces,
    pub has_slopes: bool,
    pub land: Rc<Duals>,
}

impl KeptLayers {
    /// The samples of a layer at the same places, if they are kept.
    pub fn find(&self, layer: usize, places: &WidePlaces, slopes: bool) -> Option<Rc<Duals>> {
        let kept = self.0.borrow();
        let found = kept.iter().find(|kept| {
            kept.layer == layer && kept.has_slopes == slopes && kept.places.are_same(places)
        });
        found.map(|kept| kept.land.clone())
    }

    /// Keeps samples of a layer in place of the samples before, for the guide or in full detail.
    pub fn keep(&self, new: KeptLayer) {
        let mut kept = self.0.borrow_mut();
        kept.retain(|old| old.layer != new.layer || old.places.is_guide != new.places.is_guide);
        kept.push(new);
    }
}
