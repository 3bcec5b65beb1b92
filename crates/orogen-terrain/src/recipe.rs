//! The recipe: all parameters that make the land and its colours.

use std::sync::LazyLock;

use crate::choices::{self, Spacing, ValleySpacing};
use crate::chunk::square_bounds_m;
use crate::document;
use crate::layer::{Layer, LayerKind, Layers};
use crate::marks::Mark;
use crate::mask::Masks;
use crate::operation::ListedOperation;
use crate::param::{Document, Embedded, Stage, Value, ValueError};
use crate::shape::Shape;
use orogen_noise::NoiseError;
use orogen_noise::hash::Seed;

pub use crate::noise_layer::{FractalGroup, NoiseGroup, NoiseLayer, ShapeGroup, WarpGroup};

/// The recipe version that this program writes.
///
/// Once a version is released, its defaults never change.
pub const RECIPE_VERSION: u32 = 3;

document! {
    /// All parameters that make the land and its colours.
    ///
    /// Two equal recipes make the same land, bit for bit, on every machine.
    ///
    /// ```
    /// use orogen_terrain::Recipe;
    ///
    /// let mut recipe = Recipe::default();
    /// recipe.world.seed = "valhalla".to_owned();
    /// recipe.base_mut().shape.height_m = 900.0;
    /// assert!(recipe.validate().is_ok());
    /// ```
    Recipe over NoiseLayer {
        fields {
            /// The layers of the land, from the bottom up.
            layers: Layers;
            /// The operations on the sum of the layers, in order.
            operations: Vec<ListedOperation>;
            /// The masks that limit rivers; without masks, rivers run everywhere.
            rivers_masks: Masks;
            /// The masks that limit erosion; without masks, erosion acts everywhere.
            erosion_masks: Masks;
            /// The masks that limit plants; without masks, plants grow wherever the ground allows.
            plants_masks: Masks;
        }
        world: WorldGroup, "World" {
            seed: String = "1".to_owned(), Text { max_chars: 200 }, "", Sample, "Seed",
                "A number or any text; another seed makes another land of the same kind.";
            sea_level_m: f64 = -30.0, Number { min: -4000.0, max: 4000.0, log: false }, "m", Mesh, "Sea level",
                "The height of the water surface.";
            spacing_m: Spacing = Spacing::One, Choice(choices::SPACINGS), "m", Sample, "Resolution",
                "The spacing of the finest samples, a power of two; features finer than twice this fade out.";
            bounded: bool = false, Toggle, "", Sample, "Square land",
                "Limits the land to a square around the origin, all of it at the finest spacing.";
            extent_chunks: u32 = 8, Integer { min: 1, max: 32 }, "chunks", Sample, "Side",
                "The side of a bounded land in chunks of 64 × 64 cells; above 16, far chunks are drawn at twice the spacing.";
        }
        rivers: RiversGroup, "Rivers" {
            on: bool = false, Toggle, "", Shape, "Rivers",
                "Carves valleys into the eroded layers and fills them with rivers and lakes that run down to the sea.";
            valleys_m: ValleySpacing = ValleySpacing::M512, Choice(choices::VALLEY_SPACINGS), "m", Shape, "Spacing",
                "The distance between neighbouring valleys.";
            branching: f64 = 0.8, Number { min: 0.0, max: 0.9, log: false }, "", Shape, "Branching",
                "How readily courses on gentle ground join each other; at 0 they run side by side.";
            depth_m: f64 = 14.0, Number { min: 0.0, max: 80.0, log: false }, "m", Shape, "Depth",
                "How deep a river with a catchment of 1 km² has cut into high ground; larger rivers have cut deeper.";
            sides: f64 = 0.8, Number { min: 0.1, max: 2.0, log: false }, "", Shape, "Valley sides",
                "The slope of a valley's sides, relative to the slope from the river to the ridges around it.";
            floor: f64 = 3.0, Number { min: 0.0, max: 20.0, log: false }, "", Shape, "Floor",
                "The width of the level floor on each side of a gentle river, in widths of the river.";
            size: f64 = 4.8, Number { min: 0.5, max: 20.0, log: true }, "", Shape, "Size",
                "The width in metres of a river that carries 1 m³/s; it grows with the root of the discharge.";
            from_km2: f64 = 2.5, Number { min: 0.1, max: 100.0, log: true }, "km²", Shape, "Springs",
                "The catchment from which a valley carries water; smaller valleys are dry.";
            wander: f64 = 1.0, Number { min: 0.0, max: 2.0, log: false }, "", Shape, "Wander",
                "How far courses swing from side to side.";
            meanders: f64 = 1.0, Number { min: 0.0, max: 1.0, log: false }, "", Shape, "Meanders",
                "How strongly rivers wind on level ground.";
            lakes: f64 = 0.6, Number { min: 0.0, max: 1.0, log: false }, "", Shape, "Lakes",
                "The share of large hollows on a river's way that hold a lake; a hollow without an outlet always holds a lake.";
            gorge_m: f64 = 300.0, Number { min: 0.0, max: 2000.0, log: false }, "m", Shape, "Deepest gorge",
                "How deep a river may cut through a ridge to leave a hollow.";
            variety: f64 = 1.0, Number { min: 0.0, max: 1.0, log: false }, "", Shape, "Variety",
                "How much a river changes along its way; above 0 its bends are round, tributaries join it at its level, and more of the land drains to it.";
            braids: f64 = 0.0, Number { min: 0.0, max: 1.0, log: false }, "", Shape, "Braids",
                "How far a gentle river splits into threads between gravel bars; at 0 it keeps to one channel.";
            deltas: f64 = 0.0, Number { min: 0.0, max: 1.0, log: false }, "", Shape, "Deltas",
                "How far a river widens and splits before it reaches the sea.";
        }
        erosion: ErosionGroup, "Erosion" {
            on: bool = false, Toggle, "", Shape, "Erosion",
                "Cuts branching gullies and ridges into the eroded layers.";
            gully_m: f64 = 1200.0, Number { min: 10.0, max: 100_000.0, log: true }, "m", Sample, "Gully size",
                "The distance between the widest gullies.";
            strength: f64 = 0.16, Number { min: 0.0, max: 0.6, log: false }, "", Shape, "Strength",
                "The depth of the widest gullies, as a share of the gully size; 0 leaves the land as it is.";
            branching: f64 = 0.55, Number { min: 0.0, max: 1.0, log: false }, "", Shape, "Branching",
                "How far side gullies turn away from the gullies they run into, and how sharply they are cut.";
            detail: f64 = 1.5, Number { min: 0.5, max: 4.0, log: false }, "", Shape, "Detail",
                "How close to ridges and gully beds the smaller gullies begin.";
            octaves: u32 = 6, Integer { min: 1, max: 10 }, "", Shape, "Octaves",
                "The number of gully sizes.";
            gain: f64 = 0.48, Number { min: 0.2, max: 0.8, log: false }, "", Shape, "Gain",
                "The depth of each gully size relative to the size before.";
            lacunarity: f64 = 2.0, Number { min: 1.5, max: 3.0, log: false }, "", Shape, "Lacunarity",
                "How many times closer together the gullies of each size are than those of the size before.";
            ridge_rounding: f64 = 0.1, Number { min: 0.0, max: 1.0, log: false }, "", Shape, "Ridge rounding",
                "How rounded the ridges are.";
            crease_rounding: f64 = 0.0, Number { min: 0.0, max: 1.0, log: false }, "", Shape, "Crease rounding",
                "How rounded the gully beds are; with rivers, at least 0.6.";
            onset: f64 = 0.8, Number { min: 0.05, max: 5.0, log: true }, "", Shape, "Onset",
                "The slope, in metres per metre, from which gullies have their full depth; with rivers, at least 10 times the strength, so that gullies drain.";
            branch_onset: f64 = 0.8, Number { min: 0.2, max: 5.0, log: true }, "", Shape, "Branch onset",
                "The slope of gully flanks from which smaller gullies have their full depth: a lower value cuts more.";
            straightness: f64 = 0.5, Number { min: 0.1, max: 3.0, log: true }, "", Shape, "Straightness",
                "How straight down the slope smaller gullies run, independent of the gullies they run into.";
            offset: f64 = -0.65, Number { min: -1.0, max: 1.0, log: false }, "", Shape, "Height offset",
                "How far all eroded land is raised, as a share of the gullies' depth; a negative value lowers it.";
            level: f64 = 1.0, Number { min: 0.0, max: 1.0, log: false }, "", Shape, "Level ground",
                "How far level ground keeps its height instead of taking the height offset; with rivers, all of it does.";
            middle_m: f64 = 0.0, Number { min: -8000.0, max: 8000.0, log: false }, "m", Shape, "Middle",
                "The height halfway between valleys and peaks; with rivers, gullies are those of valleys at any height.";
            reach_m: f64 = 600.0, Number { min: 1.0, max: 16000.0, log: true }, "m", Shape, "Reach",
                "How far above the middle land counts as a peak, and how far below it as a valley; without effect on gullies with rivers.";
            shore_m: f64 = 1.5, Number { min: 0.0, max: 500.0, log: false }, "m", Shape, "Shore",
                "The height above the sea up to which there is no erosion.";
            inland_m: f64 = 120.0, Number { min: 0.1, max: 2000.0, log: true }, "m", Shape, "Inland",
                "The height above the shore over which the erosion fades in.";
            roughness: f64 = 0.35, Number { min: 0.0, max: 1.0, log: false }, "", Shape, "Roughness",
                "How much of the fine detail stays where land is eroded.";
        }
        talus: TalusGroup, "Talus" {
            fill: f64 = 0.0, Number { min: 0.0, max: 1.0, log: false }, "", Shape, "Fill",
                "How far scree fills the gullies below walls; 0 turns it off.";
            repose_deg: f64 = 35.0, Number { min: 15.0, max: 60.0, log: false }, "°", Shape, "Angle of repose",
                "The steepest slope on which loose stones come to rest.";
            reach: f64 = 0.5, Number { min: 0.0, max: 1.0, log: false }, "", Shape, "Reach",
                "How far up from the valleys (0) to the peaks (1) scree lies.";
        }
        strata: StrataGroup, "Strata" {
            strength: f64 = 0.0, Number { min: 0.0, max: 1.0, log: false }, "", Shape, "Strength",
                "How clearly layers of bare rock stand out as steps; 0 turns them off.";
            bed_m: f64 = 40.0, Number { min: 2.0, max: 400.0, log: true }, "m", Shape, "Bed thickness",
                "The thickness of the layers, from step to step.";
            sharpness: f64 = 2.5, Number { min: 1.0, max: 8.0, log: true }, "", Shape, "Sharpness",
                "How much steeper the steps are than the slope.";
            dip_deg: f64 = 8.0, Number { min: 0.0, max: 35.0, log: false }, "°", Shape, "Dip",
                "How steeply the layers are tilted.";
            dip_azimuth_deg: f64 = 70.0, Number { min: 0.0, max: 360.0, log: false }, "°", Shape, "Dip direction",
                "The direction in which the layers slope down, clockwise from north.";
            uneven_m: f64 = 20.0, Number { min: 0.0, max: 400.0, log: false }, "m", Shape, "Unevenness",
                "How far the layers rise and fall, so that no step goes round a whole mountain at one height.";
            slope_deg: f64 = 30.0, Number { min: 0.0, max: 80.0, log: false }, "°", Shape, "Bare slope",
                "The slope from which rock is bare and its layers show.";
        }
        colour: ColourGroup, "Course colours" {
            water: [f32; 3] = [0.29, 0.51, 0.62], Colour, "", Shade, "Water",
                "The colour of water, as a display value.";
            grass: [f32; 3] = [0.33, 0.43, 0.18], Colour, "", Shade, "Grass",
                "The colour of land just above the sea, as a display value.";
            mountain: [f32; 3] = [0.80, 0.50, 0.40], Colour, "", Shade, "Mountain",
                "The colour of high land, as a display value.";
            alpha_scale: f64 = 2.0, Number { min: 0.0, max: 20.0, log: false }, "", Shade, "α scale",
                "How fast grass turns into mountain with height: the share of mountain is the height above the sea, in noise units, times this value.";
            shininess_water: f64 = 8.0, Number { min: 0.1, max: 128.0, log: true }, "", Shade, "Water shininess",
                "The Phong exponent of water: the larger it is, the smaller and sharper the highlight.";
            shininess_land: f64 = 0.5, Number { min: 0.1, max: 128.0, log: true }, "", Shade, "Land shininess",
                "The Phong exponent of land: the larger it is, the smaller and sharper the highlight.";
        }
        ground: GroundGroup, "Natural ground" {
            sand: [f32; 3] = [0.76, 0.68, 0.52], Colour, "", Shade, "Sand",
                "The colour of dry sand along the shore, as a display value.";
            meadow: [f32; 3] = [0.44, 0.45, 0.26], Colour, "", Shade, "Meadow",
                "The colour of light grass, as a display value.";
            grass: [f32; 3] = [0.25, 0.31, 0.16], Colour, "", Shade, "Dark grass",
                "The colour of dark grass and heath, which lies in patches and hollows, as a display value.";
            rock: [f32; 3] = [0.43, 0.41, 0.37], Colour, "", Shade, "Rock",
                "The colour of rock, as a display value.";
            strata: [f32; 3] = [0.33, 0.31, 0.28], Colour, "", Shade, "Strata",
                "The colour of the darker layers in rock, as a display value.";
            scree: [f32; 3] = [0.50, 0.47, 0.40], Colour, "", Shade, "Scree",
                "The colour of the loose stones below rock, as a display value.";
            snow: [f32; 3] = [0.95, 0.96, 0.98], Colour, "", Shade, "Snow",
                "The colour of snow, as a display value.";
            beach_m: f64 = 5.0, Number { min: 0.0, max: 100.0, log: false }, "m", Shade, "Beach",
                "The height above the sea up to which sand lies.";
            rock_slope_deg: f64 = 36.0, Number { min: 0.0, max: 90.0, log: false }, "°", Shade, "Rock slope",
                "The slope above which rock shows.";
            rock_width_deg: f64 = 10.0, Number { min: 0.1, max: 45.0, log: false }, "°", Shade, "Rock blend",
                "The range of slope over which grass gives way to rock.";
            scree_slope_deg: f64 = 29.0, Number { min: 0.0, max: 90.0, log: false }, "°", Shade, "Scree slope",
                "The slope above which loose stones lie.";
            snow_line_m: f64 = 330.0, Number { min: -4000.0, max: 9000.0, log: false }, "m", Shade, "Snow line",
                "The height above which snow lies on level ground out of the sun.";
            snow_width_m: f64 = 60.0, Number { min: 0.1, max: 2000.0, log: false }, "m", Shade, "Snow blend",
                "The height range over which patches of snow become a closed cover.";
            snow_slope_deg: f64 = 48.0, Number { min: 0.0, max: 90.0, log: false }, "°", Shade, "Snow slope",
                "The slope from which snow slides off.";
            snow_sun_m: f64 = 90.0, Number { min: 0.0, max: 2000.0, log: false }, "m", Shade, "Snow in the sun",
                "How much higher the snow line lies on steep slopes that face the noon sun, and how much lower on those that face away.";
            tree_line_m: f64 = 240.0, Number { min: -4000.0, max: 9000.0, log: false }, "m", Shade, "Meadow line",
                "The height up to which grass grows well; above it, grass dries out and gives way to stony ground.";
            patches_m: f64 = 180.0, Number { min: 4.0, max: 4000.0, log: true }, "m", Shade, "Patches",
                "The size of the patches of light and dark grass.";
            strata_m: f64 = 14.0, Number { min: 0.5, max: 400.0, log: true }, "m", Shade, "Strata thickness",
                "The thickness of the layers in rock.";
            strata_strength: f64 = 0.55, Number { min: 0.0, max: 1.0, log: false }, "", Shade, "Strata strength",
                "How clearly the layers in rock show.";
            breakup: f64 = 1.0, Number { min: 0.0, max: 2.0, log: false }, "", Shade, "Broken borders",
                "How much noise frays the borders between materials, so that no contour line shows.";
            bumps: f64 = 1.0, Number { min: 0.0, max: 3.0, log: false }, "", Shade, "Detail relief",
                "How strongly stones, tufts and ledges too small for the mesh catch the light.";
            ripples: f64 = 0.0, Number { min: 0.0, max: 1.0, log: false }, "", Shade, "Ripples",
                "How clearly wind ripples show in sand and meadows, in place of tufts; 1 makes a desert.";
        }
        plants: PlantsGroup, "Plants" {
            trees: f64 = 0.4, Number { min: 0.0, max: 1.0, log: false }, "", Shade, "Woods",
                "How much of the green land below the meadow line is wooded; at 0, or where dark grass has the colour of sand, no woods grow.";
            woods_m: f64 = 512.0, Number { min: 32.0, max: 8192.0, log: true }, "m", Shade, "Size of woods",
                "The size of woods and of the clearings between them.";
            conifers: f64 = 0.5, Number { min: 0.0, max: 1.0, log: false }, "", Shade, "Conifers",
                "The share of conifers: at 0.5 they grow high up and broadleaf trees below, at 0 and 1 there is one kind only.";
            tree_m: f64 = 17.0, Number { min: 2.0, max: 60.0, log: true }, "m", Shade, "Tree height",
                "The height of medium-sized trees.";
            below_m: f64 = 60.0, Number { min: -500.0, max: 2000.0, log: false }, "m", Shade, "Below meadows",
                "How far below the meadow line the last trees stand.";
            slope_deg: f64 = 40.0, Number { min: 0.0, max: 70.0, log: false }, "°", Shade, "Steepest woods",
                "The slope above which no trees grow.";
            boulders: f64 = 0.5, Number { min: 0.0, max: 1.0, log: false }, "", Shade, "Boulders",
                "How many boulders lie among loose stones and on rock; 0 turns them off.";
            grass: f64 = 0.6, Number { min: 0.0, max: 1.0, log: false }, "", Shade, "Grass",
                "How densely grass stands near the camera, and reeds along still water; 0 turns them off.";
            conifer: [f32; 3] = [0.15, 0.21, 0.13], Colour, "", Shade, "Conifer",
                "The colour of needles, as a display value.";
            broadleaf: [f32; 3] = [0.26, 0.33, 0.13], Colour, "", Shade, "Broadleaf",
                "The colour of leaves, as a display value.";
        }
        lake: LakeGroup, "Natural water" {
            deep: [f32; 3] = [0.02, 0.16, 0.22], Colour, "", Shade, "Deep water",
                "The colour of deep water, as a display value.";
            clarity_m: f64 = 7.0, Number { min: 0.1, max: 200.0, log: true }, "m", Shade, "Clarity",
                "The thickness of water that lets a third of green light through; the bed shows down to about twice this depth.";
            waves: f64 = 0.5, Number { min: 0.0, max: 2.0, log: false }, "", Shade, "Waves",
                "How steep the small waves are.";
            wave_m: f64 = 7.0, Number { min: 0.5, max: 200.0, log: true }, "m", Shade, "Wavelength",
                "The length of the longest of the small waves.";
            foam_m: f64 = 0.6, Number { min: 0.0, max: 20.0, log: false }, "m", Shade, "Foam",
                "The depth of water in which foam breaks along the shore.";
        }
    }
}

/// Keys such as `noise.basis` in the recipe's table belong to the lowest noise layer.
impl Embedded<Recipe> for NoiseLayer {
    fn of(recipe: &Recipe) -> Option<&Self> {
        recipe.layers.iter().find_map(Layer::as_noise)
    }

    fn of_mut(recipe: &mut Recipe) -> Option<&mut Self> {
        recipe.layers.iter_mut().find_map(|layer| match &mut layer.kind {
            LayerKind::Noise(noise) => Some(noise),
            LayerKind::Landform(_) | LayerKind::Heightmap(_) | LayerKind::Marks(_) => None,
        })
    }

    fn misplaced(_: &Value) -> ValueError {
        ValueError::NoNoiseLayer
    }
}

impl Recipe {
    /// The lowest and the highest coordinate of a bounded land, in metres.
    ///
    /// Both axes have the same range. Endless land returns `None`.
    pub fn bounds_m(&self) -> Option<[f64; 2]> {
        let world = &self.world;
        world.bounded.then(|| square_bounds_m(world.extent_chunks, world.spacing_m.metres()))
    }

    /// The lowest noise layer; a default layer if the recipe has no noise layer.
    pub fn base(&self) -> &NoiseLayer {
        static DEFAULT: LazyLock<NoiseLayer> = LazyLock::new(NoiseLayer::default);
        NoiseLayer::of(self).unwrap_or(&DEFAULT)
    }

    /// The lowest noise layer, mutable.
    ///
    /// # Panics
    /// Panics if the recipe has no noise layer.
    pub fn base_mut(&mut self) -> &mut NoiseLayer {
        NoiseLayer::of_mut(self).expect("a layer of noise")
    }

    /// The first stage of the build that a change from this recipe to `other` repeats.
    ///
    /// The function compares the parameters ([`Document::dirty_stage`]), the layers without their
    /// names, the operations and the masks. It returns `None` if nothing has to be repeated.
    pub fn rebuild_stage(&self, other: &Self) -> Option<Stage> {
        let nameless =
            |recipe: &Self| recipe.layers.iter().map(Layer::without_name).collect::<Vec<_>>();
        let layers_differ = self.layers != other.layers && nameless(self) != nameless(other);
        // The sea level shapes coasts, limits erosion and ends rivers, including drawn rivers.
        let has_drawn_water =
            self.layers.iter().any(|layer| layer.marks().iter().any(Mark::has_water));
        let uses_sea_level =
            self.has_coast() || self.erosion.on || self.rivers.on || has_drawn_water;
        let sea_differs = self.world.sea_level_m != other.world.sea_level_m && uses_sea_level;
        // Vertices store the weight of the plants' masks.
        let masks_differ = self.rivers_masks != other.rivers_masks
            || self.erosion_masks != other.erosion_masks
            || self.plants_masks != other.plants_masks;
        let differs =
            layers_differ || sea_differs || masks_differ || self.operations != other.operations;
        self.dirty_stage(other).into_iter().chain(differs.then_some(Stage::Shape)).min()
    }

    /// Checks that each layer's parameters can be combined.
    ///
    /// # Errors
    /// Returns an error if two parameters of a layer exclude each other, even if the layer is hidden.
    pub fn validate(&self) -> Result<(), NoiseError> {
        let noises = self.layers.iter().filter_map(|layer| Some((layer, layer.as_noise()?)));
        noises
            .into_iter()
            .try_for_each(|(layer, noise)| noise.spec(layer.seed(self.seed())).map(|_| ()))
    }

    fn has_coast(&self) -> bool {
        self.layers.iter().any(|layer| layer.kind.is_coast())
    }

    /// The world's seed, from which all layer seeds are derived.
    pub fn seed(&self) -> Seed {
        Seed::from_text(&self.world.seed)
    }

    /// The shape that converts between noise values and heights, for colours.
    ///
    /// If one noise layer alone makes the land, this is its height and exponent. Otherwise the
    /// height is the largest height of the visible layers, and the exponent is 1.
    pub fn shape(&self) -> Shape {
        if let Some(noise) = self.only_noise() {
            return noise.shape();
        }
        let heights = self.layers.visible().map(Layer::height_m);
        Shape { height_m: heights.fold(1.0, f64::max), exponent: 1.0 }
    }

    /// The noise layer that alone makes the land; `None` if other parts have an effect.
    pub fn only_noise(&self) -> Option<&NoiseLayer> {
        let mut effective = self.layers.visible().filter(|layer| layer.has_effect());
        let (Some(layer), None) = (effective.next(), effective.next()) else { return None };
        let is_alone = layer.is_unchanged_if_lowest() && !layer.is_operated();
        let is_operated = self.operations.iter().any(ListedOperation::has_effect);
        layer.as_noise().filter(|_| is_alone && !is_operated && !self.erosion.on && !self.rivers.on)
    }

    /// Returns true if the parameter `key` has an effect, given all other values.
    pub fn uses(&self, key: &str) -> bool {
        // In a group with an amount of 0, only the amount itself has an effect.
        let has_effect = |amount: f64, name: &str| amount > 0.0 || key.ends_with(name);
        match key {
            "world.extent_chunks" => self.world.bounded,
            "erosion.on" | "rivers.on" => true,
            _ if key.starts_with("rivers.") => self.rivers.on,
            _ if key.starts_with("erosion.") => self.erosion.on,
            _ if key.starts_with("talus.") => {
                self.erosion.on && has_effect(self.talus.fill, "fill")
            }
            "plants.trees" | "plants.boulders" | "plants.grass" => true,
            _ if key.starts_with("plants.") => self.plants.trees > 0.0,
            _ if key.starts_with("strata.") => {
                self.erosion.on && has_effect(self.strata.strength, "strength")
            }
            _ => self.base().uses(key),
        }
    }
}
