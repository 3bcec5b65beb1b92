//! Units of measure, and the words and signs for them.

/// A unit: the exponents of metre and degree, and the factor that converts a value to them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Unit {
    pub length: i8,
    pub angle: i8,
    pub size: f64,
}

/// The unit of a bare number.
pub(super) const NO_UNIT: Unit = Unit { length: 0, angle: 0, size: 1.0 };

/// The words and signs for feet and inches; a foot is the international foot.
pub(super) const FEET: [&str; 6] = ["ft", "foot", "feet", "'", "’", "′"];
pub(super) const INCHES: [&str; 6] = ["in", "inch", "inches", "\"", "”", "″"];

/// The units written as a single sign.
pub(super) const SIGNS: [char; 7] = ['°', '\'', '’', '′', '"', '”', '″'];

fn length(size: f64) -> Unit {
    Unit { length: 1, angle: 0, size }
}

/// The unit that a word names; `None` if it names no unit.
pub(super) fn measure(word: &str) -> Option<Unit> {
    let angle = |size| Unit { length: 0, angle: 1, size };
    Some(match word {
        "mm" => length(0.001),
        "cm" => length(0.01),
        "m" | "metre" | "metres" => length(1.0),
        "km" => length(1000.0),
        _ if INCHES.contains(&word) => length(0.0254),
        _ if FEET.contains(&word) => length(0.3048),
        "yd" | "yard" | "yards" => length(0.9144),
        "mi" | "mile" | "miles" => length(1609.344),
        "°" | "deg" | "degrees" => angle(1.0),
        "rad" => angle(180.0 / std::f64::consts::PI),
        // Has no dimension, so that `0.3 cycles / km` is a frequency.
        "cycles" | "cycle" => NO_UNIT,
        "cycles/km" | "/km" => Unit { length: -1, angle: 0, size: 0.001 },
        _ => return None,
    })
}
