//! The batch: tiles of samples, octave by octave.

use super::Erosion;
use super::drawing::Drawing;
use super::formula::{Constants, Octave, Walk, smooth_step};
use super::numbers::OctaveNumbers;
use super::samples::{ErodedSamples, Guide};
use super::tile::{LANES, SIDE, SMALL, Tile};
use crate::noise::grid::{Interleave, Level, Loops};
use std::ops::Range;

/// An octave in f32, and how much of it there is.
pub(super) struct BatchOctave<'a> {
    pub numbers: &'a OctaveNumbers,
    pub constants: Octave<f32>,
    pub weight: f64,
}

pub(super) fn fill(
    erosion: &Erosion,
    level: Level,
    guide: &Guide<'_>,
    spacing_m: f64,
    out: &mut ErodedSamples<'_>,
) {
    let [columns, rows] = guide.lines_m;
    let count = columns.len() * rows.len();
    let given = [guide.heights_m.len(), guide.gradients[0].len(), guide.gradients[1].len()];
    assert!(given == [count; 3], "heights and gradients for lines");
    assert!(guide.places_m.is_none_or(|p| p.iter().all(|x| x.len() == count)), "places for lines");
    assert!(guide.lines_m.iter().all(|line| line.is_sorted()), "lines must not descend");
    let planes = [Some(&*out.heights_m), out.ridge.as_deref(), out.occlusion.as_deref()];
    assert!(planes.iter().flatten().all(|plane| plane.len() == count), "samples for lines");
    if erosion.is_neutral() {
        out.heights_m.copy_from_slice(guide.heights_m);
        for plane in [&mut out.ridge, &mut out.occlusion].into_iter().flatten() {
            plane.fill(0.0);
        }
        return;
    }
    let octave = |numbers: &'_ OctaveNumbers| {
        (numbers.constants::<f32>(spacing_m), numbers.weight(spacing_m))
    };
    let octaves = erosion.octaves.iter().map(|numbers| {
        let (constants, weight) = octave(numbers);
        BatchOctave { numbers, constants, weight }
    });
    level.run_loops(Eroding {
        constants: erosion.numbers.constants(),
        octaves: octaves.collect(),
        shore_m: erosion.shore_m as f32,
        per_inland: (1.0 / erosion.inland_m) as f32,
        guide,
        out,
    });
}

struct Eroding<'a, 'b, 'c> {
    constants: Constants<f32>,
    octaves: Vec<BatchOctave<'a>>,
    shore_m: f32,
    per_inland: f32,
    guide: &'a Guide<'b>,
    out: &'a mut ErodedSamples<'c>,
}

impl Loops for Eroding<'_, '_, '_> {
    #[inline(always)]
    fn run(mut self, _: impl Interleave) {
        let [columns, rows] = self.guide.lines_m;
        let [width, height] = if self.guide.places_m.is_some() { SMALL } else { [SIDE, SIDE] };
        let mut tile = Box::new(Tile::new());
        let mut drawing = Drawing::new();
        for top in (0..rows.len()).step_by(height) {
            let rows = top..rows.len().min(top + height);
            for left in (0..columns.len()).step_by(width) {
                let columns = left..columns.len().min(left + width);
                self.erode([columns, rows.clone()], &mut tile, &mut drawing);
            }
        }
    }
}

impl Eroding<'_, '_, '_> {
    #[inline(always)]
    fn erode(
        &mut self,
        [columns, rows]: [Range<usize>; 2],
        tile: &mut Tile,
        drawing: &mut Drawing,
    ) {
        let stride = self.guide.lines_m[0].len();
        let runs = columns.len().div_ceil(LANES);
        for (line, row) in rows.clone().enumerate() {
            let samples = row * stride + columns.start..row * stride + columns.end;
            tile.read(line, samples.clone(), self.guide);
        }
        let fade = |height_m: f32| smooth_step((height_m - self.shore_m) * self.per_inland);
        let is_dry = rows.clone().any(|row| {
            let samples = row * stride + columns.start..row * stride + columns.end;
            self.guide.heights_m[samples].iter().any(|h| *h > self.shore_m)
        });
        let (c, area) = (&self.constants, [runs, rows.len()]);
        if is_dry {
            tile.each(area, |tile, i| {
                let g = [tile.east[i], tile.south[i]];
                tile.walks.put(i, Walk::new(c, tile.heights[i], g));
            });
            for octave in &self.octaves {
                self.octave(octave, [columns.clone(), rows.clone()], tile, drawing);
            }
        }
        tile.each(area, |tile, i| {
            let (height, walk) = (tile.heights[i], tile.walks.get(i));
            let fade = fade(height);
            // Kept where nothing is eroded: those walks are of another tile
            let is_wet = fade == 0.0;
            let change = fade * c.change_m(&walk, height);
            tile.heights[i] = if is_wet { height } else { height + change };
            tile.east[i] = if is_wet { 0.0 } else { fade * walk.ridge_map() };
            tile.south[i] = if is_wet { 0.0 } else { fade * (walk.sum_m / c.total_m) };
        });
        for (line, row) in rows.enumerate() {
            let samples = row * stride + columns.start..row * stride + columns.end;
            tile.write(line, samples, self.out);
        }
    }

    #[inline(always)]
    fn octave(
        &self,
        octave: &BatchOctave<'_>,
        [columns, rows]: [Range<usize>; 2],
        tile: &mut Tile,
        drawing: &mut Drawing,
    ) {
        let (c, o) = (&self.constants, &octave.constants);
        let area = [columns.len().div_ceil(LANES), rows.len()];
        if octave.weight == 0.0 || tile.is_level(area) {
            // On level ground an octave and its mean are the same.
            return tile.each(area, |tile, i| {
                tile.walks.put(i, tile.walks.get(i).averaged(c, o));
            });
        }
        let half_turns = octave.numbers.half_turns as f32;
        tile.each(area, |tile, i| {
            let [east, south] = tile.walks.get(i).direction();
            tile.across[0][i] = -half_turns * south;
            tile.across[1][i] = half_turns * east;
            for sum in &mut tile.sums {
                sum[i] = 0.0;
            }
        });
        match self.guide.places_m {
            None => {
                let [east, south] = self.guide.lines_m;
                drawing.draw(octave.numbers, [&east[columns], &south[rows]], tile);
            }
            Some(places_m) => {
                let stride = self.guide.lines_m[0].len();
                drawing.scatter(octave.numbers, places_m, stride, [columns, rows], tile);
            }
        }
        if octave.weight == 1.0 {
            tile.each(area, |tile, i| {
                let wave = c.wave(tile.sum(i));
                tile.walks.put(i, tile.walks.get(i).waved(c, o, wave));
            });
        } else {
            tile.each(area, |tile, i| {
                let wave = c.wave(tile.sum(i));
                tile.walks.put(i, tile.walks.get(i).blended(c, o, wave));
            });
        }
    }
}
