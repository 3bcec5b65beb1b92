//! The rivers and lakes of a land as lines and outlines, for maps.

use crate::land::Land;
use crate::rivers::{
    Basin, Block, BlockCourses, CourseLake, Network, Reach, ReachEnd, ReachStart, RiverGround,
    TooManyNodes,
};
use crate::stack::{BatchEvaluator, KeptSamples, Places};

/// Why the rivers of a land cannot be listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WatercoursesError {
    /// The land has no rivers.
    #[error("the land has no rivers; switch them on with rivers.on")]
    Off,
    /// Rivers are on, but no layer is eroded.
    #[error(
        "the land has no layer that rivers run over; show a layer that takes part in the erosion"
    )]
    NoGround,
    /// An operation on the whole land moves places, and its rivers with them.
    #[error(
        "the operation {0} on the whole land moves its rivers, and their courses are not known there; \
            put it on a layer, or switch it off"
    )]
    Moved(&'static str),
}

/// The rivers and lakes of a land. Blocks and lakes do not depend on the masks of the rivers; reaches do.
///
/// Coordinates are metres east and south of the origin. An area has its north-west and its
/// south-east corner.
pub struct Watercourses<'a> {
    land: &'a Land,
    network: &'a Network<Box<dyn RiverGround>>,
    torrent_per_m: f64,
}

impl Land {
    /// The rivers and lakes of the land.
    ///
    /// # Errors
    /// Returns an error if the land has no rivers, or an operation on the whole land moves them.
    pub fn watercourses(&self) -> Result<Watercourses<'_>, WatercoursesError> {
        let rivers = self.stack().rivers.as_ref().ok_or(WatercoursesError::Off)?;
        let mut operations = self.stack().operations.iter().map(|listed| &listed.operation);
        match operations.find(|operation| operation.moves_places()) {
            Some(operation) => Err(WatercoursesError::Moved(operation.kind().name())),
            None => Ok(Watercourses {
                land: self,
                network: rivers.change.network(),
                torrent_per_m: rivers.torrent_per_m,
            }),
        }
    }
}

impl Watercourses<'_> {
    /// The blocks whose courses may run through an area.
    ///
    /// # Errors
    /// Returns an error if the blocks have more than `max_nodes` nodes.
    pub fn blocks_around(
        &self,
        area_m: [[f64; 2]; 2],
        max_nodes: usize,
    ) -> Result<Vec<Block>, TooManyNodes> {
        self.network.blocks_around(area_m, max_nodes)
    }

    /// The courses of a block. Blocks may be requested in any order and from many threads.
    pub fn of_block(&self, block: Block) -> BlockCourses {
        self.network.block_courses(block, self.torrent_per_m)
    }

    /// The lakes that may reach an area, and some lakes around it.
    pub fn lakes_around(&self, area_m: [[f64; 2]; 2]) -> Vec<CourseLake> {
        self.network.lakes_around(area_m)
    }

    /// The reaches of some blocks, in the order of their cells. Masks cut reaches where they leave out
    /// the water.
    ///
    /// # Errors
    /// Returns an error if the rivers upstream of the blocks have more than `max_nodes` nodes.
    pub fn reaches(
        &self,
        courses: Vec<BlockCourses>,
        lakes: &[CourseLake],
        max_nodes: usize,
    ) -> Result<Vec<Reach>, TooManyNodes> {
        let reaches = self.network.reaches(courses, lakes, max_nodes)?;
        Ok(reaches.into_iter().flat_map(|reach| self.shown_parts(reach)).collect())
    }

    /// The parts of a reach that have water where masks limit the rivers.
    fn shown_parts(&self, reach: Reach) -> Vec<Reach> {
        let is_shown: Vec<bool> =
            reach.points.iter().map(|point| self.land.leaves_water(point.place_m)).collect();
        if is_shown.iter().all(|is_shown| *is_shown) {
            return vec![reach];
        }
        let (mut parts, mut first) = (vec![], 0);
        for run in is_shown.chunk_by(|a, b| a == b) {
            let (from, to) = (first, first + run.len());
            first = to;
            if !run[0] || run.len() < 2 {
                continue;
            }
            parts.push(Reach {
                start: if from == 0 { reach.start } else { ReachStart::Cut },
                end: if to == is_shown.len() { reach.end } else { ReachEnd::Cut },
                points: reach.points[from..to].to_vec(),
                ..reach
            });
        }
        parts
    }

    /// The weights of the rivers' masks at all pairs of columns and rows, row by row.
    ///
    /// Where the weight is below one half, rivers and lakes hold no water. Returns `None` if no mask
    /// limits the rivers.
    pub fn weights(&self, columns_rows_m: [&[f64]; 2], band_limit_m: f64) -> Option<Vec<f32>> {
        let places = Places::new(columns_rows_m, band_limit_m);
        let mut batch = BatchEvaluator::new(self.land.stack(), KeptSamples::default());
        batch.river_weights(&places, false).map(|weights| weights.values)
    }

    /// The distances of places from the middle of a basin, in radii of the basin.
    ///
    /// Beyond 1 the lake has no water.
    pub fn basin_distances(&self, basin: &Basin, places_m: &[[f64; 2]]) -> Vec<f64> {
        self.network.basin_distances(basin, places_m)
    }
}
