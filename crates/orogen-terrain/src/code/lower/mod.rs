//! A recipe in the small language: its layers, masks, operations and erosion as functions, each
//! with its numbers, in the order in which the land itself takes them ([`crate::Land`]).

mod basis;
mod erosion;
mod form;
mod mask;
mod noise;
mod operation;
mod stack;

use std::collections::BTreeMap;

use super::error::CodeError;
use super::language::{Dialect, Language};
use super::parse::read;
use super::syntax::Program;
use super::typed::Precision;
use crate::Land;
use crate::stack::Stack;

/// The function that others call.
pub(super) const ROOT: &str = "height_m";

/// Texts that need nothing of a recipe.
const BASE: [&str; 5] = [
    include_str!("../parts/base.txt"),
    include_str!("../parts/noise.txt"),
    include_str!("../parts/forms.txt"),
    include_str!("../parts/operations.txt"),
    include_str!("../parts/erosion.txt"),
];
const WIDE: &str = include_str!("../parts/wide.txt");
const NARROW: &str = include_str!("../parts/narrow.txt");

/// Whose samples are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct At {
    /// Those of the erosion's guide.
    guide: bool,
    /// With slopes.
    sloped: bool,
}

impl At {
    /// Behind a name.
    fn ending(self) -> &'static str {
        match (self.guide, self.sloped) {
            (false, false) => "",
            (false, true) => "_sloped",
            (true, false) => "_guide",
            (true, true) => "_guide_sloped",
        }
    }

    fn of(self) -> &'static str {
        if self.sloped { "Sloped" } else { "real" }
    }

    fn sloped(self, sloped: bool) -> Self {
        Self { sloped, ..self }
    }
}

/// Writes a land down.
struct Writer<'a> {
    stack: &'a Stack,
    spacing_m: f64,
    dialect: Dialect,
    text: String,
    /// The functions that are there.
    made: BTreeMap<String, ()>,
    /// Functions of noise by their texts: those alike are one.
    alike: BTreeMap<String, String>,
    /// How often a name was taken.
    taken: BTreeMap<String, usize>,
}

/// A number as the small language has it.
fn num(x: f64) -> String {
    format!("{x:?}")
}

impl Writer<'_> {
    fn language(&self) -> Language {
        self.dialect.language
    }

    fn is_narrow(&self) -> bool {
        self.dialect.precision == Precision::Narrow
    }

    /// Whether a function of this name is yet to be made; it counts as made from now on.
    fn is_new(&mut self, name: &str) -> bool {
        self.made.insert(name.to_owned(), ()).is_none()
    }

    fn add(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push('\n');
    }

    /// A named number; its name.
    fn constant(&mut self, name: &str, value: f64, doc: &str) -> String {
        let name = name.to_uppercase();
        if self.is_new(&name) {
            let doc = if doc.is_empty() { String::new() } else { format!("/// {doc}\n") };
            self.add(&format!("{doc}const {name}: real = {};", num(value)));
        }
        name
    }

    /// A function by its text, in which `$NAME` stands for its name: one that is there already, if
    /// it is the same.
    fn shared(&mut self, name: &str, text: &str) -> String {
        if let Some(own) = self.alike.get(text) {
            return own.clone();
        }
        let count = self.taken.entry(name.to_owned()).or_default();
        *count += 1;
        let own = if *count == 1 { name.to_owned() } else { format!("{name}_{count}") };
        let upper = own.to_uppercase();
        self.alike.insert(text.to_owned(), own.clone());
        let made = text.replace("$NAME", &own).replace("$UPPER", &upper);
        self.add(&made);
        own
    }

    fn refused(&self, what: &str, place: &str, advice: &'static str) -> CodeError {
        let (what, place) = (what.to_owned(), place.to_owned());
        CodeError::Refused { language: self.language(), what, place, advice }
    }

    /// Why a heightmap goes out in no language.
    fn heightmap(&self, place: &str) -> CodeError {
        let advice = "hide that layer, or export heights, which hold it";
        self.refused("a heightmap, which is samples and no formula", place, advice)
    }
}

/// A land in the small language.
pub(super) fn lowered(land: &Land, dialect: Dialect) -> Result<Program, CodeError> {
    let stack = land.stack();
    let (made, alike, taken) = Default::default();
    let spacing_m = land.spacing_m();
    let text = String::new();
    let mut writer = Writer { stack, spacing_m, dialect, text, made, alike, taken };
    let at = At { guide: false, sloped: false };
    let whole = writer.land(at)?;
    writer.add(&match dialect.precision {
        Precision::Wide => format!(
            "/// The height in metres, at metres east and south of the origin.\n\
             fn {ROOT}(east_m: coord, south_m: coord) -> real {{ return {whole}(Place(east_m, south_m)); }}"
        ),
        Precision::Narrow => format!(
            "/// The height in metres, at metres east and south of the origin: whole metres, and what\n\
             /// is left of them, so that it is as exact far away as near.\n\
             fn {ROOT}(east_m: i32, south_m: i32, east_rest_m: real, south_rest_m: real) -> real {{\n\
             let at = Place(Coord(east_m, 0u) + coord_of(east_rest_m), Coord(south_m, 0u) + coord_of(south_rest_m));\n\
             return {whole}(at); }}"
        ),
    });
    let mut program = Program::default();
    let own = if dialect.precision == Precision::Wide { WIDE } else { NARROW };
    for text in BASE.into_iter().chain([own, &writer.text]) {
        read(text, &mut program);
    }
    Ok(program)
}
