//! Measures the frame time of each style.
//!
//! It compares Bevy's standard material, the course's style, and the natural style at each quality
//! tier. At the same tier, land, camera, lights, shadows and samples per pixel are the same.

use std::time::{Duration, Instant};

use bevy::asset::RenderAssetUsages;
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;
use bevy::render::renderer::RenderAdapterInfo;
use serde::Serialize;

use super::capture::Headless;
use super::error::HeadlessError;
use crate::plugin::draft::Draft;
use crate::plugin::land::state::{Chunk, ChunkLayers, ShownLand, WantedScene};
use crate::plugin::look::quality::{Effects, Tier, draw_directly};
use crate::terrain::look::{Overlay, Style};
use crate::terrain::mesh::{MeshData, chunk_indices, from_octahedral};
use crate::terrain::scene::Scene;

/// A style at a quality.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Variant {
    /// Bevy's standard material on the same triangles. It has the sky of the natural style and the
    /// shadows and samples of a tier, but no plants.
    Standard(Tier),
    Course(Tier),
    Natural(Tier),
    /// The natural style as a draft, which a software driver draws while something moves.
    Draft(Tier),
}

impl Variant {
    /// All variants. Each tier has a standard material with the same shadows and samples, to
    /// compare with.
    fn all() -> Vec<Self> {
        let of_tier = |tier: Tier| [Self::Standard(tier), Self::Natural(tier)];
        let mut all: Vec<_> = Tier::ALL.iter().flat_map(|tier| of_tier(tier.value)).collect();
        all.insert(1, Self::Course(Tier::Low));
        all.insert(3, Self::Draft(Tier::Low));
        all
    }

    fn tier(self) -> Tier {
        match self {
            Self::Standard(tier) | Self::Course(tier) | Self::Natural(tier) | Self::Draft(tier) => {
                tier
            }
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Standard(_) => "standard material",
            Self::Course(_) => "course",
            Self::Natural(_) => "natural",
            Self::Draft(_) => "natural, draft",
        }
    }
}

/// The time of one variant.
#[derive(Serialize, Clone, Debug)]
pub struct StyleTime {
    pub style: &'static str,
    /// The tier that sets shadows and samples.
    pub quality: &'static str,
    /// The median time of a complete frame.
    pub median_ms: f64,
    /// The time relative to the standard material at the same quality. It is the median of the
    /// ratios of all rounds.
    pub ratio: f64,
}

/// The results of the measurement.
#[derive(Serialize, Clone, Debug)]
pub struct StylesReport {
    pub adapter: String,
    pub size: [u32; 2],
    pub chunks: usize,
    pub triangles: usize,
    /// The number of rounds. Each round measures every style once.
    pub rounds: usize,
    pub frames: usize,
    pub styles: Vec<StyleTime>,
}

/// The size of the measurement.
#[derive(Clone, Copy, Debug)]
pub struct StylesOptions {
    pub size: UVec2,
    pub rounds: usize,
    pub frames: usize,
}

impl Default for StylesOptions {
    fn default() -> Self {
        Self { size: UVec2::new(640, 360), rounds: 3, frames: 6 }
    }
}

/// Marks a copy of a chunk with Bevy's standard material.
#[derive(Component)]
struct StandardCopy;

/// Draws a scene in every style, round after round. `say` gets a line before each round. The land
/// becomes bounded, so that all styles draw the same triangles.
///
/// # Errors
/// If there is no driver, or the land cannot be built.
pub fn run(
    mut scene: Scene,
    options: StylesOptions,
    say: impl Fn(&str),
) -> Result<StylesReport, HeadlessError> {
    scene.recipe.world.bounded = true;
    scene.view.params.look.overlay = Overlay::Shaded;
    scene.view.params.look.style = Style::Natural;
    // Draw without indirect commands, with which a draft draws fewer triangles.
    let mut headless = Headless::new(options.size, None, draw_directly)?;
    headless.want(scene.clone());
    headless.place_camera();
    headless.settle()?;
    spawn_standard_copies(headless.world(), &scene);
    let variants = Variant::all();
    let mut times = vec![Vec::new(); variants.len()];
    for round in 0..options.rounds {
        say(&format!("the styles, round {} of {}", round + 1, options.rounds));
        for (variant, times) in variants.iter().zip(&mut times) {
            times.push(measure(&mut headless, *variant, options.frames)?);
        }
    }
    let world = headless.world();
    let adapter = world.resource::<RenderAdapterInfo>();
    let adapter = format!("{} ({:?})", adapter.name, adapter.backend);
    let triangles = world.resource::<ShownLand>().triangles;
    let chunks = world.query::<&Chunk>().iter(world).count();
    let StylesOptions { size, rounds, frames } = options;
    let styles = variants.iter().zip(&times).map(|(variant, style_times)| {
        let standard =
            variants.iter().position(|other| *other == Variant::Standard(variant.tier()));
        let reference = standard.map_or(style_times, |i| &times[i]);
        StyleTime {
            style: variant.name(),
            quality: variant.tier().name(),
            median_ms: median(style_times.clone()),
            ratio: median(
                style_times
                    .iter()
                    .zip(reference)
                    .map(|(time, reference)| time / reference)
                    .collect(),
            ),
        }
    });
    let styles = styles.collect();
    Ok(StylesReport { adapter, size: size.to_array(), chunks, triangles, rounds, frames, styles })
}

/// Returns the median of `numbers`, or 0 for an empty list.
fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or_default()
}

/// The time after which a measurement ends, even with few frames. A software driver takes seconds
/// for a frame at ultra quality.
const MAX_DURATION: Duration = Duration::from_secs(2);

/// Returns the median frame time of a variant, in milliseconds.
fn measure(headless: &mut Headless, variant: Variant, frames: usize) -> Result<f64, HeadlessError> {
    let world = headless.world();
    let mut effects = Effects::of(variant.tier());
    effects.waves_move = false;
    let is_standard = matches!(variant, Variant::Standard(_));
    if is_standard {
        effects.plants_far_m = 0.0;
    }
    *world.resource_mut::<Effects>() = effects;
    world.resource_mut::<Draft>().0 = false;
    let style = if matches!(variant, Variant::Course(_)) { Style::Course } else { Style::Natural };
    world.resource_mut::<WantedScene>().0.view.params.look.style = style;
    let visibility_if =
        |is_visible: bool| if is_visible { Visibility::Inherited } else { Visibility::Hidden };
    for mut visibility in
        world.query_filtered::<&mut Visibility, With<StandardCopy>>().iter_mut(world)
    {
        *visibility = visibility_if(is_standard);
    }
    for mut visibility in world.query_filtered::<&mut Visibility, With<Chunk>>().iter_mut(world) {
        *visibility = visibility_if(!is_standard);
    }
    // Wait until the variant has its pipelines, shadow maps, samples and plants.
    headless.settle()?;
    headless.world().resource_mut::<Draft>().0 = matches!(variant, Variant::Draft(_));
    (0..2).for_each(|_| headless.update());
    let began = Instant::now();
    let mut times = vec![];
    while times.is_empty() || times.len() < frames && began.elapsed() < MAX_DURATION {
        let start = Instant::now();
        headless.update();
        times.push(1e3 * start.elapsed().as_secs_f64());
    }
    Ok(median(times))
}

/// Spawns a copy of each chunk with Bevy's standard material.
fn spawn_standard_copies(world: &mut World, scene: &Scene) {
    let (spacing_m, sea_m) =
        (scene.recipe.world.spacing_m.metres() as f32, scene.recipe.world.sea_level_m as f32);
    let land = world.resource::<ShownLand>().surface().map(|surface| surface.land().clone());
    let Some(land) = land else { return };
    let mut chunks = world.query::<(&ChunkLayers, &Transform)>();
    let chunks: Vec<_> =
        chunks.iter(world).map(|(layers, place)| (layers.0.clone(), *place)).collect();
    let base_color = Color::srgb(0.42, 0.45, 0.30);
    let material = StandardMaterial { base_color, perceptual_roughness: 0.9, ..default() };
    let material = world.resource_mut::<Assets<StandardMaterial>>().add(material);
    for (samples, place) in chunks {
        let mesh = mesh(&MeshData::new(&samples.heights_m(&land), spacing_m, sea_m));
        let mesh = world.resource_mut::<Assets<Mesh>>().add(mesh);
        world.spawn((
            StandardCopy,
            Mesh3d(mesh),
            MeshMaterial3d(material.clone()),
            place,
            Visibility::Hidden,
        ));
    }
}

fn mesh(data: &MeshData) -> Mesh {
    let normals: Vec<_> =
        data.vertices.iter().map(|v| from_octahedral([v.normals[0], v.normals[1]])).collect();
    let positions: Vec<_> = data.positions_m().collect();
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD)
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
        .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, normals)
        .with_inserted_indices(Indices::U16(chunk_indices()))
}
