//! Meshes read back by independent readers, and compared with the heights of the same area.

use std::collections::HashMap;
use std::fs;
use std::io::BufReader;

use ply_rs_bw::parser::Parser;
use ply_rs_bw::ply::{DefaultElement, Property};

use super::*;
use crate::mesh::{MeshOptions, MeshPlan, MeshReport, MeshSea};

pub(super) fn mesh_plan(scene: &Scene, options: &ExportOptions, mesh: &MeshOptions) -> MeshPlan {
    MeshPlan::new(scene, options, mesh).unwrap_or_else(|e| panic!("{mesh:?}: {e}"))
}

pub(super) fn run_mesh(scene: &Scene, options: &ExportOptions, mesh: &MeshOptions) -> MeshReport {
    let plan = mesh_plan(scene, options, mesh);
    plan.run(&Progress::default()).unwrap_or_else(|e| panic!("{mesh:?}: {e}"))
}

/// An area that is partly under water, with `samples` a side.
pub(super) fn coast(scratch: &ScratchFolder, name: &str, samples: u32) -> ExportOptions {
    let mut options = ExportOptions::new(scratch.file(name));
    (options.area, options.samples) = (area("-100,60,512"), Some(samples));
    options
}

/// Exports the heights of the same samples.
pub(super) fn heights(scratch: &ScratchFolder, scene: &Scene, options: &ExportOptions) -> Vec<f32> {
    let options = ExportOptions { out: scratch.file("heights.r32"), ..options.clone() };
    run(scene, &options);
    floats(&options.out)
}

/// The default land, with a sea level that floods part of the coast.
pub(super) fn coastal_scene(scratch: &ScratchFolder) -> Scene {
    let mut scene = square_scene();
    let mut beds_m = heights(scratch, &scene, &coast(scratch, "a.r32", 33));
    beds_m.sort_by(f32::total_cmp);
    scene.recipe.world.sea_level_m = f64::from(beds_m[beds_m.len() / 3].round());
    scene
}

type Point = [f32; 3];

/// Checks that triangles form a closed solid, with each directed edge and its reverse exactly once.
/// Returns the volume.
fn solid_volume(triangles: &[[Point; 3]]) -> f64 {
    let bits = |point: Point| point.map(f32::to_bits);
    let mut edges: HashMap<_, u32> = HashMap::new();
    for [a, b, c] in triangles {
        for (from, to) in [(a, b), (b, c), (c, a)] {
            *edges.entry((bits(*from), bits(*to))).or_default() += 1;
        }
    }
    for ((from, to), count) in &edges {
        assert_eq!(*count, 1, "an edge goes the same way twice");
        assert!(edges.contains_key(&(*to, *from)), "an edge has one side");
    }
    triangles
        .iter()
        .map(|points| {
            let [a, b, c] = points.map(|point| point.map(f64::from));
            let cross =
                [b[1] * c[2] - b[2] * c[1], b[2] * c[0] - b[0] * c[2], b[0] * c[1] - b[1] * c[0]];
            (a[0] * cross[0] + a[1] * cross[1] + a[2] * cross[2]) / 6.0
        })
        .sum()
}

fn stl_triangles(path: &Path) -> Vec<[Point; 3]> {
    let mut file = fs::File::open(path).unwrap();
    let triangles = stl_io::create_stl_reader(&mut file).unwrap();
    triangles
        .map(|triangle| triangle.unwrap().vertices.map(|vertex| [vertex[0], vertex[1], vertex[2]]))
        .collect()
}

#[test]
fn a_print_is_a_solid() {
    let scratch = ScratchFolder::new();
    let scene = coastal_scene(&scratch);
    for (samples, sea) in
        [(2, MeshSea::Bed), (3, MeshSea::Bed), (4, MeshSea::Clamp), (65, MeshSea::Bed)]
    {
        let options = coast(&scratch, &format!("a{samples}.stl"), samples);
        let mesh = MeshOptions { sea, width_mm: 80.0, exaggeration: 2.0, ..MeshOptions::default() };
        let report = run_mesh(&scene, &options, &mesh);
        let bytes = fs::metadata(&options.out).unwrap().len();
        assert_eq!([bytes, report.files[0].bytes], [84 + 50 * report.files[0].triangles; 2]);
        assert!(!fs::read(&options.out).unwrap().starts_with(b"solid"));
        let triangles = stl_triangles(&options.out);
        assert_eq!(triangles.len() as u64, report.files[0].triangles);
        let volume = solid_volume(&triangles);
        let points = triangles.iter().flatten();
        let coordinates = |axis: usize| points.clone().map(move |point| point[axis]);
        let span = |axis| {
            [coordinates(axis).fold(f32::MAX, f32::min), coordinates(axis).fold(f32::MIN, f32::max)]
        };
        assert_eq!([span(0), span(1)], [[0.0, 80.0]; 2]);
        // Metres to millimetres, exaggerated twice, on a base of 2 mm.
        let beds_m = heights(&scratch, &scene, &options);
        let level_m =
            if sea == MeshSea::Clamp { scene.recipe.world.sea_level_m as f32 } else { f32::MIN };
        let [low, high] = [f32::min, f32::max]
            .map(|pick| beds_m.iter().map(|h| h.max(level_m)).reduce(pick).unwrap());
        let expected = 2.0 + (high - low) * 2.0 * 80.0 / 512.0;
        assert!(span(2)[0] == 0.0 && (span(2)[1] - expected).abs() < 1e-3, "{:?}", span(2));
        assert!(volume > 80.0 * 80.0 * 2.0 - 1.0 && volume < 80.0 * 80.0 * f64::from(expected));
        // Rows go south: the first sample is in the north-west.
        let top = |x: f32, y: f32| {
            points.clone().filter(|p| p[0] == x && p[1] == y).map(|p| p[2]).fold(0.0, f32::max)
        };
        let z = |bed_m: f32| 2.0 + (bed_m.max(level_m) - low) * 2.0 * 80.0 / 512.0;
        assert!((top(0.0, 80.0) - z(beds_m[0])).abs() < 1e-3);
        assert!((top(80.0, 0.0) - z(beds_m[beds_m.len() - 1])).abs() < 1e-3);
        let mut file = BufReader::new(fs::File::open(&options.out).unwrap());
        stl_io::read_stl(&mut file).unwrap().validate().unwrap();
        admesh(&options.out, samples);
    }
}

/// Checks the edges with admesh, if it is installed.
fn admesh(path: &Path, samples: u32) {
    let Ok(output) =
        std::process::Command::new("admesh").args(["-c", "--exact"]).arg(path).output()
    else {
        eprintln!("skipped: this check needs admesh");
        return;
    };
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let line = text.lines().find(|line| line.starts_with("Total disconnected facets"));
    let numbers = line.map(|line| line.split_whitespace().filter(|word| *word == "0").count());
    assert!(output.status.success() && numbers >= Some(1), "{samples}: {text}");
}

#[test]
fn prints_of_tiles_fit_together() {
    let scratch = ScratchFolder::new();
    let scene = coastal_scene(&scratch);
    let mut options = coast(&scratch, "a.stl", 33);
    options.tiles = Some(Tiles { counts: [2, 2], share_border: true });
    let report = run_mesh(&scene, &options, &MeshOptions::default());
    let edge = |file: usize, x: f32| {
        let triangles = stl_triangles(&report.files[file].path);
        solid_volume(&triangles);
        let mut edge: Vec<_> = triangles
            .iter()
            .flatten()
            .filter(|p| p[0] == x)
            .map(|p| [p[1], p[2]].map(f32::to_bits))
            .collect();
        edge.sort_unstable();
        edge.dedup();
        edge
    };
    assert_eq!(edge(0, 50.0), edge(1, 0.0));
    assert_eq!(edge(0, 50.0).len(), 17 + 17);
}

fn number(element: &DefaultElement, name: &str) -> f32 {
    match element[name] {
        Property::Float(number) => number,
        Property::UChar(number) => f32::from(number),
        ref other => panic!("{name}: {other:?}"),
    }
}

#[test]
fn a_ply_has_heights_normals_and_colours() {
    let scratch = ScratchFolder::new();
    let scene = coastal_scene(&scratch);
    let options = coast(&scratch, "a.ply", 65);
    run_mesh(&scene, &options, &MeshOptions::default());
    let beds_m = heights(&scratch, &scene, &options);
    let mut file = BufReader::new(fs::File::open(&options.out).unwrap());
    let ply = Parser::<DefaultElement>::new().read_ply(&mut file).unwrap();
    let (vertices, faces) = (&ply.payload["vertex"], &ply.payload["face"]);
    assert_eq!([vertices.len(), faces.len()], [65 * 65, 2 * 64 * 64]);
    let point = |i: usize| ["x", "y", "z"].map(|name| number(&vertices[i], name));
    let mut colours = std::collections::HashSet::new();
    for (i, vertex) in vertices.iter().enumerate() {
        let [x, y] = [(i % 65) as f32 * 8.0 - 256.0, 256.0 - (i / 65) as f32 * 8.0];
        assert_eq!(point(i), [x, y, beds_m[i]]);
        let normal = ["nx", "ny", "nz"].map(|name| number(vertex, name));
        let length = normal.iter().map(|c| c * c).sum::<f32>().sqrt();
        assert!((length - 1.0).abs() < 1e-5 && normal[2] > 0.0);
        colours.insert(["red", "green", "blue"].map(|name| number(vertex, name) as u8));
    }
    assert!(colours.len() > 100, "{} colours", colours.len());
    for face in faces {
        let Property::ListInt(indices) = &face["vertex_indices"] else { panic!("{face:?}") };
        let [a, b, c] = [0, 1, 2].map(|i| point(indices[i] as usize));
        let up = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
        assert_eq!(up, 64.0, "counter-clockwise from above");
    }
}

#[test]
fn an_obj_has_a_land_and_its_sea() {
    let scratch = ScratchFolder::new();
    let scene = coastal_scene(&scratch);
    let options = coast(&scratch, "a.obj", 33);
    let mesh = MeshOptions { sea: MeshSea::Surface, ..MeshOptions::default() };
    run_mesh(&scene, &options, &mesh);
    let beds_m = heights(&scratch, &scene, &options);
    let read = tobj::LoadOptions { single_index: true, ..Default::default() };
    let (models, _) = tobj::load_obj(&options.out, &read).unwrap();
    let [land, sea] = &models[..] else { panic!("{} models", models.len()) };
    assert_eq!([&*land.name, &*sea.name], ["land", "sea"]);
    let mesh = &land.mesh;
    assert_eq!(mesh.positions.len(), 3 * 33 * 33);
    assert_eq!([mesh.indices.len(), sea.mesh.indices.len()], [6 * 32 * 32, 6]);
    assert_eq!(mesh.vertex_color.len(), 3 * 33 * 33);
    // Vertices come in the order of the triangles.
    let (points, _) = mesh.positions.as_chunks::<3>();
    let mut seen = 0;
    for [x, y, z] in points {
        let [column, row] = [x, z].map(|c| ((c + 256.0) / 16.0) as usize);
        assert_eq!(*y, beds_m[row * 33 + column]);
        seen += 1;
    }
    assert_eq!(seen, 33 * 33);
    for triangle in mesh.indices.as_chunks::<3>().0 {
        let [a, b, c] = triangle.map(|i| points[i as usize]);
        let up = (b[2] - a[2]) * (c[0] - a[0]) - (b[0] - a[0]) * (c[2] - a[2]);
        assert!(up > 0.0, "counter-clockwise from above");
    }
    let level_m = scene.recipe.world.sea_level_m as f32;
    assert!(sea.mesh.positions.as_chunks::<3>().0.iter().all(|point| point[1] == level_m));
}

#[test]
fn invalid_mesh_options_are_refused() {
    let (scratch, scene) = (ScratchFolder::new(), square_scene());
    type Change = fn(&mut ExportOptions, &mut MeshOptions);
    let cases: &[(&str, Change, &str)] = &[
        ("a.fbx", |_, _| (), "end the name in one of glb, obj, ply, stl"),
        ("a", |_, _| (), "does not say which mesh format"),
        (
            "a.glb",
            |_, m| m.format = Some(mesh::MeshFormat::Stl),
            "glb by its name, but stl is chosen",
        ),
        ("a.stl", |_, m| m.quantise = true, "stl has no quantised numbers; use glb"),
        ("a.ply", |_, m| m.sea = MeshSea::Surface, "use bed or clamp"),
        ("a.glb", |_, m| (m.one_mesh, m.levels) = (true, 2), "exclude each other"),
        ("a.glb", |_, m| (m.only_level, m.levels) = (Some(1), 2), "exclude each other"),
        ("a.glb", |o, m| (o.samples, m.levels) = (Some(300), 2), "use 385"),
        (
            "a.glb",
            |_, m| m.levels = 9,
            "the number of levels 9 is out of range; allowed are 0 to 5",
        ),
        ("a.glb", |_, m| m.texels = Some(1), "texels a side 1 is out of range"),
        ("a.stl", |_, m| m.width_mm = 0.0, "the width in millimetres 0 is out of range"),
        ("a.stl", |_, m| m.exaggeration = f64::NAN, "the exaggeration NaN is out of range"),
        ("a.stl", |_, m| m.base_mm = -1.0, "the base in millimetres"),
        ("a.glb", |o, _| o.samples = Some(16_385), "exceeds the limit of glb"),
        ("a.ply", |o, _| o.samples = Some(46_341), "exceeds the limit of ply"),
        ("a.glb", |o, _| o.samples = Some(1), "allowed are 2 to 65537"),
    ];
    for (name, change, words) in cases {
        let (mut options, mut mesh) =
            (ExportOptions::new(scratch.file(name)), MeshOptions::default());
        change(&mut options, &mut mesh);
        let error = MeshPlan::new(&scene, &options, &mesh).err().expect(words).to_string();
        assert!(error.contains(words) && error.lines().count() == 1, "{error}");
    }
}

#[test]
fn a_ply_file_may_have_as_many_vertices_as_its_indices_can_count() {
    let (scratch, scene) = (ScratchFolder::new(), square_scene());
    let mut options = ExportOptions::new(scratch.file("a.ply"));
    // 46,340² is the largest square below 2³¹.
    options.samples = Some(46_340);
    mesh_plan(&scene, &options, &MeshOptions::default());
}

#[test]
fn a_printed_land_has_a_million_triangles_by_default() {
    let scratch = ScratchFolder::new();
    let triangles = |scene: &Scene| {
        let options = ExportOptions::new(scratch.file("a.stl"));
        (mesh_plan(scene, &options, &MeshOptions::default()).bytes() - 84) / 50
    };
    let count = triangles(&Scene::default());
    assert!((990_000..1_010_000).contains(&count), "{count}");
    // 513 samples hold this land completely.
    assert_eq!(triangles(&square_scene()), 2 * 512 * 512 + 12 * 512 - 2);
}
