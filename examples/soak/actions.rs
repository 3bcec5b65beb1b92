//! Random user actions: edits, drags, jumps, flights, window sizes, styles, views, files, exports,
//! undo and redo, and every panel.

use std::path::PathBuf;

use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use orogen::export::ExportOptions;
use orogen::export::job::{ExportContent, ExportJob, JobPlan};
use orogen::noise::hash::avalanche;
use orogen::plugin::land::state::WantedScene;
use orogen::studio::camera::state::Journey;
use orogen::studio::command::kinds::Command;
use orogen::studio::document::state::OpenDocument;
use orogen::studio::features::export::planned::PlannedTask;
use orogen::studio::features::export::queue::ExportQueue;
use orogen::terrain::look::Overlay;
use orogen::terrain::preset::PRESETS;

/// A generator of random numbers from a seed.
#[derive(Clone, Copy, Debug)]
pub struct RandomNumbers(pub u32);

impl RandomNumbers {
    fn word(&mut self) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9);
        avalanche(self.0)
    }

    /// A number in [0, 1).
    pub fn share(&mut self) -> f64 {
        f64::from(self.word()) / (f64::from(u32::MAX) + 1.0)
    }

    pub fn below(&mut self, count: usize) -> usize {
        (self.share() * count as f64) as usize
    }

    fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }
}

/// Commands that open and close panels or switch a state.
pub const TOGGLES: &[Command] = &[
    Command::ToggleLab,
    Command::ToggleXray,
    Command::ToggleDivider,
    Command::ToggleVariations,
    Command::ToggleSteps,
    Command::TogglePanel,
    Command::ToggleAllSettings,
    Command::ToggleExport,
    Command::ToggleHelp,
    Command::ToggleAbout,
    Command::ToggleTheme,
    Command::TogglePanelSide,
    Command::TogglePalette,
    Command::SwapSlots,
    Command::CopyCode,
    Command::CopyDiagnostics,
    Command::Screenshot,
    Command::FrameLand,
    Command::FinerOctave,
    Command::CoarserOctave,
    Command::ScaleUp,
    Command::ScaleReset,
];

/// Sizes of the window in points, including sizes that no user would choose.
pub const SIZES: [[f32; 2]; 6] =
    [[640.0, 400.0], [320.0, 240.0], [900.0, 300.0], [1.0, 1.0], [200.0, 700.0], [640.0, 401.0]];

/// The remaining frames and steps of actions that take several frames.
#[derive(Default)]
pub struct Pending {
    /// Remaining frames of a drag of sea level and noise frequency.
    drag: u32,
    /// Remaining steps to undo, then to redo.
    undo: u32,
    redo: u32,
    /// Remaining frames of a flight forward.
    flight: u32,
    exports: u32,
}

/// Scale factors of the window, in pixels per point.
pub const SCALES: [f32; 4] = [0.5, 1.0, 1.25, 2.0];

/// Starts the next random action.
pub fn start_action(world: &mut World, random: &mut RandomNumbers, pending: &mut Pending) {
    match random.below(20) {
        0..=5 => edit(world, random),
        6 => pending.drag = 12,
        7 | 8 => jump(world, random),
        9 => {
            command(world, random.pick(&[Command::ToggleFly, Command::ToggleWalk]));
            pending.flight = 20;
        }
        10 => resize(world, random.pick(&SIZES), None),
        11 => resize(world, SIZES[0], Some(random.pick(&SCALES))),
        12 => command(world, random.pick(&[Command::NextStyle, Command::NextMood])),
        13 => command(world, Command::View(Overlay::ALL[random.below(Overlay::ALL.len())].value)),
        14 => open(world, random),
        15 => export(world, pending),
        16 => (pending.undo, pending.redo) = (15 + random.below(30) as u32, 20),
        17 => command(world, Command::Randomise),
        18 => {
            let place = 1 + random.below(9) as u8;
            command(world, random.pick(&[Command::SetBookmark(place), Command::GoBookmark(place)]));
        }
        _ => command(world, random.pick(TOGGLES)),
    }
}

/// Continues actions that take several frames.
pub fn continue_pending(world: &mut World, random: &mut RandomNumbers, pending: &mut Pending) {
    if pending.drag > 0 {
        pending.drag -= 1;
        set(world, "world.sea_level_m", &format!("{:.1}", 300.0 * random.share() - 100.0));
        set(world, "noise.frequency", &format!("{:.3}", 0.3 + 2.0 * random.share()));
    }
    if pending.undo > 0 {
        pending.undo -= 1;
        command(world, Command::Undo);
    } else if pending.redo > 0 {
        pending.redo -= 1;
        command(world, Command::Redo);
    }
    if pending.flight > 0 {
        pending.flight -= 1;
        set_key(world, KeyCode::KeyW, "w", pending.flight > 0);
    }
}

pub fn command(world: &mut World, command: Command) {
    debug!("{command:?}");
    world.write_message(command);
}

/// Changes a parameter of the requested scene, if the scene has this key.
pub fn set(world: &mut World, key: &str, value: &str) {
    debug!("{key} = {value}");
    let mut scene = world.resource::<WantedScene>().0.clone();
    if scene.set_text(key, value).is_ok() && scene.validate().is_ok() {
        world.resource_mut::<WantedScene>().0 = scene;
    }
}

fn edit(world: &mut World, random: &mut RandomNumbers) {
    let (low, high, key) = random.pick(&[
        (100.0, 1600.0, "shape.height_m"),
        (-200.0, 200.0, "world.sea_level_m"),
        (0.2, 3.0, "noise.frequency"),
        (1.0, 10.0, "fractal.octaves"),
        (0.0, 1.0, "warp.strength"),
        (2.0, 24.0, "distance.horizon_km"),
        (0.0, 360.0, "light.sun_azimuth_deg"),
        (0.0, 70.0, "light.sun_elevation_deg"),
    ]);
    let number = format!("{:.2}", low + (high - low) * random.share());
    let (key, value) = match random.below(12) {
        0 => ("world.seed", format!("soak {}", random.below(1000))),
        1 => ("world.bounded", random.pick(&["on", "off", "off"]).to_owned()),
        2 => ("fractal.kind", random.pick(&["fbm", "ridged", "billow", "turbulence"]).to_owned()),
        3 => ("erosion.on", random.pick(&["on", "off"]).to_owned()),
        4 => ("colour.grass", format!("#{:06x}", random.below(1 << 24))),
        5 => ("noise.basis", random.pick(&["perlin", "simplex", "worley-f1", "value"]).to_owned()),
        _ => (key, number),
    };
    set(world, key, &value);
}

/// Jumps to a random place, up to five thousand kilometres away.
fn jump(world: &mut World, random: &mut RandomNumbers) {
    let mut coordinate = || (random.share() - 0.5) * 10f64.powf(1.0 + 6.0 * random.share());
    let [x, z] = [coordinate(), coordinate()];
    let [yaw, pitch] = [360.0 * random.share(), 80.0 * random.share()];
    let pose =
        format!("{yaw:.0},{pitch:.0},{:.0},{x:.0},100,{z:.0}", 50.0 + 3000.0 * random.share());
    debug!("to {pose}");
    if let Ok(pose) = pose.parse() {
        *world.resource_mut::<Journey>() = Journey::Jump(pose);
    }
}

/// Sets the window's size in points and its scale factor; `None` takes the display's scale.
pub fn resize(world: &mut World, size: [f32; 2], scale: Option<f32>) {
    debug!("{size:?} points, scale {scale:?}");
    let mut windows = world.query_filtered::<&mut Window, With<PrimaryWindow>>();
    for mut window in windows.iter_mut(world) {
        window.resolution.set_scale_factor_override(scale);
        window.resolution.set(size[0], size[1]);
    }
}

/// Opens a preset. Discards unsaved changes, because no user is there to answer the question.
fn open(world: &mut World, random: &mut RandomNumbers) {
    let scene = world.resource::<WantedScene>().0.clone();
    world.resource_mut::<OpenDocument>().baseline = scene;
    command(world, Command::OpenPreset(random.below(PRESETS.len()) as u16));
}

/// Exports heights into the working folder.
fn export(world: &mut World, pending: &mut Pending) {
    let out = PathBuf::from(format!("soak-{}.png", pending.exports % 8));
    pending.exports += 1;
    let scene = world.resource::<WantedScene>().0.clone();
    debug!("export {}", out.display());
    let options = ExportOptions { samples: Some(257), ..ExportOptions::new(out.clone()) };
    let plan = JobPlan::new(&scene, &ExportJob { content: ExportContent::Heights, options });
    let mut queue = world.resource_mut::<ExportQueue>();
    if let (Ok(plan), None) = (plan, queue.conflicting_file(std::slice::from_ref(&out))) {
        queue.add("heights".to_owned(), vec![out], Box::new(PlannedTask(plan)));
    }
}

/// Presses or releases a key.
pub fn set_key(world: &mut World, key_code: KeyCode, letter: &str, is_held: bool) {
    let mut windows = world.query_filtered::<Entity, With<PrimaryWindow>>();
    let Ok(window) = windows.single(world) else { return };
    world.write_message(KeyboardInput {
        key_code,
        logical_key: Key::Character(letter.into()),
        state: if is_held { ButtonState::Pressed } else { ButtonState::Released },
        text: None,
        repeat: false,
        window,
    });
}
