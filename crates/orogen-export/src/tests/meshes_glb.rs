//! GLB read back with the crate gltf, and its textures with the crate image.

use std::fs;

use gltf::Gltf;

use super::meshes_tests::{coast, coastal_scene, heights, mesh_plan, run_mesh};
use super::*;
use crate::mesh::{MeshColour, MeshOptions, MeshSea};
use orogen_terrain::land::Land;

/// A primitive's vertices and triangles.
struct MeshData {
    name: String,
    positions: Vec<[f32; 3]>,
    normals: Vec<[f32; 3]>,
    uvs: Vec<[f32; 2]>,
    colours: Vec<[u16; 4]>,
    indices: Vec<u32>,
    bounds: [[f32; 3]; 2],
}

/// A file, its buffer, and its meshes.
fn open(path: &Path) -> (gltf::Document, Vec<u8>, Vec<MeshData>) {
    let Gltf { document, blob } = Gltf::open(path).unwrap_or_else(|e| panic!("{e}"));
    let blob = blob.expect("a buffer");
    let meshes = document.meshes().map(|mesh| read_mesh(&mesh, &blob)).collect();
    (document, blob, meshes)
}

fn read_mesh(mesh: &gltf::Mesh, blob: &[u8]) -> MeshData {
    let primitive = mesh.primitives().next().unwrap();
    let reader = primitive.reader(|_| Some(blob));
    let colours = reader.read_colors(0).map(|colours| colours.into_rgba_u16().collect());
    let uvs = reader.read_tex_coords(0).map(|uvs| uvs.into_f32().collect());
    let gltf::mesh::Bounds { min, max } = primitive.bounding_box();
    MeshData {
        name: mesh.name().unwrap().to_owned(),
        positions: reader.read_positions().unwrap().collect(),
        normals: reader.read_normals().unwrap().collect(),
        uvs: uvs.unwrap_or_default(),
        colours: colours.unwrap_or_default(),
        indices: reader.read_indices().unwrap().into_u32().collect(),
        bounds: [min, max],
    }
}

/// Checks the indices, normals and bounds of a mesh.
fn check(mesh: &MeshData) {
    assert_eq!(mesh.positions.len(), mesh.normals.len());
    assert!(mesh.indices.iter().all(|i| (*i as usize) < mesh.positions.len()), "{}", mesh.name);
    let mut bounds = [[f32::INFINITY; 3], [f32::NEG_INFINITY; 3]];
    for (position, normal) in mesh.positions.iter().zip(&mesh.normals) {
        for c in 0..3 {
            bounds[0][c] = bounds[0][c].min(position[c]);
            bounds[1][c] = bounds[1][c].max(position[c]);
        }
        let length = normal.iter().map(|c| c * c).sum::<f32>().sqrt();
        assert!((length - 1.0).abs() < 1e-4 && normal[1] > 0.0, "{}: {normal:?}", mesh.name);
    }
    assert_eq!(bounds, mesh.bounds, "{}", mesh.name);
}

/// Checks the tiles of a land against its heights: `side` samples on each side, from −256 m.
fn check_heights(tiles: &[MeshData], beds_m: &[f32], side: usize, level_m: f32) {
    let spacing_m = 512.0 / (side - 1) as f32;
    let mut counts = vec![0; side * side];
    for tile in tiles {
        check(tile);
        for (i, [x, y, z]) in tile.positions.iter().enumerate() {
            let [column, row] = [x, z].map(|c| (c + 256.0) / spacing_m);
            assert_eq!([column.fract(), row.fract()], [0.0; 2]);
            let index = row as usize * side + column as usize;
            assert_eq!(*y, beds_m[index].max(level_m), "{}, vertex {i}", tile.name);
            counts[index] += 1;
        }
        for triangle in tile.indices.as_chunks::<3>().0 {
            let [a, b, c] = triangle.map(|i| tile.positions[i as usize]);
            let up = (b[2] - a[2]) * (c[0] - a[0]) - (b[0] - a[0]) * (c[2] - a[2]);
            assert!(up > 0.0, "counter-clockwise from above");
        }
    }
    assert!(counts.iter().all(|count| *count >= 1), "every sample is there");
}

#[test]
fn tiles_share_triangles_and_have_the_heights_of_the_land() {
    let scratch = ScratchFolder::new();
    let scene = coastal_scene(&scratch);
    // 300 cells: two tiles of 128, and one of 44.
    let options = coast(&scratch, "a.glb", 301);
    let mesh = MeshOptions { colour: MeshColour::Vertices, ..MeshOptions::default() };
    let report = run_mesh(&scene, &options, &mesh);
    let beds_m = heights(&scratch, &scene, &options);
    let (document, _, tiles) = open(&options.out);
    assert_eq!(tiles.len(), 9);
    let spacing_m = 512.0 / 300.0;
    let mut vertices = 0;
    for tile in &tiles {
        check(tile);
        for ([x, y, z], colour) in tile.positions.iter().zip(&tile.colours) {
            let [column, row] = [x, z].map(|c| ((c + 256.0) / spacing_m as f32).round() as usize);
            assert_eq!(*y, beds_m[row * 301 + column]);
            assert_eq!(colour[3], u16::MAX);
            vertices += 1;
        }
    }
    assert_eq!(vertices, report.files[0].vertices);
    // One index accessor per tile size.
    let indices: std::collections::BTreeSet<_> = document
        .meshes()
        .map(|mesh| mesh.primitives().next().unwrap().indices().unwrap().index())
        .collect();
    assert_eq!(indices.len(), 4);
    let root = document.default_scene().unwrap().nodes().next().unwrap();
    assert_eq!(root.transform().decomposed().0, [-100.0, 0.0, 60.0]);
    assert_eq!(root.children().count(), 9);
    // The GLB and the JSON contain the recipe.
    let extras: serde_json::Value =
        serde_json::from_str(document.as_json().asset.extras.as_ref().unwrap().get()).unwrap();
    assert!(extras["recipe"].as_str().unwrap().contains("[world]"));
    assert_eq!(scene_file::load(&options.out).unwrap(), scene);
}

/// The textures of a file.
fn pictures(document: &gltf::Document, blob: &[u8]) -> Vec<image::RgbImage> {
    let read = |picture: gltf::Image| {
        let gltf::image::Source::View { view, mime_type } = picture.source() else {
            panic!("it lies in the file")
        };
        assert_eq!(mime_type, "image/png");
        let bytes = &blob[view.offset()..][..view.length()];
        image::load_from_memory(bytes).unwrap().into_rgb8()
    };
    document.images().map(read).collect()
}

#[test]
fn the_normals_of_a_narrow_tile_are_those_of_the_mesh() {
    let scratch = ScratchFolder::new();
    let mut scene = square_scene();
    // Without detail, the vertices show the whole land.
    (scene.recipe.base_mut().fractal.octaves, scene.recipe.base_mut().noise.frequency) = (1.0, 2.0);
    let mut options = coast(&scratch, "a.glb", 257);
    options.tiles = Some(Tiles { counts: [4, 1], share_border: true });
    let mesh = MeshOptions { texels: Some(128), one_mesh: true, ..MeshOptions::default() };
    let report = run_mesh(&scene, &options, &mesh);
    let (document, blob, _) = open(&report.files[1].path);
    let normal = &pictures(&document, &blob)[1];
    let off = normal.pixels().filter(|p| p.0[0].abs_diff(128) > 3 || p.0[1].abs_diff(128) > 3);
    assert_eq!(off.count(), 0, "texels that differ from the mesh");
}

#[test]
fn one_mesh_has_wide_indices_and_textures() {
    let scratch = ScratchFolder::new();
    let scene = coastal_scene(&scratch);
    let options = coast(&scratch, "a.glb", 257);
    let mesh = MeshOptions {
        one_mesh: true,
        sea: MeshSea::Surface,
        texels: Some(512),
        ..MeshOptions::default()
    };
    run_mesh(&scene, &options, &mesh);
    let (document, blob, meshes) = open(&options.out);
    let beds_m = heights(&scratch, &scene, &options);
    check_heights(&meshes[..1], &beds_m, 257, f32::MIN);
    assert_eq!(meshes[0].indices.len(), 6 * 256 * 256);
    assert_eq!([meshes[0].uvs[0], meshes[0].uvs[257 * 257 - 1]], [[0.0; 2], [1.0; 2]]);
    assert!(meshes[0].colours.is_empty(), "readers would multiply them by the texture");
    assert_eq!(meshes[1].name, "sea");
    let level_m = scene.recipe.world.sea_level_m as f32;
    check(&meshes[1]);
    assert_eq!(meshes[1].bounds, [[-256.0, level_m, -256.0], [256.0, level_m, 256.0]]);
    let pictures = pictures(&document, &blob);
    let [albedo, normal] = &pictures[..] else { panic!("{} pictures", pictures.len()) };
    assert_eq!([albedo.dimensions(), normal.dimensions()], [(512, 512); 2]);
    let colours: std::collections::HashSet<_> = albedo.pixels().map(|p| p.0).collect();
    assert!(colours.len() > 100, "{} colours", colours.len());
    // Relative to the mesh: mostly blank, never pointing down.
    assert!(normal.pixels().all(|p| p.0[2] > 128), "it points up");
    let blank = normal.pixels().filter(|p| (120..=136).contains(&p.0[0])).count();
    assert!(blank > 512 * 512 / 2, "{blank}");
    let material = document.materials().next().unwrap();
    assert!(material.pbr_metallic_roughness().base_color_texture().is_some());
    assert!(material.normal_texture().is_some());
}

#[test]
fn clamped_land_is_flat_where_there_is_water() {
    let scratch = ScratchFolder::new();
    let scene = coastal_scene(&scratch);
    let options = coast(&scratch, "a.glb", 129);
    let mesh =
        MeshOptions { sea: MeshSea::Clamp, colour: MeshColour::None, ..MeshOptions::default() };
    run_mesh(&scene, &options, &mesh);
    let (_, _, meshes) = open(&options.out);
    let beds_m = heights(&scratch, &scene, &options);
    let level_m = scene.recipe.world.sea_level_m as f32;
    check_heights(&meshes, &beds_m, 129, level_m);
    let wet = beds_m.iter().zip(&meshes[0].normals).filter(|(bed_m, _)| **bed_m <= level_m);
    assert!(wet.clone().count() > 1000);
    assert!(wet.into_iter().all(|(_, normal)| *normal == [0.0, 1.0, 0.0]));
}

#[test]
fn levels_are_coarser_grids_with_skirts_over_every_gap() {
    let scratch = ScratchFolder::new();
    let scene = coastal_scene(&scratch);
    let options = coast(&scratch, "a.glb", 257);
    let mesh = MeshOptions { levels: 2, colour: MeshColour::None, ..MeshOptions::default() };
    run_mesh(&scene, &options, &mesh);
    let (document, _, meshes) = open(&options.out);
    assert_eq!(meshes.len(), 3 * 4);
    for (mesh, side) in meshes.iter().zip([129; 4].into_iter().chain([65; 4]).chain([33; 4])) {
        check(mesh);
        assert_eq!(mesh.positions.len(), side * side + 4 * side, "{}", mesh.name);
    }
    // Viewers without levels show the finest. Others find the levels by number.
    let root = document.default_scene().unwrap().nodes().next().unwrap();
    assert_eq!(root.children().count(), 4);
    let json: serde_json::Value = serde_json::to_value(document.as_json()).unwrap();
    assert_eq!(json["extensionsUsed"], serde_json::json!(["MSFT_lod"]));
    let raw = raw_json(&options.out);
    let first = root.children().next().unwrap().index();
    let ids = raw["nodes"][first]["extensions"]["MSFT_lod"]["ids"].as_array().unwrap();
    assert_eq!(ids.len(), 2);
    let name = |id: &serde_json::Value| raw["nodes"][id.as_u64().unwrap() as usize]["name"].clone();
    assert_eq!(
        ids.iter().map(name).collect::<Vec<_>>(),
        ["tile_x0_y0_level1", "tile_x0_y0_level2"]
    );
    // Along a border, the lowest skirt hangs below all levels.
    let land = Land::new(&scene.recipe).unwrap();
    let border_points = |mesh: &MeshData| {
        let border = mesh.positions.iter().filter(|p| p[2] == -256.0);
        border.map(|p| (p[0], p[1])).collect::<Vec<_>>()
    };
    for [fine, coarse] in [[0, 4], [4, 8]] {
        let lowest_y = |mesh: &MeshData, x: f32| {
            border_points(mesh)
                .into_iter()
                .filter(|p| p.0 == x)
                .map(|p| p.1)
                .fold(f32::MAX, f32::min)
        };
        for (x, y) in border_points(&meshes[coarse]) {
            assert!(lowest_y(&meshes[fine], x) < y + 16.0 && lowest_y(&meshes[fine], x) < f32::MAX);
        }
    }
    assert!(land.spacing_m() > 0.0);
    // A single level.
    let single = coast(&scratch, "b.glb", 257);
    let mesh = MeshOptions { only_level: Some(1), colour: MeshColour::None, ..mesh_default() };
    run_mesh(&scene, &single, &mesh);
    let (_, _, alone) = open(&single.out);
    assert_eq!(alone.len(), 4);
    assert_eq!(alone[0].positions[..65 * 65], meshes[4].positions[..65 * 65]);
}

fn mesh_default() -> MeshOptions {
    MeshOptions::default()
}

/// Returns the JSON chunk of the file.
fn raw_json(path: &Path) -> serde_json::Value {
    let bytes = fs::read(path).unwrap();
    let word =
        |offset: usize| u32::from_le_bytes(bytes[offset..offset + 4].try_into().unwrap()) as usize;
    assert_eq!([&bytes[..4], &bytes[16..20]], [b"glTF", b"JSON"]);
    assert_eq!([word(4), word(8), word(12) % 4], [2, bytes.len(), 0]);
    serde_json::from_slice(&bytes[20..20 + word(12)]).unwrap()
}

#[test]
fn quantised_tiles_share_one_step() {
    let scratch = ScratchFolder::new();
    let scene = coastal_scene(&scratch);
    let options = coast(&scratch, "a.glb", 257);
    let mesh = MeshOptions { quantise: true, ..MeshOptions::default() };
    run_mesh(&scene, &options, &mesh);
    let beds_m = heights(&scratch, &scene, &options);
    let json = raw_json(&options.out);
    assert_eq!(json["extensionsRequired"], serde_json::json!(["KHR_mesh_quantization"]));
    let bytes = fs::read(&options.out).unwrap();
    let start = 20 + u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize + 8;
    let stride = json["bufferViews"][0]["byteStride"].as_u64().unwrap() as usize;
    let step = json["nodes"][1]["scale"][0].as_f64().unwrap();
    assert_eq!(step.log2().fract(), 0.0);
    let mut heights_m = vec![f64::NAN; 257 * 257];
    for node in json["nodes"].as_array().unwrap().iter().skip(1) {
        assert_eq!(node["scale"], serde_json::json!([step, step, step]));
        let mesh = &json["meshes"][node["mesh"].as_u64().unwrap() as usize];
        let position = &mesh["primitives"][0]["attributes"]["POSITION"];
        let accessor = &json["accessors"][position.as_u64().unwrap() as usize];
        let offset = start + accessor["byteOffset"].as_u64().unwrap() as usize;
        let origin: Vec<f64> =
            node["translation"].as_array().unwrap().iter().map(|c| c.as_f64().unwrap()).collect();
        for i in 0..accessor["count"].as_u64().unwrap() as usize {
            let coordinate_m = |c: usize| {
                let bytes = &bytes[offset + i * stride + 2 * c..][..2];
                f64::from(u16::from_le_bytes(bytes.try_into().unwrap())) * step + origin[c]
            };
            let [column, row] = [0, 2].map(|c| ((coordinate_m(c) + 256.0) / 2.0) as usize);
            assert_eq!(
                [coordinate_m(0), coordinate_m(2)],
                [column, row].map(|i| i as f64 * 2.0 - 256.0)
            );
            let index = row * 257 + column;
            assert!((coordinate_m(1) - f64::from(beds_m[index])).abs() <= 0.5 * step);
            assert!(
                heights_m[index].is_nan() || heights_m[index] == coordinate_m(1),
                "borders are open"
            );
            heights_m[index] = coordinate_m(1);
        }
    }
    assert!(heights_m.iter().all(|y| !y.is_nan()));
}

#[test]
fn files_of_tiles_agree_on_their_borders() {
    let scratch = ScratchFolder::new();
    let scene = coastal_scene(&scratch);
    let mut options = coast(&scratch, "a.glb", 257);
    options.tiles = Some(Tiles { counts: [2, 2], share_border: true });
    let mesh = MeshOptions { colour: MeshColour::Vertices, ..MeshOptions::default() };
    let report = run_mesh(&scene, &options, &mesh);
    let border = |file: usize| {
        let (_, _, tiles) = open(&report.files[file].path);
        let all = tiles
            .iter()
            .flat_map(|tile| tile.positions.iter().zip(&tile.normals).zip(&tile.colours));
        all.filter(|((p, _), _)| p[0] == 0.0)
            .map(|((p, n), c)| (p.map(f32::to_bits), n.map(f32::to_bits), *c))
            .collect::<Vec<_>>()
    };
    assert_eq!(border(0).len(), 129);
    assert_eq!(border(0), border(1), "places, normals and colours");
    // The three shards share the four files.
    let file_count = |shard: u32| {
        let options = ExportOptions {
            part: TileSelection::Shard { index: shard, count: 3 },
            ..options.clone()
        };
        mesh_plan(&scene, &options, &mesh).files().len()
    };
    assert_eq!([file_count(1), file_count(2), file_count(3)], [2, 1, 1]);
}
