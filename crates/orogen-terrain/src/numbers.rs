//! Numbers of keys and names: what short codes call parameters, choices and kinds, for ever.
//!
//! A number is the place in a list, counted from 1. The lists only grow at their ends: what is gone
//! leaves its place behind.

/// Every key that there has been: `group.name`, `kind.name` of a landform, `operation.kind.name`
/// and `mask.kind.name`.
pub const KEYS: &[&str] = &[
    "noise.basis",
    "noise.permutation",
    "noise.gradients",
    "noise.fade",
    "noise.metric",
    "noise.frequency",
    "noise.period",
    "fractal.kind",
    "fractal.octaves",
    "fractal.lacunarity",
    "fractal.gain",
    "fractal.offset",
    "fractal.normalise",
    "fractal.rotate",
    "fractal.octave_seeds",
    "warp.strength",
    "warp.frequency",
    "warp.times",
    "shape.height_m",
    "shape.exponent",
    "world.seed",
    "world.sea_level_m",
    "world.spacing_m",
    "world.bounded",
    "world.extent_chunks",
    "colour.water",
    "colour.grass",
    "colour.mountain",
    "colour.alpha_scale",
    "colour.shininess_water",
    "colour.shininess_land",
    "ground.sand",
    "ground.meadow",
    "ground.grass",
    "ground.rock",
    "ground.strata",
    "ground.scree",
    "ground.snow",
    "ground.beach_m",
    "ground.rock_slope_deg",
    "ground.rock_width_deg",
    "ground.scree_slope_deg",
    "ground.snow_line_m",
    "ground.snow_width_m",
    "ground.snow_slope_deg",
    "ground.snow_sun_m",
    "ground.tree_line_m",
    "ground.patches_m",
    "ground.strata_m",
    "ground.strata_strength",
    "ground.breakup",
    "ground.bumps",
    "lake.deep",
    "lake.clarity_m",
    "lake.waves",
    "lake.wave_m",
    "lake.foam_m",
    "look.style",
    "look.overlay",
    "look.contour_m",
    "light.sun_azimuth_deg",
    "light.sun_elevation_deg",
    "light.colour",
    "light.ambient",
    "light.exposure_ev",
    "light.strength",
    "light.stars",
    "light.clouds",
    "distance.horizon_km",
    "distance.haze",
    "layer.name",
    "layer.visible",
    "layer.solo",
    "layer.blend",
    "layer.opacity",
    "layer.radius_m",
    "craters.radius_m",
    "craters.sizes",
    "craters.spacing",
    "craters.jitter",
    "craters.share",
    "craters.rim",
    "craters.age",
    "dunes.wind_deg",
    "dunes.wavelength_m",
    "dunes.height",
    "dunes.variety",
    "dunes.waviness",
    "dunes.swing",
    "barchans.wind_deg",
    "barchans.width_m",
    "barchans.spacing",
    "barchans.jitter",
    "barchans.share",
    "mesas.height_m",
    "mesas.variety",
    "mesas.size_m",
    "mesas.cover",
    "mesas.scallops",
    "mesas.wall",
    "mesas.talus",
    "volcanoes.single",
    "volcanoes.x_m",
    "volcanoes.z_m",
    "volcanoes.radius_m",
    "volcanoes.height_m",
    "volcanoes.power",
    "volcanoes.caldera",
    "volcanoes.depth",
    "volcanoes.unevenness",
    "volcanoes.spacing",
    "volcanoes.jitter",
    "volcanoes.share",
    "coast.beach_m",
    "coast.cliff_m",
    "coast.foot_m",
    "dolines.radius_m",
    "dolines.depth",
    "dolines.spacing",
    "dolines.jitter",
    "dolines.share",
    "towers.radius_m",
    "towers.height_m",
    "towers.wall",
    "towers.dome",
    "towers.unevenness",
    "towers.spacing",
    "towers.jitter",
    "towers.share",
    "continents.wavelength_km",
    "continents.octaves",
    "continents.sea_m",
    "continents.plain_m",
    "continents.inland_m",
    "continents.shift",
    "operation.on",
    "operation.levels.scale",
    "operation.levels.offset_m",
    "operation.curve.low_m",
    "operation.curve.range_m",
    "operation.curve.points",
    "operation.bias-gain.low_m",
    "operation.bias-gain.range_m",
    "operation.bias-gain.bias",
    "operation.bias-gain.gain",
    "operation.soft-clamp.low_m",
    "operation.soft-clamp.range_m",
    "operation.soft-clamp.rounding",
    "operation.terraces.step_m",
    "operation.terraces.sharpness",
    "operation.terraces.strength",
    "operation.terraces.dip_deg",
    "operation.terraces.dip_azimuth_deg",
    "operation.terraces.jitter_m",
    "operation.terraces.jitter_size_m",
    "operation.plateau.height_m",
    "operation.plateau.radius_m",
    "operation.valley-floor.height_m",
    "operation.valley-floor.radius_m",
    "operation.canyon.floor_m",
    "operation.canyon.depth_m",
    "operation.canyon.sharpness",
    "operation.cliff.height_m",
    "operation.cliff.drop_m",
    "operation.cliff.width_m",
    "operation.fold.height_m",
    "operation.fold.ridge",
    "operation.fold.rounding_m",
    "operation.warp.wavelength_m",
    "operation.warp.strength",
    "operation.stretch.factor",
    "operation.stretch.azimuth_deg",
    "operation.damped-detail.amplitude_m",
    "operation.damped-detail.wavelength_m",
    "operation.damped-detail.octaves",
    "operation.damped-detail.gain",
    "operation.damped-detail.damping",
    "operation.island.east_m",
    "operation.island.south_m",
    "operation.island.radius_m",
    "operation.island.edge",
    "operation.island.sea_m",
    "operation.continents.wavelength_m",
    "operation.continents.low_m",
    "operation.continents.range_m",
    "operation.continents.heights",
    "operation.continents.relief",
    "mask.on",
    "mask.combine",
    "mask.invert",
    "mask.height.low_m",
    "mask.height.high_m",
    "mask.height.fade_m",
    "mask.slope.from_deg",
    "mask.slope.to_deg",
    "mask.slope.fade_deg",
    "mask.curvature.side",
    "mask.curvature.radius_m",
    "mask.curvature.from",
    "mask.curvature.fade",
    "mask.noise.size_m",
    "mask.noise.cover",
    "mask.noise.softness",
    "mask.distance.east_m",
    "mask.distance.south_m",
    "mask.distance.radius_m",
    "mask.distance.edge",
    "mask.layer.layer",
    "mask.layer.low_m",
    "mask.layer.high_m",
    "layer.eroded",
    "erosion.on",
    "erosion.gully_m",
    "erosion.strength",
    "erosion.branching",
    "erosion.detail",
    "erosion.octaves",
    "erosion.gain",
    "erosion.lacunarity",
    "erosion.ridge_rounding",
    "erosion.crease_rounding",
    "erosion.onset",
    "erosion.branch_onset",
    "erosion.straightness",
    "erosion.offset",
    "erosion.level",
    "erosion.middle_m",
    "erosion.reach_m",
    "erosion.shore_m",
    "erosion.inland_m",
    "erosion.roughness",
    "talus.fill",
    "talus.repose_deg",
    "talus.reach",
    "strata.strength",
    "strata.bed_m",
    "strata.sharpness",
    "strata.dip_deg",
    "strata.dip_azimuth_deg",
    "strata.uneven_m",
    "strata.slope_deg",
    "noise.fade_quarter",
    "noise.fade_half",
    "noise.fade_three_quarters",
    "heightmap.file",
    "heightmap.hash",
    "heightmap.reading",
    "heightmap.embedded",
    "heightmap.width_m",
    "heightmap.depth_m",
    "heightmap.low_m",
    "heightmap.high_m",
    "heightmap.east_m",
    "heightmap.south_m",
    "heightmap.edges",
    "heightmap.fade_m",
    "heightmap.outside_m",
    "clouds.low",
    "clouds.high",
    "clouds.base_m",
    "clouds.wind_deg",
    "clouds.wind_m_s",
    "clouds.mist_m",
    "camera.lens_mm",
    "plants.trees",
    "plants.woods_m",
    "plants.conifers",
    "plants.tree_m",
    "plants.below_m",
    "plants.slope_deg",
    "plants.boulders",
    "plants.grass",
    "plants.conifer",
    "plants.broadleaf",
    "camera.aperture_m",
    "camera.focus_m",
    "light.air",
    "ground.ripples",
];

/// The permanent number of a key, from 1 up.
///
/// ```
/// use orogen_terrain::numbers;
///
/// assert_eq!(numbers::of_key("noise.basis"), Some(1));
/// assert_eq!(numbers::of_key("noise.flavour"), None);
/// ```
pub fn of_key(key: &str) -> Option<u16> {
    KEYS.iter().zip(1..).find(|(known, _)| **known == key).map(|(_, number)| number)
}

/// The key of a permanent number.
pub fn key_of(number: u64) -> Option<&'static str> {
    entry(KEYS, number)
}

/// Every name that there has been: of kinds of layers, operations and masks, and of choices.
#[rustfmt::skip]
pub const NAMES: &[&str] = &[
    "noise", "craters", "dunes", "barchans", "mesas", "volcanoes", "coast", "dolines", "towers",
    "continents", "levels", "curve", "bias-gain", "soft-clamp", "terraces", "plateau",
    "valley-floor", "canyon", "cliff", "fold", "warp", "stretch", "damped-detail", "island",
    "height", "slope", "curvature", "distance", "layer", "value", "perlin", "simplex",
    "opensimplex2", "opensimplex2s", "worley-f1", "worley-f2", "worley-f2-f1", "worley-cell",
    "lattice0", "lattice1", "lattice2", "perlin-nd", "perlin-nd-rejection", "supersimplex",
    "opensimplex", "perlin-surflet", "hash", "table", "reference", "p289", "4", "8", "12", "16",
    "continuous", "linear", "cubic", "quintic", "cosine", "euclidean", "manhattan", "chebyshev",
    "none", "fbm", "turbulence", "billow", "ridged", "hybrid", "off", "on", "measured", "0.25",
    "0.5", "1", "2", "natural", "course", "shaded", "clay", "wireframe", "contours", "normals",
    "materials", "mask", "ridges", "over", "add", "subtract", "multiply", "max", "min", "raise",
    "carve", "hollows", "step", "custom", "heightmap", "clamp", "mirror", "repeat", "fade",
    "join",
];

/// The permanent number of a name, from 1 up.
pub fn of_name(name: &str) -> Option<u16> {
    NAMES.iter().zip(1..).find(|(known, _)| **known == name).map(|(_, number)| number)
}

/// The name of a permanent number.
pub fn name_of(number: u64) -> Option<&'static str> {
    entry(NAMES, number)
}

fn entry(list: &[&'static str], number: u64) -> Option<&'static str> {
    let index = usize::try_from(number).ok()?.checked_sub(1)?;
    list.get(index).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heightmap::HeightmapLayer;
    use crate::landform::LandformKind;
    use crate::layer::{LayerHead, LayerKind};
    use crate::mask::{Mask, MaskType};
    use crate::operation::OperationKind;
    use crate::param::{Document, ParamKind};
    use crate::recipe::Recipe;
    use crate::view::ViewParams;
    use orogen_noise::hash::fnv1a;

    fn keys_of_tables() -> Vec<String> {
        let mut keys: Vec<String> = vec!["operation.on".to_owned()];
        let mut add = |prefix: &str, key: &str| keys.push(format!("{prefix}{key}"));
        Recipe::params().iter().for_each(|param| add("", param.key));
        ViewParams::params().iter().for_each(|param| add("", param.key));
        LayerHead::params().iter().for_each(|param| add("", param.key));
        for kind in LandformKind::ALL {
            kind.value.params().iter().for_each(|param| add("", param.key));
        }
        HeightmapLayer::params().iter().for_each(|param| add("", param.key));
        for kind in OperationKind::ALL {
            kind.value.params().iter().for_each(|param| add("operation.", param.key));
        }
        for kind in MaskType::ALL {
            kind.value.params().iter().for_each(|param| add("mask.", param.key));
        }
        Mask::head_params().iter().for_each(|param| add("", param.key));
        keys
    }

    #[test]
    fn every_key_has_a_number() {
        let without: Vec<_> =
            keys_of_tables().into_iter().filter(|key| of_key(key).is_none()).collect();
        assert!(without.is_empty(), "put at the end of the list: {without:?}");
    }

    /// The names of all choices and kinds, in the order of the tables.
    fn names_of_tables() -> Vec<&'static str> {
        let mut names: Vec<_> = LayerKind::all().into_iter().map(|(name, _)| name).collect();
        names.extend(OperationKind::ALL.iter().map(|row| row.name));
        names.extend(MaskType::ALL.iter().map(|row| row.name));
        let mut kinds: Vec<ParamKind> = Recipe::params().iter().map(|param| param.kind).collect();
        kinds.extend(ViewParams::params().iter().map(|param| param.kind));
        kinds.extend(LayerHead::params().iter().map(|param| param.kind));
        kinds.extend(Mask::head_params().iter().map(|param| param.kind));
        kinds.extend(HeightmapLayer::params().iter().map(|param| param.kind));
        for kind in LandformKind::ALL {
            kinds.extend(kind.value.params().iter().map(|param| param.kind));
        }
        for kind in OperationKind::ALL {
            kinds.extend(kind.value.params().iter().map(|param| param.kind));
        }
        for kind in MaskType::ALL {
            kinds.extend(kind.value.params().iter().map(|param| param.kind));
        }
        for kind in kinds {
            if let ParamKind::Choice(rows) = kind {
                names.extend(rows.iter().map(|row| row.name));
            }
        }
        names
    }

    #[test]
    fn every_name_has_a_number() {
        let mut without = vec![];
        for name in names_of_tables() {
            if of_name(name).is_none() && !without.contains(&name) {
                without.push(name);
            }
        }
        assert!(without.is_empty(), "put at the end of the list: {without:?}");
    }

    #[test]
    fn numbers_lead_back() {
        for number in 0..400 {
            let key = key_of(number);
            assert_eq!(key.and_then(of_key).map_or(0, u64::from), key.map_or(0, |_| number));
            let name = name_of(number);
            assert_eq!(name.and_then(of_name).map_or(0, u64::from), name.map_or(0, |_| number));
        }
        assert_eq!((key_of(u64::MAX), name_of(u64::MAX)), (None, None));
    }

    #[test]
    fn numbers_are_for_ever() {
        let unique: std::collections::HashSet<_> = KEYS.iter().collect();
        assert_eq!(unique.len(), KEYS.len(), "a key that is there twice");
        let unique: std::collections::HashSet<_> = NAMES.iter().collect();
        assert_eq!(unique.len(), NAMES.len(), "a name that is there twice");
        let first = NAMES[..94].join(" ");
        assert_eq!(fnv1a(first.as_bytes()), 0x7a57_5530_ae3a_50a7);
        let first = KEYS[..210].join(" ");
        assert_eq!(fnv1a(first.as_bytes()), 0x2b2f_058f_5ff4_f676);
    }
}
