//! A sequence of PNG files, one per frame.
//!
//! If the film ends early, complete pictures stay.

use std::path::{Path, PathBuf};

use super::plan::{FilmPlan, Frame, Frames, Problem, rgb};
use crate::atomic;
use crate::file_error::FileError;

/// Returns the path of a frame's file: `land.png` gives `land_0001.png`.
///
/// `frame` counts from 0. The number in the name counts from 1 and has at least four digits.
pub fn frame_path(out: &Path, frame: u32, frames: u32) -> PathBuf {
    let digits = frames.to_string().len().max(4);
    let stem = out.file_stem().unwrap_or_default().to_string_lossy();
    out.with_file_name(format!("{stem}_{:0digits$}.png", frame + 1))
}

pub fn write(plan: &FilmPlan, frames: Frames) -> Result<(), FileError> {
    for number in 0..plan.frames {
        let path = frame_path(&plan.out, number, plan.frames);
        // Request the frame first, so that an error leaves no file.
        let frame = frames(number)
            .map_err(|error| FileError::write(&path, std::io::Error::other(error)))?;
        atomic::write(&path, |file| write_frame(plan, frame, file))?;
    }
    Ok(())
}

fn write_frame(plan: &FilmPlan, frame: Frame, file: impl std::io::Write) -> Result<(), Problem> {
    let mut encoder = png::Encoder::new(file, plan.size[0], plan.size[1]);
    encoder.set_color(if plan.has_alpha { png::ColorType::Rgba } else { png::ColorType::Rgb });
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
    for (keyword, text) in frame.texts {
        encoder.add_itxt_chunk(keyword, text)?;
    }
    let mut writer = encoder.write_header()?;
    match plan.has_alpha {
        true => writer.write_image_data(&frame.rgba)?,
        false => writer.write_image_data(&rgb(&frame.rgba))?,
    }
    Ok(writer.finish()?)
}
