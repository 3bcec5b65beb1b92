//! The network around a place as lines on the land, and the statistics of the river at a place.

use std::collections::HashSet;

use crate::terrain::land::Land;
use crate::terrain::rivers::{
    Block, Cell, Downstream, Drainage, Network, RiverGround, RiverSettings, Segment,
};

/// A part of the network to draw.
pub type RiverNetwork = Network<Box<dyn RiverGround>>;

/// A place on the land: x, y and z in metres.
type LandPlace = [f64; 3];

/// A course through the cell of a node.
pub struct Course {
    /// The cell that it runs through.
    pub cell: Cell,
    /// Strahler's order of the river; 0 for a dry valley.
    pub order: u32,
    /// The line, at the level of the water.
    pub line: Vec<LandPlace>,
}

/// The kind of a node on land, by the way in which its water leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// Water runs to the next node.
    Plain,
    /// A hollow whose water leaves through a gorge.
    Breached,
    /// A hollow without an outlet.
    Closed,
}

/// The nodes and courses in a square of land.
pub struct NetworkDrawing {
    pub courses: Vec<Course>,
    pub nodes: Vec<(NodeKind, LandPlace)>,
    /// The middle and the radius of each lake.
    pub lakes: Vec<(LandPlace, f64)>,
}

/// The maximum side of the square, in cells. A drawing then has at most 65² nodes.
pub const MAX_CELLS: f64 = 64.0;

impl NetworkDrawing {
    /// Draws the network in a square, given by its middle and its side in metres. Returns `None`
    /// for a land without rivers.
    pub fn new(land: &Land, middle_m: [f64; 2], side_m: f64) -> Option<Self> {
        let network = land.river_network()?;
        let drainage = network.drainage();
        let spacing_m = drainage.settings().spacing_m;
        let half_m = 0.5 * side_m.min(MAX_CELLS * spacing_m);
        let [first, last] =
            [-half_m, half_m].map(|offset_m| drainage.cell_at(middle_m.map(|m| m + offset_m)));
        let is_inside =
            |cell: &Cell| (0..2).all(|axis| (first[axis]..=last[axis]).contains(&cell[axis]));
        let [north_west, south_east] = [first, last].map(Block::of);
        let mut drawing = Self { courses: vec![], nodes: vec![], lakes: vec![] };
        for row in north_west.0[1]..=south_east.0[1] {
            for column in north_west.0[0]..=south_east.0[0] {
                let block = Block([column, row]);
                drawing.add_courses(network, block, is_inside);
                drawing.add_nodes(land, drainage, block.cells().filter(is_inside));
                for lake in network.water().lakes(block).iter().filter(|lake| is_inside(&lake.sink))
                {
                    let [x, z] = drainage.place_m(lake.sink);
                    drawing.lakes.push(([x, lake.level_m, z], lake.radius_m));
                }
            }
        }
        Some(drawing)
    }

    fn add_courses(
        &mut self,
        network: &RiverNetwork,
        block: Block,
        is_inside: impl Fn(&Cell) -> bool,
    ) {
        let drainage = network.drainage();
        let corner_m = block.first().map(|cell| cell as f64 * drainage.settings().spacing_m);
        for (curve, segments) in network.curve_segments(block) {
            if !is_inside(&curve.through) || segments.is_empty() {
                continue;
            }
            let end_point = |segment: &Segment, end: usize| {
                let [x, z] = [0, 1].map(|axis| corner_m[axis] + segment.ends_m[end][axis]);
                [x, segment.levels_m[end], z]
            };
            let first = end_point(&segments[0], 0);
            let line =
                std::iter::once(first).chain(segments.iter().map(|segment| end_point(segment, 1)));
            let order = drainage.order(curve.from.unwrap_or(curve.through));
            self.courses.push(Course { cell: curve.through, order, line: line.collect() });
        }
    }

    fn add_nodes(
        &mut self,
        land: &Land,
        drainage: &Drainage<Box<dyn RiverGround>>,
        cells: impl Iterator<Item = Cell>,
    ) {
        for cell in cells {
            let receiver = drainage.receiver(cell);
            let kind = match (receiver.next, receiver.cells_from_sink) {
                (Downstream::Sea, _) => continue,
                (Downstream::Closed, _) => NodeKind::Closed,
                (Downstream::To(_), Some(0)) => NodeKind::Breached,
                (Downstream::To(_), _) => NodeKind::Plain,
            };
            let [x, z] = drainage.place_m(cell);
            self.nodes.push((kind, [x, land.height_m([x, z], land.spacing_m()), z]));
        }
    }
}

/// The size, slope and catchment of the river at a place.
#[derive(Clone, Debug, PartialEq)]
pub struct RiverStats {
    /// The cell of the place.
    pub cell: Cell,
    /// Strahler's order of the river; 0 for a dry valley.
    pub order: u32,
    pub catchment_km2: f64,
    /// The discharge in m³/s.
    pub discharge: f64,
    pub width_m: f64,
    pub depth_m: f64,
    /// The fall to the next node in metres per metre; `None` at the end of a course.
    pub slope: Option<f64>,
    /// The cells whose water runs through this cell, and this cell.
    pub catchment: HashSet<Cell>,
}

impl RiverStats {
    /// Reads the statistics of the node whose cell contains a place. Returns `None` under the sea.
    pub fn at(network: &RiverNetwork, place_m: [f64; 2]) -> Option<Self> {
        let drainage = network.drainage();
        let cell = drainage.cell_at(place_m);
        if drainage.receiver(cell).next == Downstream::Sea {
            return None;
        }
        let river = drainage.river(cell);
        let slope = drainage.next(cell).map(|next| {
            let fall_m = network.water().level_m(cell) - network.water().level_m(next);
            fall_m / drainage.distance_m(cell, next).max(1.0)
        });
        Some(Self {
            cell,
            order: drainage.order(cell),
            catchment_km2: drainage.catchment_km2(cell),
            discharge: river.discharge,
            width_m: river.width_m,
            depth_m: river.depth_m,
            slope,
            catchment: catchment(drainage, cell),
        })
    }

    /// Returns true if the river carries water.
    pub fn is_wet(&self, settings: &RiverSettings) -> bool {
        self.catchment_km2 >= settings.from_km2
    }
}

/// Returns the cells whose water runs through a node, including the node's own cell. Like the
/// network, follows only a limited number of steps upstream.
fn catchment(drainage: &Drainage<Box<dyn RiverGround>>, cell: Cell) -> HashSet<Cell> {
    let (mut all, mut newest) = (HashSet::from([cell]), vec![cell]);
    for _ in 0..drainage.settings().steps {
        newest = newest.into_iter().flat_map(|cell| drainage.inflows(cell)).collect();
        all.extend(&newest);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terrain::preset::Preset;

    #[test]
    fn the_drawing_has_the_nodes_of_its_square_and_courses_that_fall() {
        let recipe = Preset::find("brooks").unwrap().scene().unwrap().recipe;
        let land = Land::new(&recipe).unwrap();
        let spacing_m = recipe.rivers.valleys_m.metres();
        let drawing = NetworkDrawing::new(&land, [0.0; 2], 7.5 * spacing_m).unwrap();
        assert!((49..=81).contains(&drawing.nodes.len()), "{}", drawing.nodes.len());
        assert!(drawing.courses.iter().any(|course| course.order > 0));
        for course in &drawing.courses {
            assert!(course.line.len() > 1);
            assert!(course.line.is_sorted_by(|a, b| a[1] + 1e-9 >= b[1]), "{:?}", course.cell);
        }
        let stats = RiverStats::at(land.river_network().unwrap(), [0.0; 2]).unwrap();
        assert!(stats.catchment.contains(&stats.cell));
        let cell_km2 = spacing_m * spacing_m * 1e-6;
        let counted_km2 = stats.catchment.len() as f64 * cell_km2;
        assert!((counted_km2 - stats.catchment_km2).abs() < 1e-9);
        let mut dry = recipe;
        dry.rivers.on = false;
        assert!(NetworkDrawing::new(&Land::new(&dry).unwrap(), [0.0; 2], 1e3).is_none());
    }
}
