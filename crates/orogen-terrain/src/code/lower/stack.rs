//! Writes the stack of layers: grounds, weights and blends.

use std::ops::Range;

use super::super::error::CodeError;
use super::writer::{CodeWriter, FunctionVariant, num};
use crate::blend::Blend;
use crate::landform::Coast;
use crate::stack::{LayerSource, OperationOwner, SourceKey};

impl CodeWriter<'_> {
    pub(super) fn prefix(&self, owner: OperationOwner) -> String {
        match owner {
            OperationOwner::WholeLand => "land".to_owned(),
            OperationOwner::Layer(index) => {
                let layer = &self.stack.layers[index];
                // A layer of marks can be in the stack twice: as land and as paint.
                let word =
                    if matches!(layer.ground, LayerSource::Paint(_)) { "paint" } else { "layer" };
                format!("{word}_{}", layer.id)
            }
        }
    }

    /// The name of a layer, or of the whole land, as part of a sentence.
    pub(super) fn title(&self, owner: OperationOwner) -> String {
        let OperationOwner::Layer(index) = owner else { return "the whole land".to_owned() };
        let layer = &self.stack.layers[index];
        let plain: String = layer.title.chars().filter(|c| !c.is_control()).collect();
        match plain == layer.kind {
            true => format!("layer {} ({plain})", layer.id),
            false => format!("layer {} ({plain}, {})", layer.id, layer.kind),
        }
    }

    /// Writes the whole land.
    pub(super) fn write_land(&mut self, variant: FunctionVariant) -> Result<String, CodeError> {
        self.write_operations(
            OperationOwner::WholeLand,
            self.stack.operations.len(),
            variant,
            false,
        )
    }

    /// Returns true if the layer is computed from the land below it.
    fn reshapes_below(&self, index: usize) -> bool {
        self.stack.layers[index].reshapes_below()
    }

    /// Writes the ground of an owner: a layer before its operations, or the sum of all layers.
    /// With `has_below`, the caller passes the land below.
    pub(super) fn write_ground(
        &mut self,
        owner: OperationOwner,
        variant: FunctionVariant,
        has_below: bool,
    ) -> Result<String, CodeError> {
        let index = match owner {
            OperationOwner::WholeLand => {
                return self.write_layers_up_to(self.stack.visible_count, variant);
            }
            OperationOwner::Layer(index) => index,
        };
        let (prefix, title) = (self.prefix(owner), self.title(owner));
        let stack = self.stack;
        match &stack.layers[index].ground {
            LayerSource::Noise { source, guide, shape } => {
                let chosen = LayerSource::noise_source(*source, *guide, variant.guide);
                if variant.sloped
                    && self.is_narrow()
                    && let SourceKey::Noise { spec, .. } = &*stack.sources[chosen].key
                    && !spec.basis.row().uses.derivatives
                {
                    let what = format!("the slope of {} noise", spec.basis.name());
                    let advice = "use a basis that has slopes by formula, or export rust or c";
                    return Err(self.refusal(&what, &title, advice));
                }
                let is_guide_variant = chosen != *source;
                let name =
                    format!("{prefix}_noise{}", if is_guide_variant { "_rounded" } else { "" });
                let noise = self.write_noise(chosen, &name, &title, variant)?;
                let ground = format!("{prefix}_ground{}", variant.unsloped_ending());
                if self.record_name(&ground) {
                    let height = format!("{prefix}_height_m");
                    let height = self.add_constant(
                        &height,
                        shape.height_m,
                        &format!("How high {title} is."),
                    );
                    let shaped = match shape.exponent {
                        1.0 => format!("return noise * {height};"),
                        exponent => {
                            let doc = format!("The exponent of {title}.");
                            let exponent =
                                self.add_constant(&format!("{prefix}_exponent"), exponent, &doc);
                            format!(
                                "let n = value(noise);
                                return mapped(noise, signed_as(power(abs(n), {exponent}), n) * {height},
                                    {exponent} * power(greater(abs(n), 1.0e-4), {exponent} - 1.0) * {height});"
                            )
                        }
                    };
                    self.add(&format!(
                        "/// The ground of {title}, in metres.
                        fn {ground}(at: Place) -> F {{ let noise = {noise}(at); {shaped} }}"
                    ));
                }
                Ok(if variant.sloped { ground + "_sloped" } else { ground })
            }
            LayerSource::Landform { source } => {
                self.write_form(*source, &format!("{prefix}_form"), &title, variant)
            }
            // A heightmap whose samples were released is flat.
            LayerSource::Flat => Err(self.heightmap_error(&title)),
            LayerSource::Marks(marks) => self.write_marks((index, marks), variant, has_below),
            LayerSource::Paint(paint) => self.write_paint(index, paint, variant),
            LayerSource::Coast { coast, sea_level_m } => {
                self.write_coast(index, (coast, *sea_level_m), variant, has_below)
            }
        }
    }

    fn write_coast(
        &mut self,
        index: usize,
        (coast, sea_level_m): (&Coast, f64),
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
        let type_name = variant.type_name();
        let (parameter, below) = match has_below {
            true => (format!(", below: {type_name}"), "below".to_owned()),
            false => {
                let composed =
                    self.write_layers_up_to(index.min(self.stack.visible_count), variant)?;
                (String::new(), format!("{composed}(at)"))
            }
        };
        let [beach_m, cliff_m, foot_m] = coast.numbers();
        let sea = self.add_constant("sea_level_m", sea_level_m, "The level of the sea.");
        let numbers = [1.0 / beach_m, 1.0 / foot_m, cliff_m, cliff_m / foot_m].map(num).join(", ");
        self.add(&format!(
            "/// The ground of {title}: a beach and a cliff on the land below.
            fn {name}(at: Place{parameter}) -> {type_name} {{
                let above = {below} - constant({sea});
                let shore = coast(value(above), {numbers});
                return mapped(above, shore.value, shore.slope) + constant({sea});
            }}"
        ));
        Ok(name)
    }

    /// Writes the first `count` layers, with the erosion applied above the guide layers.
    pub(super) fn write_layers_up_to(
        &mut self,
        count: usize,
        variant: FunctionVariant,
    ) -> Result<String, CodeError> {
        if self.stack.rivers.is_some() {
            return Err(self.rivers_error());
        }
        let erosion = self.stack.erosion.as_ref().filter(|erosion| count >= erosion.guide_count);
        let Some(erosion) = erosion else {
            return self.write_layers(0..count, variant, false);
        };
        let guide_count = erosion.guide_count;
        let needs_slopes = variant.sloped || self.stack.needs_slopes(guide_count..count);
        let eroded = self.write_erosion(variant.with_slopes(needs_slopes))?;
        if guide_count == count {
            return Ok(eroded);
        }
        let rest = self.write_layers(guide_count..count, variant, true)?;
        let name = format!("land_up_to_{count}{}", variant.ending());
        if self.record_name(&name) {
            self.add(&format!(
                "/// The land up to layer {count} of the list: eroded, with the rest laid over it.
                fn {name}(at: Place) -> {} {{ return {rest}(at, {eroded}(at)); }}",
                variant.type_name()
            ));
        }
        Ok(name)
    }

    /// Writes a range of layers. With `has_ground`, they lie on a land that the caller passes.
    pub(super) fn write_layers(
        &mut self,
        layers: Range<usize>,
        variant: FunctionVariant,
        has_ground: bool,
    ) -> Result<String, CodeError> {
        let name = format!("layers_{}_to_{}{}", layers.start + 1, layers.end, variant.ending());
        if !self.record_name(&name) {
            return Ok(name);
        }
        let needs_slopes = |from: usize, writer: &Self| {
            variant.sloped || writer.stack.needs_slopes(from..layers.end)
        };
        let mut below_is_sloped = needs_slopes(layers.start, self);
        let ground_type = if below_is_sloped { "Sloped" } else { "real" };
        let parameter = if has_ground { format!(", ground: {ground_type}") } else { String::new() };
        let mut below = has_ground.then(|| "ground".to_owned());
        let mut body = String::new();
        for index in layers.clone() {
            let layer_is_sloped = needs_slopes(index, self);
            if below_is_sloped
                && !layer_is_sloped
                && let Some(ground) = &mut below
            {
                *ground = format!("value({ground})");
            }
            below_is_sloped = layer_is_sloped;
            let title = self.title(OperationOwner::Layer(index));
            body += &format!("// {title}\n");
            let layer_variant = variant.with_slopes(layer_is_sloped);
            let land = format!("land_{}", index + 1);
            let layer = &self.stack.layers[index];
            if below.is_none() && layer.is_unchanged_if_lowest && layer.is_everywhere() {
                let layer = self.write_unblended(index, layer_variant, false)?;
                body += &format!("let {land} = {layer}(at);\n");
                below = Some(land);
                continue;
            }
            let below_value = below.unwrap_or_else(|| layer_variant.constant("0.0"));
            let before = format!("below_{}", index + 1);
            body += &format!("let {before} = {below_value};\n");
            body += &self.write_blend(index, layer_variant, (&before, &land))?;
            below = Some(land);
        }
        let mut result = below.unwrap_or_else(|| variant.constant("0.0"));
        // The last layer may have slopes because its masks need them.
        if below_is_sloped && !variant.sloped {
            result = format!("value({result})");
        }
        self.add(&format!(
            "/// Layers {} to {} of the list, laid over each other.
            fn {name}(at: Place{parameter}) -> {} {{ {body} return {result}; }}",
            layers.start + 1,
            layers.end,
            variant.type_name()
        ));
        Ok(name)
    }

    /// Writes the statements that lay a layer over the land below.
    fn write_blend(
        &mut self,
        index: usize,
        variant: FunctionVariant,
        (before, land): (&str, &str),
    ) -> Result<String, CodeError> {
        let unblended = self.write_unblended(index, variant, true)?;
        let layer = &self.stack.layers[index];
        let below = if self.reshapes_below(index) { format!(", {before}") } else { String::new() };
        let call = format!("{unblended}(at{below})");
        let blending = layer.blending;
        let covers = matches!(blending.blend, Blend::Over | Blend::Height);
        let ending = if variant.sloped { "_sloped" } else { "" };
        let (radius, reference) = (num(blending.radius_m), num(blending.reference_m));
        let mix = |weight: &str| {
            let values = format!("value({before}), value(own_{n}), value({weight})", n = index + 1);
            let mix = match blending.blend {
                Blend::Over => format!("mix_over({values})"),
                Blend::Add => format!("mix_add({values})"),
                Blend::Subtract => format!("mix_subtract({values})"),
                Blend::Multiply => format!("mix_multiply({values}, {reference})"),
                Blend::Max => format!("mix_max({values}, {radius})"),
                Blend::Min => format!("mix_min({values}, {radius})"),
                Blend::Raise => format!("mix_raise({values}, {radius})"),
                Blend::Carve => format!("mix_carve({values}, {radius})"),
                Blend::Height => format!("mix_height({values}, {radius})"),
            };
            format!("mixed{ending}({before}, own_{n}, {weight}, {mix})", n = index + 1)
        };
        let n = index + 1;
        let opacity = layer.opacity;
        if layer.is_everywhere() {
            if opacity == 1.0 && covers {
                return Ok(format!("let {land} = {call};\n"));
            }
            let weight = variant.constant(&num(opacity));
            return Ok(format!(
                "let own_{n} = {call};\nlet weight_{n} = {weight};\nlet {land} = {};\n",
                mix(&format!("weight_{n}"))
            ));
        }
        let weight = self.write_weight(index, variant)?;
        let mixed = mix(&format!("weight_{n}"));
        let inner = match covers {
            true => format!(
                "if value(weight_{n}) == 1.0 {{ {land} = own_{n}; }} else {{ {land} = {mixed}; }}"
            ),
            false => format!("{land} = {mixed};"),
        };
        Ok(format!(
            "let weight_{n} = {weight}(at, {before});
            let mut {land} = {before};
            if value(weight_{n}) != 0.0 {{ let own_{n} = {call}; {inner} }}\n"
        ))
    }

    /// Writes a layer alone, before it is blended. With `has_below`, the caller passes the land below
    /// to layers that are computed from it.
    pub(super) fn write_unblended(
        &mut self,
        index: usize,
        variant: FunctionVariant,
        has_below: bool,
    ) -> Result<String, CodeError> {
        let count = self.stack.layers[index].operations.len();
        let has_below = has_below && self.reshapes_below(index);
        self.write_operations(OperationOwner::Layer(index), count, variant, has_below)
    }
}
