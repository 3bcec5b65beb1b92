//! Colours by meaning, with their RGB values for dark, light and printed backgrounds.

/// A colour by meaning.
///
/// Parts that differ in colour also differ in a sign, dash or words, for readers who cannot tell
/// the colours apart.
///
/// ```
/// use orogen_lab::ink::{Ink, Palette};
///
/// assert_eq!(Ink::Paper.rgb(Palette::Print), [255, 255, 255]);
/// assert_eq!(Ink::of_sign(-0.5), Ink::Negative);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// The background.
    Paper,
    /// A surface slightly lighter or darker than the background: cards, plots.
    Card,
    /// Words and numbers.
    Text,
    /// Less important words.
    Muted,
    /// Axes and outlines.
    Axis,
    /// Lines of a lattice and of a plot's grid.
    Grid,
    /// The noise itself.
    Noise,
    /// Numbers of 0 and above, which also carry a plus.
    Positive,
    /// Numbers below 0, which also carry a minus.
    Negative,
    /// A corner of a cell, 0 to 3: magenta, green, red, cyan.
    Corner(u8),
    /// Gradients.
    Gradient,
    /// Offsets from a corner to the point.
    Offset,
    /// The point p.
    Point,
    /// The selected or explained part.
    Accent,
    /// A correct result.
    Good,
    /// A wrong result.
    Bad,
    /// The previous state, and pale curves for comparison.
    Ghost,
    /// A fixed colour: textures, land.
    Rgb([u8; 3]),
}

/// The background that a figure is shown on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Palette {
    /// A dark window.
    #[default]
    Dark,
    /// A light window.
    Light,
    /// White paper.
    Print,
}

impl Ink {
    /// The sRGB value of this colour for a background.
    pub fn rgb(self, palette: Palette) -> [u8; 3] {
        let pick = |dark: u32, light: u32, print: u32| {
            let value = match palette {
                Palette::Dark => dark,
                Palette::Light => light,
                Palette::Print => print,
            };
            [value >> 16, value >> 8, value].map(|byte| (byte & 255) as u8)
        };
        match self {
            Self::Paper => pick(0x1b1d21, 0xfafaf8, 0xffffff),
            Self::Card => pick(0x24272d, 0xf0f0ec, 0xf6f6f4),
            Self::Text => pick(0xe8e8e6, 0x1d1f22, 0x000000),
            Self::Muted => pick(0xa2a6ad, 0x5a5e66, 0x4a4a4a),
            Self::Axis => pick(0x8b9099, 0x6b7079, 0x404040),
            Self::Grid => pick(0x41464f, 0xd2d4d8, 0xcccccc),
            Self::Noise => pick(0x6cb2ff, 0x1f5fbf, 0x1f4e9c),
            Self::Positive => pick(0x5aa9ff, 0x1c62c4, 0x14539f),
            Self::Negative => pick(0xff9b45, 0xa85200, 0xa34f00),
            Self::Corner(index) => match index % 4 {
                0 => pick(0xe86be0, 0xb0209f, 0xa0168f),
                1 => pick(0x66cc66, 0x207a28, 0x1b7022),
                2 => pick(0xff6b61, 0xc2281e, 0xb31c12),
                _ => pick(0x3fcbd6, 0x077781, 0x00717b),
            },
            Self::Gradient => pick(0xff7a70, 0xc2281e, 0xb31c12),
            Self::Offset => pick(0x66cc66, 0x207a28, 0x1b7022),
            Self::Point => pick(0xffd84d, 0x8a6300, 0x8a6400),
            Self::Accent => pick(0xffc53d, 0x8a5f00, 0x7d5600),
            Self::Good => pick(0x66cc66, 0x207a28, 0x1b7022),
            Self::Bad => pick(0xff6b61, 0xc2281e, 0xb31c12),
            Self::Ghost => pick(0x777c86, 0xa5a9b0, 0x9a9a9a),
            Self::Rgb(rgb) => rgb,
        }
    }

    /// The ink of a number by its sign.
    pub fn of_sign(value: f64) -> Self {
        if value < 0.0 { Self::Negative } else { Self::Positive }
    }

    /// The grey of a value of a noise: −1 is black, 1 is white.
    pub fn grey(value: f64) -> Self {
        let byte = (127.5 + 127.5 * value).round().clamp(0.0, 255.0) as u8;
        Self::Rgb([byte; 3])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance and contrast as the accessibility guidelines define them (WCAG 2.2).
    fn contrast(a: [u8; 3], b: [u8; 3]) -> f64 {
        let luminance = |rgb: [u8; 3]| {
            let [r, g, b] = rgb.map(|byte| {
                let c = f64::from(byte) / 255.0;
                if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
            });
            0.2126 * r + 0.7152 * g + 0.0722 * b
        };
        let [a, b] = [luminance(a), luminance(b)];
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn words_and_curves_have_enough_contrast_on_every_background() {
        for palette in [Palette::Dark, Palette::Light, Palette::Print] {
            for background in [Ink::Paper, Ink::Card] {
                let background = background.rgb(palette);
                let curves = [
                    Ink::Noise,
                    Ink::Positive,
                    Ink::Negative,
                    Ink::Gradient,
                    Ink::Offset,
                    Ink::Point,
                    Ink::Accent,
                    Ink::Good,
                    Ink::Bad,
                ];
                // Text uses the colours of curves too.
                let words = [Ink::Text, Ink::Muted].into_iter().chain(curves);
                for ink in words.chain((0..4).map(Ink::Corner)) {
                    assert!(contrast(ink.rgb(palette), background) >= 4.5, "{ink:?} {palette:?}");
                }
                assert!(contrast(Ink::Axis.rgb(palette), background) >= 3.0, "axes {palette:?}");
            }
        }
    }
}
