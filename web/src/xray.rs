//! The lattice of an octave on the land, as line segments.

use crate::instance::Instance;
use orogen_lab::xray::{LatticeSquare, trace_lattice};

/// The samples on a side of the square.
const SAMPLES: usize = 128;

/// Line segments in the world as f64: x and z of both ends in metres. First the count of lattice lines,
/// then the lines, then the arrows of the gradients.
///
/// # Errors
/// If choices of the recipe exclude each other.
pub fn lattice(
    instance: &Instance,
    middle_m: [f64; 2],
    side_m: f64,
    octave: u32,
) -> Result<Vec<u8>, String> {
    let recipe = &instance.scene().recipe;
    let layer = recipe.base();
    let spec = layer.spec(recipe.seed()).map_err(|error| error.to_string())?;
    let noise = spec.build(2).map_err(|error| error.to_string())?;
    let square = LatticeSquare { middle_m, side_m, samples: SAMPLES };
    let lattice = trace_lattice(&noise, layer.frequency_per_m(), octave, &square);
    let mut numbers = vec![lattice.lines.len() as f64];
    numbers.extend(lattice.lines.iter().flatten().flatten());
    numbers.extend(lattice.pins.iter().flat_map(|pin| [pin.position_m, pin.tip_m()]).flatten());
    Ok(bytemuck::cast_slice(&numbers).to_vec())
}
