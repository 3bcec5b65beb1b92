//! The table of the kinds of plants and stones.

/// A group of kinds that share a grid of cells.
///
/// Each cell holds at most one plant or stone of the family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Family {
    /// Conifers and broadleaf trees.
    Trees,
    /// Boulders too large to step over.
    Boulders,
    /// Tufts of upright grass.
    Tufts,
    /// Reeds in the shallows of lakes and slow rivers.
    Reeds,
}

impl Family {
    /// All families.
    pub const ALL: [Self; 4] = [Self::Trees, Self::Boulders, Self::Tufts, Self::Reeds];

    /// The side of a cell, in metres.
    pub fn cell_m(self) -> f64 {
        self.numbers().0
    }

    /// The finest spacing in metres at which the land is sampled to place the family.
    pub(super) fn lattice_m(self) -> f64 {
        self.numbers().1
    }

    /// The number that makes the family's seed differ from those of other families. It never
    /// changes.
    pub(super) fn number(self) -> u32 {
        self.numbers().2
    }

    /// The results of [`Self::cell_m`], [`Self::lattice_m`] and [`Self::number`].
    fn numbers(self) -> (f64, f64, u32) {
        match self {
            Self::Trees => (6.0, 2.0, 1),
            Self::Boulders => (4.0, 2.0, 2),
            Self::Tufts => (0.4, 0.5, 3),
            Self::Reeds => (0.8, 2.0, 4),
        }
    }
}

/// A kind of plant or stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PlantKind {
    /// A spruce or a fir.
    Conifer,
    /// An oak or a beech.
    Broadleaf,
    /// A stone.
    Boulder,
    /// A tuft of grass.
    Tuft,
    /// A clump of reeds.
    Reed,
}

/// The properties of a kind: a row of the table [`PlantKind::ALL`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KindRow {
    /// The kind.
    pub kind: PlantKind,
    /// Its name in files.
    pub name: &'static str,
    /// A sentence about the kind.
    pub doc: &'static str,
    /// The family.
    pub family: Family,
    /// The smallest and the largest height, in metres.
    ///
    /// For trees, the numbers are factors on the recipe's tree height.
    pub size: [f32; 2],
    /// The slope in degrees from which the kind does not occur.
    ///
    /// It is `None` for trees, whose limit is a parameter of the recipe.
    pub steepest_deg: Option<f32>,
    /// The densities on sand, meadow, dark grass, scree, rock and snow, from 0 to 1.
    ///
    /// They are not used for trees, whose density follows the woods.
    pub densities: [f32; 6],
}

impl PlantKind {
    /// The table, in the order of the enum's variants.
    pub const ALL: [KindRow; 5] = [
        KindRow {
            kind: Self::Conifer,
            name: "conifer",
            doc: "A spruce or a fir, more frequent at high altitudes.",
            family: Family::Trees,
            size: [0.45, 1.5],
            steepest_deg: None,
            densities: [0.0, 1.0, 1.0, 0.0, 0.0, 0.0],
        },
        KindRow {
            kind: Self::Broadleaf,
            name: "broadleaf",
            doc: "An oak or a beech, more frequent at low altitudes.",
            family: Family::Trees,
            size: [0.4, 1.2],
            steepest_deg: None,
            densities: [0.0, 1.0, 1.0, 0.0, 0.0, 0.0],
        },
        KindRow {
            kind: Self::Boulder,
            name: "boulder",
            doc: "A stone too large to step over, mostly on scree.",
            family: Family::Boulders,
            size: [0.5, 4.0],
            steepest_deg: Some(42.0),
            densities: [0.01, 0.015, 0.01, 0.5, 0.3, 0.03],
        },
        KindRow {
            kind: Self::Tuft,
            name: "tuft",
            doc: "A tuft of grass, up to knee height.",
            family: Family::Tufts,
            size: [0.16, 0.45],
            steepest_deg: Some(50.0),
            densities: [0.02, 1.0, 1.0, 0.06, 0.0, 0.0],
        },
        KindRow {
            kind: Self::Reed,
            name: "reed",
            doc: "A clump of reeds at the edge of still fresh water.",
            family: Family::Reeds,
            size: [1.3, 2.5],
            steepest_deg: Some(30.0),
            densities: [1.0, 1.0, 1.0, 0.3, 0.0, 0.0],
        },
    ];

    /// The kind's row in [`PlantKind::ALL`].
    pub fn row(self) -> &'static KindRow {
        &Self::ALL[self as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_lead_to_their_rows() {
        for row in &PlantKind::ALL {
            assert_eq!(row.kind.row(), row);
            assert!(row.doc.ends_with('.') && row.size[0] < row.size[1]);
        }
    }
}
