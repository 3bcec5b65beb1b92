//! Water surfaces as meshes of their own: the sea, and the rivers and lakes.

use super::bands::band_rows;
use super::options::MeshSea;
use super::plan::MeshPlan;
use crate::field::{FieldRequest, FieldSampler};
use crate::file_plan::FilePlan;
use crate::plan::ExportPlan;
use crate::progress::Progress;
use crate::stream::WriteError;
use orogen_terrain::mesh::WaterSample;

/// A water surface.
pub(super) struct WaterMesh {
    pub name: &'static str,
    /// Positions, in the same coordinates as [`super::vertices::MeshVertex`].
    pub positions_m: Vec<[f32; 3]>,
    /// Three per triangle.
    pub indices: Vec<u32>,
    /// The lowest and the highest coordinates.
    pub bounds_m: [[f32; 3]; 2],
}

impl WaterMesh {
    /// Encodes the surface: vertices with normals, then triangles.
    pub fn bytes(&self) -> Vec<u8> {
        let up = [0.0, 1.0, 0.0];
        let vertices: Vec<_> =
            self.positions_m.iter().map(|position_m| [*position_m, up]).collect();
        let mut bytes = bytemuck::cast_slice(&vertices).to_vec();
        bytes.extend_from_slice(bytemuck::cast_slice(&self.indices));
        bytes
    }

    /// Makes the water surfaces of a file, if the user wants them as meshes.
    pub fn all(
        plan: &MeshPlan,
        file: &FilePlan,
        progress: &Progress,
    ) -> Result<Vec<Self>, WriteError> {
        match plan.options().sea {
            MeshSea::Bed | MeshSea::Clamp => Ok(vec![]),
            MeshSea::Surface => {
                let rivers = Self::rivers(plan.heights(), file, progress)?;
                Ok([Self::sea(plan.heights(), file)].into_iter().chain(rivers).collect())
            }
        }
    }

    fn new(name: &'static str) -> Self {
        let bounds_m = [[f32::INFINITY; 3], [f32::NEG_INFINITY; 3]];
        Self { name, positions_m: vec![], indices: vec![], bounds_m }
    }

    /// The sea: two triangles over the whole file.
    fn sea(plan: &ExportPlan, file: &FilePlan) -> Self {
        let (grid, area) = (plan.grid(), plan.area());
        let sea_m = plan.scene().recipe.world.sea_level_m as f32 + 0.0;
        let from_centre_m =
            |axis: usize, i: u32| (grid.position_m(axis, i) - area.centre_m[axis]) as f32 + 0.0;
        let [west, east] = [file.columns.start, file.columns.end - 1].map(|i| from_centre_m(0, i));
        let [north, south] = [file.rows.start, file.rows.end - 1].map(|i| from_centre_m(1, i));
        let mut mesh = Self::new("sea");
        for [x, z] in [[west, north], [east, north], [west, south], [east, south]] {
            mesh.add([x, sea_m, z]);
        }
        mesh.indices = vec![0, 2, 1, 1, 2, 3];
        mesh
    }

    /// The rivers and lakes of a file: the cells of the land's grid with a corner in water above the
    /// sea. At dry corners the surface lies below the ground, so it meets the ground along the shore.
    /// Returns `None` if the file has no river and no lake.
    fn rivers(
        plan: &ExportPlan,
        file: &FilePlan,
        progress: &Progress,
    ) -> Result<Option<Self>, WriteError> {
        if !plan.land().has_water() {
            return Ok(None);
        }
        let request = FieldRequest::HEIGHTS;
        let fields = FieldSampler::of_file(plan, file, request);
        let [width, height] = fields.size();
        let mut cells = WaterCells::new(plan, &fields);
        for first in (0..height).step_by(band_rows(width)) {
            let field = fields.sample(first..height.min(first + band_rows(width)), progress)?;
            for row in field.rows.clone() {
                cells.add_row(row, field.water(row).unwrap_or_default());
            }
        }
        Ok((!cells.mesh.indices.is_empty()).then_some(cells.mesh))
    }

    fn add(&mut self, position_m: [f32; 3]) -> u32 {
        let [low, high] = &mut self.bounds_m;
        for ((low, high), m) in low.iter_mut().zip(high).zip(position_m) {
            (*low, *high) = (low.min(m), high.max(m));
        }
        self.positions_m.push(position_m);
        (self.positions_m.len() - 1) as u32
    }
}

/// Joins rows of samples to cells.
struct WaterCells<'a> {
    fields: &'a FieldSampler<'a>,
    centre_m: [f64; 2],
    sea_level_m: f32,
    mesh: WaterMesh,
    /// The last row, with the vertices that its samples have so far.
    last_row: Vec<(WaterSample, Option<u32>)>,
}

impl<'a> WaterCells<'a> {
    fn new(plan: &ExportPlan, fields: &'a FieldSampler<'a>) -> Self {
        Self {
            fields,
            centre_m: plan.area().centre_m,
            sea_level_m: plan.scene().recipe.world.sea_level_m as f32,
            mesh: WaterMesh::new("rivers"),
            last_row: vec![],
        }
    }

    fn add_row(&mut self, row: usize, waters: &[WaterSample]) {
        let mut this_row: Vec<_> = waters.iter().map(|water| (*water, None)).collect();
        let mut last_row = std::mem::take(&mut self.last_row);
        for east in 1..this_row.len().min(last_row.len()) {
            let west = east - 1;
            let corners = [last_row[west].0, last_row[east].0, this_row[west].0, this_row[east].0];
            let is_river = |water: &WaterSample| water.is_wet() && water.level_m > self.sea_level_m;
            if !corners.iter().any(is_river) {
                continue;
            }
            let [a, b] = [west, east].map(|i| self.vertex([i, row - 1], &mut last_row[i]));
            let [c, d] = [west, east].map(|i| self.vertex([i, row], &mut this_row[i]));
            self.mesh.indices.extend([a, c, b, b, c, d]);
        }
        self.last_row = this_row;
    }

    fn vertex(
        &mut self,
        [column, row]: [usize; 2],
        (water, vertex): &mut (WaterSample, Option<u32>),
    ) -> u32 {
        *vertex.get_or_insert_with(|| {
            let x_m = (self.fields.columns_m()[column] - self.centre_m[0]) as f32 + 0.0;
            let z_m = (self.fields.rows_m()[row] - self.centre_m[1]) as f32 + 0.0;
            self.mesh.add([x_m, water.level_m + 0.0, z_m])
        })
    }
}
