//! Erodes many points: tile by tile, and each tile octave by octave.

use super::Erosion;
use super::constants::OctaveNumbers;
use super::formula::{Constants, ErosionOctave, OctaveState, direction};
use super::functions::Wide;
use super::points::{Positions, WavePoints};
use super::samples::{ErodedSamples, Guide};
use super::stripes::wave_vector;
use super::tile::{self, BLOCKS, LANES, SIDE, SampleBlock, TileArea, read, write};
use orogen_noise::grid::{Interleave, Level, Loops};

impl Erosion {
    /// Erodes many points in f64 or f32, as [`Erosion::at`] does.
    ///
    /// In f64 the bits are the same. The vector level affects the speed only.
    ///
    /// # Panics
    /// Panics if a slice does not have one number per point, if columns or rows descend, or if the
    /// machine lacks the vector level.
    pub fn fill<R: Wide>(
        &self,
        level: Level,
        guide: &Guide<'_, R>,
        spacing_m: f64,
        out: &mut ErodedSamples<'_, R>,
    ) {
        let [columns, rows] = guide.lines_m;
        let count = columns.len() * rows.len();
        let lengths = [guide.heights_m.len(), guide.gradients[0].len(), guide.gradients[1].len()];
        assert!(lengths == [count; 3], "each pair of lines needs a height and gradients");
        assert!(
            guide.places_m.is_none_or(|p| p.iter().all(|x| x.len() == count)),
            "each pair of lines needs a place"
        );
        assert!(guide.lines_m.iter().all(|line| line.is_sorted()), "lines must not descend");
        let planes = [Some(&*out.heights_m), out.ridge.as_deref(), out.occlusion.as_deref()];
        assert!(
            planes.iter().flatten().all(|plane| plane.len() == count),
            "each pair of lines needs a sample"
        );
        if self.is_neutral() {
            out.heights_m.copy_from_slice(guide.heights_m);
            for plane in [&mut out.ridge, &mut out.occlusion].into_iter().flatten() {
                plane.fill(R::default());
            }
            return;
        }
        let octaves = self.octaves.iter().map(|numbers| (numbers, numbers.constants(spacing_m)));
        level.run_loops(Eroding {
            constants: self.numbers.constants(),
            octaves: octaves.collect(),
            guide,
            out,
        });
    }
}

struct Eroding<'a, 'b, 'c, R> {
    constants: Constants<R>,
    octaves: Vec<(&'a OctaveNumbers, ErosionOctave<R>)>,
    guide: &'a Guide<'b, R>,
    out: &'a mut ErodedSamples<'c, R>,
}

impl<R: Wide> Loops for Eroding<'_, '_, '_, R> {
    #[inline(always)]
    fn run(mut self, _: impl Interleave) {
        let [columns, rows] = self.guide.lines_m;
        let mut tile = vec![SampleBlock::default(); BLOCKS * BLOCKS];
        let mut points = WavePoints::new();
        for top in (0..rows.len()).step_by(SIDE) {
            for left in (0..columns.len()).step_by(SIDE) {
                let area = TileArea {
                    columns: left..columns.len().min(left + SIDE),
                    rows: top..rows.len().min(top + SIDE),
                    stride: columns.len(),
                };
                self.erode(&area, &mut tile, &mut points);
            }
        }
    }
}

impl<R: Wide> Eroding<'_, '_, '_, R> {
    #[inline(always)]
    fn erode(&mut self, area: &TileArea, tile: &mut [SampleBlock<R>], points: &mut WavePoints<R>) {
        let [width, height] = area.blocks();
        let block_positions =
            || (0..height).flat_map(|south| (0..width).map(move |east| [east, south]));
        // A copy, so that the compiler knows that no store changes it
        let c = self.constants;
        let mut has_land = false;
        for (block, block_position) in tile.iter_mut().zip(block_positions()) {
            read(block, area, block_position, self.guide);
            let SampleBlock { samples: [heights_m, east, south], states } = &mut *block;
            for i in 0..LANES {
                states.put(i, OctaveState::new(&c, c.target(heights_m[i]), [east[i], south[i]]));
            }
            has_land |= block.samples[0].iter().any(|height_m| *height_m > c.shore_m);
        }
        if has_land {
            for octave in &self.octaves {
                self.run_octave(*octave, area, tile, points);
            }
        }
        for (block, block_position) in tile.iter_mut().zip(block_positions()) {
            let SampleBlock { samples: [height, ridge, occlusion], states } = block;
            for i in 0..LANES {
                [height[i], ridge[i], occlusion[i]] = c.finish(&states.get(i), height[i]);
            }
            write(block, area, block_position, self.out);
        }
    }

    #[inline(always)]
    fn run_octave(
        &self,
        (numbers, o): (&OctaveNumbers, ErosionOctave<R>),
        area: &TileArea,
        tile: &mut [SampleBlock<R>],
        points: &mut WavePoints<R>,
    ) {
        let [width, height] = area.blocks();
        let c = self.constants;
        // On level ground an octave equals its mean
        let has_waves =
            o.weight > R::of(0.0) && tile[..width * height].iter().any(|b| !b.states.is_level());
        let is_on_lines = has_waves && self.guide.places_m.is_none() && {
            let [columns_m, rows_m] = self.guide.lines_m;
            points.find(numbers, [&columns_m[area.columns.clone()], &rows_m[area.rows.clone()]])
        };
        for (index, block) in tile[..width * height].iter_mut().enumerate() {
            let [mut sines, mut cosines, mut weights] = [[R::default(); LANES]; 3];
            if has_waves && !block.states.is_level() {
                let block_position = [index % width, index / width];
                let [mut east, mut south] = block.states.slopes();
                for i in 0..LANES {
                    [east[i], south[i]] = wave_vector(direction([east[i], south[i]]), o.half_turns);
                }
                let positions = (!is_on_lines).then(|| {
                    Positions::new(numbers, tile::places_m(self.guide, area, block_position))
                });
                let are_close = positions.as_ref().is_none_or(Positions::are_close);
                // Samples that are far apart are computed one by one
                for lane in 0..if are_close { 1 } else { LANES } {
                    match &positions {
                        None => points.list_near(block_position),
                        Some(positions) if are_close => points.list_around(numbers, positions),
                        Some(positions) => {
                            points.list_around(numbers, &positions.repeat_lane(lane))
                        }
                    }
                    let sums = points.sums([&east, &south]);
                    if are_close {
                        [sines, cosines, weights] = sums;
                    } else {
                        (sines[lane], cosines[lane]) = (sums[0][lane], sums[1][lane]);
                        weights[lane] = sums[2][lane];
                    }
                }
            }
            let states = &mut block.states;
            for i in 0..LANES {
                states.put(i, states.get(i).add_octave(&c, &o, [sines[i], cosines[i], weights[i]]));
            }
        }
    }
}
