//! The rivers around p.

use crate::common_shapes;
use crate::screens::prelude::*;
use orogen_terrain::Land;
use orogen_terrain::rivers::{
    Cell, Downstream, Drainage, Network, RiverGround, RiverSettings, step,
};

/// The network of a land.
pub(super) type RiverNetwork = Network<Box<dyn RiverGround>>;

/// A land with its rivers. If the scene's rivers are off, they are switched on for this land.
pub(super) struct RiverLand {
    pub land: Land,
    /// True if the scene's rivers are off.
    is_hypothetical: bool,
}

impl RiverLand {
    /// The land of a scene, with rivers. `None` if no layer carries rivers.
    pub fn of(c: &Context) -> Option<Self> {
        let is_hypothetical = !c.scene.recipe.rivers.on;
        let land = if is_hypothetical {
            let mut recipe = c.scene.recipe.clone();
            recipe.rivers.on = true;
            Land::new(&recipe).ok()?
        } else {
            c.land()?.clone()
        };
        land.has_rivers().then_some(Self { land, is_hypothetical })
    }

    /// The network of the rivers.
    pub fn network(&self) -> &RiverNetwork {
        self.land.river_network().expect("`RiverLand::of` has checked that the land has rivers")
    }

    /// The nodes with their receivers and flow.
    pub fn drainage(&self) -> &Drainage<Box<dyn RiverGround>> {
        self.network().drainage()
    }

    /// The numbers that shape the network.
    pub fn settings(&self) -> &RiverSettings {
        self.drainage().settings()
    }

    /// The cell that contains p.
    pub fn cell(&self, c: &Context) -> Cell {
        self.drainage().cell_at(c.position_m())
    }

    /// The cell nearest to p whose node is not under the sea; `None` if the shore is far.
    pub fn land_cell(&self, c: &Context) -> Option<Cell> {
        nearest(self.cell(c), 8, |cell| self.drainage().receiver(cell).next != Downstream::Sea)
    }

    /// Writes a note at a place of the picture if the scene's rivers are off.
    pub fn draw_note(&self, d: &mut Drawing, at: Place) {
        if self.is_hypothetical {
            let words = "Rivers are off: these are the rivers that the land would have.";
            d.text(Ink::Accent, 12.0, at, Anchor::Left, words).id = "off".to_owned();
        }
    }
}

/// The picture of a land that cannot carry rivers.
pub(super) fn without_rivers(d: Drawing) -> Drawing {
    let suggestion = "Rivers run over smooth layers that erosion cuts into: add a layer of noise.";
    common_shapes::explain_missing_picture(d, "No layer of this land carries rivers.", suggestion)
}

/// The picture of a place far from any land.
pub(super) fn at_sea(d: Drawing) -> Drawing {
    common_shapes::explain_missing_picture(
        d,
        "The sea is wide here: no water runs.",
        "Move p to the land.",
    )
}

/// Searches ring by ring for the nearest cell for which `is_wanted` is true, at most `reach` cells
/// away along each axis.
pub(super) fn nearest(from: Cell, reach: i64, is_wanted: impl Fn(Cell) -> bool) -> Option<Cell> {
    (0..=reach).find_map(|ring| {
        let side = -ring..=ring;
        let cells = side.clone().flat_map(|z| side.clone().map(move |x| [x, z]));
        let ring_cells = cells.filter(|[x, z]| x.abs().max(z.abs()) == ring);
        let candidates = ring_cells.filter(|offset| is_wanted(step(from, *offset)));
        candidates.min_by_key(|[x, z]| x * x + z * z).map(|offset| step(from, offset))
    })
}
