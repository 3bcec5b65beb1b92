//! Builds a stack from a recipe.

use std::sync::Arc;

use super::below_key::{BelowKey, make_below_key};
use super::parts::{
    ErosionLand, LayerLand, LayerSource, MaskInputIndices, MaskedPart, OperationLand,
    OperationOwner, PlantsLand,
};
use super::river_land::RiversLand;
use super::source::Source;
use crate::heightmap::{Joint, joined_maps};
use crate::landform::LandformOrCoast;
use crate::layer::{Layer, LayerKind};
use crate::marks::{JoinedMark, MarksLand};
use crate::mask::{MaskNeeds, Masks};
use crate::operation::ListedOperation;
use crate::part_seed::derive_seed;
use crate::recipe::Recipe;
use crate::shape::Shape;
use orogen_noise::hash::Seed;
use orogen_noise::{FractalKind, NoiseError, NoiseSpec, Normalise};

/// The layers, operations, masks and erosion of a recipe, ready for evaluation.
pub(crate) struct Stack {
    pub sources: Vec<Source>,
    /// The visible layers in the order of composition, then the layers that only masks read: hidden layers,
    /// and layers of marks, which masks read as paint.
    pub layers: Vec<LayerLand>,
    /// The number of visible layers.
    pub visible_count: usize,
    /// The ground of the recipe whose river network the land keeps, if that is another recipe.
    other_ground: Option<Arc<BelowKey>>,
    /// The marks that are a part of the network of rivers.
    pub(super) joined: Arc<[JoinedMark]>,
    /// The visible layers whose marks hold water, in ascending order.
    pub water_layers: Vec<usize>,
    pub sea_level_m: f64,
    /// The rivers, whose valleys are added to the first layers.
    pub rivers: Option<RiversLand>,
    /// The erosion, which acts on the first layers.
    pub erosion: Option<ErosionLand>,
    /// The operations on the whole land.
    pub operations: Vec<OperationLand>,
    /// The number of sources that the land needs. The sources after them serve only the masks of
    /// the plants.
    pub land_sources: usize,
    /// The masks of the plants; `None` if no mask is on.
    pub plants: Option<PlantsLand>,
}

/// The rounding of folded noise in the erosion's guide, as a share of each octave's amplitude. With
/// less rounding, gullies end abruptly along ridges. Chosen by eye.
const GUIDE_ROUNDING: f64 = 0.2;

/// The number of octaves of the noises of operations and masks.
const OCTAVES: f64 = 4.0;

impl Stack {
    /// # Errors
    /// Returns an error if parameters of a layer cannot be combined.
    pub fn new(recipe: &Recipe) -> Result<Self, NoiseError> {
        Self::with_network_of(recipe, None)
    }

    /// Like [`Stack::new`], but rivers keep the courses and levels of `network_recipe`, if
    /// [`Recipe::can_keep_network_of`] allows it.
    ///
    /// # Errors
    /// Returns an error if parameters of a layer cannot be combined.
    pub fn with_network_of(
        recipe: &Recipe,
        network_recipe: Option<&Recipe>,
    ) -> Result<Self, NoiseError> {
        let mut stack = Self {
            sources: vec![],
            layers: vec![],
            visible_count: 0,
            water_layers: vec![],
            sea_level_m: recipe.world.sea_level_m,
            other_ground: None,
            joined: Arc::default(),
            rivers: None,
            erosion: None,
            operations: vec![],
            land_sources: 0,
            plants: None,
        };
        let network_recipe = network_recipe.filter(|other| recipe.can_keep_network_of(other));
        stack.other_ground = network_recipe.map(|other| Arc::new(other.network_ground()));
        stack.joined = recipe.joined_to(network_recipe);
        let mut layers: Vec<&Layer> =
            recipe.layers.visible().filter(|layer| layer.has_effect()).collect();
        stack.visible_count = layers.len();
        let mut guide_count = 0;
        if recipe.erosion.on || recipe.rivers.on {
            // Guide layers come first. The sort is stable, so the order within both groups stays.
            layers.sort_by_key(|layer| !layer.is_guide());
            guide_count = layers.iter().take_while(|layer| layer.is_guide()).count();
        }
        let mut masks = recipe.erosion_masks.needs();
        if recipe.rivers.on {
            masks.extend(recipe.rivers_masks.needs());
        }
        stack.add_mask_layers(recipe, &mut layers, &masks);
        stack.add_layers(recipe, &layers, guide_count)?;
        let below_key = stack.make_below_key(recipe, &layers[..guide_count], false, &layers);
        stack.rivers = stack.rivers(recipe, network_recipe.unwrap_or(recipe))?;
        stack.erosion = stack.erosion(recipe, &layers[..guide_count], below_key)?;
        let seed = recipe.seed();
        stack.operations =
            stack.operations(&recipe.operations, derive_seed(seed, WHOLE_LAND, 0))?;
        stack.land_sources = stack.sources.len();
        stack.plants = stack.plants(recipe, &mut layers, guide_count)?;
        stack.resolve_mask_layers();
        stack.water_layers = stack.layers_with_water();
        Ok(stack)
    }

    /// Prepares the layers that are not prepared yet.
    pub(super) fn add_layers(
        &mut self,
        recipe: &Recipe,
        layers: &[&Layer],
        guide_count: usize,
    ) -> Result<(), NoiseError> {
        for index in self.layers.len()..layers.len() {
            let below = &layers[..index.min(self.visible_count)];
            let is_eroded = guide_count > 0 && below.len() >= guide_count;
            let mut layer = self.layer(recipe, layers[index], (below, is_eroded), layers)?;
            if let (true, LayerKind::Marks(marks)) =
                (index >= self.visible_count, &layers[index].kind)
            {
                // Only masks read the layers after the visible layers.
                layer.ground = LayerSource::Paint(marks.paint().clone());
            }
            self.layers.push(layer);
        }
        Ok(())
    }

    /// Appends the layers that masks read and that are not in the list yet. The masks are those of the
    /// layers, and those of the rivers, the erosion or the plants, whose needs are `other_needs`.
    pub(super) fn add_mask_layers<'a>(
        &self,
        recipe: &'a Recipe,
        layers: &mut Vec<&'a Layer>,
        other_needs: &[MaskNeeds],
    ) {
        // Masks read marks as paint, so a visible layer of marks is listed a second time for them.
        let count = self.visible_count;
        let has_marks = |layer: &Layer| matches!(layer.kind, LayerKind::Marks(_));
        let is_listed = |layers: &[&Layer], id: u32| {
            let mut all = layers.iter().enumerate();
            all.any(|(index, layer)| layer.id == id && (index >= count || !has_marks(layer)))
        };
        let mut index = 0;
        let mut needed = other_needs.to_vec();
        while index <= layers.len() {
            if let Some(layer) = index.checked_sub(1).map(|index| layers[index]) {
                needed = layer.masks.needs();
            }
            for needs in &needed {
                let mask_layer = recipe.layers.iter().find(|layer| Some(layer.id) == needs.layer);
                if let Some(mask_layer) = mask_layer
                    && !mask_layer.kind.is_missing()
                    && !is_listed(layers, mask_layer.id)
                {
                    layers.push(mask_layer);
                }
            }
            index += 1;
        }
    }

    /// The key of the land that `layers` make.
    pub(super) fn make_below_key(
        &self,
        recipe: &Recipe,
        layers: &[&Layer],
        is_eroded: bool,
        all: &[&Layer],
    ) -> BelowKey {
        let mut key = make_below_key(recipe, layers, is_eroded, all);
        key.other_ground.clone_from(&self.other_ground);
        key.joined_marks = self.joined.clone();
        key
    }

    fn layer(
        &mut self,
        recipe: &Recipe,
        layer: &Layer,
        (layers_below, is_eroded): (&[&Layer], bool),
        all: &[&Layer],
    ) -> Result<LayerLand, NoiseError> {
        let seed = layer.seed(recipe.seed());
        let needs = layer.masks.needs();
        // The key serves only cached curvatures. Without them, it needs no layers.
        let needs_curvature = needs.iter().any(|needs| needs.curvature_radius_m.is_some());
        let layers_below = if needs_curvature { layers_below } else { &[] };
        let below_key = self.make_below_key(recipe, layers_below, is_eroded, all);
        Ok(LayerLand {
            id: layer.id,
            title: layer.title().to_owned(),
            kind: layer.kind.name(),
            ground: self.prepare_ground(recipe, layer, seed)?,
            operations: self.operations(&layer.operations, seed)?,
            masks: Masks(layer.masks.enabled().cloned().collect()),
            mask_inputs: self.mask_input_indices(&layer.masks, seed)?,
            blending: layer.blending(),
            opacity: layer.head.layer.opacity,
            is_unchanged_if_lowest: layer.is_unchanged_if_lowest(),
            below_key: Arc::new(below_key),
        })
    }

    fn prepare_ground(
        &mut self,
        recipe: &Recipe,
        layer: &Layer,
        seed: Seed,
    ) -> Result<LayerSource, NoiseError> {
        Ok(match &layer.kind {
            LayerKind::Noise(noise) => {
                let (spec, frequency_per_m) = (noise.spec(seed)?, noise.frequency_per_m());
                let needs_rounding = recipe.erosion.on && layer.is_guide() && noise.is_creased();
                let rounded = NoiseSpec { rounding: GUIDE_ROUNDING, ..spec.clone() };
                let source = self.add(Source::noise(spec, frequency_per_m)?);
                let guide = match needs_rounding {
                    true => Some(self.add(Source::noise(rounded, frequency_per_m)?)),
                    false => None,
                };
                LayerSource::Noise { source, guide, shape: noise.shape() }
            }
            LayerKind::Landform(landform) => match landform.make(seed) {
                LandformOrCoast::Landform(form) => {
                    let source = self.add(Source::landform(landform, seed, form));
                    LayerSource::Landform { source }
                }
                LandformOrCoast::Coast(coast) => {
                    LayerSource::Coast { coast, sea_level_m: recipe.world.sea_level_m }
                }
            },
            LayerKind::Heightmap(map) => match map.raster() {
                Some(raster) => {
                    let joint = Joint::new(&joined_maps(recipe), layer.id);
                    LayerSource::Landform {
                        source: self.add(Source::heightmap(map, raster, joint)),
                    }
                }
                // The samples of the map were released after its layer was selected.
                None => LayerSource::Flat,
            },
            LayerKind::Marks(marks) => {
                let marks = self.own_marks(layer.id, marks);
                LayerSource::Marks(MarksLand::new(&marks, recipe.world.spacing_m.metres()))
            }
        })
    }

    /// Prepares the operations of a list that are on and have an effect.
    pub(super) fn operations(
        &mut self,
        listed: &[ListedOperation],
        owner_seed: Seed,
    ) -> Result<Vec<OperationLand>, NoiseError> {
        let mut lands = vec![];
        for ListedOperation { id, operation, .. } in
            listed.iter().filter(|listed| listed.has_effect())
        {
            let seed = derive_seed(owner_seed, OPERATION, *id);
            let octaves = if operation.needs_gradients() { 1.0 } else { OCTAVES };
            let mut noises = vec![];
            for (index, wavelength_m) in operation.noise_wavelengths_m().into_iter().enumerate() {
                noises.push(self.add_inner_noise(
                    seed.octave(index as u32),
                    wavelength_m,
                    octaves,
                )?);
            }
            lands.push(OperationLand { id: *id, operation: operation.clone(), noises, seed });
        }
        Ok(lands)
    }

    /// Finds the inputs of each mask that is on.
    pub(super) fn mask_input_indices(
        &mut self,
        masks: &Masks,
        owner_seed: Seed,
    ) -> Result<Vec<MaskInputIndices>, NoiseError> {
        let mut all = vec![];
        for mask in masks.enabled() {
            let needs = mask.needs();
            let noise = match needs.noise_wavelength_m {
                Some(wavelength_m) => {
                    let seed = derive_seed(owner_seed, MASK, mask.id);
                    Some(self.add_inner_noise(seed, wavelength_m, OCTAVES)?)
                }
                None => None,
            };
            all.push(MaskInputIndices { needs, noise, layer: None });
        }
        Ok(all)
    }

    /// Adds a noise of an operation or a mask, with values of about −1 to 1; returns its index.
    fn add_inner_noise(
        &mut self,
        seed: Seed,
        wavelength_m: f64,
        octaves: f64,
    ) -> Result<usize, NoiseError> {
        let spec = NoiseSpec {
            seed,
            fractal: FractalKind::Fbm,
            octaves,
            normalise: Normalise::Measured,
            octave_seeds: true,
            ..NoiseSpec::default()
        };
        Ok(self.add(Source::noise(spec, 1.0 / wavelength_m)?))
    }

    fn add(&mut self, source: Source) -> usize {
        self.sources.push(source);
        self.sources.len() - 1
    }

    /// Replaces the ids of the layers that masks read by indices.
    ///
    /// Masks cannot read a coast, which is made from the land below it, because that may include the
    /// masked layer itself. For the same reason masks read marks only as paint.
    fn resolve_mask_layers(&mut self) {
        let layers = self.layers.iter().map(|layer| (layer.id, layer.reshapes_below()));
        let layers: Vec<_> = layers.collect();
        let of_layers = self.layers.iter_mut().flat_map(|layer| &mut layer.mask_inputs);
        let of_rivers = self.rivers.iter_mut().flat_map(|rivers| &mut rivers.mask_inputs);
        let of_erosion = self.erosion.iter_mut().flat_map(|erosion| &mut erosion.mask_inputs);
        let of_plants = self.plants.iter_mut().flat_map(|plants| &mut plants.mask_inputs);
        for indices in of_layers.chain(of_rivers).chain(of_erosion).chain(of_plants) {
            let is_read =
                |(id, reshapes): &(u32, bool)| Some(*id) == indices.needs.layer && !reshapes;
            indices.layer = layers.iter().position(is_read);
        }
    }

    /// The number of guide layers, if rivers or erosion act on them and the first `count` layers
    /// include all guide layers.
    pub(super) fn guide_count_within(&self, count: usize) -> Option<usize> {
        let rivers = self.rivers.as_ref().map(|rivers| rivers.guide_count);
        let guide_count = rivers.or(self.erosion.as_ref().map(|erosion| erosion.guide_count));
        guide_count.filter(|guide_count| count >= *guide_count)
    }

    /// The operations of a layer or of the whole land.
    pub(super) fn operations_of(&self, owner: OperationOwner) -> &[OperationLand] {
        match owner {
            OperationOwner::WholeLand => &self.operations,
            OperationOwner::Layer(index) => &self.layers[index].operations,
        }
    }

    /// The cache key of the land below a part with masks.
    pub(super) fn below_key(&self, part: MaskedPart) -> &Arc<BelowKey> {
        let key = match part {
            MaskedPart::Layer(index) => Some(&self.layers[index].below_key),
            MaskedPart::Rivers(_) => self.rivers.as_ref().map(|rivers| &rivers.below_key),
            MaskedPart::Erosion(_) => self.erosion.as_ref().map(|erosion| &erosion.below_key),
            MaskedPart::Plants => self.plants.as_ref().map(|plants| &plants.below_key),
        };
        key.expect("a part with masks exists")
    }

    /// Returns true if a mask of these layers reads the gradient of the land below its layer.
    pub fn needs_slopes(&self, layers: std::ops::Range<usize>) -> bool {
        let mut masks = self.layers[layers].iter().flat_map(|layer| &layer.mask_inputs);
        masks.any(|mask| mask.needs.gradient_below)
    }

    /// The index of a visible layer.
    pub fn visible_layer(&self, id: u32) -> Option<usize> {
        self.layers[..self.visible_count].iter().position(|layer| layer.id == id)
    }

    /// The source and the shape of the noise, if a single noise layer makes the whole land.
    pub fn only_noise(&self) -> Option<(usize, Shape)> {
        if self.rivers.is_some() {
            return None;
        }
        match (&self.layers[..self.visible_count], &*self.operations, &self.erosion) {
            (
                [
                    LayerLand {
                        ground: LayerSource::Noise { source, shape, .. },
                        is_unchanged_if_lowest: true,
                        operations,
                        ..
                    },
                ],
                [],
                None,
            ) if operations.is_empty() => Some((*source, *shape)),
            _ => None,
        }
    }
}

/// Numbers that keep seeds for different purposes apart.
const OPERATION: u32 = 0x6f70_6572;
const MASK: u32 = 0x6d61_736b;
const WHOLE_LAND: u32 = 0x7375_6d00;
