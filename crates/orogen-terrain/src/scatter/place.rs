//! Where plants stand: hashed points in cells of whole numbers, kept where the ground has them.

use super::kinds::{Family, Kind};
use super::lattice::{Lattice, Square};
use super::woods::{Spot, Woods};
use crate::ground::{Frays, Ground, Place, Shares, angle_rad};
use crate::recipe::{PlantsGroup, Recipe};
use crate::surface::Surface;
use orogen_noise::hash::{Seed, further_word, hash_cell};

/// How far a plant may stand from the middle of its cell, in shares of the way to its side.
const JITTER: f32 = 0.86;
/// The seeds of plants are those of octaves that no noise has.
const SEEDS: u32 = 0x0070_6c61;
/// The largest part of cells that have a boulder or a tuft at full density, by eye.
const MOST: f32 = 0.85;
/// How much smaller trees are at the edge of a wood, and at the tree line.
const SMALLER_AT_EDGE: f32 = 0.35;
const SMALLER_HIGH_UP: f32 = 0.5;
/// How deep a boulder lies in level ground, in its heights, and how much deeper by the slope: so that
/// its underside does not show downhill. By eye.
const DEEP: f32 = 0.04;
const DEEPER_ON_SLOPES: f32 = 0.45;
/// What the noise is asked for: it need not hold what is finer than a plant.
const FOOTPRINT_M: f64 = 0.5;

/// Something that stands on the land.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plant {
    /// What it is.
    pub kind: Kind,
    /// A word by which plants of a kind differ.
    pub word: u32,
    /// Its foot in the world: x, y, z.
    pub place_m: [f64; 3],
    /// Its height, in metres.
    pub size_m: f32,
    /// How far it is turned about the vertical, from 0 to 2π.
    pub yaw_rad: f32,
    /// How much lighter or darker it is, and how much yellower, from −1 to 1.
    pub tint: [f32; 2],
}

/// What stands on the land of a recipe.
pub struct Scatter {
    plants: PlantsGroup,
    ground: Ground,
    woods: Woods,
    surface: Surface,
    seed: Seed,
}

/// From 0 to 1, without 1.
fn unit(word: u32) -> f32 {
    (word >> 8) as f32 / 16_777_216.0
}

impl Scatter {
    /// The plants of a recipe on its surface.
    pub fn new(recipe: &Recipe, surface: &Surface) -> Self {
        Self {
            plants: recipe.plants.clone(),
            ground: Ground::new(recipe, FOOTPRINT_M),
            woods: Woods::new(recipe, FOOTPRINT_M),
            surface: surface.clone(),
            seed: recipe.seed(),
        }
    }

    /// How much of a family there is, from 0 to 1.
    fn density(&self, family: Family) -> f32 {
        match family {
            Family::Trees if !self.woods.are_there() => 0.0,
            Family::Trees => self.plants.trees as f32,
            Family::Boulders => self.plants.boulders as f32,
            Family::Tufts => self.plants.grass as f32 * self.woods.leafy,
        }
    }

    /// Whether a family grows anywhere.
    pub fn has(&self, family: Family) -> bool {
        self.density(family) > 0.0
    }

    /// All plants of a family whose foot is in a square, west and north border included, row by row.
    /// They are the same however the plane is cut into squares.
    pub fn plants(&self, family: Family, square: Square) -> Vec<Plant> {
        if !self.has(family) {
            return vec![];
        }
        let cell_m = family.cell_m();
        let lattice = Lattice::new(self.surface.land(), square, family.lattice_m());
        let range = |axis: usize| {
            let low = square.corner_m[axis];
            (low / cell_m).floor() as i64..=((low + square.side_m) / cell_m).floor() as i64
        };
        let seed = self.seed.octave(SEEDS + family.number());
        let mut plants = vec![];
        let mut frays = vec![];
        for z in range(1) {
            for x in range(0) {
                let word = hash_cell(seed, &[x, z]);
                let place_m = point([x, z], cell_m, word);
                let is_in = (0..2).all(|i| {
                    let within = place_m[i] - square.corner_m[i];
                    (0.0..square.side_m).contains(&within)
                });
                if !is_in || !self.surface.contains(place_m) {
                    continue;
                }
                let planted = lattice.planted(place_m);
                if planted <= 0.0 {
                    continue;
                }
                let place = lattice.at(place_m);
                let [x_m, z_m] = place_m;
                if f64::from(place.bed_m) <= self.surface.water_level_m(place_m) {
                    continue;
                }
                self.ground.frays_of_row(&[x_m], z_m, &mut frays);
                let known = Known { word, place_m, place, frays: frays[0], planted };
                plants.extend(self.grow(family, &known));
            }
        }
        plants
    }

    fn grow(&self, family: Family, known: &Known) -> Option<Plant> {
        let parts = self.ground.shares(&known.place, known.frays);
        match family {
            Family::Trees => self.tree(known, &parts),
            Family::Boulders => self.other(Kind::Boulder, known, &parts),
            Family::Tufts => self.other(Kind::Tuft, known, &parts),
        }
    }

    fn tree(&self, known: &Known, parts: &Shares) -> Option<Plant> {
        let spot = self.woods.at(known.place_m, &known.place, parts, &known.frays);
        let spot = Spot { cover: known.planted * spot.cover, ..spot };
        if angle_rad(known.place.normal[1]) >= self.plants.slope_deg.to_radians() as f32
            || known.random(2) >= spot.cover
        {
            return None;
        }
        let is_conifer = known.random(3) < spot.conifers;
        let kind = if is_conifer { Kind::Conifer } else { Kind::Broadleaf };
        let [least, most] = kind.row().size;
        // Most are of middling size.
        let share = 0.5 * (known.random(4) + known.random(5));
        let inside = 1.0 - SMALLER_AT_EDGE * (1.0 - spot.cover);
        let thrives = 1.0 - SMALLER_HIGH_UP * (1.0 - spot.thrives);
        let size = (least + (most - least) * share) * inside * thrives;
        Some(known.plant(kind, size * self.plants.tree_m as f32))
    }

    fn other(&self, kind: Kind, known: &Known, parts: &Shares) -> Option<Plant> {
        let row = kind.row();
        let steepest_rad = row.steepest_deg?.to_radians();
        let readily: f32 = (0..6).map(|i| parts.parts[i] * row.on[i]).sum();
        // Both lie in drifts.
        let drift = (0.5 + 0.7 * known.frays[0]).clamp(0.0, 1.0);
        let density = self.density(row.family);
        let share = match kind {
            Kind::Boulder => 2.0 * density * density * readily * drift,
            _ => density * readily * (0.45 + 0.55 * drift),
        };
        if angle_rad(known.place.normal[1]) >= steepest_rad
            || known.random(2) >= known.planted * (share * MOST).min(MOST)
        {
            return None;
        }
        let [least, most] = row.size;
        let random = known.random(4);
        // Few stones are large.
        let share = if kind == Kind::Boulder { random * random * random * random } else { random };
        let mut plant = known.plant(kind, least + (most - least) * share);
        if kind == Kind::Boulder {
            let slope = angle_rad(known.place.normal[1]).tan();
            plant.place_m[1] -= f64::from(plant.size_m * (DEEP + DEEPER_ON_SLOPES * slope));
        }
        Some(plant)
    }
}

/// Where a cell's plant would stand.
fn point(cell: [i64; 2], cell_m: f64, word: u32) -> [f64; 2] {
    [0, 1].map(|i| {
        let off = JITTER * (unit(further_word(word, i as u32)) - 0.5);
        (cell[i] as f64 + 0.5 + f64::from(off)) * cell_m
    })
}

/// What is known of a place at which a plant may stand.
struct Known {
    word: u32,
    place_m: [f64; 2],
    place: Place,
    frays: Frays,
    /// The weight of the plants' masks.
    planted: f32,
}

impl Known {
    /// One of the place's random numbers, from 0 to 1; the first two say where it is.
    fn random(&self, index: u32) -> f32 {
        unit(further_word(self.word, index))
    }

    fn plant(&self, kind: Kind, size_m: f32) -> Plant {
        let [x, z] = self.place_m;
        Plant {
            kind,
            word: further_word(self.word, 9),
            place_m: [x, f64::from(self.place.bed_m), z],
            size_m,
            yaw_rad: self.random(6) * std::f32::consts::TAU,
            tint: [7, 8].map(|i| 2.0 * self.random(i) - 1.0),
        }
    }
}

#[cfg(test)]
mod tests;
