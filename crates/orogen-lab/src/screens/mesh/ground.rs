//! The mesh of a square of land, made by the generator that also meshes the land itself.

use std::sync::LazyLock;

use crate::relief::ReliefView;
use crate::screens::prelude::*;
use orogen_terrain::chunk::{CHUNK_CELLS, CHUNK_VERTICES, COARSE_SAMPLES, FINE_SAMPLES};
use orogen_terrain::heightfield::ChunkField;
use orogen_terrain::mesh::{MeshData, from_octahedral};
use orogen_terrain::shading::{Phong, ShadedPoint, mountain_share, phong_terms};
use orogen_terrain::{Land, Scene, preset::Preset};

/// A square of land as a grid of vertices.
pub(super) struct VertexGrid {
    pub scene: Scene,
    /// Vertices on a side.
    pub width: usize,
    /// The length of a side.
    pub side_m: f64,
    /// The world position of its first vertex.
    pub corner_m: [f64; 2],
    /// The vertices, row by row.
    pub vertices: Vec<GroundVertex>,
}

/// A vertex of the mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct GroundVertex {
    /// The height of the ground in metres, also under water.
    pub bed_m: f64,
    /// The unit normal: east, up, south.
    pub normal: [f64; 3],
}

/// The scene of the exercise.
static COURSE: LazyLock<Scene> = LazyLock::new(|| {
    Preset::find("course").and_then(|preset| preset.scene().ok()).unwrap_or_default()
});

impl VertexGrid {
    /// The exercise's square, or a square of the land around p. `None` if the recipe is invalid.
    pub fn of(c: &Context) -> Option<Self> {
        let is_course = c.integer("mesh.land") == 0;
        let mut scene = if is_course { COURSE.clone() } else { c.scene.clone() };
        let cell_m = 1.0 / scene.recipe.base().frequency_per_m();
        let (side_m, middle_m) =
            if is_course { (cell_m, [0.0; 2]) } else { (4.0 * cell_m, c.position_m()) };
        if is_course && c.integer("mesh.edition") == 0 {
            // The first edition of the exercise has z = ½·fBm. The preset follows a later edition,
            // which is half as high. α, the share of mountain, grows with z.
            scene.recipe.base_mut().shape.height_m *= 2.0;
            scene.recipe.colour.alpha_scale *= 2.0;
        }
        let width = c.integer("mesh.grid");
        let land = Land::new(&scene.recipe).ok()?;
        let corner_m = middle_m.map(|x| x - 0.5 * side_m);
        let mut ground = Self { scene, width, side_m, corner_m, vertices: vec![] };
        ground.fill(&land);
        Some(ground)
    }

    /// The distance from one vertex to the next.
    pub fn spacing_m(&self) -> f64 {
        self.side_m / (self.width - 1) as f64
    }

    /// Copies the vertices from the generator's meshes of 65 × 65 vertices each.
    fn fill(&mut self, land: &Land) {
        let placeholder = GroundVertex { bed_m: 0.0, normal: [0.0, 1.0, 0.0] };
        self.vertices = vec![placeholder; self.width * self.width];
        let chunks = (self.width - 1).div_ceil(CHUNK_CELLS);
        for [x, z] in (0..chunks).flat_map(|z| (0..chunks).map(move |x| [x, z])) {
            let first_vertex = [x, z].map(|chunk| chunk * CHUNK_CELLS);
            let mesh = self.chunk(land, first_vertex);
            for (i, vertex) in mesh.vertices.iter().enumerate() {
                let [gx, gy] =
                    [first_vertex[0] + i % CHUNK_VERTICES, first_vertex[1] + i / CHUNK_VERTICES];
                if gx < self.width && gy < self.width {
                    let [u, v, ..] = vertex.normals;
                    let normal = from_octahedral([u, v]).map(f64::from);
                    let bed_m = f64::from(vertex.position_m[1]);
                    self.vertices[gx + self.width * gy] = GroundVertex { bed_m, normal };
                }
            }
        }
    }

    fn chunk(&self, land: &Land, first_vertex: [usize; 2]) -> MeshData {
        let spacing_m = self.spacing_m();
        let samples = |count: usize, step: f64| {
            let line = |axis: usize| -> Vec<f64> {
                let start = self.corner_m[axis] + first_vertex[axis] as f64 * spacing_m;
                (0..count).map(|i| start + (i as f64 - 1.0) * step).collect()
            };
            land.fill_at([&line(0), &line(1)], 0.0)
        };
        let fine = samples(FINE_SAMPLES, spacing_m);
        let coarse = samples(COARSE_SAMPLES, 2.0 * spacing_m);
        let sea_m = self.scene.recipe.world.sea_level_m as f32;
        MeshData::new(&ChunkField { fine, coarse }, spacing_m as f32, sea_m)
    }

    /// The vertex at a column and a row.
    pub fn vertex(&self, [gx, gy]: [usize; 2]) -> GroundVertex {
        self.vertices[gx + self.width * gy]
    }

    /// A height in units of the square's side, which the exercise calls z.
    pub fn z(&self, bed_m: f64) -> f64 {
        bed_m / self.side_m
    }

    /// The water level as a z.
    pub fn water(&self) -> f64 {
        self.z(self.scene.recipe.world.sea_level_m)
    }

    /// A vertex's z, at least the water level.
    pub fn surface_z(&self, vertex: GroundVertex) -> f64 {
        self.z(vertex.bed_m).max(self.water())
    }

    /// The terms of Phong lighting at a vertex, seen from a direction.
    pub fn phong(&self, vertex: GroundVertex, to_eye: [f64; 3]) -> Phong {
        let GroundVertex { bed_m, normal } = vertex;
        let point = ShadedPoint { bed_m, normal, to_eye };
        phong_terms(&self.scene.recipe, &self.scene.view.params, &point)
    }

    /// The share of mountain in a vertex's colour, 0 to 1.
    pub fn alpha(&self, vertex: GroundVertex) -> f64 {
        mountain_share(&self.scene.recipe, vertex.bed_m)
    }
}

/// The unit direction to the eye: east, up, south.
pub(super) fn to_eye(eye: &ReliefView) -> [f64; 3] {
    let (sin, cos) = eye.turn_deg.to_radians().sin_cos();
    let (up, level) = eye.tilt_deg.to_radians().sin_cos();
    [-sin * level, up, -cos * level]
}
