//! Writes masks, which weigh layers and the erosion.

use super::super::error::CodeError;
use super::writer::{CodeWriter, FunctionVariant, num};
use crate::mask::window::{FadeWindow, MaskFade};
use crate::mask::{Combine, MaskKind, Masks};
use crate::stack::{MaskInputIndices, OperationOwner, curvature_share};

/// The part of the stack whose masks read the land below it.
#[derive(Clone, Copy)]
pub(super) enum MaskedPart {
    Layer(usize),
    /// The erosion, above this number of layers.
    Erosion(usize),
}

impl CodeWriter<'_> {
    /// Writes a layer's weight as a function of the place and the land below.
    pub(super) fn write_weight(
        &mut self,
        index: usize,
        variant: FunctionVariant,
    ) -> Result<String, CodeError> {
        let prefix = self.prefix(OperationOwner::Layer(index));
        let title = self.title(OperationOwner::Layer(index));
        let layer = &self.stack.layers[index];
        let (masks, inputs, opacity) = (&layer.masks, &layer.mask_inputs, layer.opacity);
        let masked = self.write_masks(
            masks,
            inputs,
            MaskedPart::Layer(index),
            (variant, variant.sloped),
            (&prefix, &title),
        )?;
        if opacity == 1.0 {
            return Ok(masked);
        }
        let name = format!("{prefix}_weight{}", variant.ending());
        if self.record_name(&name) {
            let opacity = self.add_constant(&format!("{prefix}_opacity"), opacity, "");
            let type_name = variant.type_name();
            self.add(&format!(
                "/// How far {title} counts.
                fn {name}(at: Place, below: {type_name}) -> {type_name} {{ return {masked}(at, below) * {opacity}; }}"
            ));
        }
        Ok(name)
    }

    /// Writes the weight of a list of masks. If `is_below_sloped`, the written function gets the height of
    /// the land below with its slopes.
    pub(super) fn write_masks(
        &mut self,
        masks: &Masks,
        inputs: &[MaskInputIndices],
        part: MaskedPart,
        (variant, is_below_sloped): (FunctionVariant, bool),
        (prefix, title): (&str, &str),
    ) -> Result<String, CodeError> {
        let name = format!("{prefix}_masks{}", variant.ending());
        if !self.record_name(&name) {
            return Ok(name);
        }
        let mut body = String::new();
        let slope_ending = if variant.sloped { "_sloped" } else { "" };
        let mut combined: Option<String> = None;
        for (n, (mask, inputs)) in (1..).zip(masks.enabled().zip(inputs)) {
            let mask_prefix = format!("{prefix}_mask_{}", mask.id);
            let below_value = if variant.sloped == is_below_sloped {
                "below".to_owned()
            } else {
                "value(below)".to_owned()
            };
            let read = match &mask.kind {
                MaskKind::HeightBand(_) => Some(below_value),
                MaskKind::Slope(_) => {
                    Some(variant.constant("sqrt(below.x * below.x + below.z * below.z)"))
                }
                MaskKind::Curvature(p) => {
                    let radius_m = inputs.needs.curvature_radius_m.unwrap_or(p.radius_m);
                    let curvature = self.write_curvature(part, radius_m, variant, &mask_prefix)?;
                    Some(variant.constant(&format!("{:?} * {curvature}(at)", p.factor())))
                }
                MaskKind::Noise(_) => {
                    let source = inputs.noise.unwrap_or_default();
                    let what = format!("a mask of {title}");
                    let noise =
                        self.write_noise(source, &format!("{mask_prefix}_noise"), &what, variant)?;
                    Some(format!("{noise}(at)"))
                }
                MaskKind::Distance(p) => {
                    let (x, z) = (num(p.east_m), num(p.south_m));
                    body += &format!(
                        "let x_{n} = as_real(at.x - {x});
                        let z_{n} = as_real(at.z - {z});
                        let d_{n} = sqrt(x_{n} * x_{n} + z_{n} * z_{n});\n"
                    );
                    Some(match variant.sloped {
                        true => format!(
                            "Sloped(d_{n}, if d_{n} > 0.0 {{ x_{n} / d_{n} }} else {{ 0.0 }},
                                if d_{n} > 0.0 {{ z_{n} / d_{n} }} else {{ 0.0 }})"
                        ),
                        false => format!("d_{n}"),
                    })
                }
                MaskKind::OtherLayer(_) => match inputs.layer {
                    Some(layer) => {
                        Some(format!("{}(at)", self.write_unblended(layer, variant, false)?))
                    }
                    None => None,
                },
            };
            let weight = match read {
                None => variant.constant("0.0"),
                Some(read) => {
                    body += &format!("let read_{n} = {read};\n");
                    write_window(&mut body, &mask.kind.window(), n)
                }
            };
            let weight = match mask.invert {
                true => format!("constant(1.0) - {weight}"),
                false => weight,
            };
            body += &format!("let mask_{n} = {weight};\n");
            let mask_weight = format!("mask_{n}");
            combined = Some(match combined {
                None => mask_weight,
                Some(before) => {
                    let combine = match mask.combine {
                        Combine::Multiply => "weights_multiplied",
                        Combine::Add => "weights_added",
                        Combine::Min => "weights_min",
                        Combine::Max => "weights_max",
                        Combine::Subtract => "weights_subtracted",
                    };
                    body += &format!(
                        "let whole_{n} = {combine}{slope_ending}({before}, {mask_weight});\n"
                    );
                    format!("whole_{n}")
                }
            });
        }
        let result = combined.unwrap_or_else(|| variant.constant("1.0"));
        let below_type = if is_below_sloped { "Sloped" } else { "real" };
        self.add(&format!(
            "/// The masks of {title}.
            fn {name}(at: Place, below: {below_type}) -> {} {{ {body} return {result}; }}",
            variant.type_name()
        ));
        Ok(name)
    }

    /// Writes the curvature of the land below as a function of the place.
    fn write_curvature(
        &mut self,
        part: MaskedPart,
        radius_m: f64,
        variant: FunctionVariant,
        prefix: &str,
    ) -> Result<String, CodeError> {
        let name = format!("{prefix}_curvature{}", variant.unsloped_ending());
        if !self.record_name(&name) {
            return Ok(name);
        }
        let share = curvature_share(radius_m, self.limit_m(variant));
        let unsloped = variant.with_slopes(false);
        let land = match part {
            MaskedPart::Layer(index) => {
                self.write_layers_up_to(index.min(self.stack.visible_count), unsloped)?
            }
            MaskedPart::Erosion(layer_count) => {
                self.write_layers(0..layer_count, unsloped, false)?
            }
        };
        let body = match share {
            0.0 => "return 0.0;".to_owned(),
            share => {
                let factor = share * 4.0 / (radius_m * radius_m);
                let r = num(radius_m);
                format!(
                    "let west = {land}(Place(at.x - {r}, at.z));
                    let east = {land}(Place(at.x + {r}, at.z));
                    let north = {land}(Place(at.x, at.z - {r}));
                    let south = {land}(Place(at.x, at.z + {r}));
                    return {factor:?} * (0.25 * (west + east + north + south) - {land}(at));"
                )
            }
        };
        self.add(&format!(
            "/// How the land below bends, over some metres around.
            fn {name}(at: Place) -> real {{ {body} }}"
        ));
        Ok(name)
    }
}

/// Writes a window, which maps the number that a mask reads to a weight with its slope. Returns the weight.
fn write_window(body: &mut String, window: &FadeWindow, n: u32) -> String {
    let edge = |fade: &MaskFade, x: String, name: &str| -> Option<String> {
        if fade.start == f64::NEG_INFINITY {
            return None;
        }
        let ramp = match (fade.start == f64::INFINITY, fade.is_hard()) {
            (true, _) => "Ramp(0.0, 0.0)".to_owned(),
            (_, true) => format!("window_step({x}, {:?})", fade.start),
            _ => format!("window_edge({x}, {:?}, {:?})", fade.start, fade.per_width),
        };
        Some(format!("let {name}_{n} = {ramp};\n"))
    };
    let rise = edge(&window.rise, format!("value(read_{n})"), "rise");
    let fall = edge(&window.fall, format!("-value(read_{n})"), "fall");
    let has_edges = [&rise, &fall].map(Option::is_some);
    *body += &[rise, fall].into_iter().flatten().collect::<String>();
    match has_edges {
        [true, true] => format!(
            "mapped(read_{n}, rise_{n}.value * fall_{n}.value,
                rise_{n}.slope * fall_{n}.value - rise_{n}.value * fall_{n}.slope)"
        ),
        [true, false] => format!("mapped(read_{n}, rise_{n}.value, rise_{n}.slope)"),
        [false, true] => format!("mapped(read_{n}, fall_{n}.value, -fall_{n}.slope)"),
        [false, false] => format!("mapped(read_{n}, 1.0, 0.0)"),
    }
}
