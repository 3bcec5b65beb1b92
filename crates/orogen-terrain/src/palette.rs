//! The colours of the overlays that explain the land, shared by shaders and legends.

/// Colours per row.
pub const COLUMNS: usize = 8;

/// A row of sRGB colours from 0 to 1: a gradient, or a list of separate colours.
pub type PaletteRow = [[f32; 3]; COLUMNS];

const fn hex(words: [u32; COLUMNS]) -> PaletteRow {
    let mut row = [[0.0; 3]; COLUMNS];
    let mut i = 0;
    while i < COLUMNS {
        let word = words[i];
        row[i] = [
            (word >> 16 & 255) as f32 / 255.0,
            (word >> 8 & 255) as f32 / 255.0,
            (word & 255) as f32 / 255.0,
        ];
        i += 1;
    }
    row
}

/// Heights: deep water, shallows, then green over ochre to white.
pub const HEIGHTS: PaletteRow =
    hex([0x1f4e79, 0x4f93b8, 0x6fa86b, 0xb5bf73, 0xd9c27a, 0xb98a5a, 0x8f7a70, 0xf4f2ee]);
/// The position in [`HEIGHTS`] where water ends and land begins, from 0 to 1.
pub const SHORE: f32 = 1.5 / (COLUMNS - 1) as f32;
/// Slopes: the viridis colours, flat to steep.
pub const SLOPES: PaletteRow =
    hex([0x440154, 0x46327e, 0x365c8d, 0x277f8e, 0x1fa187, 0x4ac16d, 0xa0da39, 0xfde725]);
/// Signed values, such as curvature: blue below zero, white at zero, red above.
pub const SIGNED: PaletteRow =
    hex([0x2166ac, 0x4f93c6, 0xa1cbe2, 0xe7eff3, 0xf8e9e1, 0xf1b395, 0xd6604d, 0xb2182b]);
/// Materials: water, sand, meadow, dark grass, scree, rock, snow.
pub const KINDS: PaletteRow =
    hex([0x2f7fa8, 0xe6cf92, 0xa9c45c, 0x4d7f3a, 0xb79f7d, 0x6e6660, 0xf7f9fb, 0xffffff]);
/// Levels of detail, finest first; the colours repeat.
pub const LEVELS: PaletteRow =
    hex([0xd94f4f, 0xe08e3c, 0xd8c640, 0x63b04f, 0x3fa8a0, 0x4678c8, 0x8a5cc0, 0xc45a9c]);

/// The names of [`KINDS`], in the same order.
pub const KIND_NAMES: [&str; 7] =
    ["water", "sand", "meadow", "dark grass", "scree", "rock", "snow"];

/// All rows, in the order in which the shaders number them.
pub const ROWS: [PaletteRow; 5] = [HEIGHTS, SLOPES, SIGNED, KINDS, LEVELS];

/// Interpolates a row linearly, as shaders do.
///
/// `position` runs from 0 to 1 along the row.
pub fn mixed(row: &PaletteRow, position: f32) -> [f32; 3] {
    let x = position.clamp(0.0, 1.0) * (COLUMNS - 1) as f32;
    let i = (x as usize).min(COLUMNS - 2);
    let fraction = x - i as f32;
    std::array::from_fn(|c| row[i][c] * (1.0 - fraction) + row[i + 1][c] * fraction)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_the_first_and_the_last_colour() {
        for row in ROWS {
            assert_eq!(mixed(&row, -1.0), row[0]);
            assert_eq!(mixed(&row, 2.0), row[COLUMNS - 1]);
        }
    }
}
