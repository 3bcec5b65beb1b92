//! Adds up the octaves of a noise over a tile.

use super::axis::{Columns, Rows};
use super::fold::{Fold, Folds, OctaveFold};
use super::lattice::{CornerScratch, LatticeOctave};
use super::packed::PackedCells;
use super::place::{CoordinateTransform, CoordinatesKernel, LINE_CAPACITY, TileCoordinates};
use super::point_basis::PointBasis;
use super::point_lattice::{PointLattice, PointLatticeOfOrder};
use super::point_opensimplex::PointOpenSimplex;
use super::point_simplex::{self, PointSimplex};
use super::point_worley::{self, PointWorley};
use super::points::{Displacements, MovedPositions, PointKernel};
use super::tile::{ConstantKernel, OctaveRole, Sums, Tile, WriteOut};
use super::{GridNoise, GridOctave, Method};
use crate::metric::Metric;
use crate::opensimplex::OpenSimplexKind;
use crate::worley::Output;
use std::ops::Range;

/// Scratch memory that every octave reuses.
#[derive(Default)]
pub(super) struct OctaveScratch {
    sums: Sums,
    corners: CornerScratch,
    tile_coordinates: TileCoordinates,
    packed: PackedCells,
}

/// The place of a tile: its columns, its index among the grid's rows of tiles, and its rows.
pub(super) type TileRange<'a> = (&'a Range<usize>, (usize, &'a Range<usize>));

/// The tables of a grid for one transformation of its positions: columns and rows for each octave.
#[derive(Clone, Copy)]
pub(super) struct Tables<'a> {
    pub columns: &'a [Columns],
    pub rows: &'a [Rows],
}

/// The positions at which a sum is sampled.
#[derive(Clone, Copy)]
pub(super) struct SumPositions<'a> {
    /// The tables, if the samples lie in rows and columns.
    pub tables: Option<Tables<'a>>,
    /// The positions of the tile's columns and rows, in units of the noise.
    pub x: &'a [f64; LINE_CAPACITY],
    pub y: &'a [f64; LINE_CAPACITY],
    /// The moved positions, if samples are moved from their columns and rows.
    pub moved: Option<MovedPositions<'a>>,
    /// The noise values that displace the samples, and the displacement for a value of 1, in units of
    /// the noise.
    pub displacement: Option<(Displacements<'a>, f64)>,
    /// The factor that turns slopes per unit of the noise into slopes of the samples.
    pub slope_scale: f64,
}

impl GridNoise {
    /// Adds up the octaves over a tile, and writes the samples to its output.
    pub(super) fn sum<const N: usize>(
        &self,
        folds: &Folds,
        sampled: SumPositions,
        tile: &mut Tile<N>,
        scratch: &mut OctaveScratch,
    ) {
        let octaves = || {
            let octaves = folds.octaves.iter().zip(&self.octaves).enumerate();
            octaves.filter(|(_, (fold, _))| fold.scale != 0.0 || fold.fold.has_feedback())
        };
        let Some((last, _)) = octaves().next_back() else { return tile.fill_with_start() };
        for (count_before, (index, (&fold, octave))) in octaves().enumerate() {
            let role = OctaveRole { is_first: count_before == 0, is_last: index == last };
            if fold.scale == 0.0 {
                let (value, fold, sums) = (fold.addend, fold.fold, &mut scratch.sums);
                self.level.run(ConstantKernel { fold, value, tile, sums, role });
                continue;
            }
            // If samples must match those of the point kernels bit for bit, so must their slopes.
            // The row kernel computes slopes by the same steps only for `Fold::Add`.
            let uses_point_kernel = N > 1 && self.matches_points && fold.fold != Fold::Add;
            let tables = if uses_point_kernel { None } else { sampled.tables };
            if let (Method::Lattice(polynomial), Some(Tables { columns, rows }), None) =
                (self.method, tables, octave.octave.rotation)
            {
                // The keys in the tables are already wrapped to the period.
                let [permutation, _] = &octave.permutations;
                let (coefficient_table, matches_points) =
                    (&octave.coefficient_table, self.matches_points);
                let (columns, rows) = (&columns[index], &rows[index]);
                let slope_scale = (octave.octave.frequency * sampled.slope_scale) as f32;
                let octave = LatticeOctave {
                    polynomial,
                    permutation,
                    coefficient_table,
                    fold,
                    columns,
                    rows,
                    fade: self.fade(),
                    slope_scale,
                    matches_points,
                };
                octave.add(self.level, tile, role, &mut scratch.sums, &mut scratch.corners);
                continue;
            }
            self.add_points(octave, fold, sampled, tile, role, scratch);
        }
        if tile.writes_out_late() {
            self.level.run(WriteOut { tile, sums: &scratch.sums });
        }
    }

    /// Adds an octave with the kernel for points: for rotated octaves, for displaced samples, and for
    /// noises without a kernel for rows.
    fn add_points<const N: usize>(
        &self,
        octave: &GridOctave,
        fold: OctaveFold,
        sampled: SumPositions,
        tile: &mut Tile<N>,
        role: OctaveRole,
        scratch: &mut OctaveScratch,
    ) {
        let SumPositions { x, y, moved, displacement, slope_scale, .. } = sampled;
        let OctaveScratch { sums, tile_coordinates, packed, .. } = scratch;
        let skew = match self.method {
            Method::Simplex | Method::OpenSimplex(_) => point_simplex::skew(),
            _ => 0.0,
        };
        let coordinates = CoordinateTransform::new(&octave.octave, skew);
        let (range, strength) = displacement
            .map_or(([[0.0; 2]; 2], 0.0), |(displacement, strength)| {
                (displacement.range, strength)
            });
        let max_noise =
            range.as_flattened().iter().fold(0.0, |max_noise: f32, d| max_noise.max(d.abs()));
        self.level.run(CoordinatesKernel {
            coordinates,
            x,
            y,
            strength,
            max_noise,
            moved: moved.map(|moved| moved.range),
            slope_scale,
            tile_coordinates,
        });

        let displacement = displacement.map(|(displacement, _)| displacement);
        let points = PointInputs {
            level: self.level,
            fold,
            tile_coordinates,
            coordinates,
            moved,
            displacement,
            packed,
            tile,
            sums,
            role,
        };
        let GridOctave { permutations: [_, permutation], coefficient_table, octave } = octave;
        let scale = fold.scale;
        match self.method {
            Method::Lattice(polynomial) => {
                let lattice = PointLattice::new(
                    polynomial,
                    permutation,
                    coefficient_table,
                    self.fade(),
                    scale,
                );
                match polynomial.order {
                    0 => points.add(&PointLatticeOfOrder::<0>(lattice)),
                    1 => points.add(&PointLatticeOfOrder::<1>(lattice)),
                    _ => points.add(&PointLatticeOfOrder::<2>(lattice)),
                }
            }
            Method::Simplex => points.add(&PointSimplex::new(permutation, scale)),
            Method::OpenSimplex(OpenSimplexKind::Fast) => {
                points.add(&PointOpenSimplex::<false>::new(octave.seed, scale))
            }
            Method::OpenSimplex(OpenSimplexKind::Smooth) => {
                points.add(&PointOpenSimplex::<true>::new(octave.seed, scale))
            }
            Method::Worley(metric, output) => {
                let worley = PointWorley::new(permutation, metric, output, scale);
                match (metric, output) {
                    (Metric::Euclidean, Output::F1) => {
                        points.add(&point_worley::WorleyKernel::<true, false>(worley))
                    }
                    (Metric::Euclidean, _) => {
                        points.add(&point_worley::WorleyKernel::<true, true>(worley))
                    }
                    (_, Output::F1) => {
                        points.add(&point_worley::WorleyKernel::<false, false>(worley))
                    }
                    _ => points.add(&point_worley::WorleyKernel::<false, true>(worley)),
                }
            }
            Method::Scalar => unreachable!("sampled one by one"),
        }
    }
}

/// The input of a point kernel, except the basis.
struct PointInputs<'a, 't, const N: usize> {
    /// The vector instructions to use.
    level: super::Level,
    fold: OctaveFold,
    tile_coordinates: &'a TileCoordinates,
    coordinates: CoordinateTransform,
    moved: Option<MovedPositions<'a>>,
    displacement: Option<Displacements<'a>>,
    packed: &'a mut PackedCells,
    tile: &'a mut Tile<'t, N>,
    sums: &'a mut Sums,
    role: OctaveRole,
}

impl<const N: usize> PointInputs<'_, '_, N> {
    fn add(self, basis: &impl PointBasis) {
        let Self { level, fold, tile_coordinates, coordinates, moved, .. } = self;
        let Self { displacement, packed, tile, sums, role, .. } = self;
        level.run(PointKernel {
            basis,
            fold,
            tile_coordinates,
            coordinates,
            moved,
            displacement,
            packed,
            tile,
            sums,
            role,
        });
    }
}
