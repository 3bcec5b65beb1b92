//! Writes the erosion, which carves the lower layers (the guide) before other layers are added.

use super::super::error::CodeError;
use super::mask::MaskedPart;
use super::writer::{CodeWriter, FunctionVariant, num};
use crate::erosion::formula::Constants;
use crate::stack::ErosionLand;

impl CodeWriter<'_> {
    /// Writes the eroded land as a function of the place. Returns the function's name.
    pub(super) fn write_erosion(&mut self, variant: FunctionVariant) -> Result<String, CodeError> {
        let stack = self.stack;
        let Some(erosion) = &stack.erosion else {
            return Err(self.refusal(
                "an erosion that the land lacks",
                "erosion",
                "report this error",
            ));
        };
        let variant = FunctionVariant { guide: false, ..variant };
        let name = format!("eroded{}", variant.unsloped_ending());
        if self.record_name(&name) {
            self.write_height(erosion, variant.with_slopes(false), &name)?;
        }
        let sloped = format!("{name}_sloped");
        if variant.sloped && self.record_name(&sloped) {
            let reach_m = erosion.reach_m(self.sample_m(variant));
            let (reach, per_width) = (num(reach_m), num(0.5 / reach_m));
            self.add(&format!(
                "/// The eroded land, with the slopes of its surroundings: gullies have none by formula.
                fn {sloped}(at: Place) -> Sloped {{
                    let east = just_{name}(Place(at.x + {reach}, at.z)) - just_{name}(Place(at.x - {reach}, at.z));
                    let south = just_{name}(Place(at.x, at.z + {reach})) - just_{name}(Place(at.x, at.z - {reach}));
                    return Sloped(just_{name}(at), east * {per_width}, south * {per_width});
                }}"
            ));
        }
        Ok(if variant.sloped { sloped } else { name })
    }

    fn write_height(
        &mut self,
        erosion: &ErosionLand,
        variant: FunctionVariant,
        name: &str,
    ) -> Result<(), CodeError> {
        let full = self.write_layers(0..erosion.guide_count, variant, false)?;
        let guide_variant = FunctionVariant { guide: true, sloped: true, ..variant };
        let guide = self.write_layers(0..erosion.guide_count, guide_variant, false)?;
        let weight = match &*erosion.mask_inputs {
            [] => "1.0".to_owned(),
            inputs => {
                let part = MaskedPart::Erosion(erosion.guide_count);
                let mask_variant = guide_variant.with_slopes(false);
                let names = ("erosion", "the erosion");
                format!(
                    "{}(at, guide)",
                    self.write_masks(&erosion.masks, inputs, part, (mask_variant, true), names)?
                )
            }
        };
        let filter = self.write_filter(erosion, variant);
        let joined = self.write_joining(erosion);
        let strata = match &erosion.strata {
            None => format!("{joined} return height_m;"),
            Some(strata) => {
                let noise =
                    self.write_noise(strata.noises[0], "strata_noise", "the strata", variant)?;
                let statements = self.write_operation(&strata.operation, "strata", &[noise])?;
                let statements = statements.replace("$BELOW", "h");
                let strata = format!("strata{}", variant.ending());
                self.add(&format!(
                    "/// Layers of rock.
                    fn {strata}(at: Place, h: real) -> real {{ {statements} }}"
                ));
                format!("{joined} return height_m + bare * ({strata}(at, height_m) - height_m);")
            }
        };
        self.add(&format!(
            "/// The land of the layers that are eroded: in full, with gullies in what is coarse of it.
            fn {name}(at: Place) -> real {{
                let full_m = {full}(at);
                let guide = {guide}(at);
                let weight = {weight};
                let own = {filter}(guide, at);
                {strata}
            }}"
        ));
        Ok(())
    }

    /// Writes the statements that join gullies, scree and the detail finer than the guide.
    fn write_joining(&mut self, erosion: &ErosionLand) -> String {
        let f = erosion.join_parameters;
        let above = |[low, high]: [f64; 2]| {
            let per_range = 1.0 / (high - low).max(1e-6);
            format!("smooth_step((slope - {low:?}) * {per_range:?}).value")
        };
        let (shore, inland) = (num(f.shore_m), num(1.0 / f.inland_m));
        let fill = self.add_constant("talus_fill", f.fill, "How far scree fills gullies.");
        let round = if f.fill > 0.0 {
            format!(" + near * near * {:?} * fill", 0.25 / 0.2)
        } else {
            String::new()
        };
        let bare = match &erosion.strata {
            Some(_) => format!("let bare = share * {};\n", above(f.bare)),
            None => String::new(),
        };
        format!(
            "let slope = sqrt(guide.x * guide.x + guide.z * guide.z);
            let fade = smooth_step((guide.value - {shore}) * {inland}).value;
            let share = fade * weight;
            // Scree: a floor under the gullies' depth, round where it meets their sides
            let altitude = 0.5 + (guide.value - {middle:?}) * {per_reach:?};
            let low = 1.0 - smooth_step((altitude - {fill_reach:?}) * 2.5 + 0.5).value;
            let fill = {fill} * low * (1.0 - {repose});
            let ground = fill - 1.0;
            let near = greater(0.2 - abs(own.occlusion - ground), 0.0);
            let filled = greater(own.occlusion, ground){round};
            let scree = greater(filled - own.occlusion, 0.0) * fade;
            let change = (own.height_m - guide.value) + scree * {total:?};
            let fine = full_m - guide.value;
            let smoothed = {smoothed:?} * share * fine;
            let height_m = if share > 0.0 {{ full_m + weight * change - smoothed }} else {{ full_m }};
            {bare}",
            middle = f.middle_m,
            per_reach = 0.5 / f.reach_m,
            fill_reach = f.fill_reach,
            repose = above(f.repose),
            total = f.total_m,
            smoothed = 1.0 - f.roughness,
        )
    }

    /// Writes the erosion filter, octave by octave. Returns the function's name.
    fn write_filter(&mut self, erosion: &ErosionLand, variant: FunctionVariant) -> String {
        let name = format!("erosion{}", variant.ending());
        let (c, octaves) = erosion.erosion.parts();
        let shore = self.add_constant("erosion_shore_m", c.shore_m, "Nothing lower is eroded.");
        if erosion.erosion.is_neutral() {
            self.add(&format!(
                "/// Gullies of no depth.
                fn {name}(guide: Sloped, at: Place) -> Eroded {{ return Eroded(guide.value, 0.0, 0.0); }}"
            ));
            return name;
        }
        if self.record_name("erosion_formulas") {
            self.add(&formulas(&c));
        }
        let mut body = String::new();
        for (n, octave) in (1..).zip(octaves) {
            let o = octave.constants::<f64>(self.sample_m(variant));
            let walk = format!("walk_{}", n - 1);
            body += &format!("// Gullies of {:.1} m\n", octave.wavelength_m);
            let waves = if o.weight > 0.0 {
                let cell_m = self.add_constant(
                    &format!("gully_{n}_cell_m"),
                    octave.cell_m,
                    "The side of a cell of an octave of gullies.",
                );
                let words = [0, 1].map(|axis| format!("0x{:08x}", octave.seed.axis_word(axis)));
                let turns = num(o.half_turns);
                body += &format!("let way_{n} = direction({walk});\n");
                format!(
                    "waves(Place(at.x / {cell_m}, at.z / {cell_m}), -{turns} * way_{n}.z, {turns} * way_{n}.x, {})",
                    words.join(", ")
                )
            } else {
                "Waves(0.0, 0.0, 0.0)".to_owned()
            };
            let numbers =
                [o.amplitude_m, o.height, o.turn, o.rounding, o.means[0], o.means[1], o.weight];
            body += &format!(
                "let walk_{n} = after({walk}, {waves}, {});\n",
                numbers.map(num).join(", ")
            );
        }
        let last = format!("walk_{}", octaves.len());
        let total = num(c.total_m);
        self.add(&format!(
            "/// The filter of gullies (after R. S. Johansen, 2026): waves across the slope make gullies
            /// down it, and the next octave runs down the slope that these have made.
            fn {name}(guide: Sloped, at: Place) -> Eroded {{
                let height_m = guide.value;
                if height_m <= {shore} {{ return Eroded(height_m, 0.0, 0.0); }}
                let walk_0 = start(guide);
                {body}
                let fade = smooth_step((height_m - {shore}) * {inland:?}).value;
                let offset_m = {total} * ({offset:?} + {share:?} * (-goal(height_m) - {offset:?}));
                let change_m = {last}.sum_m + offset_m;
                let ridge = {last}.ridge * (1.0 - {last}.ridge_cover);
                if fade > 0.0 {{
                    return Eroded(height_m + fade * change_m, fade * ridge, fade * ({last}.sum_m / {total}));
                }}
                return Eroded(height_m, 0.0, 0.0);
            }}",
            inland = c.per_inland,
            offset = c.offset,
            share = c.offset_share,
        ));
        name
    }
}

/// Writes the formulas of the filter with the recipe's numbers.
fn formulas(c: &Constants<f64>) -> String {
    let [onset, flank_onset, map_onset, flank_map] = c.onsets;
    format!(
        "/// From -1 in valleys to 1 on peaks.
        fn goal(height_m: real) -> real {{
            return 2.0 * smooth_step(0.5 + (height_m - {middle:?}) * {reach:?}).value - 1.0;
        }}
        /// How round ridges and beds of gullies are.
        fn gully_rounding(height: real) -> real {{
            return {crease:?} + {less:?} * clamped(height + 0.5);
        }}
        /// Where the way through the octaves starts.
        fn start(guide: Sloped) -> Walk {{
            let steep = greater(sqrt(guide.x * guide.x + guide.z * guide.z), 1.0e-10);
            let goal_0 = goal(guide.value);
            let radius = gully_rounding(goal_0) * {input:?};
            let assumed = {assumed:?} / steep;
            return Walk(
                goal_0,
                ease_out(rounded_foot(steep * {onset:?}, radius * {onset:?})),
                goal_0,
                ease_out(steep * {map_onset:?}),
                guide.x + {share:?} * (guide.x * assumed - guide.x),
                guide.z + {share:?} * (guide.z * assumed - guide.z),
                0.0
            );
        }}
        /// Down which way gullies run.
        fn direction(walk: Walk) -> Vector {{
            let by = 1.0 / greater(sqrt(walk.slope_x * walk.slope_x + walk.slope_z * walk.slope_z), 1.0e-20);
            return Vector(walk.slope_x * by, walk.slope_z * by);
        }}
        /// An octave of gullies.
        fn after(
            walk: Walk, own: Waves, amplitude_m: real, height_by: real, turn_by: real, rounding: real,
            mean: real, map_mean: real, weight: real
        ) -> Walk {{
            let length = sqrt(own.sin * own.sin + own.cos * own.cos);
            let by = 1.0 / greater(greater(length, {norm:?} * own.weight), 1.0e-30);
            let height = -own.sin * by;
            let flank = own.cos * by;
            let steep = abs(flank);
            let radius = gully_rounding(height) * rounding;
            let left = ease_out(rounded_foot(steep * {flank_onset:?}, radius * {flank_onset:?}));
            let map_left = ease_out(steep * {flank_map:?});
            let goal_1 = walk.goal * (1.0 - walk.cover) + walk.cover * (height_by * height);
            let turn = if flank < 0.0 {{ -turn_by }} else {{ turn_by }};
            let way = direction(walk);
            return Walk(
                goal_1,
                power_out(walk.cover, {detail:?}) * (mean + weight * (left - mean)),
                walk.ridge * (1.0 - walk.ridge_cover) + walk.ridge_cover * (weight * height),
                walk.ridge_cover * (map_mean + weight * (map_left - map_mean)),
                walk.slope_x + turn * way.z,
                walk.slope_z - turn * way.x,
                walk.sum_m + amplitude_m * goal_1
            );
        }}",
        middle = c.middle_m,
        reach = c.per_reach,
        crease = c.crease,
        less = c.ridge_less_crease,
        input = c.input_rounding,
        assumed = c.assumed_slope,
        share = c.assumed_share,
        norm = c.min_norm,
        detail = c.detail,
    )
}
