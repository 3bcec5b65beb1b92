//! STL, binary: a closed solid in millimetres. It has the ground, four walls and a floor. The floor
//! shares the vertices of the walls, so exactly two triangles meet at every edge.

use std::io::Write;
use std::ops::Range;

use rayon::prelude::*;

use super::plan::MeshPlan;
use super::sizes::{MeshSummary, stl_triangles};
use super::vertices::{MeshVertex, VertexRows};
use crate::file_plan::FilePlan;
use crate::pipe::pipe;
use crate::program::PROGRAM;
use crate::progress::Progress;
use crate::stream::WriteError;

type Point = [f32; 3];

/// Converts samples to millimetres.
struct Print {
    mm_per_m: f64,
    base_top_m: f64,
    exaggeration: f64,
    base_mm: f64,
    /// The positions of columns and rows relative to the file's south-west corner, rounded once.
    x_mm: Vec<f32>,
    y_mm: Vec<f32>,
}

impl Print {
    fn z_mm(&self, y_m: f32) -> f32 {
        // Raise ground that lies below a given range to the low end of the range.
        let above_m = (f64::from(y_m) - self.base_top_m).max(0.0);
        (self.base_mm + above_m * self.mm_per_m * self.exaggeration) as f32
    }

    /// Returns the points of a row, given its heights in metres.
    fn row(&self, row: usize, heights_m: impl Iterator<Item = f32>) -> Vec<Point> {
        let y = self.y_mm[row];
        self.x_mm.iter().zip(heights_m).map(|(x, h)| [*x, y, self.z_mm(h)]).collect()
    }
}

/// Writes a file.
pub(super) fn write(
    plan: &MeshPlan,
    file: &FilePlan,
    base_top_m: f64,
    sink: &mut (impl Write + Send),
    progress: &Progress,
) -> Result<MeshSummary, WriteError> {
    let rows = VertexRows::new(plan.heights(), file, 1, plan.options().sea, false);
    let [width, height] = rows.size();
    let area = plan.heights().area();
    let print = print(plan, base_top_m, [width, height]);
    let count = stl_triangles(file.size());
    let (stats, borders) = pipe(sink, |pipe| {
        pipe.send(head(area.side_m, count))?;
        // The border points for the walls: north, south, west, east.
        let mut border: [Vec<Point>; 4] = Default::default();
        let mut above: Vec<Point> = vec![];
        let summary = rows.each_band(progress, |first, band| {
            let points = |(i, vertices): (usize, &[MeshVertex])| {
                print.row(first + i, vertices.iter().map(|vertex| vertex.position_m[1]))
            };
            let rows = band.vertices.par_chunks(width).enumerate().map(points);
            let mut rows: Vec<Vec<Point>> = rows.collect();
            if first > 0 {
                rows.insert(0, std::mem::take(&mut above));
            }
            let new_rows = if first > 0 { &rows[1..] } else { &rows[..] };
            border[2].extend(new_rows.iter().map(|row| row[0]));
            border[3].extend(new_rows.iter().map(|row| row[width - 1]));
            if first == 0 {
                border[0] = rows[0].clone();
            }
            let pieces = rows.par_windows(2).map(|pair| ground(&pair[0], &pair[1]));
            pipe.send_all(pieces)?;
            above = rows.pop().unwrap_or_default();
            Ok(())
        })?;
        border[1] = above;
        pipe.send(walls_and_floor(&border))?;
        Ok(summary)
    })?;
    Ok(MeshSummary { stats, borders, vertices: (width * height) as u64, triangles: count })
}

fn print(plan: &MeshPlan, base_top_m: f64, [width, height]: [usize; 2]) -> Print {
    let (options, grid) = (plan.options(), plan.heights().grid());
    let mm_per_m = options.width_mm / plan.heights().area().side_m;
    let step_mm = grid.spacing_m() * mm_per_m;
    let line = |i: usize| (i as f64 * step_mm) as f32 + 0.0;
    Print {
        mm_per_m,
        base_top_m,
        exaggeration: options.exaggeration,
        base_mm: options.base_mm,
        x_mm: (0..width).map(line).collect(),
        y_mm: (0..height).map(|row| line(height - 1 - row)).collect(),
    }
}

/// The header: 80 bytes, which must not start like a text STL, and the number of triangles.
fn head(side_m: f64, count: u64) -> Vec<u8> {
    let mut head = format!("{PROGRAM}, millimetres, of {side_m} m").into_bytes();
    head.resize(80, 0);
    // The plan has checked that the count fits.
    head.extend((count as u32).to_le_bytes());
    head
}

fn write_triangle([a, b, c]: [Point; 3], bytes: &mut Vec<u8>) {
    let [u, v] = [b, c].map(|p| [0, 1, 2].map(|i| f64::from(p[i]) - f64::from(a[i])));
    let perpendicular =
        [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    let length = perpendicular.iter().map(|c| c * c).sum::<f64>().sqrt();
    let normal = perpendicular.map(|c| if length > 0.0 { (c / length) as f32 + 0.0 } else { 0.0 });
    for point in [normal, a, b, c] {
        bytes.extend_from_slice(&point.map(f32::to_le_bytes).concat());
    }
    bytes.extend([0, 0]);
}

/// Encodes the triangles of the ground between two rows.
fn ground(north: &[Point], south: &[Point]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(100 * north.len());
    for (north, south) in north.windows(2).zip(south.windows(2)) {
        write_triangle([north[0], south[0], north[1]], &mut bytes);
        write_triangle([north[1], south[0], south[1]], &mut bytes);
    }
    bytes
}

fn floor([x, y, _]: Point) -> Point {
    [x, y, 0.0]
}

fn walls_and_floor([north, south, west, east]: &[Vec<Point>; 4]) -> Vec<u8> {
    let mut bytes = vec![];
    // Seen from outside, two walls run from right to left and two from left to right.
    for (side, is_leftward) in [(north, true), (south, false), (west, false), (east, true)] {
        for pair in side.windows(2) {
            let (a, b) = if is_leftward { (pair[0], pair[1]) } else { (pair[1], pair[0]) };
            write_triangle([a, b, floor(a)], &mut bytes);
            write_triangle([b, floor(b), floor(a)], &mut bytes);
        }
    }
    // The floor: strips between the west and east walls. The first and the last strip are fans that
    // also reach the vertices of the north and south walls.
    let last = west.len() - 1;
    let mut fan = |apex: Point, line: &[Point], is_forward: bool| {
        for pair in line.windows(2) {
            let [a, b] = [pair[0], pair[1]].map(floor);
            write_triangle(if is_forward { [apex, a, b] } else { [apex, b, a] }, &mut bytes);
        }
    };
    if last == 1 {
        // With a single strip, the floor is two fans from opposite corners.
        fan(floor(west[1]), north, true);
        fan(floor(north[north.len() - 1]), south, false);
        return bytes;
    }
    fan(floor(west[1]), north, true);
    fan(floor(east[last - 1]), south, false);
    let mut strips = |rows: Range<usize>| {
        for i in rows {
            let [nw, ne, sw, se] = [west[i], east[i], west[i + 1], east[i + 1]].map(floor);
            write_triangle([nw, ne, sw], &mut bytes);
            write_triangle([ne, se, sw], &mut bytes);
        }
    };
    strips(1..last - 1);
    let [ne, east_below, west_below] = [east[0], east[1], west[1]].map(floor);
    write_triangle([west_below, ne, east_below], &mut bytes);
    let [sw, west_above, east_above] = [west[last], west[last - 1], east[last - 1]].map(floor);
    write_triangle([west_above, east_above, sw], &mut bytes);
    bytes
}
