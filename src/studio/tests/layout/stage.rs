//! Lays out a window without a display, at a window size and a text scale, and scrolls it to its ends.

use std::collections::{BTreeMap, HashMap, HashSet};

use bevy_egui::egui::accesskit::Role;
use bevy_egui::egui::scroll_area::State;
use bevy_egui::egui::{
    self, Event, FullOutput, Id, Modifiers, PointerButton, Pos2, RawInput, Rect, Shape, Ui, pos2,
    vec2,
};

use super::words::{broken_word, flatten, words};
use crate::studio::features::lab::handles;
use crate::studio::ui::{fonts, tab, theme};

/// Draws a window in every pass.
pub type Draw = Box<dyn FnMut(&mut Ui)>;

/// The tested sizes of the program's window in pixels, and the tested text scales.
pub const SIZES: [[f32; 2]; 3] = [[800.0, 600.0], [1280.0, 720.0], [2560.0, 1440.0]];
pub const TEXTS: [f32; 2] = [1.0, 2.0];

/// The smallest overflow that needs a scroll bar, in points.
const MIN_OVERFLOW: f32 = 24.0;
/// A scroll offset beyond the end of any list, in points. Places at this distance are still exact to
/// a hundredth of a point.
const END: f32 = 100_000.0;
/// The largest allowed cut of a widget, in points: by the frame of a button, or by rounding.
const MAX_CUT: f32 = 1.5;

/// A window that was laid out.
pub struct Stage {
    context: egui::Context,
    screen: Rect,
    draw: Draw,
    time: f64,
    output: FullOutput,
    roles: HashMap<Id, Role>,
}

/// A scroll bar: the id of its area, its axis and its place.
#[derive(Clone, Copy)]
struct Bar {
    area: Id,
    axis: usize,
    place: Rect,
}

/// The findings from all scroll offsets.
#[derive(Default)]
struct Findings {
    /// The smallest cut of a widget at its left, top, right and bottom.
    widgets: HashMap<Id, ([f32; 4], Rect, Role)>,
    /// The smallest cut of a row of words at its sides.
    rows: BTreeMap<String, [f32; 4]>,
    /// Messages about faults, by a key that makes each fault unique.
    faults: BTreeMap<String, String>,
    /// The scroll bars that were used, with their places. In a list that scrolls, a bar has several
    /// places.
    scrolled: HashSet<(Id, usize, [i32; 4])>,
    /// Words that end in an ellipsis; the value is true if a tooltip shows the full text.
    elided: BTreeMap<String, bool>,
}

impl Stage {
    /// Lays a window out at a size in pixels and a text scale.
    pub fn new(size_px: [f32; 2], text: f32, theme: egui::Theme, draw: Draw) -> Self {
        let context = egui::Context::default();
        theme::apply(&context);
        context.set_theme(theme);
        fonts::install(&context);
        context.set_zoom_factor(text);
        context.enable_accesskit();
        context.all_styles_mut(|style| {
            style.interaction.tooltip_delay = 0.0;
            style.interaction.show_tooltips_only_when_still = false;
        });
        let screen = Rect::from_min_size(Pos2::ZERO, vec2(size_px[0], size_px[1]) / text);
        let (output, roles) = (FullOutput::default(), HashMap::new());
        let mut stage = Self { context, screen, draw, time: 0.0, output, roles };
        // egui needs the first passes to measure layouts.
        (0..3).for_each(|_| stage.pass(vec![]));
        stage
    }

    /// Runs a pass, one second after the previous one, so that all animations have ended.
    pub fn pass(&mut self, events: Vec<Event>) {
        self.time += 1.0;
        let (screen_rect, time) = (Some(self.screen), Some(self.time));
        let input = RawInput { screen_rect, time, events, ..RawInput::default() };
        let draw = &mut self.draw;
        self.output = self.context.run_ui(input, |ui| {
            tab::begin(ui.ctx());
            draw(ui);
            tab::end(ui.ctx());
        });
        let update = self.output.platform_output.accesskit_update.as_ref();
        let nodes = update.into_iter().flat_map(|update| &update.nodes);
        let roles: HashMap<u64, Role> = nodes.map(|(id, node)| (id.0, node.role())).collect();
        self.roles = self.context.viewport(|viewport| {
            let widgets = viewport.prev_pass.widgets.layers().flat_map(|(_, widgets)| widgets);
            let with_role = |id: Id| Some((id, *roles.get(&id.value())?));
            widgets.filter_map(|widget| with_role(widget.id)).collect()
        });
    }

    /// Presses a widget by its name.
    pub fn press(&mut self, name: &str) {
        let update = self.output.platform_output.accesskit_update.as_ref();
        let mut nodes = update.into_iter().flat_map(|update| &update.nodes);
        let node = nodes.find(|(_, node)| node.label() == Some(name));
        let bounds = node.and_then(|(_, node)| node.bounds());
        let bounds = bounds.unwrap_or_else(|| panic!("{name} is there"));
        let position =
            pos2((bounds.x0 + bounds.x1) as f32 / 2.0, (bounds.y0 + bounds.y1) as f32 / 2.0);
        let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
        let press = |pressed| Event::PointerButton { pos: position, button, pressed, modifiers };
        self.pass(vec![Event::PointerMoved(position)]);
        self.pass(vec![press(true)]);
        self.pass(vec![press(false)]);
        (0..3).for_each(|_| self.pass(vec![]));
    }

    /// Returns the shapes that the last pass drew, back to front, each with its visible area.
    pub fn shapes(&self) -> Vec<(Rect, &Shape)> {
        let mut out = Vec::new();
        for clipped in &self.output.shapes {
            flatten(clipped.clip_rect.intersect(self.screen), &clipped.shape, &mut out);
        }
        out
    }

    /// Finds broken words, cut widgets that scrolling does not reach, and scroll bars for a small
    /// overflow.
    pub fn faults(&mut self) -> Vec<String> {
        let mut findings = Findings::default();
        self.inspect(&mut findings);
        self.scroll(&mut findings);
        let mut faults: Vec<String> = findings.faults.values().cloned().collect();
        for (cuts, place, role) in findings.widgets.values() {
            if cuts.iter().any(|cut| *cut > MAX_CUT) {
                faults.push(format!("a {role:?} at {place} is cut by {cuts:?} and not reached"));
            }
        }
        let cut = findings.rows.iter().filter(|(_, cuts)| cuts.iter().any(|cut| *cut > MAX_CUT));
        faults.extend(cut.map(|(row, cuts)| format!("“{row}” is cut by {cuts:?} and not reached")));
        let without_tooltip = findings.elided.iter().filter(|(_, has_tooltip)| !**has_tooltip);
        let fault = |text| format!("“{text}” ends in an ellipsis and no tooltip shows all of it");
        faults.extend(without_tooltip.map(|(text, _)| fault(text)));
        faults.sort();
        faults
    }

    /// Scrolls through every area and the areas inside it.
    fn scroll(&mut self, findings: &mut Findings) {
        while let Some(bar) = self.bars().into_iter().find(|bar| findings.is_new(bar, self.screen))
        {
            let start = self.offset(bar);
            let max_offset = self.scroll_to(bar, END);
            if max_offset > 0.1 && max_offset < MIN_OVERFLOW {
                let fault = format!("a scroll bar at {} covers {max_offset:.1} points", bar.place);
                findings.faults.insert(format!("bar {}", bar.place), fault);
            }
            let page = (0.7 * bar.place.size()[bar.axis]).max(20.0);
            let mut offset = max_offset;
            loop {
                self.scroll_to(bar, offset);
                self.inspect(findings);
                self.scroll(findings);
                if offset <= 0.0 {
                    break;
                }
                offset = (offset - page).max(0.0);
            }
            self.scroll_to(bar, start);
        }
    }

    fn bars(&self) -> Vec<Bar> {
        let (used, places): (Vec<Id>, HashMap<Id, Rect>) = self.context.viewport(|viewport| {
            let pass = &viewport.prev_pass;
            let widgets = pass.widgets.layers().flat_map(|(_, widgets)| widgets);
            let places = widgets.map(|widget| (widget.id, widget.rect)).collect();
            (pass.used_ids.keys().copied().collect(), places)
        });
        let areas = used.into_iter().filter(|id| State::load(&self.context, *id).is_some());
        let bar = |area: Id, axis: usize| {
            places.get(&area.with(axis)).map(|place| Bar { area, axis, place: *place })
        };
        let mut bars: Vec<_> =
            areas.flat_map(|area| [bar(area, 0), bar(area, 1)]).flatten().collect();
        // Vertical bars come first, the longest of them before the others. The order is the same in
        // every run.
        let order = |bar: &Bar| {
            let [x, y] = [bar.place.min.x, bar.place.min.y].map(|side| side as i32);
            let length = bar.place.size()[bar.axis] as i32;
            (bar.axis == 0, -length, x, y, bar.area.value())
        };
        bars.sort_by_key(order);
        bars
    }

    fn offset(&self, bar: Bar) -> f32 {
        State::load(&self.context, bar.area).map_or(0.0, |state| state.offset[bar.axis])
    }

    /// Scrolls to an offset, or to the end if that is nearer. Returns the offset that was reached.
    fn scroll_to(&mut self, bar: Bar, offset: f32) -> f32 {
        if let Some(mut state) = State::load(&self.context, bar.area) {
            state.offset[bar.axis] = offset;
            state.store(&self.context, bar.area);
        }
        self.pass(vec![]);
        if offset == END {
            // egui limits the offset only in the next pass.
            self.pass(vec![]);
        }
        self.offset(bar)
    }

    /// Records what is visible now.
    fn inspect(&mut self, findings: &mut Findings) {
        self.inspect_widgets(findings);
        for (text, position) in self.inspect_words(findings) {
            if !findings.elided.get(&text).is_some_and(|has_tooltip| *has_tooltip) {
                let has_tooltip = self.has_tooltip_at(position, &text);
                findings.elided.insert(text, has_tooltip);
            }
        }
    }

    fn inspect_widgets(&self, findings: &mut Findings) {
        self.context.viewport(|viewport| {
            let widgets = viewport.prev_pass.widgets.layers().flat_map(|(_, widgets)| widgets);
            for widget in widgets {
                let Some(role) = self.roles.get(&widget.id).filter(|role| has_words(**role)) else {
                    continue;
                };
                let drawn_rect = drawn(widget.rect, *role);
                let visible_rect =
                    widget.interact_rect.intersect(self.screen).intersect(drawn_rect);
                if !drawn_rect.is_positive() {
                    continue;
                }
                let not_visible = ([f32::MAX; 4], drawn_rect, *role);
                let smallest = findings.widgets.entry(widget.id).or_insert(not_visible);
                if visible_rect.is_positive() {
                    keep_smallest(&mut smallest.0, cuts(drawn_rect, visible_rect));
                }
            }
        });
    }

    /// Records the words that are visible now. Returns the words that end in an ellipsis, each with its
    /// place.
    fn inspect_words(&self, findings: &mut Findings) -> Vec<(String, Pos2)> {
        let mut elided = Vec::new();
        let typed = self.typed();
        for (clip, shape) in self.shapes() {
            let Shape::Text(text) = shape else { continue };
            if let Some(broken) = broken_word(&text.galley) {
                let fault = format!("“{broken}” is broken across lines");
                findings.faults.insert(fault.clone(), fault);
            }
            if text.galley.elided {
                let position = text.visual_bounding_rect().intersect(clip).center();
                elided.push((text.galley.job.text.clone(), position));
            }
            for words in words(clip, text) {
                // Text fields scroll with their cursor.
                if typed.iter().any(|field| field.contains(words.place.center())) {
                    continue;
                }
                let smallest = findings.rows.entry(words.text).or_insert([f32::MAX; 4]);
                keep_smallest(smallest, cuts(words.place, clip.intersect(words.place)));
            }
        }
        elided
    }

    /// Returns the places of text fields.
    fn typed(&self) -> Vec<Rect> {
        self.context.viewport(|viewport| {
            let widgets = viewport.prev_pass.widgets.layers().flat_map(|(_, widgets)| widgets);
            let is_field = |id: &Id| {
                matches!(self.roles.get(id), Some(Role::TextInput | Role::MultilineTextInput))
            };
            widgets.filter(|widget| is_field(&widget.id)).map(|widget| widget.rect).collect()
        })
    }

    /// Returns true if a tooltip at a place shows the full text.
    fn has_tooltip_at(&mut self, position: Pos2, text: &str) -> bool {
        self.pass(vec![Event::PointerMoved(position + vec2(1.0, 0.0))]);
        self.pass(vec![Event::PointerMoved(position)]);
        (0..2).for_each(|_| self.pass(vec![]));
        // A line of the palette has a name, two spaces and a sentence.
        let sentence = text.rsplit("  ").next().unwrap_or(text);
        let has_tooltip = self.shapes().iter().any(|(_, shape)| match shape {
            Shape::Text(shape) => {
                !shape.galley.elided && shape.galley.job.text.contains(sentence.trim())
            }
            _ => false,
        });
        self.pass(vec![Event::PointerGone]);
        self.pass(vec![]);
        has_tooltip
    }
}

impl Findings {
    /// Returns true the first time that a bar is found.
    fn is_new(&mut self, bar: &Bar, screen: Rect) -> bool {
        let Rect { min, max } = bar.place;
        let place = [min.x, min.y, max.x, max.y].map(|side| side.round() as i32);
        screen.intersects(bar.place) && self.scrolled.insert((bar.area, bar.axis, place))
    }
}

/// Returns how far a rectangle extends beyond the left, top, right and bottom side of its visible
/// part.
fn cuts(drawn_rect: Rect, visible_rect: Rect) -> [f32; 4] {
    [
        visible_rect.left() - drawn_rect.left(),
        visible_rect.top() - drawn_rect.top(),
        drawn_rect.right() - visible_rect.right(),
        drawn_rect.bottom() - visible_rect.bottom(),
    ]
}

/// Returns the drawn area of a widget. The ring of a figure's handle is smaller than the area that
/// reacts to the pointer.
fn drawn(place: Rect, role: Role) -> Rect {
    let is_square = (place.width() - place.height()).abs() < 0.1;
    let is_handle = role == Role::Slider && is_square;
    if is_handle { place.shrink(handles::GRAB_RADIUS - handles::RADIUS) } else { place }
}

fn keep_smallest(smallest: &mut [f32; 4], now: [f32; 4]) {
    smallest.iter_mut().zip(now).for_each(|(smallest, now)| *smallest = smallest.min(now));
}

/// Returns true if widgets of a role have words or can be pressed.
fn has_words(role: Role) -> bool {
    matches!(
        role,
        Role::Label
            | Role::Button
            | Role::CheckBox
            | Role::RadioButton
            | Role::ComboBox
            | Role::Slider
            | Role::SpinButton
            | Role::TextInput
            | Role::Link
            | Role::ProgressIndicator
            | Role::ColorWell
    )
}
