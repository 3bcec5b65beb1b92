//! Writes the noises of layers, operations and masks, with octaves, warp and period.

use super::super::error::CodeError;
use super::writer::{CodeWriter, FunctionVariant, num};
use crate::stack::SourceKey;
use orogen_noise::octave::Octave;
use orogen_noise::{Fade, FractalKind, Noise, NoiseSpec};

impl CodeWriter<'_> {
    /// Writes the noise with this index among the sources as a function of the place. Returns the
    /// function's name; callers may ask for its version with slopes.
    pub(super) fn write_noise(
        &mut self,
        source: usize,
        name: &str,
        title: &str,
        variant: FunctionVariant,
    ) -> Result<String, CodeError> {
        let stack = self.stack;
        let SourceKey::Noise { spec, frequency_per_m } = &*stack.sources[source].key else {
            return Err(self.refusal("a source that is not a noise", title, "report this error"));
        };
        let full_name = format!("{name}{}", variant.unsloped_ending());
        if !self.record_name(&full_name) {
            return Ok(full_name);
        }
        let noise = spec.build(2)?;
        let limit = self.limit_m(variant) * frequency_per_m;
        let frequency = self.add_constant(
            &format!("{name}_frequency"),
            *frequency_per_m,
            &format!("Cells a metre of the noise of {title}."),
        );
        let octaves = self.write_octaves(&noise, &full_name, title, limit)?;
        let wrap = |place: &str| within_period(spec, place);
        let start = wrap(&format!("Place(at.x * {frequency}, at.z * {frequency})"));
        let doc = format!("/// The noise of {title}.");
        if !spec.warp.is_active() {
            self.add(&format!(
                "{doc}
                fn {full_name}(at: Place) -> F {{
                    return steepened({octaves}({start}), {frequency});
                }}"
            ));
            return Ok(full_name);
        }
        let warp_function = self.write_warp(&noise, &full_name, title, limit)?;
        let inner = wrap("Place(bent.x, bent.z)");
        self.add(&format!(
            "{doc}
            fn {full_name}(at: Place) -> real {{
                let bent = {warp_function}({start});
                return {octaves}({inner});
            }}
            {doc}
            fn {full_name}_sloped(at: Place) -> Sloped {{
                let bent = {warp_function}_sloped({start});
                return steepened(pulled({octaves}({inner}), bent), {frequency});
            }}"
        ));
        Ok(full_name)
    }

    /// Writes the function that warps a place, in cells.
    fn write_warp(
        &mut self,
        noise: &Noise,
        name: &str,
        title: &str,
        limit: f64,
    ) -> Result<String, CodeError> {
        let spec = noise.spec();
        let warp = spec.warp;
        let octaves =
            self.write_octaves(noise, &format!("{name}_warp"), title, limit * warp.frequency)?;
        let (frequency, strength) = (num(warp.frequency), num(warp.strength));
        let scaled = |x: &str| match warp.frequency {
            1.0 => x.to_owned(),
            _ => format!("{x} * {frequency}"),
        };
        let (mut plain, mut sloped) = (String::new(), String::new());
        let (mut x, mut z) = ("p.x".to_owned(), "p.z".to_owned());
        let mut warped = "Bent(p.x, p.z, 1.0, 0.0, 0.0, 1.0)".to_owned();
        for step in 1..=warp.times {
            let [east, south] = [("", ""), (" + 5.2", " + 1.3")]
                .map(|(dx, dz)| format!("Place(scaled_{step}.x{dx}, scaled_{step}.z{dz})"))
                .map(|place| within_period(spec, &place));
            plain += &format!(
                "let scaled_{step} = Place({}, {});
                let x_{step} = p.x + {octaves}({east}) * {strength};
                let z_{step} = p.z + {octaves}({south}) * {strength};\n",
                scaled(&x),
                scaled(&z)
            );
            sloped += &format!(
                "let before_{step} = {warped};
                let scaled_{step} = Bent({}, {}, before_{step}.x_by_x * {frequency}, before_{step}.x_by_z * {frequency},
                    before_{step}.z_by_x * {frequency}, before_{step}.z_by_z * {frequency});
                let east_{step} = pulled({octaves}({east}), scaled_{step}) * {strength};
                let south_{step} = pulled({octaves}({south}), scaled_{step}) * {strength};\n",
                scaled(&format!("before_{step}.x")),
                scaled(&format!("before_{step}.z"))
            );
            (x, z) = (format!("x_{step}"), format!("z_{step}"));
            warped = format!(
                "Bent(p.x + east_{step}.value, p.z + south_{step}.value, 1.0 + east_{step}.x, east_{step}.z,
                    south_{step}.x, 1.0 + south_{step}.z)"
            );
        }
        let bent_name = format!("{name}_bent");
        self.add(&format!(
            "/// Where the warp of {title} moves a place to.
            fn {bent_name}(p: Place) -> Place {{ {plain} return Place({x}, {z}); }}
            /// Where the warp of {title} moves a place to, and how that moves with the place.
            fn {bent_name}_sloped(p: Place) -> Bent {{ {sloped} return {warped}; }}"
        ));
        Ok(bent_name)
    }

    /// Writes the sum of the octaves at a place in cells.
    fn write_octaves(
        &mut self,
        noise: &Noise,
        name: &str,
        title: &str,
        limit: f64,
    ) -> Result<String, CodeError> {
        let (spec, fractal) = (noise.spec(), noise.fractal());
        let (centre, reach) = noise.recentring();
        let kind = fractal.kind;
        let (mut body, mut is_first) = (String::new(), true);
        let last = fractal.octaves.len() as u32;
        for (n, octave) in (1u32..).zip(&fractal.octaves) {
            let weight = octave.band_weight(limit);
            let mean = num(fractal.octave_mean);
            let amplify = |x: String| write_product(x, octave.amplitude);
            let signal = match weight {
                0.0 => {
                    let is_zero = fractal.octave_mean == 0.0 || octave.amplitude == 0.0;
                    if is_zero && !kind.has_feedback() {
                        continue;
                    }
                    format!("constant({mean})")
                }
                weight => {
                    let place = write_octave_place(octave);
                    let (basis, arguments) = self.write_basis(spec, octave, title)?;
                    let mut value = format!("{basis}({place}{arguments})");
                    if let Some([cos, sin]) = octave.rotation {
                        value = format!("turned({value}, {cos:?}, {sin:?})");
                    }
                    if octave.frequency != 1.0 {
                        value = format!("steepened({value}, {:?})", octave.frequency);
                    }
                    if (centre, reach) != (0.0, 1.0) {
                        value = format!("recentred({value}, {centre:?}, {reach:?})");
                    }
                    body += &format!("let n_{n} = {value};\n");
                    let shaped =
                        write_shape(kind, &format!("n_{n}"), (fractal.offset, fractal.rounding), n);
                    body += &shaped.0;
                    match weight {
                        1.0 => shaped.1,
                        weight => {
                            body += "// Too fine for the spacing: it fades to its mean\n";
                            format!(
                                "(constant({mean}) + ({} - constant({mean})) * {weight:?})",
                                shaped.1
                            )
                        }
                    }
                }
            };
            let write_feedback = |value: &str, min: Option<&str>| {
                if n == last {
                    return String::new();
                }
                let raised =
                    min.map_or(value.to_owned(), |min| format!("at_least({value}, {min})"));
                match fractal.rounding {
                    0.0 => format!("let feedback_{n} = at_most({raised}, 1.0);\n"),
                    width => format!("let feedback_{n} = rounded_to_one({raised}, {width:?});\n"),
                }
            };
            let previous_feedback = (n > 1).then(|| format!("feedback_{}", n - 1));
            let contribution = match kind {
                FractalKind::Ridged => {
                    let ridge = previous_feedback
                        .map_or(signal.clone(), |feedback| format!("{signal} * {feedback}"));
                    body += &format!("let ridge_{n} = {ridge};\n");
                    body += &write_feedback(&format!("ridge_{n} * 2.0"), Some("0.0"));
                    amplify(format!("ridge_{n}"))
                }
                FractalKind::Hybrid => {
                    let value = amplify(signal);
                    let weighted = previous_feedback
                        .map_or(value.clone(), |feedback| format!("{value} * {feedback}"));
                    body += &format!("let weighted_{n} = {weighted};\n");
                    body += &write_feedback(&format!("weighted_{n}"), None);
                    format!("weighted_{n}")
                }
                _ => amplify(signal),
            };
            body += &match is_first {
                true => format!("let mut sum = {contribution};\n"),
                false => format!("sum = sum + {contribution};\n"),
            };
            is_first = false;
        }
        if is_first {
            body += "let sum = constant(0.0);\n";
        }
        let result = match fractal.divisor {
            1.0 => "sum".to_owned(),
            divisor => format!("over(sum, {divisor:?})"),
        };
        let full_name = format!("{name}_octaves");
        let count = fractal.octaves.len();
        let (basis, plural) = (spec.basis.name(), if count == 1 { "" } else { "s" });
        self.add(&format!(
            "/// The noise of {title} at a place in cells: {} of {basis} noise, {count} octave{plural}.
            fn {full_name}(p: Place) -> F {{ {body} return {result}; }}",
            match kind {
                FractalKind::None => "one".to_owned(),
                kind => kind.to_string(),
            }
        ));
        Ok(full_name)
    }
}

/// Wraps a place into the first period, if the noise has a period.
fn within_period(spec: &NoiseSpec, place: &str) -> String {
    let Some([width, height]) = spec.period else { return place.to_owned() };
    let inner = place.trim_start_matches("Place(").trim_end_matches(')');
    match inner.split_once(", ") {
        Some((x, z)) => format!("Place(reduced({x}, {width}c), reduced({z}, {height}c))"),
        None => place.to_owned(),
    }
}

fn write_product(x: String, factor: f64) -> String {
    if factor == 1.0 { x } else { format!("{x} * {factor:?}") }
}

/// Writes the place at which an octave samples its basis.
fn write_octave_place(octave: &Octave) -> String {
    let frequency = octave.frequency;
    let scaled = |x: &str| write_product(x.to_owned(), frequency);
    let [mut x, mut z] = ["p.x", "p.z"].map(scaled);
    if let Some([cos, sin]) = octave.rotation {
        (x, z) =
            (format!("{x} * {cos:?} - {z} * {sin:?}"), format!("{x} * {sin:?} + {z} * {cos:?}"));
    }
    let [dx, dz, ..] = octave.shift;
    let moved =
        |x: String, offset: f64| if offset == 0.0 { x } else { format!("{x} + {offset:?}") };
    match (&*x, dx, dz) {
        ("p.x", 0.0, 0.0) => "p".to_owned(),
        _ => format!("Place({}, {})", moved(x, dx), moved(z, dz)),
    }
}

/// Shapes an octave's noise by the fractal kind. Returns the statements to run first, and the
/// expression of the value.
fn write_shape(
    kind: FractalKind,
    noise: &str,
    (offset, rounding): (f64, f64),
    n: u32,
) -> (String, String) {
    let magnitude = match rounding {
        0.0 => format!("size({noise})"),
        width => format!("rounded_size({noise}, {width:?})"),
    };
    match kind {
        FractalKind::None | FractalKind::Fbm => (String::new(), noise.to_owned()),
        FractalKind::Turbulence => (String::new(), magnitude),
        FractalKind::Billow => (String::new(), format!("({magnitude} * 2.0 - constant(1.0))")),
        FractalKind::Ridged => (
            format!("let crest_{n} = constant({offset:?}) - {magnitude};\n"),
            format!("crest_{n} * crest_{n}"),
        ),
        FractalKind::Hybrid => (String::new(), format!("({noise} + constant({offset:?}))")),
    }
}

/// Returns the name of a fade and, for a custom one, the text of the functions to add.
pub(super) fn fade_names(fade: Fade) -> (String, Option<String>) {
    match fade {
        Fade::Custom(curve) => {
            let [a, b, c] = curve.knots();
            let mut fade = "0.0".to_owned();
            let mut slope = "0.0".to_owned();
            for ([start, _], [s, square, cube]) in curve.pieces() {
                fade += &format!(" + fade_piece(t, {start:?}, {s:?}, {square:?}, {cube:?})");
                slope += &format!(" + fade_slope_piece(t, {start:?}, {square:?}, {cube:?})");
            }
            let text = format!(
                "/// A fade of one's own, through {a:?}, {b:?} and {c:?}.
                fn $NAME(t: real) -> real {{ return {fade}; }}
                fn $NAME_slope(t: real) -> real {{ return {slope}; }}"
            );
            ("fade_custom".to_owned(), Some(text))
        }
        fade => (format!("fade_{}", fade.name()), None),
    }
}
