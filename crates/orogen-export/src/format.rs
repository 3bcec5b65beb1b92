//! The file formats of heights.

use std::path::Path;

use orogen_noise::choice::choices;

choices! {
    /// A file format of heights.
    pub enum Format: "format" {
        /// PNG, 16-bit grey.
        Png16 = "png16",
        /// Raw 16-bit samples, little-endian.
        R16 = "r16",
        /// Raw 32-bit floats, little-endian: heights in metres.
        R32 = "r32",
        /// OpenEXR, one channel R of 32-bit floats: heights in metres.
        Exr = "exr",
        /// TIFF of 32-bit floats with GeoTIFF tags: heights in metres.
        Tiff = "tiff",
    }
}

impl Format {
    /// The file extensions of the format. The first is the default.
    pub fn extensions(self) -> &'static [&'static str] {
        match self {
            Self::Png16 => &["png"],
            Self::R16 => &["r16", "raw"],
            Self::R32 => &["r32"],
            Self::Exr => &["exr"],
            Self::Tiff => &["tif", "tiff"],
        }
    }

    /// Returns the format of a file name, by its extension.
    ///
    /// ```
    /// use orogen_export::Format;
    /// use std::path::Path;
    ///
    /// assert_eq!(Format::of_path(Path::new("alps.TIF")), Some(Format::Tiff));
    /// ```
    pub fn of_path(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        let mut formats = Self::ALL.iter().map(|row| row.value);
        formats.find(|format| format.extensions().contains(&extension.as_str()))
    }

    /// Returns true if samples are 16-bit steps, not metres.
    ///
    /// Step 0 is the lowest height of a range, and step 65535 the highest.
    pub fn has_steps(self) -> bool {
        matches!(self, Self::Png16 | Self::R16)
    }

    /// Returns true if files contain samples alone, without a header.
    pub fn is_raw(self) -> bool {
        matches!(self, Self::R16 | Self::R32)
    }

    /// Bytes per sample before compression.
    pub fn sample_bytes(self) -> usize {
        if self.has_steps() { 2 } else { 4 }
    }

    /// Returns true if files of this format are compressed.
    pub fn is_compressed(self) -> bool {
        matches!(self, Self::Png16 | Self::Exr)
    }
}

/// Joins names with commas.
pub(super) fn join_names<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    names.into_iter().collect::<Vec<_>>().join(", ")
}
