//! Writes pictures as PNG, for textures, plots and renderings.
//!
//! A picture lies in memory as a whole. Heights may be larger than memory; `write::png` writes them
//! as a stream.

use std::io::Write;

/// A picture with 8 bits per channel in red, green and blue.
///
/// ```
/// use orogen_export::picture::Picture;
///
/// let rgb = &[255, 0, 0, 0, 0, 255];
/// let mut png = vec![];
/// Picture { size: [2, 1], rgb, texts: vec![], is_tagged_srgb: true }.write_png(&mut png)?;
/// assert!(png.starts_with(b"\x89PNG"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Picture<'a> {
    /// The number of columns and rows.
    pub size: [u32; 2],
    /// Red, green and blue of each pixel, row by row from the top.
    pub rgb: &'a [u8],
    /// Texts for the PNG, as pairs of keyword and text.
    pub texts: Vec<(String, String)>,
    /// True to tag the file as sRGB.
    pub is_tagged_srgb: bool,
}

impl Picture<'_> {
    /// Writes the picture as a PNG.
    ///
    /// # Errors
    /// An I/O error, or a number of bytes that does not match the size.
    pub fn write_png(self, file: impl Write) -> Result<(), png::EncodingError> {
        let [width, height] = self.size;
        let mut encoder = png::Encoder::new(file, width, height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        if self.is_tagged_srgb {
            encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
        }
        for (keyword, text) in self.texts {
            encoder.add_itxt_chunk(keyword, text)?;
        }
        let mut writer = encoder.write_header()?;
        writer.write_image_data(self.rgb)?;
        writer.finish()
    }
}
