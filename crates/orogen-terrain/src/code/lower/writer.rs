//! What writes a land down in the small language, function by function.

use std::collections::{BTreeMap, BTreeSet};

use super::super::error::CodeError;
use super::super::language::Dialect;
use super::super::typed::Precision;
use crate::Land;
use crate::stack::Stack;

/// Whose samples are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct At {
    /// Those of the erosion's guide.
    pub guide: bool,
    /// With slopes.
    pub sloped: bool,
}

impl At {
    /// Behind a name.
    pub fn ending(self) -> &'static str {
        match (self.guide, self.sloped) {
            (false, false) => "",
            (false, true) => "_sloped",
            (true, false) => "_guide",
            (true, true) => "_guide_sloped",
        }
    }

    pub fn of(self) -> &'static str {
        if self.sloped { "Sloped" } else { "real" }
    }

    pub fn sloped(self, sloped: bool) -> Self {
        Self { sloped, ..self }
    }

    /// A number without slopes, as a value.
    pub fn level(self, x: &str) -> String {
        if self.sloped { format!("Sloped({x}, 0.0, 0.0)") } else { x.to_owned() }
    }
}

/// Writes a land down.
pub(super) struct Writer<'a> {
    pub stack: &'a Stack,
    pub spacing_m: f64,
    pub dialect: Dialect,
    pub text: String,
    /// The functions that are there.
    pub made: BTreeSet<String>,
    /// Functions of noise by their texts: those alike are one.
    pub alike: BTreeMap<String, String>,
    /// How often a name was taken.
    pub taken: BTreeMap<String, usize>,
}

/// A number as the small language has it.
pub(super) fn num(x: f64) -> String {
    format!("{x:?}")
}

impl<'a> Writer<'a> {
    pub fn new(land: &'a Land, dialect: Dialect) -> Self {
        let (made, alike, taken) = Default::default();
        let (stack, spacing_m) = (land.stack(), land.spacing_m());
        Self { stack, spacing_m, dialect, text: String::new(), made, alike, taken }
    }

    /// The band limit of samples: that of the erosion's guide is coarser.
    pub fn limit_m(&self, guide: bool) -> f64 {
        match &self.stack.erosion {
            Some(erosion) if guide => self.spacing_m.max(erosion.limit_m),
            _ => self.spacing_m,
        }
    }

    pub fn is_narrow(&self) -> bool {
        self.dialect.precision == Precision::Narrow
    }

    /// Whether a function of this name is yet to be made; it counts as made from now on.
    pub fn is_new(&mut self, name: &str) -> bool {
        self.made.insert(name.to_owned())
    }

    pub fn add(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push('\n');
    }

    /// A named number; its name.
    pub fn constant(&mut self, name: &str, value: f64, doc: &str) -> String {
        let name = name.to_uppercase();
        if self.is_new(&name) {
            let doc = if doc.is_empty() { String::new() } else { format!("/// {doc}\n") };
            self.add(&format!("{doc}const {name}: real = {};", num(value)));
        }
        name
    }

    /// A function by its text, in which `$NAME` stands for its name: one that is there already, if
    /// it is the same.
    pub fn shared(&mut self, name: &str, text: &str) -> String {
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

    pub fn refused(&self, what: &str, place: &str, advice: &'static str) -> CodeError {
        let (what, place) = (what.to_owned(), place.to_owned());
        CodeError::Refused { language: self.dialect.language, what, place, advice }
    }

    /// Why a heightmap goes out in no language.
    pub fn heightmap(&self, place: &str) -> CodeError {
        let advice = "hide that layer, or export heights, which hold it";
        self.refused("a heightmap, which is samples and no formula", place, advice)
    }
}
