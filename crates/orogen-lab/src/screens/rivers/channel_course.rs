//! The course of a river, vertex by vertex, with the land's own settings or with others.

use std::collections::BTreeMap;

use super::near::{RiverLand, nearest};
use super::orders::world_m;
use super::valley_cut::{NearestPlace, nearest_on_segment};
use orogen_terrain::rivers::{
    Block, Cell, CurveKey, Downstream, River, RiverSettings, Segment, step,
};

/// Cells to each side of p's cell where a river is searched, and where a mouth is searched.
const RIVER_REACH: i64 = 7;
pub(super) const MOUTH_REACH: i64 = 10;

/// Cells along a side of a block.
const SIDE: i64 = 16;

/// The largest number of curves of a course above and below its first curve.
const MAX_CURVES: usize = 24;

/// A vertex of a course.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Vertex {
    /// The place in metres east and south of the origin.
    pub place_m: [f64; 2],
    pub level_m: f64,
    pub area_km2: f64,
    /// The width of the river with its bars.
    pub width_m: f64,
    /// How far the river is braided, from 0 to 1.
    pub braided: f64,
    pub fall: f64,
}

/// The curves of some blocks, with the settings that shape them. Each block is made once.
pub(super) struct Curves<'a> {
    rivers: &'a RiverLand,
    settings: RiverSettings,
    blocks: BTreeMap<Block, Vec<(CurveKey, Vec<Segment>)>>,
}

impl<'a> Curves<'a> {
    /// The curves of a land's rivers. `settings` may differ from the land's in the shape of courses.
    pub fn new(rivers: &'a RiverLand, settings: RiverSettings) -> Self {
        Self { rivers, settings, blocks: BTreeMap::new() }
    }

    /// The curves through the nodes of a block, from upstream.
    fn block(&mut self, block: Block) -> &[(CurveKey, Vec<Segment>)] {
        let Self { rivers, settings, blocks } = self;
        blocks.entry(block).or_insert_with(|| rivers.network().curve_segments_with(block, settings))
    }

    /// The river nearest to a place, in the blocks around a cell.
    pub fn nearest_river(&mut self, place_m: [f64; 2], cell: Cell) -> Option<NearestPlace> {
        let RiverSettings { from_km2, spacing_m, .. } = self.settings;
        let mut best: Option<(f64, NearestPlace)> = None;
        let mut blocks = blocks_around(cell, RIVER_REACH);
        let away_m = |block: &Block| outside_m(*block, place_m, spacing_m);
        blocks.sort_by(|a, b| away_m(a).total_cmp(&away_m(b)));
        for block in blocks {
            // Courses stray by less than two spacings from their block.
            if best.as_ref().is_some_and(|(best_m, _)| away_m(&block) > best_m + 2.0 * spacing_m) {
                break;
            }
            let rivers = self.rivers;
            for (key, segments) in self.block(block) {
                for segment in segments.iter().filter(|it| it.areas_km2[0] >= from_km2) {
                    let found = nearest_on_segment(rivers, place_m, (block, *key, *segment));
                    let Some(found) = found else { continue };
                    let away_m = distance_m(found.place_m, place_m);
                    if best.as_ref().is_none_or(|(best_m, _)| away_m < *best_m) {
                        best = Some((away_m, found));
                    }
                }
            }
        }
        best.map(|(_, found)| found)
    }

    /// All curves through the nodes of the blocks around a cell, as vertices.
    pub fn around(&mut self, cell: Cell, reach: i64) -> Vec<Vec<Vertex>> {
        let mut all = vec![];
        for block in blocks_around(cell, reach) {
            let rivers = self.rivers;
            all.extend(self.block(block).iter().map(|(_, it)| vertices(rivers, block, it)));
        }
        all
    }

    /// The vertices of a curve; empty if there is no such curve.
    fn curve(&mut self, key: CurveKey) -> Vec<Vertex> {
        let (rivers, block) = (self.rivers, Block::of(key.through));
        let found = self.block(block).iter().find(|(other, _)| *other == key);
        found.map_or(vec![], |(_, segments)| vertices(rivers, block, segments))
    }

    /// The curve of the largest river that a curve continues.
    fn above(&mut self, key: CurveKey) -> Option<CurveKey> {
        let from = key.from?;
        // The trunk comes first.
        let mut curves = self.block(Block::of(from)).iter().map(|(key, _)| *key);
        curves.find(|other| other.through == from)
    }

    /// The course through a curve, from upstream, as far as curves begin or end near. `is_near` tests
    /// a place in metres.
    pub fn course(&mut self, key: CurveKey, is_near: impl Fn([f64; 2]) -> bool) -> Vec<Vertex> {
        let mut course = self.curve(key);
        let mut first = key;
        for _ in 0..MAX_CURVES {
            if !course.first().is_some_and(|start| is_near(start.place_m)) {
                break;
            }
            let Some(above) = self.above(first) else { break };
            let mut curve = self.curve(above);
            // Curves share their ends.
            curve.pop();
            course.splice(..0, curve);
            first = above;
        }
        let mut last = key;
        for _ in 0..MAX_CURVES {
            let Some(next) = self.rivers.drainage().next(last.through) else { break };
            if !course.last().is_some_and(|end| is_near(end.place_m)) {
                break;
            }
            last = CurveKey { from: Some(last.through), through: next };
            let curve = self.curve(last);
            course.extend(curve.into_iter().skip(1));
        }
        course
    }
}

/// The vertices of a curve's segments.
fn vertices(rivers: &RiverLand, block: Block, segments: &[Segment]) -> Vec<Vertex> {
    let vertex = |segment: &Segment, end: usize| Vertex {
        place_m: world_m(rivers, block, segment.ends_m[end]),
        level_m: segment.levels_m[end],
        area_km2: segment.areas_km2[end],
        width_m: segment.widths_m[end],
        braided: segment.braided[end],
        fall: segment.fall,
    };
    let starts = segments.first().map(|segment| vertex(segment, 0));
    starts.into_iter().chain(segments.iter().map(|segment| vertex(segment, 1))).collect()
}

/// The blocks of the cells around a cell, `reach` to each side. `reach` is less than half a block.
fn blocks_around(cell: Cell, reach: i64) -> Vec<Block> {
    let corners = [[-1, -1], [1, -1], [-1, 1], [1, 1]]
        .map(|corner: Cell| Block::of(step(cell, corner.map(|side| side * reach))));
    let mut blocks = corners.to_vec();
    blocks.sort_unstable();
    blocks.dedup();
    blocks
}

/// The distance from a place to a block along the axis on which it is larger; 0 inside.
fn outside_m(block: Block, place_m: [f64; 2], spacing_m: f64) -> f64 {
    let (low, side_m) = (block.first(), SIDE as f64 * spacing_m);
    let away_m = |axis: usize| {
        let from_m = place_m[axis] - low[axis] as f64 * spacing_m;
        (-from_m).max(from_m - side_m)
    };
    away_m(0).max(away_m(1)).max(0.0)
}

/// The distance between two places.
pub(super) fn distance_m(from: [f64; 2], to: [f64; 2]) -> f64 {
    (to[0] - from[0]).hypot(to[1] - from[1])
}

/// The curve through the last edge of the river that meets the sea nearest to a cell.
pub(super) fn nearest_mouth(rivers: &RiverLand, cell: Cell) -> Option<CurveKey> {
    let drainage = rivers.drainage();
    let sea_below = |cell: Cell| {
        let next = drainage.next(cell)?;
        (drainage.receiver(next).next == Downstream::Sea).then_some(next)
    };
    let is_mouth = |cell: Cell| sea_below(cell).is_some() && drainage.order(cell) > 0;
    let mouth = nearest(cell, MOUTH_REACH, is_mouth)?;
    Some(CurveKey { from: Some(mouth), through: sea_below(mouth)? })
}

/// The width that a catchment gives to a river.
pub(super) fn natural_m(rivers: &RiverLand, area_km2: f64) -> f64 {
    River::of(rivers.settings(), area_km2).width_m
}

/// The index of the vertex of a course that is nearest to a place.
pub(super) fn nearest_vertex(course: &[Vertex], place_m: [f64; 2]) -> Option<usize> {
    let away_m = |index: &usize| distance_m(course[*index].place_m, place_m);
    (0..course.len()).min_by(|a, b| away_m(a).total_cmp(&away_m(b)))
}

/// The distances along a course to its vertices, from a vertex on; negative upstream.
pub(super) fn along_m(course: &[Vertex], from: usize) -> Vec<f64> {
    let mut total_m = 0.0;
    let mut all: Vec<f64> = course
        .iter()
        .scan(None, |last: &mut Option<[f64; 2]>, vertex| {
            total_m += last.map_or(0.0, |last| distance_m(last, vertex.place_m));
            *last = Some(vertex.place_m);
            Some(total_m)
        })
        .collect();
    let start_m = all.get(from).copied().unwrap_or_default();
    all.iter_mut().for_each(|it| *it -= start_m);
    all
}
