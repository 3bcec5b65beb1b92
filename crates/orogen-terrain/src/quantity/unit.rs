//! Units: what a word measures.

/// Powers of the metre and of the degree, and how many of them it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Unit {
    pub length: i8,
    pub angle: i8,
    pub size: f64,
}

pub(super) const PURE: Unit = Unit { length: 0, angle: 0, size: 1.0 };

/// The words and signs of the international foot and of its inches.
pub(super) const FEET: [&str; 6] = ["ft", "foot", "feet", "'", "’", "′"];
pub(super) const INCHES: [&str; 6] = ["in", "inch", "inches", "\"", "”", "″"];

/// The units that are written as one sign.
pub(super) const SIGNS: [char; 7] = ['°', '\'', '’', '′', '"', '”', '″'];

fn length(size: f64) -> Unit {
    Unit { length: 1, angle: 0, size }
}

/// What a word measures; none for words that are no unit.
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
        // So that `0.3 cycles/km` is a frequency.
        "cycles" | "cycle" => PURE,
        "cycles/km" | "/km" => Unit { length: -1, angle: 0, size: 0.001 },
        _ => return None,
    })
}
