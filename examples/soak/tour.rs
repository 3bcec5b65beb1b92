//! A tour of all that is made when it is first seen: the pipelines of every style, view and weather,
//! the textures and threads of every panel, memory for large lands. It comes first, so that what grows
//! later is no such thing.

use std::time::{Duration, Instant};

use bevy::prelude::*;

use crate::deeds;
use crate::deeds::command;
use orogen::plugin::draft::Draft;
use orogen::plugin::land::state::{Beside, ShownLand, WantedScene};
use orogen::plugin::look::pipelines::NextPipelines;
use orogen::studio::app::idle::AtRest;
use orogen::studio::app::settings::kept::KeptSettings;
use orogen::studio::camera::state::Journey;
use orogen::studio::command::kinds::Command;
use orogen::studio::features::divider::state::Divider;
use orogen::studio::features::xray::state::Xray;
use orogen::terrain::layer::Part;
use orogen::terrain::look::Overlay;
use orogen::terrain::preset::PRESETS;
use orogen::terrain::scene::Scene;
use orogen::terrain::view::Camera;

/// A place that shares no chunk with any home.
pub const FAR_AWAY: Camera =
    Camera { yaw_deg: 0.0, pitch_deg: 20.0, distance_m: 1000.0, focus_m: Some([3e5, 0.0, 3e5]) };

/// A stop is seen for so long at least, and until the window rests, but no longer than that.
const SEEN: [Duration; 2] = [Duration::from_millis(250), Duration::from_secs(8)];
/// Frames in which a land is seen as it is looked for: drawn by pipelines of its own.
const FRAMES_SEEN: u32 = 1;
/// After so long a camera that moves was seen to, draft or not.
const PATIENCE_FOR_DRAFT: Duration = Duration::from_secs(3);
/// How far it moves in a frame.
const MOVE_DEG: f64 = 0.1;
/// Weather is shown in a small window: pipelines are the same, and a software driver is done sooner.
const SMALL: [f32; 2] = [160.0, 120.0];
/// Frames of a drag.
const DRAGGED: u32 = 30;
/// The largest one, in points: at the largest scale it fills most of a screen.
const LARGE: [f32; 2] = [640.0, 500.0];
/// From so near plants are seen.
const NEAR_M: f64 = 150.0;

/// A key and its value.
type Setting = (&'static str, &'static str);

/// What is shown at a stop.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Stop {
    /// The land in a style and a weather, beside itself or not, with its noise's lattice or without.
    Weather { settings: [Setting; 4], beside: bool, xray: bool },
    /// The same while the camera moves, from afar or near by: then a draft is drawn.
    Glance { near: bool },
    /// The same from near by.
    Near,
    /// The same, edited in every frame: lands are begun before the ones before are copied to the driver.
    Drag,
    /// The same, edited in every frame and each time larger or smaller: lands wait in each step of their way.
    Storm,
    /// The same, far away: there are both places until the other is built.
    Far,
    /// The same in a window of many pixels, but for a setting: there are both lands until the other is built.
    Large(Setting),
    /// A preset beside itself, from where it is looked at.
    Preset(usize),
    /// A preset of several layers, with all settings: the panel shows a picture of each.
    Layers,
    /// The window in a size, at a scale.
    Size([f32; 2], f32),
    /// A panel, opened and closed again.
    Panel(Command),
    /// A view of the land.
    View(Overlay),
}

/// Low clouds: none, high above the land, down on it.
const CLOUDS: [[Setting; 2]; 3] = [
    [("clouds.low", "0"), ("clouds.base_m", "2000")],
    [("clouds.low", "0.4"), ("clouds.base_m", "2000")],
    [("clouds.low", "0.4"), ("clouds.base_m", "50")],
];
const WOODS: [Setting; 2] = [("plants.trees", "0"), ("plants.trees", "0.6")];
const WIDE: Setting = ("distance.horizon_km", "24");
const BOUNDED: Setting = ("world.bounded", "on");
const ENDLESS: Setting = ("world.bounded", "off");
/// What makes a land reach far, end, and reach far again.
const EXTENTS: [Setting; 3] = [WIDE, BOUNDED, ENDLESS];
/// What makes other lands of a wide one, one after the other.
const LANDS: [Setting; 5] =
    [WIDE, ("world.seed", "other"), BOUNDED, ENDLESS, ("world.seed", "third")];
const NATURAL: Setting = ("look.style", "natural");
const OTHERS: [Setting; 2] = [("look.style", "course"), ("look.overlay", "clay")];

fn stops() -> Vec<Stop> {
    let of = |look, [low, base]: [Setting; 2], woods, beside| Stop::Weather {
        settings: [look, low, base, woods],
        beside,
        xray: false,
    };
    let bare = |look, beside| of(look, CLOUDS[0], WOODS[0], beside);
    let glance = Stop::Glance { near: false };
    let near = [Stop::Near, Stop::Glance { near: true }];
    let natural = [false, true].into_iter().flat_map(|beside| {
        let weathers = CLOUDS.into_iter().flat_map(|clouds| WOODS.map(|woods| (clouds, woods)));
        weathers.flat_map(move |(clouds, woods)| [of(NATURAL, clouds, woods, beside), glance])
    });
    // The natural style is back while the other is still drawn.
    let others = OTHERS.into_iter().flat_map(|look| [(look, false), (look, true)]);
    let others = others.flat_map(|(look, beside)| {
        [bare(look, beside), glance, bare(look, beside), bare(NATURAL, beside)]
    });
    // Lines on the land, and pins on it from near by.
    let lattices = [NATURAL, OTHERS[0]].into_iter().flat_map(|look| {
        let settings = [look, CLOUDS[0][0], CLOUDS[0][1], WOODS[0]];
        let lattice = Stop::Weather { settings, beside: false, xray: true };
        [lattice, glance].into_iter().chain(near)
    });
    // All chunks and their twins, dragged, far away, and of one land after the other in a window of more pixels than
    // one has later.
    let large = |look, extent| Stop::Weather {
        settings: [look, extent, CLOUDS[1][0], WOODS[1]],
        beside: true,
        xray: false,
    };
    let looks = [OTHERS[0], NATURAL];
    let extents = [BOUNDED, WIDE];
    let dragged = looks.into_iter().flat_map(|look| {
        extents.into_iter().flat_map(move |extent| [large(look, extent), Stop::Drag, Stop::Far])
    });
    let most = dragged.chain(LANDS.map(Stop::Large));
    // All else is seen over what is drawn soonest.
    let storm = [bare(OTHERS[0], false), Stop::Storm];
    let quick = [bare(OTHERS[0], false), Stop::Size(deeds::SIZES[0], 1.0)];
    // Each from where it is looked at, in many pixels: the driver's lists are as long as what covers any of them.
    let reaches = EXTENTS.map(Stop::Large);
    let presets =
        (0..PRESETS.len()).flat_map(|preset| [Stop::Preset(preset)].into_iter().chain(reaches));
    let lands = natural.chain(others).chain(lattices).chain(presets).chain([Stop::Layers]);
    let lands = lands.chain(most).chain(near).chain(storm).chain(quick);
    let panels = deeds::TOGGLES.iter().map(|toggle| Stop::Panel(*toggle));
    let views = Overlay::ALL.iter().map(|view| Stop::View(view.value));
    let sizes = deeds::SIZES.into_iter().map(|size| Stop::Size(size, 1.0));
    let scales = deeds::SCALES.into_iter().map(|scale| Stop::Size(deeds::SIZES[0], scale));
    lands.chain(panels).chain(views).chain(sizes).chain(scales).collect()
}

/// A preset of several layers.
fn layered() -> Option<Scene> {
    let mut scenes = PRESETS.iter().filter_map(|preset| preset.scene().ok());
    scenes.find(|scene| scene.recipe.layers.len() > 1)
}

/// Where the tour is.
pub struct Tour {
    stops: Vec<Stop>,
    next: usize,
    at: Option<Stay>,
}

#[derive(Clone, Copy)]
struct Stay {
    stop: Stop,
    since: Instant,
    /// Frames in which the land was there as it is to be seen.
    frames: u32,
    /// How often the camera or a number could have moved.
    moves: u32,
}

impl Tour {
    pub fn new() -> Self {
        Self { stops: stops(), next: 0, at: None }
    }

    /// Goes on where the stop has been seen; false at the tour's end.
    pub fn go_on(&mut self, world: &mut World, home: &Scene) -> bool {
        if let Some(stay) = &mut self.at {
            if !stay.is_seen(world) && stay.since.elapsed() < SEEN[1] {
                stay.moves += 1;
                match stay.stop {
                    Stop::Glance { near } => {
                        look(world, home, f64::from(stay.moves) * MOVE_DEG, near);
                    }
                    Stop::Drag if stay.moves < DRAGGED => drag(world, stay.moves),
                    Stop::Storm if stay.moves < DRAGGED => storm(world, stay.moves),
                    _ => {}
                }
                return true;
            }
            leave(world, stay.stop);
        }
        let next = self.stops.get(self.next).copied();
        self.at = next.map(|stop| Stay { stop, since: Instant::now(), frames: 0, moves: 0 });
        if let Some(stop) = next {
            self.next += 1;
            debug!("{stop:?}");
            arrive(world, stop, home);
        }
        next.is_some()
    }
}

impl Stay {
    fn is_seen(&mut self, world: &World) -> bool {
        // The camera moves in the frame that follows, and the land comes when it is built.
        let shown = world.resource::<ShownLand>();
        let is_there = shown.shows(&world.resource::<WantedScene>().0)
            && shown.shows_beside(world.resource::<Beside>())
            && !world.resource::<NextPipelines>().is_waiting();
        let is_draft = world.get_resource::<Draft>().is_some_and(|draft| draft.0);
        // Where no drafts are drawn, a glance is as sharp as all else.
        let is_as_meant = match self.stop {
            Stop::Glance { .. } => is_draft || self.since.elapsed() > PATIENCE_FOR_DRAFT,
            _ => !is_draft,
        };
        self.frames += u32::from(is_there && is_as_meant);
        match self.stop {
            Stop::Weather { .. } | Stop::Glance { .. } => self.frames > FRAMES_SEEN,
            Stop::Drag | Stop::Storm if self.moves < DRAGGED => false,
            _ => self.since.elapsed() > SEEN[0] && world.resource::<AtRest>().0,
        }
    }
}

fn arrive(world: &mut World, stop: Stop, home: &Scene) {
    match stop {
        Stop::Preset(place) => {
            show(world, PRESETS[place].scene().unwrap_or_else(|_| home.clone()), true);
            deeds::resize(world, SMALL, None);
        }
        Stop::Weather { settings, beside, xray } => {
            let mut scene = home.clone();
            settings.into_iter().for_each(|setting| put(&mut scene, setting));
            show(world, scene, beside);
            world.resource_mut::<Xray>().open = xray;
            deeds::resize(world, SMALL, None);
        }
        Stop::Layers => {
            show(world, layered().unwrap_or_else(|| home.clone()), false);
            world.resource_mut::<KeptSettings>().all_settings = true;
            deeds::resize(world, deeds::SIZES[0], None);
        }
        Stop::Glance { near } => look(world, home, MOVE_DEG, near),
        Stop::Near => look(world, home, 0.0, true),
        Stop::Large(setting) => {
            deeds::resize(world, LARGE, Some(deeds::SCALES[3]));
            put(&mut world.resource_mut::<WantedScene>().0, setting);
        }
        Stop::Drag => drag(world, 0),
        Stop::Storm => storm(world, 0),
        Stop::Far => *world.resource_mut::<Journey>() = Journey::Cut(FAR_AWAY),
        Stop::Size(size, scale) => deeds::resize(world, size, Some(scale)),
        Stop::Panel(toggle) => command(world, toggle),
        Stop::View(view) => command(world, Command::View(view)),
    }
}

/// Changes a setting. A soak whose keys are misspelt would not show what it says.
fn put(scene: &mut Scene, (key, value): Setting) {
    scene.set_text(key, value).unwrap_or_else(|error| panic!("{key}: {error}"));
}

/// Wants a land from where it is looked at, beside itself without its first layer or not.
fn show(world: &mut World, scene: Scene, beside: bool) {
    let first = scene.recipe.layers.first().map(|layer| Part::Layer(layer.id));
    world.resource_mut::<Divider>().compare(first.filter(|_| beside));
    world.resource_mut::<Xray>().open = false;
    *world.resource_mut::<Journey>() = Journey::Cut(scene.view.camera);
    world.resource_mut::<WantedScene>().0 = scene;
}

fn leave(world: &mut World, stop: Stop) {
    match stop {
        // The next stop says what is shown, and from where.
        Stop::Weather { .. } | Stop::Glance { .. } | Stop::Near | Stop::Drag | Stop::Far => {}
        Stop::Storm | Stop::Preset(_) => {}
        Stop::Layers => world.resource_mut::<KeptSettings>().all_settings = false,
        Stop::Size(..) | Stop::Large(_) => deeds::resize(world, deeds::SIZES[0], None),
        Stop::Panel(toggle) => command(world, toggle),
        Stop::View(_) => command(world, Command::View(Overlay::Shaded)),
    }
}

/// Changes the noise's frequency.
fn drag(world: &mut World, moves: u32) {
    let value = format!("{:.2}", 0.5 + 0.05 * f64::from(moves));
    deeds::set(world, "noise.frequency", &value);
}

/// Changes the noise's frequency, and every third time whether the land is bounded.
fn storm(world: &mut World, moves: u32) {
    drag(world, moves);
    let is_bounded = moves / 3 % 2 == 1;
    deeds::set(world, BOUNDED.0, if is_bounded { "on" } else { "off" });
}

/// From home or near by, and from beside by so many degrees.
fn look(world: &mut World, home: &Scene, aside_deg: f64, near: bool) {
    let camera = home.view.camera;
    let distance_m = if near { NEAR_M } else { camera.distance_m };
    let yaw_deg = (camera.yaw_deg + aside_deg) % 360.0;
    *world.resource_mut::<Journey>() = Journey::Cut(Camera { yaw_deg, distance_m, ..camera });
}
