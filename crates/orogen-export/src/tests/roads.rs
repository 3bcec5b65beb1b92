//! Roads in exported files, compared with the ground.

use gltf::Gltf;

use super::meshes_tests::{heights, run_mesh};
use super::*;
use crate::job::JobFile;
use crate::mesh::{MeshFormat, MeshOptions};
use crate::rivers::{RiverFormat, RiversPlan};
use orogen_terrain::land::Land;
use orogen_terrain::marks::{Tool, ToolKind};

const SIDE: usize = 65;

/// Two roads, of which the first leaves the area of the tests.
fn paved() -> Scene {
    let mut scene = Scene::default();
    for (surface, path) in
        [("asphalt", "-500,20 +420,-60 +700,150"), ("track", "0,100 +90,60 +10,90")]
    {
        let mut tool = Tool::new(ToolKind::Road);
        let params = tool.params();
        let param = params.iter().find(|param| param.key == "road.surface").unwrap();
        let value = param.kind.parse(surface).unwrap();
        param.set(&mut tool, value).unwrap();
        scene.recipe.draw(None, tool, path.parse().unwrap()).unwrap();
    }
    scene
}

fn options(scratch: &ScratchFolder, name: &str) -> ExportOptions {
    let mut options = ExportOptions::new(scratch.file(name));
    (options.area, options.samples) = (area("0,0,512"), Some(SIDE as u32));
    options
}

#[test]
fn roads_are_lines_on_the_ground_in_geojson() {
    let scratch = ScratchFolder::new();
    let scene = paved();
    let options = options(&scratch, "roads.geojson");
    let plan = RiversPlan::new(&scene, &options, RiverFormat::GeoJson).unwrap();
    let report = plan.run(&Progress::default()).unwrap();
    assert_eq!(report.warnings, [""; 0]);
    assert!(matches!(report.files[0], JobFile::Rivers { reaches: 0, lakes: 0, roads: 2, .. }));
    let text = std::fs::read(&options.out).unwrap();
    let file: serde_json::Value = serde_json::from_slice(&text).unwrap();
    let features = file["features"].as_array().unwrap();
    let ids: Vec<_> = features.iter().map(|feature| feature["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["road_2_1", "road_2_2"]);
    let land = Land::new(&scene.recipe).unwrap();
    for (feature, surface) in features.iter().zip(["asphalt", "track"]) {
        assert_eq!(feature["geometry"]["type"], "LineString");
        let properties = &feature["properties"];
        assert_eq!(
            (&properties["kind"], &properties["surface"]),
            (&"road".into(), &surface.into())
        );
        assert_eq!(properties["width_m"], 8.0);
        assert_eq!(properties["grade"], 0.08);
        assert!(properties["length_m"].as_f64().unwrap() > 150.0);
        for point in feature["geometry"]["coordinates"].as_array().unwrap() {
            let [east, north, height_m] = [0, 1, 2].map(|i| point[i].as_f64().unwrap());
            assert!(east.abs() <= 256.0 && north.abs() <= 256.0);
            let ground_m = land.height_m([east, -north], land.spacing_m());
            assert!((height_m - ground_m).abs() < 0.1, "{height_m} {ground_m}");
        }
    }
}

#[test]
fn a_land_without_roads_and_rivers_has_no_lines() {
    let scratch = ScratchFolder::new();
    let mut scene = paved();
    let options = options(&scratch, "a.svg");
    let svg = |scene: &Scene| {
        let plan = RiversPlan::new(scene, &options, RiverFormat::Svg)?;
        plan.text(&Progress::default())
    };
    assert_eq!(svg(&scene).unwrap().matches("class=\"road\"").count(), 2);
    scene.recipe.layers[1].head.layer.visible = false;
    assert!(!svg(&scene).unwrap().contains("road"));
    let error = svg(&Scene::default()).unwrap_err();
    assert!(error.to_string().contains("the land has no rivers"), "{error}");
}

/// The height of the triangles of the file at a place in metres from the centre.
fn triangle_height_m(heights_m: &[f32], [x, z]: [f64; 2]) -> f64 {
    let [u, v] = [x, z].map(|m| (m + 256.0) / 8.0);
    let [i, j] = [u, v].map(|cells| (cells as usize).min(SIDE - 2));
    let [u, v] = [u - i as f64, v - j as f64];
    let sample_m = |i: usize, j: usize| f64::from(heights_m[j * SIDE + i]);
    let [a, b, c, d] =
        [sample_m(i, j), sample_m(i + 1, j), sample_m(i, j + 1), sample_m(i + 1, j + 1)];
    match u + v <= 1.0 {
        true => a + u * (b - a) + v * (c - a),
        false => d + (1.0 - u) * (c - d) + (1.0 - v) * (b - d),
    }
}

#[test]
fn roads_are_meshes_on_the_ground_in_glb() {
    let scratch = ScratchFolder::new();
    let scene = paved();
    let beds_m = heights(&scratch, &scene, &options(&scratch, "a.r32"));
    for quantise in [false, true] {
        let options = options(&scratch, "a.glb");
        let mesh = MeshOptions { texels: Some(64), quantise, ..MeshOptions::default() };
        run_mesh(&scene, &options, &mesh);
        // The reader does not know the extension for quantised numbers.
        let bytes = std::fs::read(&options.out).unwrap();
        let Gltf { document, blob } = Gltf::from_slice_without_validation(&bytes).unwrap();
        let blob = blob.unwrap();
        let mut materials = vec![];
        for mesh in document.meshes().filter(|mesh| mesh.name().unwrap().starts_with("road_")) {
            let primitive = mesh.primitives().next().unwrap();
            materials.push(primitive.material().name().unwrap().to_owned());
            let reader = primitive.reader(|_| Some(&blob));
            let positions: Vec<_> = reader.read_positions().unwrap().collect();
            let normals: Vec<_> = reader.read_normals().unwrap().collect();
            let uvs: Vec<_> = reader.read_tex_coords(0).unwrap().into_f32().collect();
            assert_eq!([normals.len(), uvs.len()], [positions.len(); 2]);
            assert!(uvs.iter().all(|[u, _]| (-1e-4..=1.0001).contains(u)));
            let indices: Vec<u32> = reader.read_indices().unwrap().into_u32().collect();
            assert!(indices.iter().all(|index| (*index as usize) < positions.len()));
            for ([x, y, z], normal) in positions.iter().zip(&normals) {
                let place = [f64::from(*x), f64::from(*z)];
                assert!(place.iter().all(|m| m.abs() <= 256.0 + 1e-3));
                let above_m = f64::from(*y) - triangle_height_m(&beds_m, place);
                assert!((0.03..0.5).contains(&above_m), "{above_m} m at {place:?}");
                let length = normal.iter().map(|c| c * c).sum::<f32>().sqrt();
                assert!((length - 1.0).abs() < 1e-4 && normal[1] > 0.0);
            }
            let area = indices.as_chunks::<3>().0.iter().map(|triangle| {
                let [a, b, c] = triangle.map(|index| positions[index as usize]);
                0.5 * ((b[2] - a[2]) * (c[0] - a[0]) - (b[0] - a[0]) * (c[2] - a[2]))
            });
            let area: f32 = area.sum();
            // Each road is 8 m wide and a few hundred metres long.
            assert!((1200.0..6000.0).contains(&area), "{area} m²");
        }
        assert_eq!(materials, ["asphalt", "track"]);
    }
}

#[test]
fn roads_are_objects_in_obj_and_a_surface_changes_nothing_else() {
    let scratch = ScratchFolder::new();
    let text = |scene: &Scene| {
        let options = options(&scratch, "a.obj");
        let mesh = MeshOptions { format: Some(MeshFormat::Obj), ..MeshOptions::default() };
        run_mesh(scene, &options, &mesh);
        std::fs::read_to_string(&options.out).unwrap()
    };
    let with_surface = text(&paved());
    assert!(with_surface.contains("\no road_2_1\nusemtl asphalt\nv "), "an object with a material");
    let vertices = with_surface.lines().filter(|line| line.starts_with("v ")).count();
    let largest = with_surface.lines().filter(|line| line.starts_with("f ")).flat_map(|line| {
        line[2..]
            .split(' ')
            .map(|corner| corner.split('/').next().unwrap().parse::<usize>().unwrap())
    });
    assert_eq!(largest.max(), Some(vertices));
    let mut bare = paved();
    for mark in 1..=2 {
        let orogen_terrain::layer::LayerKind::Marks(marks) = &mut bare.recipe.layers[1].kind else {
            panic!("a layer of marks");
        };
        marks.marks_mut()[mark - 1].set_text("surface", "none").unwrap();
    }
    let without_surface = text(&bare);
    assert!(with_surface.starts_with(&without_surface));
    assert!(with_surface.len() > without_surface.len());
}
