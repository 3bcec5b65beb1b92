use super::{Coast, Landform};
use crate::noise::Seed;
use crate::noise::choice::choices;
use crate::terrain::param::Param;
choices! {
    /// The kinds of landform.
    pub enum LandformKind: "landform" {
        /// Craters.
        Craters = "craters",
        /// Coast.
        Coast = "coast",
    }
}
/// A landform.
#[derive(Clone, Debug, PartialEq)]
pub struct LandformLayer(super::CratersDocument, LandformKind);
/// Made.
pub enum Made {
    /// F.
    Form(Box<dyn Landform>),
    /// C.
    Coast(Coast),
}
impl LandformLayer {
    /// New.
    pub fn new(kind: LandformKind) -> Self {
        Self(Default::default(), kind)
    }
    /// Kind.
    pub fn kind(&self) -> LandformKind {
        self.1
    }
    /// Make.
    pub fn make(&self, seed: Seed) -> Made {
        match self.1 {
            LandformKind::Craters => Made::Form(Box::new(super::craters(&self.0, seed))),
            _ => Made::Coast(Coast::new(&Default::default())),
        }
    }
    /// Params.
    pub fn params(&self) -> &'static [Param<Self>] {
        &[]
    }
    /// Creased.
    pub fn is_creased(&self) -> bool {
        false
    }
    /// H.
    pub fn height_m(&self) -> f64 {
        100.0
    }
    /// F.
    pub fn feature_m(&self) -> f64 {
        1000.0
    }
}
