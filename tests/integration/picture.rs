//! Pictures without a window: the course's shading against its reference on the CPU, and the
//! written file.

use std::collections::{HashMap, HashSet};

use bevy::camera::primitives::Aabb;
use bevy::math::{Mat3, Mat4, Quat, UVec2, Vec3, Vec3A};
use bevy::prelude::{Entity, Transform};
use orogen::headless::capture::Headless;
use orogen::plugin::camera::pose::Pose;
use orogen::plugin::land::origin::RenderOrigin;
use orogen::plugin::land::state::{Chunk, ChunkIndex, ChunkLayers};
use orogen::terrain::chunk::{CHUNK_VERTICES, ChunkKey, square};
use orogen::terrain::heightfield::sample_all;
use orogen::terrain::mesh::{MeshData, chunk_indices, from_octahedral};
use orogen::terrain::scene::Scene;
use orogen::terrain::shading::{ShadedPoint, phong};
use orogen::terrain::surface::Surface;

use crate::tools::{ScratchFolder, drawing, run_ok, scene_with, settled};

const SIZE: UVec2 = UVec2::new(320, 180);

fn scene(preset: &str) -> Scene {
    let mut scene = match preset {
        "" => Scene::default(),
        slug => orogen::terrain::preset::Preset::find(slug)
            .expect("a preset")
            .scene()
            .expect("it reads"),
    };
    scene.recipe.world.bounded = true;
    scene.recipe.world.extent_chunks = 2;
    scene.set_text("look.style", "course").unwrap();
    scene.set_text("world.spacing_m", "8").unwrap();
    scene.recipe.base_mut().noise.frequency = 2.0;
    scene.view.camera = "40,50,260".parse().unwrap();
    scene
}

/// Returns the position of a vertex, clamped to the sea.
fn place(mesh: &MeshData, i: usize) -> Vec3 {
    let [x, y, z] = mesh.vertices[i].position_m;
    Vec3::new(x, y.max(mesh.sea_level_m), z)
}

/// Returns the first triangle on a ray: the mesh, and three vertices with the weights of the hit.
fn first_hit(
    meshes: &[(Vec3, MeshData)],
    indices: &[u16],
    origin: Vec3,
    direction: Vec3,
) -> Option<(usize, [(usize, f32); 3])> {
    let mut nearest = (f32::INFINITY, None);
    for (m, (corner, mesh)) in meshes.iter().enumerate() {
        let at = |i: u16| place(mesh, usize::from(i)) + *corner;
        for triangle in indices.chunks(3) {
            let [a, b, c] = [at(triangle[0]), at(triangle[1]), at(triangle[2])];
            // a + u·(b − a) + v·(c − a) = origin + t·direction.
            let Some(solved) = Some(Mat3::from_cols(b - a, c - a, -direction))
                .filter(|m| m.determinant().abs() > 1e-9)
            else {
                continue;
            };
            let Vec3 { x: u, y: v, z: t } = solved.inverse() * (origin - a);
            if u >= 0.0 && v >= 0.0 && u + v <= 1.0 && t > 0.0 && t < nearest.0 {
                let [ia, ib, ic] = [triangle[0], triangle[1], triangle[2]].map(usize::from);
                nearest = (t, Some((m, [(ia, 1.0 - u - v), (ib, u), (ic, v)])));
            }
        }
    }
    nearest.1
}

/// Compares every 23rd pixel that lies inside one triangle; returns the numbers of water and land
/// pixels.
fn compare_with_reference(scene: &Scene) -> [usize; 2] {
    let mut headless = Headless::new(SIZE, Some(2), |_| {}).expect("a driver to draw with");
    headless.want(scene.clone());
    let picture = headless.picture().expect("a picture");

    let recipe = &scene.recipe;
    let surface = Surface::new(recipe).unwrap();
    let land = surface.land();
    let keys = square(recipe.world.extent_chunks);
    let mesh = |(key, noise): (&ChunkKey, orogen::terrain::heightfield::ChunkSamples)| {
        let [x, z] = key.origin_m(land.spacing_m());
        let heights = noise.heights_m(land);
        let mesh =
            MeshData::new(&heights, land.spacing_m() as f32, recipe.world.sea_level_m as f32);
        (Vec3::new(x as f32, 0.0, z as f32), mesh)
    };
    let meshes: Vec<_> = keys.iter().zip(sample_all(land, &keys)).map(mesh).collect();
    let indices = chunk_indices();
    let eye =
        Pose::of_view(&scene.view.camera, &surface).transform(&surface, RenderOrigin::default());
    let clip_from_view =
        Mat4::perspective_infinite_reverse_rh(std::f32::consts::FRAC_PI_4, 16.0 / 9.0, 0.5);
    let world_from_clip = eye.to_matrix() * clip_from_view.inverse();

    let mut compared = [0; 2];
    for (px, py, pixel) in picture.enumerate_pixels().filter(|(x, y, _)| (x + y * SIZE.x) % 23 == 3)
    {
        let hit_at = |dx: f32, dy: f32| {
            let clip =
                Vec3::new((px as f32 + dx) / 160.0 - 1.0, 1.0 - (py as f32 + dy) / 90.0, 0.5);
            let direction = (world_from_clip.project_point3(clip) - eye.translation).normalize();
            first_hit(&meshes, &indices, eye.translation, direction)
        };
        let Some((m, hit)) = hit_at(0.5, 0.5) else { continue };
        let triangle = |hit: [(usize, f32); 3]| hit.map(|(i, _)| i);
        let is_covered =
            |(dx, dy)| hit_at(dx, dy).is_some_and(|(n, h)| (n, triangle(h)) == (m, triangle(hit)));
        if ![(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)].into_iter().all(is_covered) {
            continue;
        }
        let (corner, mesh) = &meshes[m];
        let blend =
            |value: &dyn Fn(usize) -> Vec3| hit.iter().map(|(i, w)| value(*i) * *w).sum::<Vec3>();
        let position = blend(&|i| place(mesh, i)) + *corner;
        let normal = |i: usize| {
            from_octahedral([mesh.vertices[i].normals[0], mesh.vertices[i].normals[1]]).into()
        };
        let normal = blend(&normal).normalize();
        let bed_m = f64::from(blend(&|i| Vec3::splat(mesh.vertices[i].position_m[1])).x);
        let to_eye = (eye.translation - position).normalize();
        let unit = |v: Vec3| v.to_array().map(f64::from);
        let point = ShadedPoint { bed_m, normal: unit(normal), to_eye: unit(to_eye) };
        // At the terminator and at the shore tiny differences decide, so points there are skipped.
        let raised_by = |m: f64| ShadedPoint { bed_m: bed_m + m, ..point };
        let colour =
            |p: &ShadedPoint| phong(recipe, &scene.view.params, p).map(|c| (c * 255.0).round());
        let to_sun = orogen::terrain::shading::direction_to_sun(&scene.view.params);
        let n_dot_l: f64 = point.normal.iter().zip(to_sun).map(|(a, b)| a * b).sum();
        let (above, below) = (colour(&raised_by(0.5)), colour(&raised_by(-0.5)));
        if above.iter().zip(below).any(|(a, b)| (a - b).abs() > 4.0) || n_dot_l.abs() < 0.02 {
            continue;
        }
        let expected = phong(recipe, &scene.view.params, &point).map(|c| c * 255.0);
        for (got, want) in pixel.0.iter().zip(expected) {
            assert!(
                (f64::from(*got) - want).abs() <= 2.0,
                "pixel {px},{py}: {:?} is not {expected:?}",
                pixel.0
            );
        }
        compared[usize::from(bed_m > recipe.world.sea_level_m)] += 1;
    }
    compared
}

#[test]
fn the_course_shading_matches_the_reference() {
    let _drawing = drawing();
    let mut steep = scene("");
    // The exponent must not move the colours.
    steep.recipe.base_mut().shape.exponent = 1.8;
    for (scene, min_water) in [(scene(""), 11), (scene("course"), 11), (steep, 0)] {
        let [water, land] = compare_with_reference(&scene);
        let has_enough = land > 60 && water >= min_water;
        assert!(has_enough, "only {water} pixels of water and {land} of land were compared");
    }
}

#[test]
fn chunks_are_where_their_keys_say() {
    let _drawing = drawing();
    // Far from home, where the rendering origin has moved, and with several levels.
    let changes =
        [("world.bounded", "off"), ("world.spacing_m", "2"), ("distance.horizon_km", "2")];
    let scene = scene_with(&changes, "40,30,300,1000000,0,-5000000");
    let mut headless = settled(SIZE, &scene, |_| {});

    let surface = Surface::new(&scene.recipe).unwrap();
    let land = surface.land();
    let world = headless.world();
    let origin = *world.resource::<RenderOrigin>();
    let mut chunks = world.query::<(Entity, &Chunk, &ChunkLayers, &Transform, &Aabb)>();
    let index = &world.resource::<ChunkIndex>().0;
    // The heights along the edges, by the position of the edge.
    let mut western = HashMap::new();
    let mut eastern = HashMap::new();
    for (entity, &Chunk(key), noise, transform, aabb) in chunks.iter(world) {
        assert_eq!(index.get(&key), Some(&entity), "{key:?}");
        let (spacing_m, [x, z]) = (key.spacing_m(land.spacing_m()), key.origin_m(land.spacing_m()));
        assert_eq!(origin.world_m(transform.translation), [x, 0.0, z], "{key:?}");
        assert_eq!((transform.rotation, transform.scale), (Quat::IDENTITY, Vec3::ONE), "{key:?}");

        // The samples include a border of one.
        let heights = &noise.0.heights_m(land).fine;
        let height = |i: usize, j: usize| heights[(j + 1) * (CHUNK_VERTICES + 2) + i + 1];
        let last = CHUNK_VERTICES - 1;
        for (i, j) in [(0, 0), (last, 0), (0, last), (last, last), (17, 40)] {
            let at = [x + i as f64 * spacing_m, z + j as f64 * spacing_m];
            let wanted = land.height_m(at, spacing_m);
            assert!((f64::from(height(i, j)) - wanted).abs() < 0.01, "{key:?} at {i}, {j}");
            // The mesh is clamped to the sea.
            let drawn_m = wanted.max(surface.sea_level_m()) as f32;
            let vertex = Vec3A::new((at[0] - x) as f32, drawn_m, (at[1] - z) as f32);
            let outside = (vertex - aabb.center).abs() - aabb.half_extents;
            assert!(outside.max_element() < 0.02, "{key:?} at {i}, {j}: {outside}");
        }
        let edge = |i: usize| (0..=last).map(|j| height(i, j).to_bits()).collect::<Vec<_>>();
        western.insert((key.level, key.x, key.z), edge(0));
        eastern.insert((key.level, key.x + 1, key.z), edge(last));
    }
    // The last vertex of a row equals the first of the next chunk, bit for bit.
    let shared: Vec<_> = western.iter().filter(|(at, _)| eastern.contains_key(at)).collect();
    assert!(shared.iter().all(|(at, edge)| eastern[at] == **edge));
    let levels: HashSet<_> = western.keys().map(|(level, ..)| *level).collect();
    assert!(shared.len() > 20 && levels.len() > 1, "{} edges, {levels:?}", shared.len());
    assert_ne!(origin, RenderOrigin::default());
}

#[test]
fn render_writes_the_requested_picture() {
    let _drawing = drawing();
    let scratch = ScratchFolder::new("render");
    let render = |name: &str, more: &str| {
        let small = "--set world.bounded=on --set world.extent_chunks=2 --size 160x90";
        run_ok(&scratch.0, &format!("render archipelago {small} --out {name}{more}"));
        image::open(scratch.0.join(name)).expect("a PNG").to_rgb8()
    };
    let first = render("a.png", "");
    assert_eq!(first.dimensions(), (160, 90));
    assert!(render("b.png", "") == first, "the same arguments give the same picture");
    assert!(render("c.png", " --seed other") != first);
    assert!(render("d.png", " --with-panel") != first);
    assert_eq!(scratch.names(), ["a.png", "b.png", "c.png", "d.png"]);
}
