//! A place with a level of water.

/// A place with a water level.
#[derive(Clone, Copy)]
pub(super) struct LevelPoint {
    pub place_m: [f64; 2],
    pub level_m: f64,
}

impl LevelPoint {
    pub fn towards(self, other: Self, t: f64) -> Self {
        let mix = |a: f64, b: f64| a + t * (b - a);
        Self {
            place_m: [0, 1].map(|axis| mix(self.place_m[axis], other.place_m[axis])),
            level_m: mix(self.level_m, other.level_m),
        }
    }
}
