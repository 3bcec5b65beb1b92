//! Selects the picture with the heights in a TIFF, and its mask. A file may start with a thumbnail,
//! and contain reduced copies, masks and more pages.

use super::super::problem::ReadProblem;
use super::directory::{Directory, TiffFile};
use super::layout::{HEIGHT, WIDTH};
use super::tags::{GEO_KEYS, MODEL_MATRIX, MODEL_SCALE};
use std::io::{Read, Seek};

/// The tag NewSubfileType, and its bits for reduced copies and masks.
const SUBFILE: u16 = 254;
const REDUCED: u64 = 1;
const MASK: u64 = 4;

/// The tag SubfileType of old files, and its value for reduced copies.
const OLD_SUBFILE: u16 = 255;
const OLD_REDUCED: u64 = 2;

/// The tag SubIFDs, which lists child directories.
const CHILDREN: u16 = 330;

/// The selected pictures.
pub(super) struct Pages {
    pub picture: Directory,
    pub mask: Option<Directory>,
}

/// A picture with its type.
struct TiffPage {
    directory: Directory,
    size: [u64; 2],
    kind: u64,
    is_georeferenced: bool,
}

impl TiffPage {
    fn of<R: Read + Seek>(file: &mut TiffFile<R>, directory: Directory) -> Self {
        let mut first = |tag| file.first(&directory, tag).ok().flatten();
        let size = [WIDTH, HEIGHT].map(|tag| first(tag).unwrap_or(0));
        let is_old_reduced = first(OLD_SUBFILE) == Some(OLD_REDUCED);
        let kind = first(SUBFILE).unwrap_or(if is_old_reduced { REDUCED } else { 0 });
        let tags = [GEO_KEYS, MODEL_SCALE, MODEL_MATRIX];
        let is_georeferenced = tags.iter().any(|tag| directory.has(*tag));
        Self { directory, size, kind, is_georeferenced }
    }

    fn has_flag(&self, flag: u64) -> bool {
        self.kind & flag != 0
    }

    /// Returns true if this looks like a reduced copy of another picture, even without a flag that
    /// says so.
    fn is_small_copy_of(&self, other: &Self) -> bool {
        let ([w, h], [width, height]) = (self.size, other.size);
        let is_smaller = w < width && h < height;
        // Equal ratios of the sides give equal products. The sides of a reduced copy are rounded, so
        // its ratio differs a little.
        let product = u128::from(w) * u128::from(height);
        let other_product = u128::from(h) * u128::from(width);
        let has_same_ratio = product.abs_diff(other_product) <= u128::from(width.max(height));
        is_smaller && has_same_ratio && (other.is_georeferenced || !self.is_georeferenced)
    }
}

impl Pages {
    /// Selects the pictures of a file. If `takes_first` is true, it selects the first picture,
    /// without a mask.
    pub fn of<R: Read + Seek>(
        file: &mut TiffFile<R>,
        takes_first: bool,
        notes: &mut Vec<String>,
    ) -> Result<Self, ReadProblem> {
        let mut pages: Vec<TiffPage> = vec![];
        for directory in file.directories()? {
            if takes_first {
                return Ok(Self { picture: directory, mask: None });
            }
            pages.push(TiffPage::of(file, directory));
        }
        // The full picture may be a child of its own thumbnail.
        if pages[0].has_flag(REDUCED) {
            let children = file.integers(&pages[0].directory, CHILDREN).ok().flatten();
            for offset in children.into_iter().flatten().take(16) {
                if let Ok((directory, _)) = file.directory(offset) {
                    pages.push(TiffPage::of(file, directory));
                }
            }
        }
        let is_full = |page: &TiffPage| {
            !page.has_flag(REDUCED) && !page.has_flag(MASK) && page.size != [0; 2]
        };
        let full_pages: Vec<usize> =
            (0..pages.len()).filter(|index| is_full(&pages[*index])).collect();
        let mut chosen = full_pages.first().copied().unwrap_or(0);
        for index in &full_pages {
            if pages[chosen].is_small_copy_of(&pages[*index]) {
                chosen = *index;
            }
        }
        if chosen > 0 {
            let [columns, rows] = pages[0].size;
            notes.push(format!(
                "its first picture is a thumbnail of {columns} × {rows}; the full picture is read"
            ));
        }
        let size = pages[chosen].size;
        let pictures =
            full_pages.iter().filter(|index| !pages[**index].is_small_copy_of(&pages[chosen]));
        let count = pictures.count();
        if count > 1 {
            notes.push(format!("it contains {count} pictures; the first is read"));
        }
        let picture = std::mem::take(&mut pages[chosen].directory);
        let is_mask =
            |page: &TiffPage| page.has_flag(MASK) && !page.has_flag(REDUCED) && page.size == size;
        let mask = pages.into_iter().find(is_mask).map(|page| page.directory);
        Ok(Self { picture, mask })
    }
}
