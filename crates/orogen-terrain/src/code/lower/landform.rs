//! Writes landforms: scattered features, and the last step from their sums to the height.

use super::super::error::CodeError;
use super::writer::{CodeWriter, FunctionVariant, num};
use crate::landform::{FieldParts, FinishParts, OctaveParts};

/// Writes numbers as the arguments of a call.
fn arguments(numbers: &[f64]) -> String {
    numbers.iter().map(|x| num(*x)).collect::<Vec<_>>().join(", ")
}

impl CodeWriter<'_> {
    /// Writes the landform with this index among the sources as a function of the place.
    pub(super) fn write_form(
        &mut self,
        source: usize,
        base: &str,
        title: &str,
        variant: FunctionVariant,
    ) -> Result<String, CodeError> {
        let Some(parts) = self.stack.sources[source].form_parts(self.limit_m(variant)) else {
            return Err(self.heightmap_error(title));
        };
        let name = format!("{base}{}", variant.unsloped_ending());
        let full_name = if variant.sloped { format!("{name}_sloped") } else { name.clone() };
        if !self.record_name(&name) {
            return Ok(full_name);
        }
        let mut body = String::new();
        let mut sums =
            [format!("Sloped({:?}, 0.0, 0.0)", parts.means), "Sloped(0.0, 0.0, 0.0)".to_owned()];
        for (n, octave) in (1..).zip(&parts.octaves) {
            let features = self.write_features(octave, &format!("{name}_features_{n}"), title);
            let sum = &mut sums[octave.channel];
            let features_sum = match octave.weight {
                1.0 => format!("{features}(at)"),
                weight => format!("{features}(at) * {weight:?}"),
            };
            body += &format!("let sum_{n} = {sum} + {features_sum};\n");
            *sum = format!("sum_{n}");
        }
        let FieldParts { finish, weight, mean_m, .. } = parts;
        let [first, second] = sums;
        let form = match finish {
            FinishParts::Plain => first,
            FinishParts::Continents(numbers) => {
                format!("continents({first}, {})", arguments(&numbers))
            }
            FinishParts::Mesas(numbers) => {
                format!("mesas({first}, {second}, {})", arguments(&numbers))
            }
            FinishParts::Dunes(numbers) => {
                let [x, z, ..] = numbers.map(num);
                body += &format!(
                    "let phase_x = split(at.x * {x});\nlet phase_z = split(at.z * {z});\n"
                );
                let list = arguments(&numbers);
                format!("dunes({first}, {second}, phase_x.part, phase_z.part, {list})")
            }
        };
        body += &format!("let form = {form};\n");
        let result = match weight {
            1.0 => "form".to_owned(),
            weight => {
                let mean_part_m = mean_m * (1.0 - weight);
                format!("form * {weight:?} + Sloped({mean_part_m:?}, 0.0, 0.0)")
            }
        };
        self.add(&format!(
            "/// The landform of {title}, with its slopes.
            fn {name}_sloped(at: Place) -> Sloped {{ {body} return {result}; }}
            /// The landform of {title}, in metres.
            fn {name}(at: Place) -> real {{ return value({name}_sloped(at)); }}"
        ));
        Ok(full_name)
    }

    /// Writes the function that adds the features around a place, or takes the highest.
    fn write_features(&mut self, octave: &OctaveParts, name: &str, title: &str) -> String {
        let OctaveParts { layout, keeps_highest, kernel: (kernel, numbers), .. } = octave;
        let [word_x, word_z] = [0, 1].map(|axis| format!("0x{:08x}", layout.seed.axis_word(axis)));
        let cell_m = self.add_constant(
            &format!("{name}_cell_m"),
            layout.cell_m,
            &format!("The side of a cell of features of {title}."),
        );
        let (feature, place) = match layout.only_at_m {
            None => (
                format!("feature(hash, {:?}, {:?})", layout.jitter, layout.share),
                format!("Place(at.x / {cell_m}, at.z / {cell_m})"),
            ),
            Some([x, z]) => (
                "only_feature(hash, x.cell + step_x, z.cell + step_z)".to_owned(),
                format!("Place((at.x - {x:?}) / {cell_m} + 0.5, (at.z - {z:?}) / {cell_m} + 0.5)"),
            ),
        };
        let list = arguments(numbers);
        let update = match keeps_highest {
            true => "if one.value > sum.value { sum = one; }",
            false => "sum = sum + one;",
        };
        self.add(&format!(
            "/// Features of {title}: one {kernel} a cell, those of nine cells.
            fn {name}(at: Place) -> Sloped {{
                let own = {place};
                let x = split(own.x);
                let z = split(own.z);
                let mut sum = Sloped(0.0, 0.0, 0.0);
                for step_z in -1..2 {{
                    for step_x in -1..2 {{
                        let hash = hash_cell({word_x}, {word_z}, x.cell + step_x, z.cell + step_z);
                        let found = {feature};
                        if found.is_there {{
                            let way_x = (x.part - as_real(step_x) - found.x) * {cell_m};
                            let way_z = (z.part - as_real(step_z) - found.z) * {cell_m};
                            let one = {kernel}(found, way_x, way_z, {list});
                            {update}
                        }}
                    }}
                }}
                return sum;
            }}"
        ));
        name.to_owned()
    }
}
