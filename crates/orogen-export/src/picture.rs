//! Pictures as PNG: what textures, plots and renderings are written as. (Heights, which may be far
//! larger than memory, have a writer of their own.)

use std::io::Write;

/// A picture of 8 bits each of red, green and blue.
pub struct Picture<'a> {
    /// Columns and rows.
    pub size: [u32; 2],
    /// Row by row from the top.
    pub rgb: &'a [u8],
    /// Keywords and texts.
    pub texts: Vec<(String, String)>,
    /// Whether the file says that its colours are sRGB, to be shown as a photograph's.
    pub is_tagged_srgb: bool,
}

impl Picture<'_> {
    /// Writes the picture as a PNG.
    ///
    /// # Errors
    /// Those of the file, and bytes that are not as many as the size says.
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
