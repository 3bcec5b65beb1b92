//! The divider: two lands in one picture, each complete on its own side.

use std::ops::Range;

use bevy::mesh::MeshTag;
use bevy::prelude::*;
use image::imageops::crop_imm;
use image::{DynamicImage, RgbaImage};
use orogen::headless::capture::Headless;
use orogen::plugin::land::state::{
    Chunk, ChunkLayers, DividerPosition, SecondChunk, SecondLand, ShownLand, Twin,
};
use orogen::plugin::look::quality::{Effects, Tier};
use orogen::terrain::chunk::{CHUNK_VERTICES, ChunkKey};
use orogen::terrain::heightfield::ChunkSamples;
use orogen::terrain::land::Land;
use orogen::terrain::layer::{LayerKind, RecipePart};
use orogen::terrain::recipe::Recipe;
use orogen::terrain::scene::Scene;

use crate::tools::{drawing, mean_difference, scene_with, settled};

/// Returns hills, and mountains over them as layer 2.
fn scene() -> Scene {
    // A fixed focus gives both lands the same eye.
    let changes = [
        ("world.seed", "divider"),
        ("world.spacing_m", "8"),
        ("world.bounded", "on"),
        ("world.extent_chunks", "2"),
        ("shape.height_m", "80"),
        ("light.sun_elevation_deg", "25"),
    ];
    let mut scene = scene_with(&changes, "20,24,900,0,100,0");
    let layers = &mut scene.recipe.layers;
    let index = layers.add(0, LayerKind::named("noise").unwrap()).unwrap();
    let LayerKind::Noise(noise) = &mut layers[index].kind else { panic!("a layer of noise") };
    noise.shape.height_m = 400.0;
    noise.noise.frequency = 2.0;
    scene
}

fn headless(scene: &Scene) -> Headless {
    let effects = Effects::of(Tier::Low);
    settled(UVec2::new(160, 90), scene, |app| _ = app.insert_resource(effects))
}

fn open(headless: &mut Headless, second: Option<Recipe>) {
    headless.world().resource_mut::<SecondLand>().0 = second;
    headless.settle().expect("both lands are built");
}

/// Returns the height in the middle of a chunk, from its samples and from the height function.
fn middle_m(land: &Land, key: ChunkKey, samples: &ChunkSamples) -> [f64; 2] {
    let spacing_m = key.spacing_m(land.spacing_m());
    let [x, z] = key.origin_m(land.spacing_m());
    let half = CHUNK_VERTICES / 2;
    let sample = samples.heights_m(land).fine[(half + 1) * (CHUNK_VERTICES + 2) + half + 1];
    let at = half as f64 * spacing_m;
    [f64::from(sample), land.height_m([x + at, z + at], spacing_m)]
}

/// Checks that chunks belong to the shown land and twins to the other one; returns the largest
/// difference of the two.
fn check_sides(headless: &mut Headless, scene: &Scene, second: &Recipe) -> f64 {
    let shown = headless.world().resource::<ShownLand>();
    let full = shown.current.clone().expect("land");
    let other = shown.second.clone().expect("a second land");
    assert_eq!(full.recipe, scene.recipe);
    assert_eq!(other.recipe, *second);
    let world = headless.world();
    let mut chunks = world.query::<(Entity, &Chunk, &ChunkLayers, &SecondChunk, &MeshTag)>();
    let mut twins = world.query_filtered::<(&ChildOf, &MeshTag, &Mesh3d), With<Twin>>();
    assert!(chunks.iter(world).count() > 0);
    assert_eq!(chunks.iter(world).count(), world.query::<&Chunk>().iter(world).count());
    assert_eq!(chunks.iter(world).count(), twins.iter(world).count());
    let mut max_difference_m = 0.0f64;
    for (entity, chunk, samples, second, tag) in chunks.iter(world) {
        let [left, reference] = middle_m(full.surface.land(), chunk.0, &samples.0);
        assert!((left - reference).abs() < 0.02, "{left} {reference}");
        let [right, reference] = middle_m(other.surface.land(), chunk.0, &second.samples);
        assert!((right - reference).abs() < 0.02, "{right} {reference}");
        max_difference_m = max_difference_m.max((left - right).abs());
        let (parent, twin_tag, _) = twins.get(world, second.twin).expect("a twin");
        assert_eq!(parent.parent(), entity);
        assert_eq!(twin_tag.0, tag.0 | 1 << 31, "its neighbours are the same");
    }
    max_difference_m
}

#[test]
fn both_lands_follow_every_edit_completely() {
    let _drawing = drawing();
    let mut scene = scene();
    let mut headless = headless(&scene);
    let without = |scene: &Scene| scene.recipe.without(RecipePart::Layer(2));
    open(&mut headless, Some(without(&scene)));
    assert!(check_sides(&mut headless, &scene, &without(&scene)) > 20.0);
    for (key, value) in [
        ("world.seed", "another"),
        ("layer.1.shape.height_m", "120"),
        ("layer.2.opacity", "0.5"),
        ("world.bounded", "off"),
    ] {
        scene.set_text(key, value).unwrap();
        headless.want(scene.clone());
        open(&mut headless, Some(without(&scene)));
        check_sides(&mut headless, &scene, &without(&scene));
    }
    // Leaves out another layer, then closes the divider, which removes the other land.
    open(&mut headless, Some(scene.recipe.without(RecipePart::Layer(1))));
    check_sides(&mut headless, &scene, &scene.recipe.without(RecipePart::Layer(1)));
    let revision = headless.world().resource::<ShownLand>().revision;
    open(&mut headless, None);
    let world = headless.world();
    assert_eq!(world.query::<&Twin>().iter(world).count(), 0);
    assert_eq!(world.query::<&SecondChunk>().iter(world).count(), 0);
    let shown = world.resource::<ShownLand>();
    assert!(shown.second.is_none() && shown.shows(&scene) && shown.revision == revision + 1);
}

/// Returns the mean difference of two pictures in some columns, over red, green and blue, from 0 to 255.
fn difference(one: &RgbaImage, other: &RgbaImage, columns: Range<u32>) -> f64 {
    let [one, other] = [one, other].map(|picture| {
        let (left, width) = (columns.start, columns.len() as u32);
        let part = crop_imm(picture, left, 0, width, picture.height()).to_image();
        DynamicImage::ImageRgba8(part).to_rgb8()
    });
    mean_difference(&one, &other)
}

#[test]
fn each_side_of_the_picture_shows_its_own_land() {
    let _drawing = drawing();
    let scene = scene();
    let mut other = scene.clone();
    other.recipe = scene.recipe.without(RecipePart::Layer(2));
    let mut headless = headless(&scene);
    let full = headless.picture().unwrap();
    headless.want(other.clone());
    let without = headless.picture().unwrap();
    assert!(difference(&full, &without, 0..160) > 5.0, "there is something to compare");
    headless.want(scene);
    for position in [0.25, 0.7] {
        open(&mut headless, Some(other.recipe.clone()));
        headless.world().resource_mut::<DividerPosition>().0 = position;
        let both = headless.picture().unwrap();
        let middle = (160.0 * position) as u32;
        let (left, right) = (0..middle, middle..160);
        // Each land has its own shadows, too. The tolerance is for rounding.
        assert!(difference(&both, &full, left.clone()) < 0.5, "left of {position}");
        assert!(difference(&both, &without, right.clone()) < 0.5, "right of {position}");
        open(&mut headless, None);
        let again = headless.picture().unwrap();
        assert!(difference(&again, &full, 0..160) < 0.5, "closed");
    }
}
