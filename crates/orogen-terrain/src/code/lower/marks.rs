//! Writes layers of marks: calls of the functions that read the tables of marks.

use super::super::error::CodeError;
use super::super::language::Language;
use super::mark_tables::LayerMarks;
use super::writer::{CodeWriter, FunctionVariant, num};
use crate::marks::{MarkParts, MarksLand, PaintLand};
use crate::stack::{MarksBelow, OperationOwner};

/// The largest number of rows of a table in WGSL.
const MAX_WGSL_ROWS: usize = 2047;

impl CodeWriter<'_> {
    /// Adds the marks of a layer to the tables, once.
    fn add_marks(
        &mut self,
        (prefix, title): (&str, &str),
        parts: &[MarkParts],
    ) -> Result<LayerMarks, CodeError> {
        let anchors_m = parts.iter().flat_map(|mark| mark.anchor_m);
        let farthest_m = anchors_m.fold(0.0, |a: f64, b| b.abs().max(a));
        if self.is_narrow() && farthest_m >= f64::from(i32::MAX) {
            let what = "marks more than 2,147,483 km from the origin";
            return Err(self.refusal(what, title, "delete them, or export rust or c"));
        }
        let rows = self.marks.add_layer(prefix, parts);
        let max_rows = self.marks.max_rows();
        if self.dialect.language == Language::Wgsl && max_rows > MAX_WGSL_ROWS {
            let what = format!("a table of {max_rows} rows of marks, more than {MAX_WGSL_ROWS},");
            let advice = "use fewer points or marks, or export glsl or hlsl";
            return Err(self.refusal(&what, title, advice));
        }
        Ok(rows)
    }

    /// Writes a layer of marks as a function of the place and, with `has_below`, of the land below.
    pub(super) fn write_marks(
        &mut self,
        (index, marks): (usize, &MarksLand),
        variant: FunctionVariant,
        has_below: bool,
    ) -> Result<String, CodeError> {
        let owner = OperationOwner::Layer(index);
        let (prefix, title) = (self.prefix(owner), self.title(owner));
        let suffix = if has_below { "_on" } else { "" };
        let name = format!("{prefix}_ground{suffix}{}", variant.ending());
        if !self.record_name(&name) {
            return Ok(name);
        }
        let count = index.min(self.stack.visible_count);
        let type_name = variant.type_name();
        let (parameter, below) = match has_below {
            true => (format!(", below: {type_name}"), "below".to_owned()),
            false => (String::new(), format!("{}(at)", self.write_layers_up_to(count, variant)?)),
        };
        let parts = marks.parts(&MarksBelow { stack: self.stack, layer: index });
        let rows = self.add_marks((&prefix, &title), &parts)?;
        let mut body = format!("let mut land = {};\n", write_sloped(&below, variant));
        let coarser = self.write_coarser_lands(&rows, count, variant, &mut body)?;
        self.write_changes((&prefix, &parts), &rows, (variant, &coarser), &mut body);
        let result = if variant.sloped { "land" } else { "value(land)" };
        self.add(&format!(
            "/// The ground of {title}: marks on the land below.
            fn {name}(at: Place{parameter}) -> {type_name} {{ {body} return {result}; }}"
        ));
        Ok(name)
    }

    /// Writes the land below for coarser samples, for the marks that smooth. Returns the spacings.
    fn write_coarser_lands(
        &mut self,
        rows: &LayerMarks,
        count: usize,
        variant: FunctionVariant,
        body: &mut String,
    ) -> Result<Vec<f64>, CodeError> {
        let mut spacings_m: Vec<f64> = vec![];
        for (_, spacing_m) in &rows.smoothing {
            if *spacing_m > self.sample_m(variant) && !spacings_m.contains(spacing_m) {
                spacings_m.push(*spacing_m);
            }
        }
        for (n, spacing_m) in (1..).zip(&spacings_m) {
            let coarser = self.coarser_variant(variant, *spacing_m);
            let below = format!("{}(at)", self.write_layers_up_to(count, coarser)?);
            let conditions: Vec<_> = rows
                .smoothing
                .iter()
                .filter(|(_, other_m)| other_m == spacing_m)
                .map(|(row, _)| format!("may_change(at, {row})"))
                .collect();
            *body += &format!(
                "// The land below for samples {spacing_m:?} m apart
                let near_{n} = {};
                let mut coarse_{n} = Sloped(0.0, 0.0, 0.0);
                if near_{n} {{ coarse_{n} = {}; }}\n",
                conditions.join(" || "),
                write_sloped(&below, variant)
            );
        }
        Ok(spacings_m)
    }

    /// Writes the changes by the marks of a layer, in their order.
    fn write_changes(
        &mut self,
        (prefix, parts): (&str, &[MarkParts]),
        rows: &LayerMarks,
        (variant, coarser): (FunctionVariant, &[f64]),
        body: &mut String,
    ) {
        // The land and the coarser lands that smooth it: the name, the condition, the spacing, and the
        // row of the last mark that reads the land.
        let mut lands =
            vec![("land".to_owned(), String::new(), self.sample_m(variant), usize::MAX)];
        for (n, spacing_m) in (1..).zip(coarser) {
            let mut readers = rows.smoothing.iter().filter(|(_, m)| m == spacing_m);
            let last = readers.next_back().map_or(0, |(row, _)| *row);
            lands.push((format!("coarse_{n}"), format!("if near_{n} "), *spacing_m, last));
        }
        let fades: Vec<_> =
            lands.iter().map(|(_, _, m, _)| self.marks.add_fades(prefix, parts, *m)).collect();
        let sample_m = num(self.sample_m(variant));
        let mut first = rows.first;
        let ends = rows.smoothing.iter().map(|(row, m)| (*row, Some(*m)));
        for (end, smoothing_m) in ends.chain([(rows.end, None)]) {
            if first < end {
                for ((land, condition, ..), fades) in
                    lands.iter().zip(&fades).filter(|((.., last), _)| end <= *last)
                {
                    let fades = fades + first - rows.first;
                    let change = format!(
                        "{land} = marked(at, {land}, {first}, {end}, {fades}, {sample_m});"
                    );
                    *body += &write_if(condition, &change);
                }
            }
            first = end + 1;
            let smoother = lands.iter().find(|(_, _, m, _)| Some(*m) == smoothing_m);
            let Some((smoother, smoother_condition, smoother_spacing_m, _)) = smoother else {
                continue;
            };
            for (land, condition, spacing_m, last) in &lands {
                let fade = parts[end - rows.first].fade(*spacing_m);
                if spacing_m < smoother_spacing_m && fade > 0.0 && end < *last {
                    let call = format!("smoothed(at, {land}, {smoother}, {end}, {})", num(fade));
                    *body += &write_if(
                        smoother_condition,
                        &write_if(condition, &format!("{land} = {call};")),
                    );
                }
            }
        }
    }

    /// Writes the weights of paint.
    pub(super) fn write_paint(
        &mut self,
        index: usize,
        paint: &PaintLand,
        variant: FunctionVariant,
    ) -> Result<String, CodeError> {
        let owner = OperationOwner::Layer(index);
        let (prefix, title) = (self.prefix(owner), self.title(owner));
        let name = format!("{prefix}_weight{}", variant.ending());
        if !self.record_name(&name) {
            return Ok(name);
        }
        let parts = paint.parts();
        let LayerMarks { first, end, .. } = self.add_marks((&prefix, &title), &parts)?;
        let sample_m = self.sample_m(variant);
        let fades = self.marks.add_fades(&prefix, &parts, sample_m);
        let weight = match first < end {
            true => format!("painted(at, {first}, {end}, {fades})"),
            false => "Sloped(0.0, 0.0, 0.0)".to_owned(),
        };
        let result = if variant.sloped { weight } else { format!("value({weight})") };
        self.add(&format!(
            "/// The strokes of {title} as weights.
            fn {name}(at: Place) -> {} {{ return {result}; }}",
            variant.type_name()
        ));
        Ok(name)
    }
}

/// Writes a land as a value with slopes.
fn write_sloped(land: &str, variant: FunctionVariant) -> String {
    if variant.sloped { land.to_owned() } else { format!("Sloped({land}, 0.0, 0.0)") }
}

/// Writes a statement under a condition; an empty condition is left out.
fn write_if(condition: &str, statement: &str) -> String {
    if condition.is_empty() {
        format!("{statement}\n")
    } else {
        format!("{condition}{{ {statement} }}\n")
    }
}
