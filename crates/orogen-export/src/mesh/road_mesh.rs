//! Roads as meshes of their own, which lie on the triangles of the ground.

use super::bands::band_rows;
use super::plan::MeshPlan;
use crate::field::{FieldRequest, FieldSampler, MarginedField};
use crate::file_plan::FilePlan;
use crate::progress::Progress;
use crate::stream::WriteError;
use orogen_terrain::choices::RoadSurface;
use orogen_terrain::marks::{LineDetail, MarkAddress};
use orogen_terrain::mesh::{Strip, StripPiece};
use orogen_terrain::roads::RoadLine;

/// The height of roads above the ground, in metres. It prevents z-fighting.
const RAISED_M: f64 = 0.05;

/// A quantised ground may be off by a step. Roads lie at least this number of steps above it.
const RAISED_STEPS: f64 = 2.0;

/// The greatest distance between a road's curve and its mesh, in metres.
const TOLERANCE_M: f64 = 0.05;

/// The shortest step of a mesh: in widths of the road and in metres.
const MIN_STEP_WIDTHS: f64 = 0.1;
const MIN_STEP_M: f64 = 0.25;

/// A vertex of a road.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
pub(super) struct RoadVertex {
    /// The position, in the same coordinates as [`super::vertices::MeshVertex`].
    pub position_m: [f32; 3],
    pub normal: [f32; 3],
    /// Across the road, from 0 on the left to 1 on the right edge; and along it, in road widths.
    pub uv: [f32; 2],
}

/// The mesh of a road.
pub(super) struct RoadMesh {
    /// `road_L_M`, with the ids of the layer and the mark.
    pub name: String,
    pub surface: RoadSurface,
    pub vertices: Vec<RoadVertex>,
    /// Three per triangle.
    pub indices: Vec<u32>,
    /// The lowest and the highest coordinates.
    pub bounds_m: [[f32; 3]; 2],
}

/// A road that a file may show, with its strips.
struct RoadStrips {
    address: MarkAddress,
    lines: Vec<(RoadLine, Strip)>,
    mesh: RoadMesh,
}

/// The grid whose triangles the roads lie on.
struct MeshGrid {
    /// The north-west corner of the file, relative to the centre of the area.
    corner_m: [f64; 2],
    spacing_m: f64,
    raised_m: f64,
}

impl RoadMesh {
    /// Makes the roads of a file. They lie on the triangles of every `step`-th column and row,
    /// whose heights may be quantised in steps of `quantum_m`.
    pub fn all(
        plan: &MeshPlan,
        file: &FilePlan,
        (step, quantum_m): (u32, f64),
        progress: &Progress,
    ) -> Result<Vec<Self>, WriteError> {
        let heights = plan.heights();
        let request = FieldRequest { step, ..FieldRequest::HEIGHTS };
        let fields = FieldSampler::of_file(heights, file, request);
        let [width, height] = fields.size();
        let corner_m = [fields.columns_m()[0], fields.rows_m()[0]];
        let mut roads = roads_near(plan, &fields, corner_m);
        if roads.is_empty() {
            return Ok(vec![]);
        }
        let grid = MeshGrid {
            corner_m: [0, 1].map(|axis| corner_m[axis] - heights.area().centre_m[axis]),
            spacing_m: fields.spacing_m(),
            raised_m: RAISED_M.max(RAISED_STEPS * quantum_m),
        };
        let cells = height - 1;
        for first in (0..cells).step_by(band_rows(width)) {
            let end = cells.min(first + band_rows(width));
            let is_near = |strip: &Strip| {
                let [low, high] = strip.bounding_box();
                high[1] >= first as f64 && low[1] <= end as f64
            };
            let mut strips = roads.iter().flat_map(|road| &road.lines);
            if !strips.any(|(_, strip)| is_near(strip)) {
                continue;
            }
            let field = fields.sample(first..end + 1, progress)?;
            for road in &mut roads {
                for (line, strip) in road.lines.iter().filter(|(_, strip)| is_near(strip)) {
                    strip.cut(0..width - 1, first..end, |piece| {
                        road.mesh.add(&piece, line, &field, &grid);
                    });
                }
            }
        }
        let meshes = roads.into_iter().map(|road| road.mesh);
        Ok(meshes.filter(|mesh| !mesh.indices.is_empty()).collect())
    }

    fn new(line: &RoadLine) -> Self {
        let MarkAddress { layer, mark } = line.address;
        Self {
            name: format!("road_{layer}_{mark}"),
            surface: line.surface,
            vertices: vec![],
            indices: vec![],
            bounds_m: [[f32::INFINITY; 3], [f32::NEG_INFINITY; 3]],
        }
    }

    fn add(
        &mut self,
        piece: &StripPiece<'_>,
        line: &RoadLine,
        field: &MarginedField,
        grid: &MeshGrid,
    ) {
        let [column, row] = piece.cell;
        let height_at = |east: usize, south: usize| {
            // Rows start with a margin of one sample.
            f64::from(field.row((row + south) as isize)[column + east + 1])
        };
        let (corner_height_m, slopes) = match piece.is_south_east {
            false => (
                height_at(0, 0),
                [height_at(1, 0) - height_at(0, 0), height_at(0, 1) - height_at(0, 0)],
            ),
            true => {
                let slopes = [height_at(1, 1) - height_at(0, 1), height_at(1, 1) - height_at(1, 0)];
                (height_at(1, 1) - slopes[0] - slopes[1], slopes)
            }
        };
        let normal = [-slopes[0], grid.spacing_m, -slopes[1]];
        let length = normal.iter().map(|c| c * c).sum::<f64>().sqrt();
        let normal = normal.map(|c| (c / length) as f32);
        let first = self.vertices.len() as u32;
        for corner in piece.corners {
            let [x, z] = corner.place;
            let rise_m = (x - column as f64) * slopes[0] + (z - row as f64) * slopes[1];
            let position_m = [
                grid.corner_m[0] + x * grid.spacing_m,
                corner_height_m + rise_m + grid.raised_m,
                grid.corner_m[1] + z * grid.spacing_m,
            ]
            .map(|m| m as f32 + 0.0);
            let uv = [0.5 + 0.5 * corner.across, corner.way_m / line.width_m].map(|c| c as f32);
            let [low, high] = &mut self.bounds_m;
            for ((low, high), m) in low.iter_mut().zip(high).zip(position_m) {
                (*low, *high) = (low.min(m), high.max(m));
            }
            self.vertices.push(RoadVertex { position_m, normal, uv });
        }
        for corner in 2..piece.corners.len() as u32 {
            self.indices.extend([first, first + corner - 1, first + corner]);
        }
    }
}

/// The roads near a file, each with all of its strips, in units of the grid.
fn roads_near(plan: &MeshPlan, fields: &FieldSampler<'_>, corner_m: [f64; 2]) -> Vec<RoadStrips> {
    let last = [fields.columns_m(), fields.rows_m()].map(|line| line[line.len() - 1]);
    let lines = plan.heights().land().road_lines([corner_m, last], |width_m| LineDetail {
        tolerance_m: TOLERANCE_M,
        shortest_m: (MIN_STEP_WIDTHS * width_m).max(MIN_STEP_M),
        longest_m: f64::INFINITY,
        margin_m: 0.5 * width_m,
    });
    let mut roads: Vec<RoadStrips> = vec![];
    for line in lines {
        let strip = Strip::new(&line.points, line.width_m, corner_m, fields.spacing_m());
        match roads.last_mut().filter(|road| road.address == line.address) {
            Some(road) => road.lines.push((line, strip)),
            None => {
                let (address, mesh) = (line.address, RoadMesh::new(&line));
                roads.push(RoadStrips { address, lines: vec![(line, strip)], mesh });
            }
        }
    }
    roads
}

/// The colour of a surface in linear light, for materials of other programs.
pub(super) fn colour(surface: RoadSurface) -> [f32; 3] {
    match surface {
        RoadSurface::Gravel => [0.30, 0.265, 0.21],
        RoadSurface::Asphalt => [0.05, 0.05, 0.054],
        RoadSurface::Track | RoadSurface::None => [0.155, 0.11, 0.07],
    }
}
