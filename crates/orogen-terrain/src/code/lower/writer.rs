//! Collects a program in the small language as text, function by function.

use std::collections::{BTreeMap, BTreeSet};

use super::super::error::CodeError;
use super::super::language::Dialect;
use super::super::typed::Precision;
use super::mark_tables::MarkTables;
use crate::Land;
use crate::stack::Stack;

/// The variant of a function: for the guide (the land before erosion) or not, for samples of the
/// land's own spacing or coarser ones, with slopes or not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct FunctionVariant {
    /// Uses the band limit of the erosion's guide.
    pub guide: bool,
    /// 0, or the number of a coarser spacing; see [`CodeWriter::coarser_variant`].
    pub coarser: usize,
    /// Returns values with slopes.
    pub sloped: bool,
}

impl FunctionVariant {
    /// The ending of a function's name.
    pub fn ending(self) -> String {
        let sloped = if self.sloped { "_sloped" } else { "" };
        format!("{}{sloped}", self.unsloped_ending())
    }

    /// The ending without `_sloped`, for a function that has versions with and without slopes.
    pub fn unsloped_ending(self) -> String {
        let guide = if self.guide { "_guide" } else { "" };
        match self.coarser {
            0 => guide.to_owned(),
            number => format!("{guide}_coarser_{number}"),
        }
    }

    pub fn type_name(self) -> &'static str {
        if self.sloped { "Sloped" } else { "real" }
    }

    pub fn with_slopes(self, sloped: bool) -> Self {
        Self { sloped, ..self }
    }

    /// Writes the number `x` as a value; its slopes, if the variant has slopes, are 0.
    pub fn constant(self, x: &str) -> String {
        if self.sloped { format!("Sloped({x}, 0.0, 0.0)") } else { x.to_owned() }
    }
}

/// Writes a land in the small language.
pub(super) struct CodeWriter<'a> {
    pub stack: &'a Stack,
    spacing_m: f64,
    /// The coarser spacings for which parts of the land are written, too.
    coarser_spacings_m: Vec<f64>,
    pub dialect: Dialect,
    pub text: String,
    /// The names of the functions and constants written so far.
    pub written: BTreeSet<String>,
    /// The names of the functions from [`Self::add_shared`], by their text; equal texts share a
    /// function.
    pub shared_names: BTreeMap<String, String>,
    /// How often each name was requested for a shared function.
    pub name_counts: BTreeMap<String, usize>,
    pub marks: MarkTables,
}

/// Writes a number in the small language.
pub(super) fn num(x: f64) -> String {
    format!("{x:?}")
}

impl<'a> CodeWriter<'a> {
    pub fn new(land: &'a Land, dialect: Dialect) -> Self {
        Self {
            stack: land.stack(),
            spacing_m: land.spacing_m(),
            coarser_spacings_m: vec![],
            dialect,
            text: String::new(),
            written: Default::default(),
            shared_names: Default::default(),
            name_counts: Default::default(),
            marks: Default::default(),
        }
    }

    /// The spacing of the samples in metres.
    pub fn sample_m(&self, variant: FunctionVariant) -> f64 {
        match variant.coarser.checked_sub(1) {
            None => self.spacing_m,
            Some(index) => self.coarser_spacings_m[index],
        }
    }

    /// The band limit in metres: the spacing, or the coarser limit of the erosion's guide.
    pub fn limit_m(&self, variant: FunctionVariant) -> f64 {
        match &self.stack.erosion {
            Some(erosion) if variant.guide => self.sample_m(variant).max(erosion.limit_m),
            _ => self.sample_m(variant),
        }
    }

    /// The same variant for samples at a coarser spacing.
    pub fn coarser_variant(&mut self, variant: FunctionVariant, spacing_m: f64) -> FunctionVariant {
        let existing = self.coarser_spacings_m.iter().position(|other| *other == spacing_m);
        let index = existing.unwrap_or_else(|| {
            self.coarser_spacings_m.push(spacing_m);
            self.coarser_spacings_m.len() - 1
        });
        FunctionVariant { coarser: index + 1, ..variant }
    }

    pub fn is_narrow(&self) -> bool {
        self.dialect.precision == Precision::Narrow
    }

    /// Records a name. Returns true if it is new.
    pub fn record_name(&mut self, name: &str) -> bool {
        self.written.insert(name.to_owned())
    }

    pub fn add(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push('\n');
    }

    /// Adds a named constant. Returns its name.
    pub fn add_constant(&mut self, name: &str, value: f64, doc: &str) -> String {
        let name = name.to_uppercase();
        if self.record_name(&name) {
            let doc = if doc.is_empty() { String::new() } else { format!("/// {doc}\n") };
            self.add(&format!("{doc}const {name}: real = {};", num(value)));
        }
        name
    }

    /// Adds a function whose text has `$NAME` in place of its name, unless the same text exists.
    /// Returns the function's name.
    pub fn add_shared(&mut self, name: &str, text: &str) -> String {
        if let Some(existing) = self.shared_names.get(text) {
            return existing.clone();
        }
        let count = self.name_counts.entry(name.to_owned()).or_default();
        *count += 1;
        let unique = if *count == 1 { name.to_owned() } else { format!("{name}_{count}") };
        let upper = unique.to_uppercase();
        self.shared_names.insert(text.to_owned(), unique.clone());
        let text = text.replace("$NAME", &unique).replace("$UPPER", &upper);
        self.add(&text);
        unique
    }

    /// The error for a part that the language cannot express.
    pub fn refusal(&self, what: &str, place: &str, advice: &'static str) -> CodeError {
        let (what, place) = (what.to_owned(), place.to_owned());
        CodeError::Refused { language: self.dialect.language, what, place, advice }
    }

    /// The error for rivers, whose network no single formula gives.
    pub fn rivers_error(&self) -> CodeError {
        let advice = "switch rivers off, or export heights, which hold their valleys";
        self.refusal("rivers, which are a network and no formula", "the group Rivers", advice)
    }

    /// The error for a heightmap, which no language can express.
    pub fn heightmap_error(&self, place: &str) -> CodeError {
        let advice = "hide the layer, or export heights, which include it";
        self.refusal("a heightmap, which has samples instead of a formula", place, advice)
    }
}
