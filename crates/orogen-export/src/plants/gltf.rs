//! Plants in one glTF file. Each shape is stored once and placed as instances
//! (`EXT_mesh_gpu_instancing`, Khronos 2020).

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::area::Area;
use crate::program::PROGRAM;
use orogen_terrain::ground::{Colour, linear};
use orogen_terrain::scatter::shapes::{Detail, Part, PlantShape, VARIANTS, shape};
use orogen_terrain::scatter::{Plant, PlantKind};
use orogen_terrain::scene::Scene;

const FLOAT: u32 = 5126;
const U16: u32 = 5123;

/// The colour of bark, as in the view.
const BARK: Colour = [0.085, 0.066, 0.05];

/// The parts of the file under construction.
#[derive(Default)]
struct GltfParts {
    buffer: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
    meshes: Vec<Value>,
    nodes: Vec<Value>,
}

impl GltfParts {
    /// Adds numbers to the buffer and returns the index of their accessor. glTF requires bounds for
    /// the positions of vertices.
    fn add_accessor<const N: usize>(
        &mut self,
        numbers: &[[f32; N]],
        kind: &str,
        has_bounds: bool,
    ) -> usize {
        let bytes: &[u8] = bytemuck::cast_slice(numbers);
        let mut accessor = json!({ "bufferView": self.add_view(bytes), "componentType": FLOAT,
            "count": numbers.len(), "type": kind });
        if has_bounds {
            let range = |fold_by: fn(f32, f32) -> f32, from: f32| -> Vec<f32> {
                (0..N).map(|i| numbers.iter().map(|v| v[i]).fold(from, fold_by)).collect()
            };
            accessor["min"] = json!(range(f32::min, f32::INFINITY));
            accessor["max"] = json!(range(f32::max, f32::NEG_INFINITY));
        }
        self.accessors.push(accessor);
        self.accessors.len() - 1
    }

    fn add_view(&mut self, bytes: &[u8]) -> usize {
        self.views.push(json!({ "buffer": 0, "byteOffset": self.buffer.len(),
            "byteLength": bytes.len() }));
        self.buffer.extend_from_slice(bytes);
        self.buffer.resize(self.buffer.len().next_multiple_of(4), 0);
        self.views.len() - 1
    }

    /// Adds a shape with vertex colours.
    fn add_mesh(
        &mut self,
        name: &str,
        shape: &PlantShape,
        colour_of: impl Fn(Part) -> Colour,
    ) -> usize {
        let vertices = &shape.vertices;
        let positions: Vec<_> = vertices.iter().map(|v| v.position).collect();
        let normals: Vec<_> = vertices.iter().map(|v| v.normal).collect();
        let colours: Vec<[f32; 4]> = vertices
            .iter()
            .map(|v| {
                let [r, g, b] = colour_of(v.part).map(|c| c * (0.4 + 0.6 * v.open));
                [r, g, b, 1.0]
            })
            .collect();
        let attributes = json!({ "POSITION": self.add_accessor(&positions, "VEC3", true),
            "NORMAL": self.add_accessor(&normals, "VEC3", false),
            "COLOR_0": self.add_accessor(&colours, "VEC4", false) });
        let view = self.add_view(bytemuck::cast_slice(&shape.indices));
        self.accessors.push(json!({ "bufferView": view, "componentType": U16,
            "count": shape.indices.len(), "type": "SCALAR" }));
        let indices = self.accessors.len() - 1;
        self.meshes.push(json!({ "name": name, "primitives": [{ "attributes": attributes,
            "indices": indices, "material": 0 }] }));
        self.meshes.len() - 1
    }
}

/// Formats the file.
pub fn text(scene: &Scene, area: Area, plants: &[Plant]) -> String {
    let mut contents = GltfParts::default();
    let (plant_colours, ground) = (&scene.recipe.plants, &scene.recipe.ground);
    let colour_of = |part: Part| match part {
        Part::Bark => BARK,
        Part::Twig | Part::Skirt => linear(plant_colours.conifer),
        Part::Leaves | Part::Crown => linear(plant_colours.broadleaf),
        Part::Stone => linear(ground.rock),
        Part::Blade | Part::Reed => linear(ground.grass),
    };
    let [x_m, z_m] = area.centre_m;
    for row in &PlantKind::ALL {
        for variant in 0..VARIANTS {
            let is_instance =
                |plant: &&Plant| plant.kind == row.kind && plant.word % VARIANTS == variant;
            let instances: Vec<&Plant> = plants.iter().filter(is_instance).collect();
            if instances.is_empty() {
                continue;
            }
            let name = format!("{}_{variant}", row.name);
            let mesh =
                contents.add_mesh(&name, &shape(row.kind, variant, Detail::Plain), colour_of);
            let places: Vec<[f32; 3]> = instances
                .iter()
                .map(|plant| {
                    let [x, y, z] = plant.place_m;
                    [(x - x_m) as f32, y as f32, (z - z_m) as f32]
                })
                .collect();
            let rotations: Vec<[f32; 4]> =
                instances.iter().map(|plant| rotation_of(plant)).collect();
            let sizes: Vec<[f32; 3]> = instances.iter().map(|plant| [plant.size_m; 3]).collect();
            let attributes = json!({ "TRANSLATION": contents.add_accessor(&places, "VEC3", false),
                "ROTATION": contents.add_accessor(&rotations, "VEC4", false),
                "SCALE": contents.add_accessor(&sizes, "VEC3", false) });
            contents.nodes.push(json!({ "name": name, "mesh": mesh,
                "extensions": { "EXT_mesh_gpu_instancing": { "attributes": attributes } } }));
        }
    }
    let children: Vec<usize> = (1..=contents.nodes.len()).collect();
    let mut root = json!({ "name": "plants", "translation": [x_m, 0.0, z_m] });
    if !children.is_empty() {
        root["children"] = json!(children);
    }
    contents.nodes.insert(0, root);
    document(contents).to_string()
}

fn document(contents: GltfParts) -> Value {
    let mut json = json!({
        "asset": { "version": "2.0", "generator": PROGRAM },
        "scene": 0,
        "scenes": [{ "name": "plants", "nodes": [0] }],
        "nodes": contents.nodes,
    });
    // glTF does not allow empty lists.
    if !contents.meshes.is_empty() {
        let uri =
            format!("data:application/octet-stream;base64,{}", STANDARD.encode(&contents.buffer));
        json["extensionsUsed"] = json!(["EXT_mesh_gpu_instancing"]);
        json["extensionsRequired"] = json!(["EXT_mesh_gpu_instancing"]);
        json["materials"] = json!([{ "name": "plants", "doubleSided": true,
            "pbrMetallicRoughness": { "metallicFactor": 0.0, "roughnessFactor": 1.0 } }]);
        json["meshes"] = Value::Array(contents.meshes);
        json["accessors"] = Value::Array(contents.accessors);
        json["bufferViews"] = Value::Array(contents.views);
        json["buffers"] = json!([{ "byteLength": contents.buffer.len(), "uri": uri }]);
    }
    json
}

/// The rotation of a plant as a quaternion: about the vertical, then towards the plant's own axis. The angle
/// about the vertical counts from north towards east, as in the view.
fn rotation_of(plant: &Plant) -> [f32; 4] {
    let (sin, cos) = (-0.5 * plant.yaw_rad).sin_cos();
    let [east, up, south] = plant.up();
    // Half of the rotation that turns the vertical into the axis.
    let length = (2.0 + 2.0 * up).sqrt();
    let [x, z, w] = [south, -east, 1.0 + up].map(|c| c / length);
    [cos * x - sin * z, w * sin, cos * z + sin * x, w * cos]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rotates a vector by a quaternion.
    fn rotated([x, y, z, w]: [f32; 4], v: [f32; 3]) -> [f32; 3] {
        let cross = |a: [f32; 3], b: [f32; 3]| {
            [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
        };
        let once = cross([x, y, z], v);
        let twice = cross([x, y, z], once);
        [0, 1, 2].map(|i| v[i] + 2.0 * (w * once[i] + twice[i]))
    }

    #[test]
    fn a_boulder_turns_about_its_axis_and_a_tree_about_the_vertical() {
        let plant = |kind: PlantKind, yaw_rad: f32| Plant {
            kind,
            word: 0,
            place_m: [0.0; 3],
            size_m: 1.0,
            yaw_rad,
            tint: [0.0; 2],
            slope: [0.5, -0.3],
            sunk: 0.0,
        };
        let is_near = |a: [f32; 3], b: [f32; 3]| (0..3).all(|i| (a[i] - b[i]).abs() < 1e-5);
        for yaw_rad in [0.0, 1.1, 4.0] {
            let [stone, tree] =
                [PlantKind::Boulder, PlantKind::Conifer].map(|kind| plant(kind, yaw_rad));
            assert!(is_near(rotated(rotation_of(&stone), [0.0, 1.0, 0.0]), stone.up()));
            assert!(is_near(rotated(rotation_of(&tree), [0.0, 1.0, 0.0]), [0.0, 1.0, 0.0]));
            let east = [yaw_rad.cos(), 0.0, yaw_rad.sin()];
            assert!(is_near(rotated(rotation_of(&tree), [1.0, 0.0, 0.0]), east));
        }
        let [east, _, south] = plant(PlantKind::Boulder, 0.0).up();
        assert!(east < -0.2 && south > 0.1, "the axis leans downhill");
    }
}
