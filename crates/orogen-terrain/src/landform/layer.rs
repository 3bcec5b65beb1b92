//! Landforms as layers: every kind with its parameters behind one interface.

use super::*;
use crate::param::{Embedded, Param, embedded_rows};
use orogen_noise::Seed;
use orogen_noise::choice::choices;
use std::sync::OnceLock;

/// Declares the kinds of landform. Each has a name in files, a sentence, a struct of parameters, a
/// constructor, a typical height, and a test for creases.
macro_rules! landforms {
    ($(
        #[doc = $doc:literal]
        $Kind:ident = $word:literal {
            $Document:ident, $make:expr, height_m: $height:expr, creased: $creased:expr
        }
    )*) => {
        choices! {
            /// The kinds of landform, in the order of menus.
            pub enum LandformKind: "landform" {
                $( #[doc = $doc] $Kind = $word, )*
            }
        }

        /// A landform with its parameters.
        #[derive(Clone, Debug, PartialEq)]
        pub enum LandformLayer {
            $( #[doc = $doc] $Kind($Document), )*
        }

        $( impl Embedded<LandformLayer> for $Document {
            fn of(layer: &LandformLayer) -> Option<&Self> {
                match layer {
                    LandformLayer::$Kind(document) => Some(document),
                    _ => None,
                }
            }
            fn of_mut(layer: &mut LandformLayer) -> Option<&mut Self> {
                match layer {
                    LandformLayer::$Kind(document) => Some(document),
                    _ => None,
                }
            }
        } )*

        impl LandformLayer {
            /// Creates a landform with its default parameters.
            pub fn new(kind: LandformKind) -> Self {
                match kind { $( LandformKind::$Kind => Self::$Kind(Default::default()), )* }
            }

            /// The kind.
            pub fn kind(&self) -> LandformKind {
                match self { $( Self::$Kind(_) => LandformKind::$Kind, )* }
            }

            /// Makes the landform.
            pub fn make(&self, seed: Seed) -> LandformOrCoast {
                match self { $( Self::$Kind(document) => $make(document, seed), )* }
            }

            /// A typical height, in metres: the height or depth of its largest features.
            pub fn height_m(&self) -> f64 {
                match self { $( Self::$Kind(document) => {
                    let height: fn(&$Document) -> f64 = $height;
                    height(document)
                } )* }
            }

            /// The approximate width of its largest features in metres.
            ///
            /// It is twelve times their height.
            pub fn feature_m(&self) -> f64 {
                12.0 * self.height_m()
            }

            /// Returns true if its gradient jumps somewhere.
            pub fn is_creased(&self) -> bool {
                match self { $( Self::$Kind(document) => {
                    let creased: fn(&$Document) -> bool = $creased;
                    creased(document)
                } )* }
            }
        }

        impl LandformKind {
            /// The table of its parameters.
            ///
            /// On a layer of another kind, a row reads its default and writes nothing.
            pub fn params(self) -> &'static [Param<LandformLayer>] {
                match self { $( Self::$Kind => {
                    static TABLE: OnceLock<Vec<Param<LandformLayer>>> = OnceLock::new();
                    TABLE.get_or_init(embedded_rows::<$Document, LandformLayer>)
                } )* }
            }
        }
    };
}

/// A landform or a coast, made from a layer.
#[derive(Debug)]
pub enum LandformOrCoast {
    /// A function of the position.
    Landform(Box<dyn Landform>),
    /// A function of the height of the land below.
    Coast(Coast),
}

/// Wraps a constructor so that it returns [`LandformOrCoast`].
fn wrap<D, L: Landform + 'static>(make: fn(&D, Seed) -> L) -> impl Fn(&D, Seed) -> LandformOrCoast {
    move |document, seed| LandformOrCoast::Landform(Box::new(make(document, seed)))
}

landforms! {
    /// A field of impact craters, many small ones and few large ones.
    Craters = "craters" {
        CratersDocument, wrap(craters), height_m: |d| 0.4 * d.craters.radius_m, creased: |_| false
    }
    /// Transverse dunes: long crests across the wind, with steep lee sides.
    Dunes = "dunes" {
        DunesDocument, wrap(dunes), height_m: |d| d.dunes.height * d.dunes.wavelength_m,
        creased: |_| true
    }
    /// Single crescents of sand whose horns point downwind.
    Barchans = "barchans" {
        BarchansDocument, wrap(barchans), height_m: |d| 0.1 * d.barchans.width_m,
        creased: |_| true
    }
    /// Flat tops with steep walls above aprons of talus.
    Mesas = "mesas" {
        MesasDocument, wrap(mesas), height_m: |d| d.mesas.height_m, creased: |_| false
    }
    /// A cone with a caldera, at one place or in every cell of a field.
    Volcanoes = "volcanoes" {
        VolcanoesDocument, wrap(volcanoes), height_m: |d| d.volcanoes.height_m,
        creased: |d| !d.volcanoes.single
    }
    /// A beach at sea level and a cliff above it, made from the land below.
    Coast = "coast" {
        CoastDocument, |document: &CoastDocument, _| LandformOrCoast::Coast(Coast::new(document)),
        height_m: |d| d.coast.cliff_m.max(d.coast.beach_m), creased: |_| false
    }
    /// Round bowls where limestone dissolves.
    Dolines = "dolines" {
        DolinesDocument, wrap(dolines), height_m: |d| d.dolines.depth * d.dolines.radius_m,
        creased: |_| false
    }
    /// Karst towers: steep hills of limestone on a plain.
    Towers = "towers" {
        TowersDocument, wrap(towers), height_m: |d| d.towers.height_m, creased: |_| true
    }
    /// The base level of continents and seas.
    Continents = "continents" {
        ContinentsDocument, wrap(continents),
        height_m: |d| (d.continents.plain_m + d.continents.inland_m).max(-d.continents.sea_m),
        creased: |_| false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typical_heights_are_close_to_the_bounds() {
        for kind in LandformKind::ALL {
            let layer = LandformLayer::new(kind.value);
            let height_m = layer.height_m();
            match layer.make(Seed(1)) {
                LandformOrCoast::Coast(_) => assert_eq!(kind.value, LandformKind::Coast),
                LandformOrCoast::Landform(landform) => {
                    let bounds = landform.bounds();
                    let max_m = bounds.high_m.max(-bounds.low_m);
                    assert!(height_m <= 1.4 * max_m && height_m > 0.1 * max_m, "{}", kind.name);
                }
            }
        }
    }
}
