//! Writes pictures as PNG files that contain their scene.

use std::path::{Path, PathBuf};

use image::RgbaImage;

use crate::export::FileError;
use crate::export::atomic;
use crate::export::embed::png_text;
use crate::export::picture::Picture;
use crate::terrain::scene::Scene;

/// Writes a picture with its scene, so that the program can open it as a land.
///
/// The bytes go to a hidden file, which is then renamed, so the name never refers to half a file.
///
/// # Errors
/// If the file cannot be written.
pub fn write_png(picture: &RgbaImage, scene: &Scene, path: &Path) -> Result<(), FileError> {
    atomic::write(path, |file| encode_png(picture, scene, file))
}

/// Like [`write_png`], but takes the first free name in a folder: `orogen.png`, `orogen-2.png` and
/// so on. Returns the path.
///
/// # Errors
/// If the file cannot be written.
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

/// Returns the first free `orogen-N.png` in a folder.
pub fn next_screenshot(folder: &Path) -> PathBuf {
    let name = |n: u32| folder.join(format!("orogen-{n}.png"));
    (1..).map(name).find(|path| !path.exists()).unwrap_or_else(|| name(0))
}
