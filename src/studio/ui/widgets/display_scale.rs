//! Converts between stored values and displayed numbers.
//!
//! For example, the panel shows the size of features instead of their frequency, and kilometres
//! instead of chunks.

/// The conversion from a stored value to the displayed number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DisplayScale {
    /// The value itself.
    Plain,
    /// The reciprocal of the value: kilometres for cycles per kilometre.
    Inverse,
    /// The value times a factor.
    Times(f64),
}

impl DisplayScale {
    /// Returns the conversion for a parameter, and the unit to display. `chunk_m` is the side of a
    /// chunk in metres.
    pub fn of(address: &str, unit: &'static str, chunk_m: f64) -> (Self, &'static str) {
        match unit {
            "cycles/km" if address.ends_with("noise.frequency") => (Self::Inverse, "km"),
            "chunks" => (Self::Times(chunk_m / 1000.0), "km"),
            unit => (Self::Plain, unit),
        }
    }

    /// Returns the displayed number for a value.
    pub fn displayed(self, value: f64) -> f64 {
        match self {
            Self::Plain => value,
            Self::Inverse => 1.0 / value,
            Self::Times(factor) => value * factor,
        }
    }

    /// Returns the value for a displayed number.
    pub fn value(self, shown: f64) -> f64 {
        match self {
            Self::Plain => shown,
            Self::Inverse => 1.0 / shown,
            Self::Times(factor) => shown / factor,
        }
    }

    /// Returns the displayed range for a range of values, the smaller number first.
    pub fn range(self, [a, b]: [f64; 2]) -> [f64; 2] {
        let [a, b] = [self.displayed(a), self.displayed(b)];
        [a.min(b), a.max(b)]
    }
}

/// Returns the text of a unit after a number, with a space if needed.
pub fn suffix(unit: &str) -> String {
    match unit {
        "" => String::new(),
        "°" => "°".to_owned(),
        // The row has no room for the full unit, which the tooltip shows.
        "cycles/km" => " /km".to_owned(),
        unit => format!(" {unit}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_have_a_size_and_squares_a_side() {
        let (scale, unit) = DisplayScale::of("layer.2.noise.frequency", "cycles/km", 64.0);
        assert_eq!((scale.displayed(0.5), scale.value(4.0), unit), (2.0, 0.25, "km"));
        assert_eq!(scale.range([0.01, 100.0]), [0.01, 100.0]);
        let (scale, unit) = DisplayScale::of("world.extent_chunks", "chunks", 512.0);
        assert_eq!((scale.displayed(8.0), scale.value(4.096), unit), (4.096, 8.0, "km"));
        assert_eq!(DisplayScale::of("shape.height_m", "m", 64.0), (DisplayScale::Plain, "m"));
    }
}
