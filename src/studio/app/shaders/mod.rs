//! Compiles the shaders of a software driver without blocking the window.
//!
//! A second process, which is this program again, compiles them into the driver's disk cache. Until
//! then, the window shows the land in a plain style, or as a draft (a coarse picture).

mod helper;

use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy::render::renderer::RenderAdapterInfo;
use bevy::winit::{EventLoopProxyWrapper, WinitUserEvent};

use self::helper::Helper;
use super::notice::Notice;
use crate::headless::prepare::ShaderRequest;
use crate::headless::prepared::{PreparedPicture, PreparedRecord};
use crate::plugin::kept_picture::PictureState;
use crate::plugin::land::state::{ShownLand, WantedScene};
use crate::plugin::look::daylight::is_natural;
use crate::plugin::look::material::ShaderNumbers;
use crate::plugin::look::quality::Effects;
use crate::plugin::look::shader_structs::TerrainUniform;
use crate::terrain::look::Style;
use crate::terrain::view::ViewParams;

/// Mesa's software driver, whose disk cache of compiled shaders all processes share.
const SHARING_DRIVER: &str = "llvmpipe";

/// The longest time that the window waits for the shaders of one kind of picture.
const MAX_WAIT: Duration = Duration::from_secs(180);

/// The least ambient light of the plain land, from 0 to 1. Chosen by eye.
const PLAIN_AMBIENT: f64 = 0.45;

/// The notice when the first shaders begin to be compiled.
const START_NOTICE: &str =
    "shaders are compiled once for this machine; until then the land is plain or coarse";

/// Lets the second process compile shaders.
pub struct ShaderHelperPlugin;

impl Plugin for ShaderHelperPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<PreparedShaders>().add_systems(Update, prepare);
    }
}

/// The record of compiled shaders, and the process that compiles more.
///
/// On a graphics card, all shaders count as compiled.
#[derive(Resource, Default)]
pub struct PreparedShaders {
    /// `None` before the driver is known, and if the window compiles shaders itself.
    record: Option<PreparedRecord>,
    has_checked_driver: bool,
    helper: Option<Helper>,
    /// The kind of picture whose shaders the helper compiles now, and since when.
    compiling: Option<(ShaderRequest, Instant)>,
    done: usize,
    all: usize,
    /// The kinds of the draft and of the sharp picture that the shown land needs.
    current: Option<[ShaderRequest; 2]>,
}

impl PreparedShaders {
    fn is_compiled(&self, request: Option<&ShaderRequest>) -> bool {
        let (Some(record), Some(request)) = (&self.record, request) else { return true };
        record.has(request)
    }

    /// Returns true if the shaders for a sharp picture of the shown land are compiled.
    pub fn is_sharp_ready(&self) -> bool {
        self.is_compiled(self.current.as_ref().map(|[_, sharp]| sharp))
    }

    /// Returns a plain view for the time until a draft can be drawn. Returns `None` if the view
    /// need not wait for the shaders of its draft. The plain view has the course style, whose
    /// shaders compile almost at once.
    pub fn plain_view(&self, view: &ViewParams) -> Option<ViewParams> {
        let record = self.record.as_ref().filter(|_| is_natural(view))?;
        let is_ready = match &self.current {
            Some([draft, _]) => record.has(draft),
            None => record.rows().iter().any(|row| row.request.is_draft),
        };
        let mut plain = view.clone();
        plain.look.style = Style::Course;
        // Shade in the course style is nearly black, unlike shade below a sky.
        plain.light.ambient = plain.light.ambient.max(PLAIN_AMBIENT);
        (!is_ready).then_some(plain)
    }

    /// Returns the number of kinds of pictures whose shaders are compiled, and the number of all
    /// kinds. `None` unless the helper is compiling.
    pub fn progress(&self) -> Option<[usize; 2]> {
        self.compiling.map(|_| [self.done, self.all])
    }

    fn record_compiled(&mut self, row: PreparedPicture) {
        self.compiling.take_if(|(compiling, _)| *compiling == row.request);
        if let Some(Err(error)) = self.record.as_mut().map(|record| record.add(row)) {
            // The shaders are compiled, even if the record cannot be saved for the next start.
            debug!("{error}");
        }
    }

    /// Reads the helper's answers. If the helper has ended by itself, or takes longer than
    /// `MAX_WAIT`, the window compiles the remaining shaders itself.
    fn read_answers(&mut self) {
        while let Some(row) = self.helper.as_mut().and_then(Helper::answer) {
            self.record_compiled(row);
        }
        let is_stuck = self.compiling.is_some_and(|(_, since)| since.elapsed() > MAX_WAIT);
        if is_stuck || self.helper.as_mut().is_some_and(Helper::has_ended) {
            (self.helper, self.record, self.compiling) = (None, None, None);
        }
    }

    /// Asks the helper for the next missing kind of picture. If no kind is missing, ends the helper.
    /// Returns true if this started the helper.
    fn request_next(
        &mut self,
        wanted: &[ShaderRequest],
        wake: impl FnOnce() -> Box<dyn Fn() + Send>,
    ) -> bool {
        let Some(record) = &self.record else { return false };
        let next = wanted.iter().find(|request| !record.has(request)).copied();
        self.all = wanted.len();
        self.done = wanted.iter().filter(|request| record.has(request)).count();
        let Some(next) = next else {
            self.helper = None;
            return false;
        };
        if self.compiling.is_some() {
            return false;
        }
        let starts_helper = self.helper.is_none();
        if starts_helper {
            self.helper = Helper::start(wake());
        }
        match self.helper.as_mut().map(|helper| helper.ask(&next)) {
            Some(true) => self.compiling = Some((next, Instant::now())),
            // The helper has ended or did not start, so the window compiles shaders itself.
            _ => (self.helper, self.record) = (None, None),
        }
        starts_helper && self.compiling.is_some()
    }
}

/// Returns the kinds of the draft and of the sharp picture that a land needs, in the style of a
/// view.
fn requests_of(
    uniform: &TerrainUniform,
    view: &ViewParams,
    effects: &Effects,
) -> [ShaderRequest; 2] {
    let uniform = TerrainUniform { style: view.look.style.number(), ..*uniform };
    [true, false].map(|is_draft| ShaderRequest::of(&uniform, effects, is_draft))
}

fn prepare(
    adapter: Option<Res<RenderAdapterInfo>>,
    event_loop: Option<Res<EventLoopProxyWrapper>>,
    (wanted, shown): (Res<WantedScene>, Res<ShownLand>),
    (numbers, effects, picture): (Res<ShaderNumbers>, Res<Effects>, Option<Res<PictureState>>),
    mut shaders: ResMut<PreparedShaders>,
    mut notice: ResMut<Notice>,
) {
    let (Some(adapter), Some(event_loop)) = (adapter, event_loop) else { return };
    let shaders = shaders.bypass_change_detection();
    if !std::mem::replace(&mut shaders.has_checked_driver, true) && adapter.driver == SHARING_DRIVER
    {
        shaders.record = Some(PreparedRecord::load(&adapter));
    }
    if shaders.record.is_none() {
        return;
    }
    shaders.read_answers();
    let view = &wanted.0.view.params;
    let has_land = shown.current.is_some();
    shaders.current = has_land.then(|| requests_of(&numbers.uniform, view, &effects));
    let mut all: Vec<_> = shaders.current.into_iter().flatten().collect();
    all.extend(
        ShaderRequest::for_most_lands(&effects)
            .into_iter()
            .filter(|usual| !shaders.current.iter().flatten().any(|current| current == usual)),
    );
    if picture.is_some_and(|picture| picture.whole_pictures_drawn() == 0) {
        // The helper must not slow down the first panels and the first picture of the plain land.
        return;
    }
    let is_plain = shaders.plain_view(view).is_some();
    let wake = || -> Box<dyn Fn() + Send> {
        let event_loop = (**event_loop).clone();
        // If the event loop has ended, no frame is needed, so the error is ignored.
        Box::new(move || _ = event_loop.send_event(WinitUserEvent::WakeUp))
    };
    if shaders.request_next(&all, wake) && is_plain {
        notice.say(START_NOTICE.to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plugin::look::quality::Tier;

    fn row(request: ShaderRequest) -> PreparedPicture {
        PreparedPicture { request, seconds: 1.0, memory_mib: 0.0 }
    }

    #[test]
    fn the_land_is_plain_before_its_draft_is_compiled_and_coarse_before_its_sharp_picture_is() {
        let view = ViewParams::default();
        let mut shaders = PreparedShaders::default();
        assert!(shaders.plain_view(&view).is_none(), "a graphics card compiles by itself");
        assert!(shaders.is_sharp_ready());
        let effects = Effects::of(Tier::Low);
        let [draft, sharp] =
            requests_of(&TerrainUniform { divider: 2.0, ..default() }, &view, &effects);
        shaders.record = Some(PreparedRecord::default());
        shaders.current = Some([draft, sharp]);
        let plain = shaders.plain_view(&view).expect("nothing is prepared");
        assert_eq!(plain.look.style, Style::Course);
        assert!(!shaders.is_sharp_ready());
        let mut course = view.clone();
        course.look.style = Style::Course;
        assert!(shaders.plain_view(&course).is_none(), "its shaders compile almost at once");
        shaders.record_compiled(row(draft));
        assert!(shaders.plain_view(&view).is_none() && !shaders.is_sharp_ready());
        shaders.record_compiled(row(sharp));
        assert!(shaders.is_sharp_ready());
    }

    #[test]
    fn a_window_compiles_shaders_itself_after_its_helper_ends() {
        let effects = Effects::of(Tier::Low);
        let usual = ShaderRequest::for_most_lands(&effects);
        let mut shaders = PreparedShaders { record: Some(PreparedRecord::default()), ..default() };
        let (send, woken) = crossbeam_channel::unbounded();
        let wake = Box::new(move || _ = send.send(()));
        // On a system without the command `nice`, the helper does not start.
        shaders.helper = Helper::of_program("/nowhere".as_ref(), wake);
        shaders.record = shaders.record.filter(|_| shaders.helper.is_some());
        let start = Instant::now();
        while shaders.helper.is_some() {
            assert!(start.elapsed() < Duration::from_secs(60), "its end is not noticed");
            let _ = woken.recv_timeout(Duration::from_secs(1));
            shaders.read_answers();
        }
        shaders.current = Some([usual[0], usual[2]]);
        shaders.request_next(&[], || Box::new(|| {}));
        assert!(shaders.is_sharp_ready() && shaders.plain_view(&ViewParams::default()).is_none());
    }
}
