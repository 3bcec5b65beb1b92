//! The rivers and lakes of a land as lines and outlines, for maps.

use crate::land::Land;
use crate::rivers::{
    Basin, Block, BlockCourses, CourseLake, Network, Reach, RiverGround, TooManyNodes,
};

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

/// The rivers and lakes of a land.
///
/// Coordinates are metres east and south of the origin. An area has its north-west and its
/// south-east corner.
pub struct Watercourses<'a> {
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

    /// The reaches of some blocks, in the order of their cells.
    ///
    /// # Errors
    /// Returns an error if the rivers upstream of the blocks have more than `max_nodes` nodes.
    pub fn reaches(
        &self,
        courses: Vec<BlockCourses>,
        lakes: &[CourseLake],
        max_nodes: usize,
    ) -> Result<Vec<Reach>, TooManyNodes> {
        self.network.reaches(courses, lakes, max_nodes)
    }

    /// The distances of places from the middle of a basin, in radii of the basin.
    ///
    /// Beyond 1 the lake has no water.
    pub fn basin_distances(&self, basin: &Basin, places_m: &[[f64; 2]]) -> Vec<f64> {
        self.network.basin_distances(basin, places_m)
    }
}
