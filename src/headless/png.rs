//! Pictures as PNG files that hold their scene.

use std::path::{Path, PathBuf};

use image::RgbaImage;

use crate::export::FileError;
use crate::export::atomic;
use crate::export::embed::png_text;
use crate::export::picture::Picture;
use crate::terrain::scene::Scene;

/// Writes a picture beside its name and renames it, so that the name never holds half a file. The
/// scene goes with it, so that the picture can be opened again as the land that it shows.
///
/// # Errors
/// One line: which file, what went wrong.
pub fn write_png(picture: &RgbaImage, scene: &Scene, path: &Path) -> Result<(), FileError> {
    atomic::write(path, |file| encode_png(picture, scene, file))
}

/// As [`write_png`], as the first free of `orogen.png`, `orogen-2.png` and so on in a folder; which
/// one that is.
///
/// # Errors
/// One line: which file, what went wrong.
pub fn write_free_png(
    picture: &RgbaImage,
    scene: &Scene,
    folder: &Path,
) -> Result<PathBuf, FileError> {
    let name = |n: u32| {
        folder.join(if n == 1 { "orogen.png".to_owned() } else { format!("orogen-{n}.png") })
    };
    atomic::write_free(name, |file| encode_png(picture, scene, file))
}

fn encode_png(
    picture: &RgbaImage,
    scene: &Scene,
    file: impl std::io::Write,
) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let rgb = image::DynamicImage::ImageRgba8(picture.clone()).to_rgb8();
    let picture = Picture {
        size: [rgb.width(), rgb.height()],
        rgb: &rgb,
        texts: png_text(scene),
        is_tagged_srgb: true,
    };
    Ok(picture.write_png(file)?)
}

/// The next free `orogen-N.png` in a folder.
pub fn next_screenshot(folder: &Path) -> PathBuf {
    let name = |n: u32| folder.join(format!("orogen-{n}.png"));
    (1..).map(name).find(|path| !path.exists()).unwrap_or_else(|| name(0))
}
