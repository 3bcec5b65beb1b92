//! The state of the lab: the current figure, the user's choices in it, and the point p that it
//! shares with the land. `panel` draws the lab.

use std::time::{Duration, Instant};

use bevy::prelude::*;

use crate::lab::figure_row::Screen;
use crate::lab::{FigureRow, ROWS, State, row, sliders};
use crate::studio::app::settings::data::LabPlace;
use crate::terrain::Scene;
use crate::terrain::share::LabSpot;

/// The time for which each step is shown while the steps play.
pub const STEP_DURATION: Duration = Duration::from_millis(1800);

/// A request to save the current figure as a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaveRequest {
    /// The user chooses the file. The value is its format.
    Chosen(FigureFormat),
    /// A PNG goes to the folder of screenshots at once.
    AtOnce,
}

/// The file format of a saved figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FigureFormat {
    Svg,
    Png,
}

impl FigureFormat {
    /// Returns the file extension.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Png => "png",
        }
    }
}

/// The state of the lab.
#[derive(Resource, Clone, Debug)]
pub struct Lab {
    /// True if the lab is open. The window is then split: lab on the left, land on the right.
    pub open: bool,
    /// The current figure.
    pub row: &'static FigureRow,
    /// True if the lab shows the sheet (thumbnails of all figures) instead of one figure.
    pub sheet: bool,
    /// The user's choices in the figure. All figures share the point p, at which they evaluate the
    /// noise.
    pub state: State,
    /// True if keys act on the lab: the pointer is over it, or it was just opened.
    pub has_keyboard: bool,
    /// True if p stays fixed while the pointer moves over the land.
    pub is_pinned: bool,
    /// The time of the next step while the steps play; `None` while they do not play.
    pub next_step_at: Option<Instant>,
    /// True or false if the user turned the figure's preview on the land on or off; `None` for the
    /// figure's default.
    pub on_land: Option<bool>,
    /// The request to save the figure, until the save starts.
    pub save_request: Option<SaveRequest>,
    /// True if a figure was shown, in this run of the program or the last one.
    has_shown_figure: bool,
    /// True once the figure and step of the program's last run were restored, or a share code has
    /// set others.
    is_restored: bool,
}

impl Default for Lab {
    fn default() -> Self {
        Self {
            open: false,
            row: ROWS[0],
            sheet: true,
            state: State::default(),
            has_keyboard: false,
            is_pinned: false,
            next_step_at: None,
            on_land: None,
            save_request: None,
            has_shown_figure: false,
            is_restored: false,
        }
    }
}

impl Lab {
    /// Opens or closes the lab.
    pub fn toggle(&mut self) {
        (self.open, self.has_keyboard) = (!self.open, !self.open);
        self.next_step_at = None;
    }

    /// Opens the lab at a figure and a step, by default the first step.
    pub fn show(&mut self, row: &'static FigureRow, step: Option<usize>) {
        if !self.open {
            (self.open, self.has_keyboard) = (true, true);
        }
        (self.row, self.sheet, self.next_step_at, self.on_land) = (row, false, None, None);
        self.state.step = step.unwrap_or_default().min(row.steps.len() - 1);
        (self.state.explained, self.has_shown_figure) = (None, true);
    }

    /// Opens the lab at the figure that explains a parameter.
    pub fn explain(&mut self, scene: &Scene, address: &str) {
        let (name, step) = sliders::explaining_figure(scene, address);
        self.show(row(name).unwrap_or(ROWS[0]), Some(step));
        self.state.explained = Some(address.to_owned());
    }

    /// Returns true if the land shows a preview of the figure. By default figures of mistakes and
    /// octaves have a preview. The user can turn it on or off.
    pub fn is_on_land(&self) -> bool {
        let default = self.row.screen == Screen::Broken || self.row.screen == Screen::Octaves;
        self.on_land.unwrap_or(default)
    }

    /// Moves by a number of steps; backwards if it is negative.
    pub fn step_by(&mut self, steps: isize) {
        self.go_to_step(self.state.step.saturating_add_signed(steps));
    }

    /// Goes to a step, or to the last step if `step` is too large. Stops playing.
    pub fn go_to_step(&mut self, step: usize) {
        (self.state.step, self.next_step_at) = (step.min(self.row.steps.len() - 1), None);
    }

    /// Starts or stops playing the steps. Playing starts at the current step, or at the first if
    /// the last is shown.
    pub fn toggle_play(&mut self) {
        if self.next_step_at.take().is_none() {
            if self.state.step + 1 >= self.row.steps.len() {
                self.state.step = 0;
            }
            self.next_step_at = Some(Instant::now() + STEP_DURATION);
        }
    }

    /// Advances to the next step once its time has come. Returns the time until the next step, or
    /// `None` if the steps do not play.
    pub fn play_on(&mut self, now: Instant) -> Option<Duration> {
        let next_step_at = self.next_step_at?;
        if now < next_step_at {
            return Some(next_step_at - now);
        }
        self.state.step += 1;
        let is_last = self.state.step + 1 >= self.row.steps.len();
        self.state.step = self.state.step.min(self.row.steps.len() - 1);
        self.next_step_at = (!is_last).then(|| now + STEP_DURATION);
        self.next_step_at.map(|_| STEP_DURATION)
    }

    /// Goes forward by a number of screens, or back if it is negative, and shows the first figure
    /// there. A screen is a group of figures on one topic.
    pub fn turn_screen(&mut self, count: isize) {
        let screens: Vec<_> = screens().collect();
        let now = screens.iter().position(|screen| *screen == self.row.screen).unwrap_or_default();
        let next = now.saturating_add_signed(count).min(screens.len() - 1);
        if next != now || self.sheet {
            let first = ROWS.iter().find(|row| row.screen == screens[next]);
            self.show(first.copied().unwrap_or(ROWS[0]), None);
        }
    }

    /// Resets the figure's controls and step, the point p, the gradients and the octave.
    pub fn reset(&mut self) {
        self.state.reset(self.row);
        self.next_step_at = None;
    }

    /// Opens the lab at a spot from a share code. Returns false if it names an unknown figure.
    pub fn visit(&mut self, spot: &LabSpot) -> bool {
        let Some(row) = row(&spot.figure) else { return false };
        self.is_restored = true;
        self.state.point = spot.point;
        self.show(row, Some(spot.step - 1));
        true
    }

    /// Returns the spot for a share code: figure, step and p. `None` unless a figure is shown.
    pub fn spot(&self) -> Option<LabSpot> {
        let figure = (self.open && !self.sheet).then(|| self.row.name.to_owned())?;
        Some(LabSpot { figure, step: self.state.step + 1, point: self.state.point })
    }

    /// Returns the current figure and step, which the settings store for the next run.
    pub fn place(&self) -> LabPlace {
        LabPlace { figure: self.row.name.to_owned(), step: self.state.step }
    }

    /// Returns true if the settings should store the current figure and step.
    pub fn should_store_place(&self) -> bool {
        self.open && !self.sheet && self.next_step_at.is_none()
    }

    /// Opens the lab at the sheet of all figures, or closes it. On the sheet, a button returns to
    /// the last figure. After the program's start, that is the last figure of its last run.
    pub fn toggle_sheet(&mut self, place: &LabPlace) {
        self.has_shown_figure |= !self.is_restored && row(&place.figure).is_some();
        self.restore(place);
        self.toggle();
        self.sheet = true;
    }

    /// Returns the figure that was shown last. `None` before the first figure.
    pub fn last(&self) -> Option<&'static FigureRow> {
        self.has_shown_figure.then_some(self.row)
    }

    /// Returns from the sheet to the last figure, at its step.
    pub fn go_on(&mut self) {
        self.sheet = !self.has_shown_figure;
    }

    /// Restores figure and step of the program's last run. Later calls do nothing.
    pub fn restore(&mut self, place: &LabPlace) {
        if std::mem::replace(&mut self.is_restored, true) {
            return;
        }
        if let Some(row) = row(&place.figure) {
            (self.row, self.sheet) = (row, false);
            self.state.step = place.step.min(row.steps.len() - 1);
        }
    }
}

/// Returns the screens that have figures, in order.
pub fn screens() -> impl Iterator<Item = Screen> {
    Screen::ALL.into_iter().filter(|screen| ROWS.iter().any(|row| row.screen == *screen))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell() -> Lab {
        let mut lab = Lab::default();
        lab.show(row("cell").unwrap(), Some(0));
        lab
    }

    #[test]
    fn steps_stay_between_the_first_and_the_last() {
        let mut lab = cell();
        lab.step_by(-1);
        assert_eq!(lab.state.step, 0);
        lab.step_by(2);
        assert_eq!(lab.state.step, 2);
        lab.go_to_step(usize::MAX);
        assert_eq!(lab.state.step, lab.row.steps.len() - 1);
    }

    #[test]
    fn steps_play_to_the_last_and_stop() {
        let mut lab = cell();
        lab.go_to_step(usize::MAX);
        lab.toggle_play();
        assert_eq!(lab.state.step, 0, "from the first on");
        let mut now = Instant::now();
        let mut steps = vec![0];
        while lab.next_step_at.is_some() {
            now += STEP_DURATION + Duration::from_millis(1);
            lab.play_on(now);
            steps.push(lab.state.step);
        }
        assert_eq!(steps, (0..lab.row.steps.len()).collect::<Vec<_>>());
        lab.toggle_play();
        lab.toggle_play();
        assert_eq!(lab.next_step_at, None, "a second press stops it");
    }

    #[test]
    fn all_screens_and_explanations_can_be_reached() {
        let mut lab = Lab::default();
        lab.turn_screen(-1);
        assert_eq!(lab.row.screen, screens().next().unwrap());
        for screen in screens().skip(1) {
            lab.turn_screen(1);
            assert_eq!(lab.row.screen, screen);
        }
        lab.explain(&Scene::default(), "lake.clarity_m");
        assert_eq!((lab.row.name, lab.open, lab.sheet), (sliders::GENERAL, true, false));
        assert_eq!(lab.state.explained.as_deref(), Some("lake.clarity_m"));
        lab.show(ROWS[0], None);
        assert_eq!(lab.state.explained, None, "another figure explains nothing");
    }

    #[test]
    fn a_share_code_leads_to_the_same_place() {
        let mut lab = cell();
        lab.go_to_step(3);
        lab.state.point = [-7.25, 0.5];
        let spot = lab.spot().unwrap();
        let mut other = Lab::default();
        assert!(other.spot().is_none() && other.visit(&spot));
        assert_eq!((other.row.name, other.state.step, other.open), ("cell", 3, true));
        assert_eq!(other.state.point, [-7.25, 0.5]);
        assert!(!other.visit(&LabSpot { figure: "none".to_owned(), ..spot }));
    }

    #[test]
    fn a_place_is_restored_only_once() {
        let mut lab = cell();
        lab.go_to_step(2);
        let place = lab.place();
        let mut other = Lab::default();
        other.restore(&place);
        assert_eq!((other.row.name, other.state.step, other.sheet), ("cell", 2, false));
        other.show(ROWS[0], Some(0));
        other.restore(&place);
        assert_eq!(other.row.name, ROWS[0].name, "not again");
    }

    #[test]
    fn the_lab_opens_with_the_questions_and_plays_nothing() {
        for place in [LabPlace::default(), cell().place()] {
            let mut lab = Lab::default();
            for _ in 0..2 {
                lab.toggle_sheet(&place);
                assert!(lab.open && lab.sheet && lab.next_step_at.is_none(), "{place:?}");
                lab.toggle_sheet(&place);
                assert!(!lab.open);
            }
            assert_eq!(lab.last().map(|row| row.name), row(&place.figure).map(|row| row.name));
        }
        let mut lab = cell();
        lab.go_to_step(2);
        lab.toggle_sheet(&LabPlace::default());
        lab.toggle_sheet(&LabPlace::default());
        lab.go_on();
        assert_eq!((lab.row.name, lab.state.step, lab.sheet), ("cell", 2, false));
    }

    #[test]
    fn a_figure_opens_at_its_first_step_and_a_reset_goes_there() {
        let mut lab = Lab::default();
        for row in ROWS.iter() {
            lab.show(row, None);
            assert_eq!(lab.state.step, 0, "{}", row.name);
        }
        lab.turn_screen(-1);
        assert_eq!(lab.state.step, 0);
        lab.go_to_step(usize::MAX);
        lab.reset();
        assert_eq!(lab.state.step, 0);
    }
}
