//! Draws notices over the land, the newest at the bottom.
//!
//! Each notice has a button that closes it. A notice about a file also has a button that opens the
//! folder.

use bevy_egui::egui::{
    self, Align2, Color32, Context, Frame, Label, Order, Rect, RichText, Ui, vec2,
};

use crate::studio::app::notice::{Notice, Toast};
use crate::studio::ui::theme::{self, CLOSE};

/// The maximum width of a notice, and the width of its buttons, in points.
const WIDTH: f32 = 620.0;
const BUTTONS: f32 = 120.0;
/// Below this width, in points, the buttons are under the text.
const NARROW: f32 = 420.0;
/// The distance from the bottom edge, in points. It leaves room for the scale bar and the compass.
const BOTTOM_MARGIN: f32 = 56.0;

/// The name of the area that egui gives the notices.
pub const AREA: &str = "notices";

/// Shows the recent notices, and the problem of the land, if any.
pub fn show(context: &Context, free: Rect, notice: &mut Notice, problem: Option<&str>) {
    let toasts: Vec<_> = notice.fresh().cloned().collect();
    if toasts.is_empty() && problem.is_none() || free.width() < 120.0 {
        return;
    }
    let area = egui::Area::new(AREA.into())
        .order(Order::Middle)
        .pivot(Align2::CENTER_BOTTOM)
        .fixed_pos(free.center_bottom() - vec2(0.0, BOTTOM_MARGIN));
    area.show(context, |ui| {
        ui.spacing_mut().item_spacing.y = 6.0;
        let width = WIDTH.min(free.width() - 40.0);
        if let Some(problem) = problem {
            framed(ui, |ui| {
                let colour = theme::of(ui).error;
                line(ui, width, (problem, colour), |_| ());
            });
        }
        for toast in &toasts {
            let is_closed = framed(ui, |ui| show_notice(ui, toast, width));
            if is_closed {
                notice.dismiss(toast.id);
            }
        }
    });
}

fn framed<R>(ui: &mut Ui, show: impl FnOnce(&mut Ui) -> R) -> R {
    let colours = theme::of(ui);
    let frame = Frame::new()
        .fill(colours.fill)
        .stroke((1.0, colours.bar))
        .corner_radius(5.0)
        .inner_margin(egui::Margin::symmetric(10, 5));
    frame.show(ui, show).inner
}

/// Shows a text with buttons right of it, or below it if the notice is narrow.
fn line<R>(
    ui: &mut Ui,
    width: f32,
    (text, colour): (&str, Color32),
    buttons: impl FnOnce(&mut Ui) -> R,
) -> R {
    let font = egui::TextStyle::Body.resolve(ui.style());
    let galley = ui.painter().layout_no_wrap(text.to_owned(), font, colour);
    let label = |text: &str| Label::new(RichText::new(text).color(colour)).selectable(false);
    let text_width = width - BUTTONS;
    if galley.size().x > text_width && width < NARROW {
        return ui
            .vertical(|ui| {
                ui.set_max_width(width);
                ui.add(label(text).wrap());
                ui.horizontal(buttons).inner
            })
            .inner;
    }
    let show = |ui: &mut Ui| {
        if galley.size().x <= text_width {
            ui.add(label(text).extend());
        } else {
            ui.allocate_ui(vec2(text_width, galley.size().y), |ui| ui.add(label(text).wrap()));
        }
        buttons(ui)
    };
    ui.horizontal(show).inner
}

/// Shows a notice. Returns true if the user closed it.
fn show_notice(ui: &mut Ui, toast: &Toast, width: f32) -> bool {
    let text = capitalised(&toast.text);
    let colour = theme::of(ui).strong;
    line(ui, width, (&text, colour), |ui| {
        if let Some(folder) = toast.folder()
            && ui.button("Show folder").clicked()
            && let Err(error) = open::that_detached(folder)
        {
            crate::text::say(&format!("cannot show {}: {error}", folder.display()));
        }
        let close = ui.small_button(CLOSE);
        crate::studio::ui::tab::name(&close, "Close the notice");
        close.clicked()
    })
}

/// Returns a text with a capital first letter.
fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::studio::tests::driven::drawn;
    use egui::{Event, Modifiers, PointerButton, RawInput, pos2};

    #[test]
    fn notices_are_over_the_land_and_a_click_closes_them() {
        let context = Context::default();
        crate::studio::ui::theme::apply(&context);
        let free = Rect::from_min_size(pos2(0.0, 0.0), vec2(600.0, 400.0));
        let mut notice = Notice::default();
        notice.say_about_file("saved a.png".to_owned(), std::path::Path::new("/there/a.png"));
        notice.say("bookmark 3 is empty".to_owned());
        let pass = |notice: &mut Notice, events: Vec<Event>| {
            let input = RawInput { screen_rect: Some(free), events, ..Default::default() };
            context.run_ui(input, |ui| show(ui.ctx(), free, notice, Some("no noise")))
        };
        (0..3).for_each(|_| _ = pass(&mut notice, vec![]));
        let output = pass(&mut notice, vec![]);
        for text in ["Saved a.png", "Show folder", "Bookmark 3 is empty", "no noise"] {
            let [place] = drawn(&output, text)[..] else { panic!("{text} is there once") };
            assert!(free.contains_rect(place), "{text}: {place}");
        }
        let pos = drawn(&output, CLOSE)[0].center();
        let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
        let press = |pressed| Event::PointerButton { pos, button, pressed, modifiers };
        for event in [Event::PointerMoved(pos), press(true), press(false)] {
            pass(&mut notice, vec![event]);
        }
        let remaining: Vec<_> = notice.fresh().map(|toast| &*toast.text).collect();
        assert_eq!(remaining, ["bookmark 3 is empty"]);
    }
}
