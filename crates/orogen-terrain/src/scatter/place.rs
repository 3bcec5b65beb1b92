//! Places plants at hashed points, one per integer cell, where the ground allows them.

use super::kinds::{Family, PlantKind};
use super::lattice::{LandLattice, LandSquare};
use super::reeds::{self, Shallows};
use super::roads::Roads;
use super::woods::{LocalWoods, Woods};
use crate::ground::{Ground, GroundNoises, GroundPlace, GroundShares, angle_rad};
use crate::recipe::{PlantsGroup, Recipe};
use crate::surface::Surface;
use orogen_noise::hash::{Seed, further_word, hash_cell};

/// The largest offset of a plant from the centre of its cell, as a share of half the cell's side.
const MAX_OFFSET: f32 = 0.86;
/// The seed of a family is that of the octave with this number plus the family's number. Noises use
/// lower octave numbers.
const FIRST_OCTAVE: u32 = 0x0070_6c61;
/// The largest share of cells that hold a boulder or a tuft, at full density. Chosen by eye.
const MAX_SHARE: f32 = 0.85;
/// The fraction of their height that trees lose at the edge of a wood, and at the tree line.
const SMALLER_AT_EDGE: f32 = 0.35;
const SMALLER_HIGH_UP: f32 = 0.5;
/// The depth to which a boulder sinks into level ground, and the further depth per unit of slope,
/// which hides the boulder's underside on the downhill side. Both are shares of its height, chosen
/// by eye.
const SINK: f32 = 0.19;
const SINK_PER_SLOPE: f32 = 0.45;
/// The share of the slope of the ground at which a boulder lies, chosen by eye. The shader of plants has the
/// same constant.
const BOULDER_LEAN: f32 = 0.65;
/// The smallest upward component of a normal, so that a slope stays finite.
const MIN_UP: f32 = 0.05;
/// The amplitude of a tuft's random brightness, relative to the effect of the ground.
const TUFT_VARIATION: f32 = 0.25;
/// The sample spacing for noise: detail finer than a plant is not needed.
const FOOTPRINT_M: f64 = 0.5;

/// A plant or a stone on the land.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plant {
    /// The kind.
    pub kind: PlantKind,
    /// A random number for differences between plants of a kind.
    pub word: u32,
    /// The position of its foot: x east, y up, z south.
    pub place_m: [f64; 3],
    /// Its height, in metres.
    pub size_m: f32,
    /// The rotation about the vertical, from 0 to 2π.
    pub yaw_rad: f32,
    /// The random shifts of its brightness and of its yellowness, each from −1 to 1.
    ///
    /// The first shift of a tuft follows the ground, from −1 on dark grass to 1 on meadow.
    pub tint: [f32; 2],
    /// The slope of the ground at the foot: its rise to the east and to the south.
    pub slope: [f32; 2],
    /// The height of the ground above the foot in sizes of the plant; above 0 for sunk stones.
    pub sunk: f32,
}

impl Plant {
    /// The unit vector of the plant's own vertical axis: straight up, except for boulders, which lie on the
    /// slope.
    pub fn up(&self) -> [f32; 3] {
        let lean = if self.kind == PlantKind::Boulder { BOULDER_LEAN } else { 0.0 };
        let [east, south] = self.slope.map(|slope| -lean * slope);
        let length = (east * east + 1.0 + south * south).sqrt();
        [east, 1.0, south].map(|c| c / length)
    }
}

/// The plants and stones of a recipe.
pub struct Scatter {
    plants: PlantsGroup,
    ground: Ground,
    woods: Woods,
    surface: Surface,
    seed: Seed,
}

/// Converts the upper 24 bits of a random word to a number in [0, 1).
fn unit(word: u32) -> f32 {
    (word >> 8) as f32 / 16_777_216.0
}

impl Scatter {
    /// Prepares the plants of a recipe on its surface.
    pub fn new(recipe: &Recipe, surface: &Surface) -> Self {
        Self {
            plants: recipe.plants.clone(),
            ground: Ground::new(recipe, FOOTPRINT_M),
            woods: Woods::new(recipe, FOOTPRINT_M),
            surface: surface.clone(),
            seed: recipe.seed(),
        }
    }

    /// The density that the recipe gives a family, from 0 to 1.
    fn density(&self, family: Family) -> f32 {
        match family {
            Family::Trees if !self.woods.has_trees() => 0.0,
            Family::Trees => self.plants.trees as f32,
            Family::Boulders => self.plants.boulders as f32,
            Family::Tufts => self.plants.grass as f32 * self.woods.leafy,
            Family::Reeds if !self.surface.land().has_water() => 0.0,
            Family::Reeds => self.plants.grass as f32 * self.woods.leafy,
        }
    }

    /// Returns true if the density of a family is above 0.
    pub fn has(&self, family: Family) -> bool {
        self.density(family) > 0.0
    }

    /// All plants of a family whose foot is in a square, row by row.
    ///
    /// No plant stands on a road or within a metre of it. The west and the north edge belong to the
    /// square. So if squares of any size tile the plane, each plant occurs once.
    pub fn plants(&self, family: Family, square: LandSquare) -> Vec<Plant> {
        if !self.has(family) {
            return vec![];
        }
        let cell_m = family.cell_m();
        let lattice = LandLattice::new(self.surface.land(), square, family.lattice_m());
        let roads = Roads::new(self.surface.land(), square);
        let shallows = match family {
            Family::Reeds => Some(Shallows::new(&self.surface, &lattice)),
            _ => None,
        };
        let range = |axis: usize| {
            let low = square.corner_m[axis];
            (low / cell_m).floor() as i64..=((low + square.side_m) / cell_m).floor() as i64
        };
        let seed = self.seed.octave(FIRST_OCTAVE + family.number());
        let mut plants = vec![];
        let mut noises = vec![];
        for z in range(1) {
            for x in range(0) {
                let word = hash_cell(seed, &[x, z]);
                let place_m = point([x, z], cell_m, word);
                let is_inside = (0..2).all(|i| {
                    let within = place_m[i] - square.corner_m[i];
                    (0.0..square.side_m).contains(&within)
                });
                if !is_inside || !self.surface.contains(place_m) {
                    continue;
                }
                let plant_weight = lattice.plant_weight(place_m);
                if plant_weight <= 0.0 || roads.covers(place_m) {
                    continue;
                }
                let place = lattice.at(place_m);
                let [x_m, z_m] = place_m;
                let may_stand = match &shallows {
                    Some(shallows) => shallows.are_at(place_m, place.bed_m),
                    None => f64::from(place.bed_m) > self.surface.water_level_m(place_m),
                };
                if !may_stand {
                    continue;
                }
                self.ground.noises_along_row(&[x_m], z_m, &mut noises);
                let site = Site { word, place_m, place, noises: noises[0], plant_weight };
                plants.extend(self.grow(family, &site));
            }
        }
        plants
    }

    fn grow(&self, family: Family, site: &Site) -> Option<Plant> {
        let shares = self.ground.shares(&site.place, site.noises);
        match family {
            Family::Trees => self.tree(site, &shares),
            Family::Boulders => self.low_plant_or_stone(PlantKind::Boulder, site, &shares),
            Family::Tufts => self.low_plant_or_stone(PlantKind::Tuft, site, &shares),
            Family::Reeds => self.low_plant_or_stone(PlantKind::Reed, site, &shares),
        }
    }

    fn tree(&self, site: &Site, shares: &GroundShares) -> Option<Plant> {
        let woods = self.woods.at(site.place_m, &site.place, shares, &site.noises);
        let woods = LocalWoods { cover: site.plant_weight * woods.cover, ..woods };
        if angle_rad(site.place.normal[1]) >= self.plants.slope_deg.to_radians() as f32
            || site.random(2) >= woods.cover
        {
            return None;
        }
        let is_conifer = site.random(3) < woods.conifers;
        let kind = if is_conifer { PlantKind::Conifer } else { PlantKind::Broadleaf };
        let [min, max] = kind.row().size;
        // The sum of two random numbers makes medium sizes the most frequent.
        let size_fraction = 0.5 * (site.random(4) + site.random(5));
        let edge_factor = 1.0 - SMALLER_AT_EDGE * (1.0 - woods.cover);
        let altitude_factor = 1.0 - SMALLER_HIGH_UP * (1.0 - woods.growth);
        let size = (min + (max - min) * size_fraction) * edge_factor * altitude_factor;
        Some(site.plant(kind, size * self.plants.tree_m as f32))
    }

    fn low_plant_or_stone(
        &self,
        kind: PlantKind,
        site: &Site,
        shares: &GroundShares,
    ) -> Option<Plant> {
        let row = kind.row();
        let steepest_rad = row.steepest_deg?.to_radians();
        let suitability: f32 = (0..6).map(|i| shares.parts[i] * row.densities[i]).sum();
        // Noise makes boulders and tufts denser in some patches.
        let patchiness = (0.5 + 0.7 * site.noises[0]).clamp(0.0, 1.0);
        let density = self.density(row.family);
        let probability = match kind {
            PlantKind::Boulder => 2.0 * density * density * suitability * patchiness,
            PlantKind::Reed => {
                let growth = self.woods.at(site.place_m, &site.place, shares, &site.noises).growth;
                1.4 * density * suitability * growth * reeds::share_of_stands(site.noises)
            }
            _ => density * suitability * (0.7 + 0.3 * patchiness),
        };
        if angle_rad(site.place.normal[1]) >= steepest_rad
            || site.random(2) >= site.plant_weight * (probability * MAX_SHARE).min(MAX_SHARE)
        {
            return None;
        }
        let [min, max] = row.size;
        let random = site.random(4);
        // The fourth power makes large stones rare.
        let size_fraction =
            if kind == PlantKind::Boulder { random * random * random * random } else { random };
        let mut plant = site.plant(kind, min + (max - min) * size_fraction);
        match kind {
            PlantKind::Boulder => {
                let slope = angle_rad(site.place.normal[1]).tan();
                plant.sunk = SINK + SINK_PER_SLOPE * slope;
                plant.place_m[1] -= f64::from(plant.size_m * plant.sunk);
            }
            PlantKind::Tuft => {
                let [meadow, grass] = [shares.parts[1], shares.parts[2]];
                let dry = 2.0 * meadow / (meadow + grass).max(f32::EPSILON) - 1.0;
                plant.tint[0] = (dry + TUFT_VARIATION * plant.tint[0]).clamp(-1.0, 1.0);
            }
            PlantKind::Conifer | PlantKind::Broadleaf | PlantKind::Reed => {}
        }
        Some(plant)
    }
}

/// The candidate point of a cell, in metres east and south of the origin.
fn point(cell: [i64; 2], cell_m: f64, word: u32) -> [f64; 2] {
    [0, 1].map(|i| {
        let offset = MAX_OFFSET * (unit(further_word(word, i as u32)) - 0.5);
        (cell[i] as f64 + 0.5 + f64::from(offset)) * cell_m
    })
}

/// A candidate point for a plant, with the ground there.
struct Site {
    word: u32,
    place_m: [f64; 2],
    place: GroundPlace,
    noises: GroundNoises,
    /// The weight of the plants' masks, from 0 to 1.
    plant_weight: f32,
}

impl Site {
    /// A random number of the site, from 0 to 1. Numbers 0 and 1 set the position.
    fn random(&self, index: u32) -> f32 {
        unit(further_word(self.word, index))
    }

    fn plant(&self, kind: PlantKind, size_m: f32) -> Plant {
        let [x, z] = self.place_m;
        Plant {
            kind,
            word: further_word(self.word, 9),
            place_m: [x, f64::from(self.place.bed_m), z],
            size_m,
            yaw_rad: self.random(6) * std::f32::consts::TAU,
            tint: [7, 8].map(|i| 2.0 * self.random(i) - 1.0),
            slope: [0, 2].map(|i| -self.place.normal[i] / self.place.normal[1].max(MIN_UP)),
            sunk: 0.0,
        }
    }
}

#[cfg(test)]
mod tests;
