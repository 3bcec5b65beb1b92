//! The controls of the strips: amplitude, phase and mute of eight octaves.

use crate::screens::prelude::*;

/// The keys of an octave's controls.
pub(super) struct ControlKeys {
    /// The factor on its amplitude.
    pub amplitude: &'static str,
    /// The shift of the octave along x, in its own cells.
    pub phase: &'static str,
    /// The switch that leaves it out.
    pub mute: &'static str,
}

/// The key of the control that solos an octave: 0 for all octaves, else its number from 1.
pub(crate) const SOLO: &str = "octaves.solo";

macro_rules! octaves {
    ($($number:literal)+) => {
        /// The keys, octave by octave.
        pub(super) const KEYS: [ControlKeys; 8] = [$(ControlKeys {
            amplitude: concat!("octaves.amplitude", $number),
            phase: concat!("octaves.phase", $number),
            mute: concat!("octaves.mute", $number),
        }),+];

        /// All controls of the figure.
        pub(super) const CONTROLS: &[Control] = &[
            Control::recipe("fractal.octaves"),
            Control::recipe("fractal.lacunarity"),
            Control::recipe("fractal.gain"),
            Control::integer(SOLO, "Solo", (0, 0, 8), "Adds one octave alone; 0 adds all."),
            $(
                Control::number(
                    concat!("octaves.amplitude", $number),
                    concat!("Amplitude ", $number),
                    (0.0, 1.0, 2.0),
                    "Multiplies the octave's amplitude.",
                ),
                Control::number(
                    concat!("octaves.phase", $number),
                    concat!("Phase ", $number),
                    (-2.0, 0.0, 2.0),
                    "Shifts the octave along x, in its own cells.",
                ),
                Control::toggle(
                    concat!("octaves.mute", $number),
                    concat!("Mute ", $number),
                    false,
                    "Leaves the octave out of the sum.",
                ),
            )+
        ];
    };
}

octaves!(1 2 3 4 5 6 7 8);

/// The factor on each octave in the sum. It is 0 if the octave is muted or another octave is
/// soloed.
pub(super) fn factors(c: &Context) -> [f64; 8] {
    let solo = c.integer(SOLO);
    std::array::from_fn(|k| {
        let is_active = if solo > 0 { solo == k + 1 } else { !c.is_on(KEYS[k].mute) };
        if is_active { c.value(KEYS[k].amplitude) } else { 0.0 }
    })
}

/// The shifts of the octaves.
pub(super) fn phases(c: &Context) -> [f64; 8] {
    std::array::from_fn(|k| c.value(KEYS[k].phase))
}
