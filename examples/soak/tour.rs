//! A tour that shows every style, weather, preset, panel, view and window size once. After it,
//! pipelines, textures, threads and pools exist, so they do not count as growth.

use std::time::{Duration, Instant};

use bevy::prelude::*;

use crate::actions;
use crate::actions::command;
use orogen::plugin::draft::Draft;
use orogen::plugin::land::state::{SecondLand, ShownLand, WantedScene};
use orogen::plugin::look::pipelines::NextPipelines;
use orogen::studio::app::idle::AtRest;
use orogen::studio::app::settings::file::KeptSettings;
use orogen::studio::camera::state::Journey;
use orogen::studio::command::kinds::Command;
use orogen::studio::features::divider::state::Divider;
use orogen::studio::features::xray::state::Xray;
use orogen::terrain::layer::RecipePart;
use orogen::terrain::look::Overlay;
use orogen::terrain::preset::PRESETS;
use orogen::terrain::scene::Scene;
use orogen::terrain::view::Camera;

/// A camera that shares no chunk with the home view.
pub const FAR_AWAY: Camera =
    Camera { yaw_deg: 0.0, pitch_deg: 20.0, distance_m: 1000.0, focus_m: Some([3e5, 0.0, 3e5]) };

/// The shortest and the longest time of a stop. Between them, the stop ends when the window is at
/// rest.
const STOP_TIMES: [Duration; 2] = [Duration::from_millis(250), Duration::from_secs(8)];
/// A stop lasts for more frames than this number after its pipelines have drawn the land.
const MIN_FRAMES: u32 = 1;
/// The longest wait for a draft (the coarse picture while the camera moves).
const PATIENCE_FOR_DRAFT: Duration = Duration::from_secs(3);
/// The camera's turn in each frame.
const MOVE_DEG: f64 = 0.1;
/// The size of the window for weather, in points. A small window uses the same pipelines and is
/// faster on a software driver.
const SMALL: [f32; 2] = [160.0, 120.0];
/// The number of frames of a drag.
const DRAG_FRAMES: u32 = 30;
/// The largest window, in points. At the largest scale it fills most of a screen.
const LARGE: [f32; 2] = [640.0, 500.0];
/// The distance from which plants are visible.
const NEAR_M: f64 = 150.0;

/// A key and its value.
type Setting = (&'static str, &'static str);

/// A stop of the tour.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Stop {
    /// The land in a style and a weather, optionally divided between two lands or with the X-ray.
    Weather { settings: [Setting; 4], divided: bool, xray: bool },
    /// The current land while the camera moves, so that a draft is drawn.
    Glance { near: bool },
    /// The current land from near by.
    Near,
    /// The current land, edited in every frame, so that builds overlap with uploads.
    Drag,
    /// The current land, which edits make larger or smaller in every frame, so that the next land
    /// already waits while each land is built.
    Storm,
    /// The current land from far away. Both places are in memory until the new place is built.
    Far,
    /// The current land with a changed setting, in a large window. Both lands are in memory until
    /// the new land is built.
    Large(Setting),
    /// A preset with a divider, from its own camera.
    Preset(usize),
    /// A preset of several layers with all its settings, so that the panel shows a picture of each
    /// layer.
    Layers,
    /// The window at a size and a scale.
    Size([f32; 2], f32),
    /// A panel, opened and closed.
    Panel(Command),
    /// A view of the land.
    View(Overlay),
}

/// Three weathers: no low clouds, clouds high above the land, and clouds that touch it.
const CLOUDS: [[Setting; 2]; 3] = [
    [("clouds.low", "0"), ("clouds.base_m", "2000")],
    [("clouds.low", "0.4"), ("clouds.base_m", "2000")],
    [("clouds.low", "0.4"), ("clouds.base_m", "50")],
];
const WOODS: [Setting; 2] = [("plants.trees", "0"), ("plants.trees", "0.6")];
const WIDE: Setting = ("distance.horizon_km", "24");
const BOUNDED: Setting = ("world.bounded", "on");
const ENDLESS: Setting = ("world.bounded", "off");
/// Settings that let the land reach far, bound it, and let it reach far again.
const EXTENTS: [Setting; 3] = [WIDE, BOUNDED, ENDLESS];
/// Settings that replace a wide land by others, one after the other.
const LANDS: [Setting; 5] =
    [WIDE, ("world.seed", "other"), BOUNDED, ENDLESS, ("world.seed", "third")];
const NATURAL: Setting = ("look.style", "natural");
const OTHERS: [Setting; 2] = [("look.style", "course"), ("look.overlay", "clay")];

fn stops() -> Vec<Stop> {
    let weather = |look, [low, base]: [Setting; 2], woods, divided| Stop::Weather {
        settings: [look, low, base, woods],
        divided,
        xray: false,
    };
    let bare = |look, divided| weather(look, CLOUDS[0], WOODS[0], divided);
    let glance = Stop::Glance { near: false };
    let near = [Stop::Near, Stop::Glance { near: true }];
    let natural = [false, true].into_iter().flat_map(|divided| {
        let weathers = CLOUDS.into_iter().flat_map(|clouds| WOODS.map(|woods| (clouds, woods)));
        weathers.flat_map(move |(clouds, woods)| [weather(NATURAL, clouds, woods, divided), glance])
    });
    // Each other style is followed by the natural style, which returns while the other is still
    // drawn.
    let others = OTHERS.into_iter().flat_map(|look| [(look, false), (look, true)]);
    let others = others.flat_map(|(look, divided)| {
        [bare(look, divided), glance, bare(look, divided), bare(NATURAL, divided)]
    });
    // The X-ray draws lines in distant views and pins in near ones.
    let lattices = [NATURAL, OTHERS[0]].into_iter().flat_map(|look| {
        let settings = [look, CLOUDS[0][0], CLOUDS[0][1], WOODS[0]];
        let lattice = Stop::Weather { settings, divided: false, xray: true };
        [lattice, glance].into_iter().chain(near)
    });
    // These stops need all chunks and their twins (the divider's second meshes): during a drag,
    // from far away, and for several lands in turn. The window is larger than at any later stop.
    let large = |look, extent| Stop::Weather {
        settings: [look, extent, CLOUDS[1][0], WOODS[1]],
        divided: true,
        xray: false,
    };
    let looks = [OTHERS[0], NATURAL];
    let extents = [BOUNDED, WIDE];
    let dragged = looks.into_iter().flat_map(|look| {
        extents.into_iter().flat_map(move |extent| [large(look, extent), Stop::Drag, Stop::Far])
    });
    let large_lands = dragged.chain(LANDS.map(Stop::Large));
    // Panels, views and sizes come last, over the land that is drawn fastest.
    let storm = [bare(OTHERS[0], false), Stop::Storm];
    let quick = [bare(OTHERS[0], false), Stop::Size(actions::SIZES[0], 1.0)];
    // Each preset is shown from its own camera in a large window, because the driver's lists grow
    // with the number of triangles that cover pixels.
    let extent_stops = EXTENTS.map(Stop::Large);
    let presets = (0..PRESETS.len())
        .flat_map(|preset| [Stop::Preset(preset)].into_iter().chain(extent_stops));
    let lands = natural.chain(others).chain(lattices).chain(presets).chain([Stop::Layers]);
    let lands = lands.chain(large_lands).chain(near).chain(storm).chain(quick);
    let panels = actions::TOGGLES.iter().map(|toggle| Stop::Panel(*toggle));
    let views = Overlay::ALL.iter().map(|view| Stop::View(view.value));
    let sizes = actions::SIZES.into_iter().map(|size| Stop::Size(size, 1.0));
    let scales = actions::SCALES.into_iter().map(|scale| Stop::Size(actions::SIZES[0], scale));
    lands.chain(panels).chain(views).chain(sizes).chain(scales).collect()
}

/// The scene of the first preset with several layers.
fn layered_scene() -> Option<Scene> {
    let mut scenes = PRESETS.iter().filter_map(|preset| preset.scene().ok());
    scenes.find(|scene| scene.recipe.layers.len() > 1)
}

/// The state of the tour.
pub struct Tour {
    stops: Vec<Stop>,
    next: usize,
    stay: Option<Stay>,
}

/// The time at a stop.
#[derive(Clone, Copy)]
struct Stay {
    stop: Stop,
    since: Instant,
    /// Frames in which the land was shown as intended.
    frames: u32,
    /// The number of moves of the camera or a parameter.
    moves: u32,
}

impl Tour {
    pub fn new() -> Self {
        Self { stops: stops(), next: 0, stay: None }
    }

    /// Goes to the next stop when this stop is over. Returns false at the end of the tour.
    pub fn advance(&mut self, world: &mut World, home: &Scene) -> bool {
        if let Some(stay) = &mut self.stay {
            if !stay.is_over(world) && stay.since.elapsed() < STOP_TIMES[1] {
                stay.moves += 1;
                match stay.stop {
                    Stop::Glance { near } => {
                        turn_camera(world, home, f64::from(stay.moves) * MOVE_DEG, near);
                    }
                    Stop::Drag if stay.moves < DRAG_FRAMES => drag(world, stay.moves),
                    Stop::Storm if stay.moves < DRAG_FRAMES => storm(world, stay.moves),
                    _ => {}
                }
                return true;
            }
            leave(world, stay.stop);
        }
        let next = self.stops.get(self.next).copied();
        self.stay = next.map(|stop| Stay { stop, since: Instant::now(), frames: 0, moves: 0 });
        if let Some(stop) = next {
            self.next += 1;
            debug!("{stop:?}");
            arrive(world, stop, home);
        }
        next.is_some()
    }
}

impl Stay {
    fn is_over(&mut self, world: &World) -> bool {
        // Waits until the land is shown: the camera moves in the next frame, and the build takes
        // time.
        let shown = world.resource::<ShownLand>();
        let is_land_shown = shown.shows(&world.resource::<WantedScene>().0)
            && shown.shows_second_land(world.resource::<SecondLand>())
            && !world.resource::<NextPipelines>().is_waiting();
        let is_draft = world.get_resource::<Draft>().is_some_and(|draft| draft.0);
        // If no draft comes in time, pictures at full resolution count for a glance.
        let is_expected_picture = match self.stop {
            Stop::Glance { .. } => is_draft || self.since.elapsed() > PATIENCE_FOR_DRAFT,
            _ => !is_draft,
        };
        self.frames += u32::from(is_land_shown && is_expected_picture);
        match self.stop {
            Stop::Weather { .. } | Stop::Glance { .. } => self.frames > MIN_FRAMES,
            Stop::Drag | Stop::Storm if self.moves < DRAG_FRAMES => false,
            _ => self.since.elapsed() > STOP_TIMES[0] && world.resource::<AtRest>().0,
        }
    }
}

fn arrive(world: &mut World, stop: Stop, home: &Scene) {
    match stop {
        Stop::Preset(place) => {
            show(world, PRESETS[place].scene().unwrap_or_else(|_| home.clone()), true);
            actions::resize(world, SMALL, None);
        }
        Stop::Weather { settings, divided, xray } => {
            let mut scene = home.clone();
            settings.into_iter().for_each(|setting| apply(&mut scene, setting));
            show(world, scene, divided);
            world.resource_mut::<Xray>().open = xray;
            actions::resize(world, SMALL, None);
        }
        Stop::Layers => {
            show(world, layered_scene().unwrap_or_else(|| home.clone()), false);
            world.resource_mut::<KeptSettings>().all_settings = true;
            actions::resize(world, actions::SIZES[0], None);
        }
        Stop::Glance { near } => turn_camera(world, home, MOVE_DEG, near),
        Stop::Near => turn_camera(world, home, 0.0, true),
        Stop::Large(setting) => {
            actions::resize(world, LARGE, Some(actions::SCALES[3]));
            apply(&mut world.resource_mut::<WantedScene>().0, setting);
        }
        Stop::Drag => drag(world, 0),
        Stop::Storm => storm(world, 0),
        Stop::Far => *world.resource_mut::<Journey>() = Journey::Jump(FAR_AWAY),
        Stop::Size(size, scale) => actions::resize(world, size, Some(scale)),
        Stop::Panel(toggle) => command(world, toggle),
        Stop::View(view) => command(world, Command::View(view)),
    }
}

/// Changes a setting. Panics if the scene refuses it, because then this tour has a bug.
fn apply(scene: &mut Scene, (key, value): Setting) {
    scene.set_text(key, value).unwrap_or_else(|error| panic!("{key}: {error}"));
}

/// Shows a scene from its own camera. If `divided` is true, the divider compares it with the scene
/// without its first layer.
fn show(world: &mut World, scene: Scene, divided: bool) {
    let first = scene.recipe.layers.first().map(|layer| RecipePart::Layer(layer.id));
    world.resource_mut::<Divider>().set_part(first.filter(|_| divided));
    world.resource_mut::<Xray>().open = false;
    *world.resource_mut::<Journey>() = Journey::Jump(scene.view.camera);
    world.resource_mut::<WantedScene>().0 = scene;
}

fn leave(world: &mut World, stop: Stop) {
    match stop {
        // The next stop sets scene and camera.
        Stop::Weather { .. } | Stop::Glance { .. } | Stop::Near | Stop::Drag | Stop::Far => {}
        Stop::Storm | Stop::Preset(_) => {}
        Stop::Layers => world.resource_mut::<KeptSettings>().all_settings = false,
        Stop::Size(..) | Stop::Large(_) => actions::resize(world, actions::SIZES[0], None),
        Stop::Panel(toggle) => command(world, toggle),
        Stop::View(_) => command(world, Command::View(Overlay::Shaded)),
    }
}

/// Changes the noise's frequency, as in frame `moves` of a drag.
fn drag(world: &mut World, moves: u32) {
    let value = format!("{:.2}", 0.5 + 0.05 * f64::from(moves));
    actions::set(world, "noise.frequency", &value);
}

/// Changes the frequency of the noise, and at every third call switches the land's bounds on or
/// off.
fn storm(world: &mut World, moves: u32) {
    drag(world, moves);
    let is_bounded = moves / 3 % 2 == 1;
    actions::set(world, BOUNDED.0, if is_bounded { "on" } else { "off" });
}

/// Moves the camera to the home view, or with `near` closer, turned by `aside_deg`.
fn turn_camera(world: &mut World, home: &Scene, aside_deg: f64, near: bool) {
    let camera = home.view.camera;
    let distance_m = if near { NEAR_M } else { camera.distance_m };
    let yaw_deg = (camera.yaw_deg + aside_deg) % 360.0;
    *world.resource_mut::<Journey>() = Journey::Jump(Camera { yaw_deg, distance_m, ..camera });
}
