//! A soak: the window is used at random for minutes, and what it holds is counted each minute in
//! one and the same state. `scripts/soak` runs it.

pub mod counts;
pub mod deeds;
pub mod tour;

use std::time::{Duration, Instant};

use bevy::prelude::*;

use crate::plugin::land::state::WantedScene;
use crate::studio::app::idle::AtRest;
use crate::studio::app::settings::data::Settings;
use crate::studio::app::settings::kept::KeptSettings;
use crate::studio::camera::roam::Roam;
use crate::studio::camera::state::{CameraMode, Journey};
use crate::studio::document::history::states::History;
use crate::studio::document::history::window::StepsWindow;
use crate::studio::document::state::Document;
use crate::studio::features::about::state::About;
use crate::studio::features::divider::state::Divider;
use crate::studio::features::export::panel::ExportPanel;
use crate::studio::features::export::queue::ExportQueue;
use crate::studio::features::lab::state::Lab;
use crate::studio::features::palette::panel::Palette;
use crate::studio::features::variations::state::Variations;
use crate::studio::features::xray::state::Xray;
use crate::studio::panel::state::UiState;
use crate::terrain::view::Camera;
use crate::text;
use counts::{Counts, Names, WARM_UP, growth, watch_render_world};
use deeds::{Chance, Pending};
use tour::Tour;

/// Where this variable is set, the window is used at random: `MINUTES`, or `MINUTES,SEED`.
pub const VARIABLE: &str = "OROGEN_SOAK";
/// Where this one is, frames may not become slower either: on a machine that does nothing else.
const JUDGE_FRAMES: &str = "OROGEN_SOAK_FRAMES";

const MINUTE: Duration = Duration::from_secs(60);
/// The part of a minute in which nothing is done.
const CALM: Duration = Duration::from_secs(12);
/// The longest that a window may take to come to rest.
const PATIENCE: Duration = Duration::from_secs(300);
/// A place that shares no chunk with any home.
const FAR_AWAY: Camera =
    Camera { yaw_deg: 0.0, pitch_deg: 20.0, distance_m: 1000.0, focus_m: Some([3e5, 0.0, 3e5]) };
/// Between two deeds.
const PAUSE_S: [f64; 2] = [0.02, 0.5];
/// Frames that are measured.
const FRAMES: usize = 40;

/// Uses the window at random, and ends it after the minutes that are asked for.
pub struct SoakPlugin;

impl Plugin for SoakPlugin {
    fn build(&self, app: &mut App) {
        let asked = std::env::var(VARIABLE).ok();
        let Some((minutes, seed)) = asked.as_deref().and_then(asked_for) else { return };
        watch_render_world(app);
        app.insert_resource(Soak::new(minutes, seed)).add_systems(PreUpdate, soak);
    }
}

/// Minutes and a seed.
fn asked_for(text: &str) -> Option<(usize, u32)> {
    let (minutes, seed) = text.split_once(',').unwrap_or((text, "1"));
    Some((minutes.parse().ok()?, seed.parse().ok()?))
}

enum Phase {
    /// All is shown once, before the first minute.
    Tour,
    /// Things are done.
    Deeds,
    /// The first state is wanted, but seen from far away: which chunks there are at home depends on
    /// those that were there before, so all of them are to come anew.
    Away(Calm),
    /// The first state is wanted.
    Home(Calm),
    /// Frames are measured.
    Measure(Vec<Duration>),
}

/// Waits for the window to rest.
#[derive(Clone, Copy)]
struct Calm {
    since: Instant,
    /// Since when it has been at rest.
    rest: Option<Instant>,
}

impl Calm {
    fn new() -> Self {
        Self { since: Instant::now(), rest: None }
    }

    /// Whether the window has been at rest for so long.
    fn has_come(&mut self, world: &World, lasts: Duration) -> bool {
        let has_exports = world.resource::<ExportQueue>().under_way() > 0;
        let is_quiet = world.resource::<AtRest>().0 && !has_exports;
        self.rest = self.rest.filter(|_| is_quiet).or_else(|| is_quiet.then(Instant::now));
        self.rest.is_some_and(|at| at.elapsed() > lasts)
    }
}

#[derive(Resource)]
struct Soak {
    minutes: usize,
    chance: Chance,
    pending: Pending,
    tour: Tour,
    phase: Phase,
    /// When this minute began, the next thing is done, and the last frame was.
    minute: Instant,
    next: Instant,
    frame: Instant,
    deeds: u32,
    /// How it all began.
    home: Option<(WantedScene, Document, Settings)>,
    counts: Vec<Counts>,
    /// What there was after the first minutes.
    names: Option<Names>,
}

impl Soak {
    fn new(minutes: usize, seed: u32) -> Self {
        let now = Instant::now();
        Self {
            minutes,
            chance: Chance(seed),
            pending: Pending::default(),
            tour: Tour::new(),
            phase: Phase::Tour,
            minute: now,
            next: now,
            frame: now,
            deeds: 0,
            home: None,
            counts: vec![],
            names: None,
        }
    }
}

fn soak(world: &mut World) {
    world.resource_scope(|world, mut soak: Mut<Soak>| soak.step(world));
}

impl Soak {
    fn step(&mut self, world: &mut World) {
        let took = std::mem::replace(&mut self.frame, Instant::now()).elapsed();
        if self.home.is_none() {
            // No frame waits for a reason.
            world.resource_mut::<KeptSettings>().draw_continuously = true;
            let settings = world.resource::<KeptSettings>().0.clone();
            let scene = WantedScene(world.resource::<WantedScene>().0.clone());
            self.home = Some((scene, world.resource::<Document>().clone(), settings));
        }
        match &mut self.phase {
            Phase::Tour => {
                if self.home.as_ref().is_none_or(|(home, ..)| !self.tour.go_on(world, &home.0)) {
                    println!("the tour took {:.0} s", self.minute.elapsed().as_secs_f64());
                    self.minute = Instant::now();
                    self.phase = Phase::Deeds;
                }
            }
            Phase::Deeds if self.minute.elapsed() < MINUTE - CALM => self.act(world),
            Phase::Deeds => {
                self.pending = Pending::default();
                deeds::hold(world, KeyCode::KeyW, "w", false);
                self.go_home(world);
                *world.resource_mut::<Journey>() = Journey::Cut(FAR_AWAY);
                self.phase = Phase::Away(Calm::new());
            }
            Phase::Away(calm) | Phase::Home(calm) if calm.since.elapsed() > PATIENCE => {
                self.end(world, &["the window does not come to rest".to_owned()]);
            }
            Phase::Away(calm) => {
                if calm.has_come(world, Duration::from_millis(500)) {
                    self.go_home(world);
                    self.phase = Phase::Home(Calm::new());
                }
            }
            Phase::Home(calm) => {
                if calm.has_come(world, Duration::from_secs(2)) {
                    self.phase = Phase::Measure(vec![]);
                }
            }
            Phase::Measure(frames) if frames.len() < FRAMES => frames.push(took),
            Phase::Measure(frames) => {
                frames.sort_unstable();
                let counts = Counts::of(world, frames[FRAMES / 2], self.deeds);
                self.counts.push(counts);
                self.minute_is_over(world);
            }
        }
    }

    fn act(&mut self, world: &mut World) {
        deeds::go_on(world, &mut self.chance, &mut self.pending);
        if Instant::now() < self.next {
            return;
        }
        deeds::next(world, &mut self.chance, &mut self.pending);
        self.deeds += 1;
        let [least, most] = PAUSE_S;
        let pause_s = least + (most - least) * self.chance.share();
        self.next = Instant::now() + Duration::from_secs_f64(pause_s);
    }

    /// Wants everything as it was at first.
    fn go_home(&self, world: &mut World) {
        let Some((scene, document, settings)) = &self.home else { return };
        world.resource_mut::<KeptSettings>().0 = settings.clone();
        world.resource_mut::<Document>().clone_from(document);
        *world.resource_mut::<Journey>() = Journey::Cut(scene.0.view.camera);
        world.resource_mut::<WantedScene>().0.clone_from(&scene.0);
        let roams = *world.resource::<CameraMode>() != CameraMode::Orbit;
        world.resource_mut::<Roam>().leave = roams;
        world.resource_mut::<Divider>().compare(None);
        world.resource_mut::<Lab>().open = false;
        world.resource_mut::<Xray>().open = false;
        world.resource_mut::<Variations>().open = false;
        world.resource_mut::<StepsWindow>().open = false;
        world.resource_mut::<Palette>().open = false;
        world.resource_mut::<ExportPanel>().open = false;
        world.resource_mut::<About>().open = false;
        *world.resource_mut::<UiState>() = UiState::default();
        // The list of steps fills up to a bound of its own, which units hold.
        *world.resource_mut::<History>() = History::default();
        deeds::resize(world, [settings.width as f32, settings.height as f32], None);
    }

    fn minute_is_over(&mut self, world: &mut World) {
        let minute = self.counts.len();
        if let Some(counts) = self.counts.last() {
            println!("minute {minute}: {counts}");
        }
        if minute == WARM_UP {
            self.names = Some(Names::of(world));
        }
        if minute >= self.minutes {
            let judges_frames = std::env::var_os(JUDGE_FRAMES).is_some();
            let mut problems = growth(&self.counts, judges_frames);
            if let Some(before) = self.names.as_ref().filter(|_| !problems.is_empty()) {
                problems.extend(Names::of(world).since(before));
                problems.extend(counts::idle_blocks(world));
            }
            return self.end(world, &problems);
        }
        self.minute = Instant::now();
        self.phase = Phase::Deeds;
    }

    /// Ends the program, well where there is nothing to be said.
    fn end(&self, world: &mut World, problems: &[String]) {
        problems.iter().for_each(|problem| text::say(&format!("soak: {problem}")));
        // There is nobody to be asked whether to save.
        if let Some((_, document, _)) = &self.home {
            let scene = world.resource::<WantedScene>().0.clone();
            *world.resource_mut::<Document>() = Document::new(document.source.clone(), scene);
        }
        let exit = if problems.is_empty() { AppExit::Success } else { AppExit::error() };
        world.write_message(exit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn minutes_and_a_seed_are_asked_for() {
        assert_eq!(asked_for("10"), Some((10, 1)));
        assert_eq!(asked_for("10,7"), Some((10, 7)));
        assert_eq!(["", "x", "1,", "-1"].map(asked_for), [None; 4]);
    }
}
