//! Rivers and lakes in exported files, compared with the land's own water.

use gltf::Gltf;

use super::meshes_tests::{heights, run_mesh};
use super::*;
use crate::maps::{Map, MapOptions, MapPlan};
use crate::mesh::{MeshColour, MeshOptions, MeshSea};
use orogen_terrain::land::Land;
use orogen_terrain::mesh::WaterSample;
use orogen_terrain::preset::Preset;

const SIDE: usize = 129;

fn valley(scratch: &ScratchFolder, name: &str) -> (Scene, ExportOptions) {
    let scene = Preset::find("alpine-valley").unwrap().scene().unwrap();
    let mut options = ExportOptions::new(scratch.file(name));
    (options.area, options.samples) = (area("-6520,1508,2048"), Some(SIDE as u32));
    (scene, options)
}

/// The beds and the water at the samples of the valley.
fn water(scratch: &ScratchFolder) -> (Vec<f32>, Vec<WaterSample>) {
    let (scene, options) = valley(scratch, "a.r32");
    let beds_m = heights(scratch, &scene, &options);
    let land = Land::new(&scene.recipe).unwrap();
    let line = |middle_m: f64| -> Vec<f64> {
        (0..SIDE).map(|i| middle_m - 1024.0 + 16.0 * i as f64).collect()
    };
    let water = land.water_at([&line(-6520.0), &line(1508.0)], land.spacing_m(), &beds_m).unwrap();
    let lake = water.iter().filter(|water| water.is_wet() && water.flow_m_s == [0.0; 2]).count();
    let rivers = water.iter().filter(|water| water.is_wet() && water.flow_m_s != [0.0; 2]).count();
    assert!(lake > 200 && rivers > 20, "{lake} in the lake, {rivers} in rivers");
    (beds_m, water)
}

#[test]
fn clamped_heights_have_the_levels_of_rivers_and_lakes() {
    let scratch = ScratchFolder::new();
    let (beds_m, water) = water(&scratch);
    let (scene, options) = valley(&scratch, "a.r32");
    let clamped_m = heights(&scratch, &scene, &ExportOptions { sea: Sea::Clamp, ..options });
    for ((bed_m, water), clamped_m) in beds_m.iter().zip(&water).zip(&clamped_m) {
        let level_m = if water.is_wet() { water.level_m } else { *bed_m };
        assert!((clamped_m - level_m).abs() < 1e-3, "{clamped_m} {level_m}");
    }
}

#[test]
fn maps_show_where_water_is_and_where_it_flows() {
    let scratch = ScratchFolder::new();
    let (_, water) = water(&scratch);
    let (scene, options) = valley(&scratch, "a.png");
    let maps = MapOptions { maps: vec![Map::Water, Map::Flow], ..MapOptions::default() };
    MapPlan::new(&scene, &options, &maps).unwrap().run(&Progress::default()).unwrap();
    let wet = image::open(scratch.file("a_water.png")).unwrap().into_luma8().into_raw();
    let flow = image::open(scratch.file("a_flow.png")).unwrap().into_rgb8().into_raw();
    for ((water, wet), flow) in water.iter().zip(&wet).zip(flow.as_chunks::<3>().0) {
        assert_eq!(*wet, if water.is_wet() { 255 } else { 0 });
        let [east, south] = water.flow_m_s;
        let speed_m_s = (east * east + south * south).sqrt();
        if !water.is_wet() || speed_m_s == 0.0 {
            assert_eq!(*flow, [128, 128, 0]);
            continue;
        }
        let read = [0, 1].map(|c| (f32::from(flow[c]) - 128.0) / 127.0);
        assert!((read[0] - east / speed_m_s).abs() < 0.01, "{flow:?} {east} {speed_m_s}");
        assert!((read[1] + south / speed_m_s).abs() < 0.01, "green is north");
        let full_m_s = f32::from(flow[2]) * 4.0 / 255.0;
        assert!((full_m_s - speed_m_s.min(4.0)).abs() < 0.01, "{full_m_s} {speed_m_s}");
    }
}

#[test]
fn a_glb_and_an_obj_have_the_surface_of_rivers_as_a_mesh() {
    let scratch = ScratchFolder::new();
    let (_, water) = water(&scratch);
    let surface =
        MeshOptions { sea: MeshSea::Surface, colour: MeshColour::None, ..MeshOptions::default() };
    let (scene, options) = valley(&scratch, "a.glb");
    run_mesh(&scene, &options, &surface);
    let Gltf { document, blob } = Gltf::open(&options.out).unwrap();
    let mesh = document.meshes().find(|mesh| mesh.name() == Some("rivers")).unwrap();
    let primitive = mesh.primitives().next().unwrap();
    let reader = primitive.reader(|_| blob.as_deref());
    let positions_m: Vec<_> = reader.read_positions().unwrap().collect();
    let indices: Vec<u32> = reader.read_indices().unwrap().into_u32().collect();
    let index = |[x, _, z]: [f32; 3]| {
        let [column, row] = [x, z].map(|m| ((m + 1024.0) / 16.0).round() as usize);
        row * SIDE + column
    };
    for position_m in &positions_m {
        assert!((position_m[1] - water[index(*position_m)].level_m).abs() < 1e-3);
    }
    // Every sample in a river or a lake is part of a triangle.
    let drawn: std::collections::HashSet<_> =
        indices.iter().map(|i| index(positions_m[*i as usize])).collect();
    let sea_m = scene.recipe.world.sea_level_m as f32;
    for (i, water) in water.iter().enumerate() {
        assert!(!water.is_wet() || water.level_m <= sea_m || drawn.contains(&i), "{i}");
    }

    let (scene, options) = valley(&scratch, "a.obj");
    run_mesh(&scene, &options, &surface);
    let (models, _) = tobj::load_obj(&options.out, &tobj::LoadOptions::default()).unwrap();
    let rivers = models.iter().find(|model| model.name == "rivers").unwrap();
    let read_m = rivers.mesh.positions.as_chunks::<3>().0;
    assert_eq!(rivers.mesh.indices.len(), indices.len());
    for (read, index) in rivers.mesh.indices.iter().zip(&indices) {
        assert_eq!(read_m[*read as usize], positions_m[*index as usize]);
    }
}
