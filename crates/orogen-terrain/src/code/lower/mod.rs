//! Lowers a recipe to the small language ([`super::syntax`]). Layers, masks, operations and erosion
//! become functions with the recipe's numbers, in the order in which [`crate::Land`] applies them.

mod basis;
mod erosion;
mod landform;
mod mark_tables;
mod marks;
mod mask;
mod noise;
mod operation;
mod stack;
mod writer;

use super::error::CodeError;
use super::language::Dialect;
use super::parse::parse_into;
use super::syntax::Program;
use super::typed::Precision;
use crate::Land;
use writer::{CodeWriter, FunctionVariant};

/// The name of the exported function.
pub(super) const ROOT: &str = "height_m";

/// Source texts that do not depend on the recipe.
const BASE: [&str; 6] = [
    include_str!("../parts/base.txt"),
    include_str!("../parts/noise.txt"),
    include_str!("../parts/forms.txt"),
    include_str!("../parts/operations.txt"),
    include_str!("../parts/erosion.txt"),
    include_str!("../parts/marks.txt"),
];
const WIDE: &str = include_str!("../parts/wide.txt");
const NARROW: &str = include_str!("../parts/narrow.txt");

/// Writes a land in the small language.
pub(super) fn lower(land: &Land, dialect: Dialect) -> Result<Program, CodeError> {
    let mut writer = CodeWriter::new(land, dialect);
    let variant = FunctionVariant::default();
    let land_function = writer.write_land(variant)?;
    writer.add(&writer.marks.text());
    writer.add(&match dialect.precision {
        Precision::Wide => format!(
            "/// The height in metres, at metres east and south of the origin.\n\
             fn {ROOT}(east_m: coord, south_m: coord) -> real {{ return {land_function}(Place(east_m, south_m)); }}"
        ),
        Precision::Narrow => format!(
            "/// The height in metres, at metres east and south of the origin: whole metres, and what\n\
             /// is left of them, so that it is as exact far away as near.\n\
             fn {ROOT}(east_m: i32, south_m: i32, east_rest_m: real, south_rest_m: real) -> real {{\n\
             let at = Place(Coord(east_m, 0u) + coord_of(east_rest_m), Coord(south_m, 0u) + coord_of(south_rest_m));\n\
             return {land_function}(at); }}"
        ),
    });
    let mut program = Program::default();
    let precision_text = if dialect.precision == Precision::Wide { WIDE } else { NARROW };
    for text in BASE.into_iter().chain([precision_text, &writer.text]) {
        parse_into(text, &mut program);
    }
    Ok(program)
}
