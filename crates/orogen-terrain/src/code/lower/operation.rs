//! Writes the operations on heights and places.

use super::super::error::CodeError;
use super::writer::{CodeWriter, FunctionVariant, num};
use crate::operation::spline::MonotoneSpline;
use crate::operation::{Operation, Plateau, ValleyFloor};
use crate::stack::{OperationLand, OperationOwner};

/// Writes a spline as a function.
fn spline_text(points: &[[f64; 2]]) -> String {
    let spline = MonotoneSpline::through(points);
    let mut body = String::new();
    // Each piece applies up to the next point.
    for (piece, next) in spline.pieces.iter().zip(&spline.pieces[1..]) {
        let numbers =
            [piece.origin, piece.per_width, piece.c[0], piece.c[1], piece.c[2], piece.c[3]];
        let piece_value = format!("return spline_piece(x, {});", numbers.map(num).join(", "));
        if next.from == f64::INFINITY {
            body += &piece_value;
            break;
        }
        body += &format!("if x < {:?} {{ {piece_value} }}\n", next.from);
    }
    format!(
        "/// A smooth curve through points.
        fn $NAME(x: real) -> Ramp {{ {body} }}"
    )
}

impl CodeWriter<'_> {
    /// Writes the owner's ground with the first `count` operations applied. With `has_below`, the
    /// caller passes the land below.
    pub(super) fn write_operations(
        &mut self,
        owner: OperationOwner,
        count: usize,
        variant: FunctionVariant,
        has_below: bool,
    ) -> Result<String, CodeError> {
        let stack = self.stack;
        let all = match owner {
            OperationOwner::WholeLand => &stack.operations,
            OperationOwner::Layer(index) => &stack.layers[index].operations,
        };
        let Some(earlier_count) = count.checked_sub(1) else {
            return self.write_ground(owner, variant, has_below);
        };
        let OperationLand { id, operation, noises, .. } = &all[earlier_count];
        let title = self.title(owner);
        let word = operation.kind().name().replace('-', "_");
        let base = format!("{}_{word}_{id}", self.prefix(owner));
        let suffix = if has_below { "_on" } else { "" };
        let name = format!("{base}{suffix}{}", variant.ending());
        if !self.record_name(&name) {
            return Ok(name);
        }
        let mut noise_functions = vec![];
        for (index, noise) in (1..).zip(noises) {
            let noise_name = format!(
                "{base}_noise{}",
                if noises.len() > 1 { format!("_{index}") } else { String::new() }
            );
            let what = format!("the {word} of {title}");
            noise_functions.push(self.write_noise(*noise, &noise_name, &what, variant)?);
        }
        let type_name = variant.type_name();
        let word = operation.kind().name();
        let doc = format!("/// {} of {title}.", capitalize(word));
        let parameter = if has_below { format!(", below: {type_name}") } else { String::new() };
        let below_argument = if has_below { ", below" } else { "" };
        if operation.moves_places() {
            let inner = self.write_operations(owner, earlier_count, variant, false)?;
            let body = match operation {
                Operation::Stretch(stretch) => {
                    let [[ee, es], [se, ss]] = stretch.matrix();
                    let place = format!(
                        "Place(at.x * {ee:?} + at.z * {es:?}, at.x * {se:?} + at.z * {ss:?})"
                    );
                    match variant.sloped {
                        false => format!("return {inner}({place});"),
                        true => format!(
                            "let land = {inner}({place});
                            return Sloped(land.value, {ee:?} * land.x + {se:?} * land.z,
                                {es:?} * land.x + {ss:?} * land.z);"
                        ),
                    }
                }
                Operation::Warp(warp) => {
                    let doc = "How far a noise of 1 moves places, in metres.";
                    let reach = self.add_constant(&format!("{base}_reach_m"), warp.reach_m(), doc);
                    let place = format!(
                        "Place(at.x + {reach} * value(east), at.z + {reach} * value(south))"
                    );
                    let noises = format!(
                        "let east = {}(at);\nlet south = {}(at);\n",
                        noise_functions[0], noise_functions[1]
                    );
                    match variant.sloped {
                        false => format!("{noises} return {inner}({place});"),
                        true => format!(
                            "{noises} let land = {inner}({place});
                            let ee = 1.0 + {reach} * east.x;
                            let es = {reach} * east.z;
                            let se = {reach} * south.x;
                            let ss = 1.0 + {reach} * south.z;
                            return Sloped(land.value, ee * land.x + se * land.z, es * land.x + ss * land.z);"
                        ),
                    }
                }
                _ => String::new(),
            };
            self.add(&format!("{doc}\nfn {name}(at: Place) -> {type_name} {{ {body} }}"));
            return Ok(name);
        }
        if let Operation::DampedDetail(detail) = operation {
            // Damped detail always needs slopes inside, but the land below brings them only if the
            // caller asks for slopes.
            let below_argument = if variant.sloped { below_argument } else { "" };
            let inner = self.write_operations(
                owner,
                earlier_count,
                variant.with_slopes(true),
                has_below && variant.sloped,
            )?;
            let mut body = format!("let land_0 = {inner}(at{below_argument});\n");
            let damping = num(detail.damping);
            for (n, (amplitude, noise)) in (1..).zip(detail.amplitudes_m().zip(&noise_functions)) {
                let land = format!("land_{}", n - 1);
                body += &format!(
                    "let damped_{n} = {amplitude:?} / (1.0 + {damping} * ({land}.x * {land}.x + {land}.z * {land}.z));
                    let land_{n} = {land} + {noise}_sloped(at) * damped_{n};\n"
                );
            }
            let land = format!("land_{}", noise_functions.len());
            let result = if variant.sloped { land } else { format!("value({land})") };
            self.add(&format!(
                "{doc}\nfn {name}(at: Place{parameter}) -> {type_name} {{ {body} return {result}; }}"
            ));
            return Ok(name);
        }
        let inner = self.write_operations(owner, earlier_count, variant, has_below)?;
        let land = if has_below { "before" } else { "below" };
        let statements =
            self.write_operation(operation, &base, &noise_functions)?.replace("$BELOW", land);
        self.add(&format!(
            "{doc}
            fn {name}(at: Place{parameter}) -> {type_name} {{
                let {land} = {inner}(at{below_argument});
                let h = value({land});
                {statements}
            }}"
        ));
        Ok(name)
    }

    /// Writes the call of `function`, which depends on the height `h` alone.
    fn write_remap(&mut self, base: &str, function: &str, numbers: &[(&str, f64)]) -> String {
        let mut call = format!("{function}(h");
        for (name, x) in numbers {
            call += &format!(", {}", self.add_constant(&format!("{base}_{name}"), *x, ""));
        }
        format!("let done = {call});\nreturn mapped($BELOW, done.value, done.slope);")
    }

    /// Writes the statements that apply an operation to the height `h` of the land `$BELOW`.
    pub(super) fn write_operation(
        &mut self,
        operation: &Operation,
        base: &str,
        noises: &[String],
    ) -> Result<String, CodeError> {
        let mut constant = |name: &str, x: f64| self.add_constant(&format!("{base}_{name}"), x, "");
        Ok(match operation {
            Operation::Levels(p) => {
                let (scale, offset) =
                    (constant("scale", p.scale), constant("offset_m", p.offset_m));
                format!("return mapped($BELOW, h * {scale} + {offset}, {scale});")
            }
            Operation::HeightCurve(p) => {
                let (low, range) = (constant("low_m", p.low_m), constant("range_m", p.range_m));
                let curve = self.add_shared(&format!("{base}_curve"), &spline_text(&p.points));
                format!(
                    "let done = {curve}((h - {low}) / {range});
                    return mapped($BELOW, {low} + {range} * done.value, done.slope);"
                )
            }
            Operation::BiasGain(p) => {
                let range = [("low_m", p.low_m), ("range_m", p.range_m)];
                let shape = [("bias", p.bias), ("gain", p.gain)];
                self.write_remap(base, "bias_gain", &[range, shape].concat())
            }
            Operation::SoftClamp(p) => {
                let ends = [("low_m", p.low_m), ("high_m", p.low_m + p.range_m)];
                let radius = [("radius_m", p.rounding * p.range_m)];
                self.write_remap(base, "soft_clamp", &[&ends[..], &radius].concat())
            }
            Operation::Plateau(Plateau { height_m, radius_m }) => {
                let numbers = [("height_m", *height_m), ("radius_m", *radius_m)];
                self.write_remap(base, "smooth_min", &numbers)
            }
            Operation::ValleyFloor(ValleyFloor { height_m, radius_m }) => {
                let numbers = [("height_m", *height_m), ("radius_m", *radius_m)];
                self.write_remap(base, "smooth_max", &numbers)
            }
            Operation::Canyon(p) => {
                let (floor, depth) = (("floor_m", p.floor_m), ("depth_m", p.depth_m));
                self.write_remap(base, "canyon", &[floor, depth, ("sharpness", p.sharpness)])
            }
            Operation::Cliff(p) => {
                let (height, drop) = (("height_m", p.height_m), ("drop_m", p.drop_m));
                self.write_remap(base, "cliff", &[height, drop, ("width_m", 2.0 * p.width_m)])
            }
            Operation::Fold(p) => {
                let (height, rounding) = (("height_m", p.height_m), ("rounding_m", p.rounding_m));
                let sign = if p.ridge { -1.0 } else { 1.0 };
                self.write_remap(base, "fold", &[height, rounding, ("side", sign)])
            }
            Operation::Terraces(p) => {
                let [dip_x, dip_z] = p.dip();
                let numbers = [
                    constant("step_m", p.step_m),
                    constant("sharpness", p.sharpness),
                    constant("strength", p.strength),
                    constant("jitter_m", p.jitter_m),
                ];
                let [step, _, _, jitter] = &numbers;
                let noise = &noises[0];
                format!(
                    "let noise = {noise}(at);
                    let steps = split((at.x * {dip_x:?} + at.z * {dip_z:?}) / {step});
                    let done = terraces(h, steps.part * {step}, value(noise), {});
                    return make(
                        done.value,
                        (1.0 + done.slope) * $BELOW.x + done.slope * {dip_x:?} + done.slope * {jitter} * noise.x,
                        (1.0 + done.slope) * $BELOW.z + done.slope * {dip_z:?} + done.slope * {jitter} * noise.z
                    );",
                    numbers.join(", ")
                )
            }
            Operation::Island(p) => {
                let (radius, width) =
                    (constant("radius_m", p.radius_m), constant("edge_m", p.edge * p.radius_m));
                let sea = constant("sea_m", p.sea_m);
                format!(
                    "let x = as_real(at.x - {:?});
                    let z = as_real(at.z - {:?});
                    let d = sqrt(x * x + z * z);
                    let t = clamped((d - {radius}) / {width} + 1.0);
                    let covered = t * t * (3.0 - (t + t));
                    let sunk = {sea} - h;
                    let away = if d > 0.0 {{ 6.0 * t * (1.0 - t) / {width} * sunk / d }} else {{ 0.0 }};
                    return make(
                        h + covered * sunk,
                        (1.0 - covered) * $BELOW.x + away * x,
                        (1.0 - covered) * $BELOW.z + away * z
                    );",
                    p.east_m, p.south_m
                )
            }
            Operation::Continents(p) => {
                let (low, range) = (constant("low_m", p.low_m), constant("range_m", p.range_m));
                let heights = self.add_shared(&format!("{base}_heights"), &spline_text(&p.heights));
                let relief = self.add_shared(&format!("{base}_relief"), &spline_text(&p.relief));
                let noise = &noises[0];
                format!(
                    "let noise = {noise}(at);
                    let share = 0.5 * value(noise) + 0.5;
                    let plate = {heights}(share);
                    let relief = {relief}(share);
                    let by_noise = 0.5 * ({range} * plate.slope + relief.slope * h);
                    return make(
                        {low} + {range} * plate.value + relief.value * h,
                        relief.value * $BELOW.x + by_noise * noise.x,
                        relief.value * $BELOW.z + by_noise * noise.z
                    );"
                )
            }
            Operation::Warp(_) | Operation::Stretch(_) | Operation::DampedDetail(_) => {
                return Err(self.refusal(
                    "an operation that does not change heights alone",
                    base,
                    "report this error",
                ));
            }
        })
    }
}

/// Capitalises a word for the start of a sentence.
fn capitalize(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect::<String>().replace('-', " ")
    })
}
