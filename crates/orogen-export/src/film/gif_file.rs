//! Animated GIF: each frame has its own palette of 256 colours.

use std::io::Write;

use super::plan::{FilmPlan, Frames, Problem, program, rgb};

/// The speed of the palette selection, from 1 (best colours) to 30 (fastest). The library
/// recommends 10.
const SPEED: i32 = 10;

pub fn write(plan: &FilmPlan, file: impl Write, frames: Frames) -> Result<(), Problem> {
    // Sides are at most 8192, so they fit u16.
    let [width, height] = plan.size.map(|side| side as u16);
    let mut encoder = gif::Encoder::new(file, width, height, &[])?;
    encoder.set_repeat(gif::Repeat::Infinite)?;
    encoder.write_raw_extension(
        gif::AnyExtension(gif::Extension::Comment as u8),
        &[program(plan).as_bytes()],
    )?;
    for number in 0..plan.frames {
        let mut frame =
            gif::Frame::from_rgb_speed(width, height, &rgb(&frames(number)?.rgba), SPEED);
        frame.delay = (100 / plan.fps) as u16;
        encoder.write_frame(&frame)?;
    }
    encoder.into_inner()?;
    Ok(())
}
