//! Animated PNG.

use std::io::Write;

use super::plan::{FilmPlan, Frames, Problem, rgb};

pub fn write(plan: &FilmPlan, file: impl Write, frames: Frames) -> Result<(), Problem> {
    let [width, height] = plan.size;
    let mut encoder = png::Encoder::new(file, width, height);
    encoder.set_color(if plan.has_alpha { png::ColorType::Rgba } else { png::ColorType::Rgb });
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
    // Loop forever.
    encoder.set_animated(plan.frames, 0)?;
    encoder.set_frame_delay(1, plan.fps as u16)?;
    encoder.set_blend_op(png::BlendOp::Source)?;
    encoder.set_dispose_op(png::DisposeOp::None)?;
    for (keyword, text) in &plan.texts {
        encoder.add_itxt_chunk(keyword.clone(), text.clone())?;
    }
    let mut writer = encoder.write_header()?;
    for number in 0..plan.frames {
        let frame = frames(number)?;
        match plan.has_alpha {
            true => writer.write_image_data(&frame.rgba)?,
            false => writer.write_image_data(&rgb(&frame.rgba))?,
        }
    }
    Ok(writer.finish()?)
}
