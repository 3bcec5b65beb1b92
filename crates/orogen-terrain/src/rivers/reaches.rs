//! Reaches: the parts of rivers between springs, confluences, lakes and mouths.

use std::collections::HashMap;

use super::cells::{Block, Cell, SIDE, STEPS, step};
use super::course_blocks::{BlockCourses, CoursePoint};
use super::course_curve::CurveKey;
use super::course_lakes::{CourseLake, LakeCells};
use super::course_tree::{CourseTree, ReachHead, TooManyNodes};
use super::fixed::FixedNode;
use super::network::Network;
use super::nodes::RiverGround;
use super::valleys::STRAY;

/// Where a reach begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReachStart {
    /// Where the catchment becomes large enough for a river.
    Spring,
    /// Where rivers meet.
    Confluence,
    /// At the outlet of a lake.
    Lake,
    /// Somewhere along its course: the rest lies outside the requested blocks, or masks leave it out.
    Cut,
}

/// Where a reach ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReachEnd {
    /// At the start of the reach of this cell.
    Confluence(Cell),
    /// In the lake with this sink.
    Lake(Cell),
    /// In a lake that the user has drawn.
    FixedLake,
    /// Under the sea.
    Sea,
    /// Where the catchment within the counted steps becomes too small for a river.
    Dry,
    /// Somewhere along its course: the rest lies outside the requested blocks, or masks leave it out.
    Cut,
}

/// A part of a river.
#[derive(Clone, Debug, PartialEq)]
pub struct Reach {
    /// The cell of its first node, which identifies the reach. Parts of a reach that runs out of the
    /// requested blocks and back, or that masks cut, have the same cell.
    pub cell: Cell,
    /// Strahler's order.
    pub order: u32,
    /// Where it begins.
    pub start: ReachStart,
    /// Where it ends.
    pub end: ReachEnd,
    /// Its course from upstream, at least two points. Levels never rise.
    pub points: Vec<CoursePoint>,
}

impl<G: RiverGround> Network<G> {
    /// The blocks whose courses may run through an area, given by its north-west and south-east
    /// corners, row by row.
    ///
    /// # Errors
    /// Returns an error if the blocks have more than `max_nodes` nodes.
    pub fn blocks_around(
        &self,
        [low_m, high_m]: [[f64; 2]; 2],
        max_nodes: usize,
    ) -> Result<Vec<Block>, TooManyNodes> {
        let spacing_m = self.drainage().settings().spacing_m;
        let block = |m: f64, by: f64| ((m / spacing_m + by).floor() as i64).div_euclid(SIDE);
        let [west, north] = low_m.map(|m| block(m, -STRAY));
        let [east, south] = high_m.map(|m| block(m, STRAY));
        let nodes = (east - west + 1) as f64 * (south - north + 1) as f64 * (SIDE * SIDE) as f64;
        if nodes > max_nodes as f64 {
            return Err(TooManyNodes);
        }
        let rows = north..=south;
        Ok(rows.flat_map(|row| (west..=east).map(move |column| Block([column, row]))).collect())
    }

    /// The reaches of some blocks, in the order of their cells.
    ///
    /// # Errors
    /// Returns an error if the rivers above the blocks have more than `max_nodes` nodes.
    pub fn reaches(
        &self,
        courses: Vec<BlockCourses>,
        lakes: &[CourseLake],
        max_nodes: usize,
    ) -> Result<Vec<Reach>, TooManyNodes> {
        let (mut nodes, mut curves) = (HashMap::new(), HashMap::new());
        for block in courses {
            nodes.extend(block.nodes);
            curves.extend(block.curves);
        }
        let tree = CourseTree::new(self, nodes, max_nodes);
        let mut maker = ReachMaker { tree, curves, lakes: LakeCells::new(lakes), network: self };
        let mut heads = vec![];
        let starts: Vec<Cell> = maker.curves.keys().filter_map(|key| key.from).collect();
        for cell in starts {
            if maker.tree.has_reach(cell) {
                heads.push((maker.tree.head(cell)?, cell));
            }
        }
        heads.sort_unstable();
        let follows = |(a, _): &(ReachHead, Cell), (b, _): &(ReachHead, Cell)| {
            a.cell == b.cell && a.steps + 1 == b.steps
        };
        let mut reaches = vec![];
        for chain in heads.chunk_by(follows) {
            reaches.extend(maker.reach(chain)?);
        }
        Ok(reaches)
    }
}

/// Joins curves into reaches.
struct ReachMaker<'a, G> {
    network: &'a Network<G>,
    tree: CourseTree<'a, G>,
    curves: HashMap<CurveKey, Vec<CoursePoint>>,
    lakes: LakeCells<'a>,
}

impl<G: RiverGround> ReachMaker<'_, G> {
    /// The reach through a chain of nodes; `None` if it has no length.
    fn reach(&mut self, chain: &[(ReachHead, Cell)]) -> Result<Option<Reach>, TooManyNodes> {
        let (head, first) = chain[0];
        let start = self.start(head, first);
        let mut points = match start {
            ReachStart::Spring => self.spring(first),
            ReachStart::Lake => self.inside_lake(first),
            ReachStart::Confluence | ReachStart::Cut => vec![],
        };
        let start_points = points.len();
        let mut next = first;
        let mut outlet_points = 0;
        for (_, cell) in chain {
            next = self.tree.node(*cell).next.unwrap_or(*cell);
            self.append(&mut points, *cell, next);
            if *cell == first {
                outlet_points = points.len();
            }
        }
        if start == ReachStart::Lake {
            let is_inside = self.are_inside(first, &points[..outlet_points]);
            let from = is_inside.iter().rposition(|it| *it);
            points.drain(..from.unwrap_or(start_points.saturating_sub(1)));
        }
        let end = self.end(next, &mut points);
        if points.len() < 2 {
            return Ok(None);
        }
        let order = self.tree.order(first)?;
        Ok(Some(Reach { cell: head.cell, order, start, end, points }))
    }

    fn start(&mut self, head: ReachHead, first: Cell) -> ReachStart {
        match head.steps {
            0 if self.tree.node(first).is_lake => ReachStart::Lake,
            0 if self.tree.inflows(first).is_empty() => ReachStart::Spring,
            0 => ReachStart::Confluence,
            _ => ReachStart::Cut,
        }
    }

    /// Finds the end of a reach, whose last curve runs through the node `next`. A reach that ends in a
    /// lake is continued to the outline of the lake.
    fn end(&mut self, next: Cell, points: &mut Vec<CoursePoint>) -> ReachEnd {
        let node = self.tree.node(next);
        if node.is_lake {
            if let Some(lake) = self.lakes.of(next) {
                self.run_into_lake(next, points);
                return ReachEnd::Lake(lake.cell);
            }
            let drainage = self.network.drainage();
            if !matches!(drainage.node(next).fixed, FixedNode::Lake(_)) {
                return ReachEnd::Cut;
            }
            let is_in_water = |point: &CoursePoint| drainage.is_in_fixed_lake(point.place_m);
            if let Some(first) = points.iter().position(is_in_water) {
                points.truncate((first + 1).max(2));
            }
            return ReachEnd::FixedLake;
        }
        if node.next.is_none() {
            return ReachEnd::Sea;
        }
        match self.tree.inflows(next).len() {
            _ if !node.is_river => ReachEnd::Dry,
            0 | 1 => ReachEnd::Cut,
            _ => ReachEnd::Confluence(next),
        }
    }

    /// Ends a course at the first point inside the outline of the lake that its last curve reaches.
    fn run_into_lake(&mut self, mut cell: Cell, points: &mut Vec<CoursePoint>) {
        let mut from =
            points.iter().rposition(|point| point.level_m > points[points.len() - 1].level_m);
        loop {
            let start = from.map_or(0, |from| from + 1);
            let is_inside = self.are_inside(cell, &points[start..]);
            if let Some(first) = is_inside.iter().position(|it| *it) {
                points.truncate((start + first + 1).max(2));
                return;
            }
            let before = points.len();
            let Some(next) = self.tree.node(cell).next else { return };
            if self.tree.node(next).is_lake {
                self.append(points, cell, next);
            }
            if points.len() == before {
                return;
            }
            (cell, from) = (next, Some(before - 1));
        }
    }

    /// Appends the curve from a node through the next node, up to where its river ends.
    fn append(&self, points: &mut Vec<CoursePoint>, cell: Cell, next: Cell) {
        let Some(curve) = self.curves.get(&CurveKey { from: Some(cell), through: next }) else {
            return;
        };
        let from_km2 = self.network.drainage().settings().from_km2;
        let dry = curve.iter().position(|point| point.catchment_km2 < from_km2);
        // Curves share their ends.
        points.pop();
        points.extend_from_slice(&curve[..dry.map_or(curve.len(), |dry| dry + 1)]);
    }

    /// The course from a spring to the middle of the edge below its node.
    fn spring(&self, cell: Cell) -> Vec<CoursePoint> {
        let from_km2 = self.network.drainage().settings().from_km2;
        let inflows = STEPS.iter().map(|by| Some(step(cell, *by))).chain([None]);
        let mut curves =
            inflows.filter_map(|from| self.curves.get(&CurveKey { from, through: cell }));
        let river = curves.find_map(|curve| {
            let wet = curve.iter().position(|point| point.catchment_km2 >= from_km2)?;
            Some(curve[wet..].to_vec())
        });
        river.unwrap_or_default()
    }

    /// The course of the largest river that runs through the last node of a lake.
    fn inside_lake(&mut self, cell: Cell) -> Vec<CoursePoint> {
        let inflows = self.tree.inflows(cell).into_iter();
        let curves = inflows
            .filter_map(|from| self.curves.get(&CurveKey { from: Some(from), through: cell }));
        let area = |curve: &&Vec<CoursePoint>| curve.last().map_or(0.0, |end| end.catchment_km2);
        let largest = curves.max_by(|a, b| area(a).total_cmp(&area(b)));
        largest.cloned().unwrap_or_default()
    }

    /// Tests for each point if it lies inside the outline of a cell's lake.
    fn are_inside(&self, cell: Cell, points: &[CoursePoint]) -> Vec<bool> {
        let Some(lake) = self.lakes.of(cell) else { return vec![false; points.len()] };
        let places_m: Vec<_> = points.iter().map(|point| point.place_m).collect();
        let distances = lake.basin.distances(self.network.wander(), &places_m);
        distances.into_iter().map(|distance| distance < 1.0).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::super::settings::RiverSettings;
    use super::super::tests::WavyGround;
    use super::*;
    use orogen_noise::hash::Seed;

    const MAX_NODES: usize = 1 << 16;

    fn reaches(area_m: [[f64; 2]; 2], backwards: bool) -> Vec<Reach> {
        let network =
            Network::new(WavyGround::default(), Seed(9), RiverSettings::default()).unwrap();
        let mut blocks = network.blocks_around(area_m, MAX_NODES).unwrap();
        if backwards {
            blocks.reverse();
        }
        let lakes = network.lakes_around(area_m);
        let courses: Vec<_> =
            blocks.into_iter().map(|block| network.block_courses(block, f64::INFINITY)).collect();
        network.reaches(courses, &lakes, MAX_NODES).unwrap()
    }

    #[test]
    fn reaches_fall_and_meet_in_whatever_order_blocks_are_made() {
        let area_m = [[-6000.0, 2000.0], [9000.0, 14_000.0]];
        let all = reaches(area_m, false);
        assert_eq!(all, reaches(area_m, true));
        assert!(all.len() > 15, "{}", all.len());
        let starts: HashMap<Cell, &Reach> = all
            .iter()
            .filter(|reach| reach.start != ReachStart::Cut)
            .map(|reach| (reach.cell, reach))
            .collect();
        let mut met = 0;
        for reach in &all {
            assert!(reach.points.is_sorted_by(|a, b| a.level_m >= b.level_m), "{reach:?}");
            let ReachEnd::Confluence(cell) = reach.end else { continue };
            let Some(next) = starts.get(&cell) else { continue };
            let [end, start] = [reach.points[reach.points.len() - 1], next.points[0]];
            assert_eq!((end.place_m, end.level_m), (start.place_m, start.level_m));
            assert!(reach.order <= next.order);
            met += 1;
        }
        assert!(met > 8, "{met}");
        assert!(all.iter().any(|reach| reach.order >= 2), "rivers join");
    }

    #[test]
    fn too_many_nodes_are_refused() {
        let network =
            Network::new(WavyGround::default(), Seed(9), RiverSettings::default()).unwrap();
        let area_m = [[0.0, 0.0], [2e5, 2e5]];
        assert_eq!(network.blocks_around(area_m, MAX_NODES), Err(TooManyNodes));
        assert_eq!(network.blocks_around([[0.0, 0.0], [1e12, 1e12]], MAX_NODES), Err(TooManyNodes));
        let small_m = [[0.0, 0.0], [100.0, 100.0]];
        assert!(network.blocks_around(small_m, MAX_NODES).is_ok());
    }
}
