//! Compiles the shaders of the land's pictures by drawing with them.
//!
//! A software driver compiles a shader when a program first draws with it, which takes seconds. The
//! driver keeps the result in a folder that all programs share. Once this module has drawn a kind of
//! picture, a window can draw that kind without waiting for the compiler.

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

use bevy::math::UVec2;
use bevy::prelude::*;
use bevy::render::render_resource::TextureUsages;
use bevy::render::renderer::RenderAdapterInfo;
use bevy::render::view::NoIndirectDrawing;

use super::capture::Headless;
use super::error::HeadlessError;
use crate::plugin::camera::LandCamera;
use crate::plugin::draft::Draft;
use crate::plugin::kept_picture::{KeptPicture, KeptPicturePlugin, PictureState, PieceTimeLimit};
use crate::plugin::land::state::WantedScene;
use crate::plugin::look::pipeline_variant::{PipelinePicture, PipelineVariant, UnknownDefinition};
use crate::plugin::look::pipelines::FixedVariant;
use crate::plugin::look::quality::{Effects, Tier};
use crate::plugin::look::shader_structs::TerrainUniform;
use crate::terrain::camera::Camera;
use crate::terrain::look::{Overlay, Style};
use crate::terrain::scene::Scene;
use crate::terrain::surface::Surface;

/// A kind of picture whose shaders can be prepared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ShaderRequest {
    /// True for a draft, the coarse picture while something moves. False for a sharp picture.
    pub is_draft: bool,
    /// Samples per pixel, 1 or 4.
    pub samples: u32,
    /// The variant of the land's pipelines.
    pub variant: PipelineVariant,
}

impl ShaderRequest {
    /// Returns the request for the draft or the sharp picture of a land with these shader parameters
    /// and effects.
    pub fn of(uniform: &TerrainUniform, effects: &Effects, is_draft: bool) -> Self {
        let variant = PipelineVariant::of(uniform, effects);
        match is_draft {
            true => Self { is_draft, samples: 1, variant: variant.drafted() },
            false => Self { is_draft, samples: effects.samples, variant },
        }
    }

    /// Returns the kinds of pictures that most lands need with some effects. Drafts come first,
    /// because a window shows a draft first.
    pub fn for_most_lands(effects: &Effects) -> Vec<Self> {
        let mut uniform = TerrainUniform { divider: 2.0, ..default() };
        uniform.style = Style::Natural.number();
        uniform.detail.octaves = effects.octaves;
        let natural = Self::of(&uniform, effects, false);
        let draft = Self::of(&uniform, effects, true);
        let with = |request: Self, [woods, low_clouds, clouds_before]: [bool; 3]| Self {
            variant: PipelineVariant { woods, low_clouds, clouds_before, ..request.variant },
            ..request
        };
        let mut all = vec![draft, with(draft, [true, false, false])];
        for clouds in [[false, false], [true, false], [true, true]] {
            all.extend([false, true].map(|woods| with(natural, [woods, clouds[0], clouds[1]])));
        }
        for picture in [PipelinePicture::View, PipelinePicture::Course] {
            let variant = PipelineVariant { picture, ..default() };
            all.extend([draft, natural].map(|request| Self { variant, ..request }));
        }
        all
    }
}

/// Writes `draft` or `sharp`, the samples per pixel, and the parts of the shader.
impl fmt::Display for ShaderRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.is_draft { "draft" } else { "sharp" };
        write!(f, "{kind} {} {}", self.samples, self.variant)
    }
}

/// The reason why a text is not a [`ShaderRequest`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BadRequest {
    /// The text does not start with `draft` or `sharp` and the samples.
    #[error("a request is `draft` or `sharp`, then 1 or 4 samples, then the parts of the shader")]
    Head,
    /// The text names an unknown part of the shader.
    #[error(transparent)]
    Name(#[from] UnknownDefinition),
}

impl FromStr for ShaderRequest {
    type Err = BadRequest;

    fn from_str(text: &str) -> Result<Self, BadRequest> {
        let mut words = text.splitn(3, ' ');
        let is_draft = match words.next() {
            Some("draft") => true,
            Some("sharp") => false,
            _ => return Err(BadRequest::Head),
        };
        let samples = words.next().and_then(|word| word.parse().ok());
        let samples = samples.filter(|samples| [1, 4].contains(samples)).ok_or(BadRequest::Head)?;
        let variant = words.next().unwrap_or_default().parse()?;
        Ok(Self { is_draft, samples, variant })
    }
}

/// The size of the pictures, in pixels. It is small, because only the shaders matter.
const SIZE: UVec2 = UVec2::new(96, 64);
/// The largest number of frames to wait for a picture.
const MAX_FRAMES: usize = 200;

/// The number of frames after which a change of pipeline always has reached the picture.
const FIRST_FRAMES: usize = 3;

/// Draws a small land so that the driver compiles its shaders.
pub struct Preparer(Headless);

impl Preparer {
    /// Builds the land, but draws no picture.
    ///
    /// # Errors
    /// If there is no driver to draw with.
    pub fn new() -> Result<Self, HeadlessError> {
        let mut headless = Headless::new(SIZE, Some(1), |app| {
            app.insert_resource(Effects::of(Tier::Low))
                .insert_resource(PieceTimeLimit(Some(Duration::MAX)))
                .add_plugins(KeptPicturePlugin);
            let world = app.world_mut();
            let mut cameras = world.query_filtered::<Entity, With<LandCamera>>();
            let cameras: Vec<_> = cameras.iter(world).collect();
            let usages = TextureUsages::RENDER_ATTACHMENT | TextureUsages::TEXTURE_BINDING;
            for camera in cameras {
                let with_depth = Camera3d { depth_texture_usages: usages.into(), ..default() };
                world.entity_mut(camera).insert((KeptPicture, with_depth, NoIndirectDrawing));
            }
        })?;
        headless.want(scene()?);
        headless.place_camera();
        headless.settle()?;
        Ok(Self(headless))
    }

    /// Returns the adapter that draws.
    pub fn adapter(&mut self) -> RenderAdapterInfo {
        self.0.world().resource::<RenderAdapterInfo>().clone()
    }

    /// Draws a picture of a kind, and returns the time that this took. Most of it is the compiler's.
    ///
    /// # Errors
    /// If the driver gives no picture.
    pub fn prepare(&mut self, request: &ShaderRequest) -> Result<Duration, HeadlessError> {
        let start = Instant::now();
        let world = self.0.world();
        world.resource_mut::<Effects>().samples = request.samples;
        world.resource_mut::<Draft>().0 = request.is_draft;
        world.resource_mut::<FixedVariant>().0 = Some(request.variant);
        let look = &mut world.resource_mut::<WantedScene>().0.view.params.look;
        (look.style, look.overlay) = match request.variant.picture {
            PipelinePicture::Natural | PipelinePicture::Pass => (Style::Natural, Overlay::Shaded),
            PipelinePicture::Course => (Style::Course, Overlay::Shaded),
            PipelinePicture::View => (Style::Natural, Overlay::Slope),
        };
        for frame in 0..MAX_FRAMES {
            // A pipeline may change one or two frames late, so request the picture again.
            if frame < FIRST_FRAMES {
                self.0.world().resource_mut::<PictureState>().request_redraw();
            }
            self.0.update();
            if frame >= FIRST_FRAMES && self.0.world().resource::<PictureState>().is_complete() {
                return Ok(start.elapsed());
            }
        }
        Err(HeadlessError::NoPicture)
    }
}

/// Returns a scene with everything that the shaders draw: a small land with a shore, trees and
/// boulders, under clouds, seen from nearby.
fn scene() -> Result<Scene, HeadlessError> {
    let mut scene = Scene::default();
    let settings = [
        ("world.bounded", "true"),
        ("world.extent_chunks", "1"),
        ("plants.trees", "1"),
        ("plants.boulders", "1"),
        ("plants.grass", "1"),
        ("plants.slope_deg", "70"),
        ("plants.below_m", "-500"),
        ("ground.tree_line_m", "9000"),
        ("clouds.low", "0.5"),
    ];
    for (key, value) in settings {
        scene.set_text(key, value)?;
    }
    let surface = Surface::new(&scene.recipe)?;
    scene.recipe.world.sea_level_m = median_height_m(&surface);
    scene.view.camera = Camera { yaw_deg: 20.0, pitch_deg: 25.0, distance_m: 150.0, ..default() };
    Ok(scene)
}

/// Returns the median height of points on a bounded land, in metres.
fn median_height_m(surface: &Surface) -> f64 {
    let [low, high] = surface.bounds_m().unwrap_or([-100.0, 100.0]);
    let fraction = |i: u32| f64::from(i) / f64::from(SAMPLES_PER_SIDE - 1);
    let points = (0..SAMPLES_PER_SIDE)
        .flat_map(|i| (0..SAMPLES_PER_SIDE).map(move |j| [fraction(i), fraction(j)]));
    let mut heights_m: Vec<f64> = points
        .map(|fractions| {
            let point = fractions.map(|fraction| low + fraction * (high - low));
            surface.land().height_m(point, surface.land().spacing_m())
        })
        .collect();
    heights_m.sort_by(f64::total_cmp);
    heights_m[heights_m.len() / 2]
}

/// The number of points along each side of the land that [`median_height_m`] samples.
const SAMPLES_PER_SIDE: u32 = 17;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_the_prepared_land_lies_under_water() {
        let scene = scene().unwrap();
        let surface = Surface::new(&scene.recipe).unwrap();
        assert_eq!(surface.sea_level_m(), median_height_m(&surface));
        let [low, high] = surface.bounds_m().expect("it is bounded");
        assert!(high - low > 50.0);
    }

    #[test]
    fn requests_are_parsed_from_their_text() {
        for tier in Tier::ALL {
            let usual = ShaderRequest::for_most_lands(&Effects::of(tier.value));
            for request in &usual {
                assert_eq!(request.to_string().parse(), Ok(*request));
                assert_eq!(usual.iter().filter(|other| *other == request).count(), 1);
            }
        }
        for wrong in ["", "draft", "sharp 3 NATURAL", "blurred 1 NATURAL", "draft 1 MUD"] {
            assert!(wrong.parse::<ShaderRequest>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_usual_requests_cover_all_presets() {
        use crate::terrain::preset::PRESETS;
        let effects = Effects::of(Tier::Low);
        let usual = ShaderRequest::for_most_lands(&effects);
        for preset in PRESETS {
            let view = preset.scene().expect("a preset reads").view.params;
            let mut uniform = TerrainUniform { divider: 2.0, ..default() };
            uniform.style = view.look.style.number();
            uniform.clouds.low_cover = view.clouds.low as f32;
            for is_draft in [true, false] {
                assert!(
                    usual.contains(&ShaderRequest::of(&uniform, &effects, is_draft)),
                    "{}",
                    preset.title
                );
            }
        }
    }
}
