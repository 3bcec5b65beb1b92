//! The lab's pane, driven by events, and by the keyboard alone.

mod driver;
mod explained;
mod handles;
mod printed;

use std::collections::BTreeSet;

use bevy_egui::egui::accesskit::Role;
use bevy_egui::egui::{Event, Key, Modifiers, PointerButton, pos2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};

use crate::studio::features::lab::pane::{LabPane, part_id};
use crate::studio::ui::explanation as explained_rows;
use crate::studio::ui::shared::place_of;
use driver::Desk;

use crate::lab::ink::Palette;
use crate::lab::pixels;
use crate::lab::{QUESTIONS, Question};
use crate::lab::{ROWS, row, teaching_scene};
use crate::studio::features::lab::state::{Lab, screens};
use crate::studio::ui::{tab, theme};
use crate::terrain::Scene;
use crate::terrain::param::Value;

/// The width of the figure of a cell, in its points.
const CELL_WIDTH: f32 = 720.0;

#[test]
fn the_lab_takes_its_share_and_leaves_the_rest_to_the_land() {
    let mut desk = Desk::new();
    assert_eq!(desk.free.left(), 600.0);
    let border = desk.part("border").center();
    desk.drag(border, border + vec2(-120.0, 0.0));
    assert!((desk.free.left() - 480.0).abs() < 6.0, "{}", desk.free);
    desk.click("close");
    assert!(!desk.lab.open);
    assert_eq!(desk.free.left(), 0.0);
}

#[test]
fn a_narrow_window_has_room_for_lab_and_land() {
    for (width, share) in [(660.0, 0.25), (330.0, 0.75), (1024.0, 0.75)] {
        let mut desk = Desk::at("cell", 5);
        (desk.size, desk.share) = (vec2(width, 500.0), share);
        desk.passes(3);
        assert!(desk.free.width() >= 110.0 && desk.free.left() >= 150.0, "{}", desk.free);
    }
}

#[test]
fn a_click_opens_every_question_and_every_figure() {
    let mut desk = Desk::new();
    desk.size.y = 6000.0;
    desk.passes(3);
    for Question { text, row, step } in &QUESTIONS {
        desk.lab.sheet = true;
        desk.passes(3);
        desk.click(text);
        assert_eq!((desk.lab.row.name, desk.lab.state.step), (row.name, *step), "{text}");
        assert!(desk.shows_text(row.title), "{}", row.title);
    }
    for row in ROWS.iter() {
        desk.click("all figures");
        assert!(desk.lab.sheet);
        desk.click(&format!("figure {}", row.name));
        assert!(!desk.lab.sheet && desk.lab.row.name == row.name, "{}", row.name);
        assert_eq!(desk.lab.state.step, 0, "{}: the first step", row.name);
        assert!(desk.shows_text(row.question), "{}", row.question);
    }
}

#[test]
fn small_pictures_are_made_one_after_the_other() {
    let mut desk = Desk::new();
    desk.size.y = 6000.0;
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(120);
    while !ROWS.iter().all(|row| desk.pane.thumbs.has(row.name)) {
        assert!(std::time::Instant::now() < deadline, "pictures of all figures");
        desk.passes(1);
        std::thread::yield_now();
    }
}

#[test]
fn keys_step_turn_screens_reset_and_play() {
    let mut desk = Desk::at("cell", 5);
    let last = desk.lab.row.steps.len() - 1;
    for (key, step) in [
        (Key::Comma, last - 1),
        (Key::Home, 0),
        (Key::Period, 1),
        (Key::End, last),
        (Key::Period, last),
    ] {
        desk.key(key, Modifiers::NONE);
        assert_eq!(desk.lab.state.step, step, "{key:?}");
    }
    desk.key(Key::Space, Modifiers::NONE);
    assert!(desk.lab.next_step_at.is_some() && desk.lab.state.step == 0, "plays from the first on");
    desk.key(Key::Space, Modifiers::NONE);
    assert!(desk.lab.next_step_at.is_none());
    desk.lab.state.point = [4.5, 0.5];
    desk.key(Key::Backspace, Modifiers::NONE);
    assert_eq!((desk.lab.state.point, desk.lab.state.step), ([1.7, 2.3], 0));
    let here = desk.lab.row.screen;
    let before = screens().take_while(|screen| *screen != here).last();
    desk.key(Key::PageUp, Modifiers::NONE);
    assert_eq!(Some(desk.lab.row.screen), before.or(Some(here)));
    desk.key(Key::PageDown, Modifiers::NONE);
    assert_eq!(desk.lab.row.screen, here);
    desk.key(Key::F, Modifiers::NONE);
    assert!(desk.lab.is_pinned);
    desk.key(Key::P, Modifiers::NONE);
    assert_eq!(
        desk.lab.save_request,
        Some(crate::studio::features::lab::state::SaveRequest::AtOnce)
    );
}

#[test]
fn keys_do_nothing_while_the_land_has_the_keyboard() {
    let mut desk = Desk::at("cell", 3);
    let land = desk.free.center();
    desk.pass(vec![Event::PointerMoved(land)]);
    desk.passes(1);
    assert!(!desk.lab.has_keyboard);
    for key in [Key::Comma, Key::Backspace, Key::Space, Key::PageDown, Key::Tab, Key::P] {
        desk.key(key, Modifiers::NONE);
    }
    assert_eq!((desk.lab.row.name, desk.lab.state.step), ("cell", 3));
    assert_eq!((desk.lab.next_step_at, desk.lab.save_request), (None, None));
    desk.pass(vec![Event::PointerMoved(desk.part("caption").center())]);
    desk.passes(1);
    assert!(desk.lab.has_keyboard);
}

#[test]
fn tab_reaches_every_widget() {
    let mut desk = Desk::at("cell", 5);
    desk.size.y = 1800.0;
    desk.passes(3);
    let mut seen = BTreeSet::new();
    for _ in 0..90 {
        desk.key(Key::Tab, Modifiers::NONE);
        let focused = desk.context.memory(|memory| memory.focused());
        if let Some(at) = focused.and_then(|id| desk.context.read_response(id)) {
            seen.insert((at.rect.center().x as i32, at.rect.center().y as i32));
        }
    }
    for name in [
        "all figures",
        "Next screen (Page Down)",
        "reset",
        "close",
        "Step back",
        "Play the steps",
        "Step 1",
        "handle 0",
        "Copy: Formula",
        "Copy: The same in Rust",
        "hint",
        "copy figure",
        "Save SVG…",
        "Save PNG…",
        "find p",
        "p stays",
        "term noise",
        "border",
    ] {
        let place = desk.part(name).expand(2.0);
        let found = seen.iter().any(|(x, y)| place.contains(pos2(*x as f32, *y as f32)));
        assert!(found, "{name} at {place} is not reached");
    }
    assert!(tab::is_navigating(&desk.context));
}

#[test]
fn keys_operate_the_focused_border_and_buttons() {
    let mut desk = Desk::at("cell", 5);
    desk.size.y = 1800.0;
    desk.passes(3);
    let tab_to = |desk: &mut Desk, name: &str| {
        for _ in 0..90 {
            desk.key(Key::Tab, Modifiers::NONE);
            let focused = desk.context.memory(|memory| memory.focused());
            let at = focused.and_then(|id| desk.context.read_response(id));
            let place = desk.part(name).expand(2.0);
            if at.is_some_and(|at| place.contains(at.rect.center())) {
                return;
            }
        }
        panic!("{name} is not reached");
    };
    tab_to(&mut desk, "border");
    desk.key(Key::ArrowLeft, Modifiers::NONE);
    assert!((desk.share - 0.48).abs() < 1e-6, "{}", desk.share);
    tab_to(&mut desk, "hint");
    desk.key(Key::Enter, Modifiers::NONE);
    assert!(desk.shows_text(&row("cell").unwrap().challenge.hint[..20]));
    tab_to(&mut desk, "Step 1");
    desk.key(Key::Space, Modifiers::NONE);
    assert_eq!(desk.lab.state.step, 0);
}

#[test]
fn a_figure_is_copied_and_located_and_its_challenge_solved() {
    let mut desk = Desk::at("cell", 5);
    desk.pass(vec![Event::Copy]);
    let text = desk.copied().expect("a copy").to_owned();
    assert!(text.starts_with("<svg") && text.contains("<!-- noise = "));
    desk.size.y = 1800.0;
    desk.passes(3);
    desk.click("find p");
    let per_m = desk.scene.recipe.base().frequency_per_m();
    assert_eq!(desk.go_to, Some([1.7 / per_m, 2.3 / per_m]));
    assert!(place_of(&desk.context, part_id("done")).is_none());
    // Find a point where the noise is zero.
    let value = |p: [f64; 2]| {
        let state = crate::lab::State { point: p, ..desk.lab.state.clone() };
        let context = crate::lab::Context::new(&desk.scene, &state, desk.lab.row).unwrap();
        context.single_octave(2).unwrap().sample(&p)
    };
    let at = |i: i32| 0.1 + 0.01 * f64::from(i);
    let cell = |i: i32| f64::from(i / 6400);
    let mut places = (0..64_000).map(|i| [cell(i) + at(i % 80), 2.0 + at(i / 80 % 80)]);
    let zero = places.find(|p| value(*p).abs() < 4e-3).expect("a zero");
    desk.lab.state.point = zero;
    desk.passes(2);
    desk.part("done");
}

#[test]
fn a_term_and_its_part_of_the_picture_highlight_each_other() {
    let mut desk = Desk::at("cell", 5);
    let term = desk.part("term below").center();
    desk.pass(vec![Event::PointerMoved(term)]);
    desk.passes(1);
    assert_eq!(desk.pane.highlighted_id.as_deref(), Some("below"));
    let picture = desk.part("picture");
    let scale = picture.width() / CELL_WIDTH;
    // The blend below lies on the lower side of the cell.
    let at = picture.min + scale * vec2(140.0 + 0.7 * 280.0, 380.0);
    desk.pass(vec![Event::PointerMoved(at)]);
    desk.passes(1);
    assert_eq!(desk.pane.pointed_id.as_deref(), Some("below"));
}

#[test]
fn a_parameters_row_in_the_lab_changes_the_land() {
    let mut desk = Desk::new();
    desk.lab.explain(&teaching_scene(), "shape.height_m");
    desk.passes(3);
    assert_eq!(desk.lab.row.name, crate::lab::sliders::GENERAL);
    let field = crate::studio::ui::widgets::ids::number_id("shape.height_m");
    let place = place_of(&desk.context, field).expect("its row");
    desk.drag(place.left_center() + vec2(20.0, 0.0), place.center());
    let value = crate::terrain::values::at(&desk.scene, "shape.height_m").unwrap().value;
    assert_ne!(value, Value::Number(teaching_scene().recipe.base().shape.height_m));
    explained_rows::ask(&desk.context, "noise.fade");
    desk.passes(2);
    assert_eq!(desk.lab.state.explained.as_deref(), Some("noise.fade"));
    desk.lab.sheet = true;
    desk.passes(2);
    desk.click("go on");
    assert_eq!((desk.lab.row.name, desk.lab.sheet), ("fades", false));
}

#[test]
fn a_row_of_the_panel_links_to_its_explanation() {
    let mut panel = crate::studio::tests::driven::Desk::new(Scene::default(), &["fractal"]);
    let row = panel.rect(crate::studio::ui::widgets::ids::number_id("fractal.gain"));
    panel.pass([Event::PointerMoved(row.center())]);
    (0..60).for_each(|_| panel.pass([]));
    assert_eq!(explained_rows::pointed_row(&panel.context).as_deref(), Some("fractal.gain"));
    let words = "Explain (Ctrl+L)";
    assert!(panel.text(words).is_some(), "the tooltip has a link");
    panel.click(row.center(), PointerButton::Secondary);
    panel.pass([]);
    let line = panel.text(words).expect("the menu has a line");
    panel.click(line.center(), PointerButton::Primary);
    assert_eq!(explained_rows::take_request(&panel.context).as_deref(), Some("fractal.gain"));
}

#[test]
fn buttons_and_handles_have_names_for_screen_readers() {
    let (mut lab, mut pane, mut scene) = (Lab::default(), LabPane::default(), teaching_scene());
    lab.toggle();
    lab.show(row("cell").unwrap(), Some(5));
    let (mut share, mut is_themed) = (0.5, false);
    let mut harness = Harness::builder().with_size([1200.0, 1600.0]).build_ui(move |ui| {
        if !is_themed {
            theme::apply(ui.ctx());
            is_themed = true;
        }
        super::show(ui, &mut lab, &mut pane, &mut scene, &mut share);
    });
    harness.run_steps(4);
    for name in ["the point p", "Next step", "Width of the lab", "Close the lab", "All figures"] {
        assert!(harness.query_all_by_label(name).count() >= 1, "{name}");
    }
    let point = harness.get_by_label("the point p");
    assert_eq!(point.accesskit_node().value().as_deref(), Some("1.700, 2.300"));
    let roles = [Role::Button, Role::Slider, Role::RadioButton];
    let nameless = harness.root().children_recursive().filter(|node| {
        let node = node.accesskit_node();
        roles.contains(&node.role()) && node.label().is_none_or(|label| label.is_empty())
    });
    assert_eq!(nameless.count(), 0, "widgets without names");
}

#[test]
fn a_figure_on_the_screen_has_the_pixels_of_its_file() {
    for name in ["cell", "fades", "kinks", "table", "kernels", "ramps"] {
        let mut desk = Desk::at(name, 0);
        // The picture has no highlights, because nothing in it is under the pointer or selected.
        desk.size = vec2(1800.0, 1400.0);
        desk.lab.go_to_step(usize::MAX);
        desk.passes(4);
        let place = desk.part("picture");
        let made = desk.pane.figure.made.as_ref().expect("it was drawn");
        let scale = place.width() / made.drawing.size[0] as f32;
        let file = pixels::draw(&made.drawing, Palette::Dark, scale);
        let screen = desk.pixels();
        let [left, top] = [place.left(), place.top()].map(|x| x.round() as usize);
        let handles = made.drawing.handles.iter().map(|handle| handle.at);
        let handles: Vec<[f64; 2]> = handles.map(|at| at.map(|x| x * f64::from(scale))).collect();
        let (mut all, mut differing) = (0, 0);
        for (i, wanted) in file.pixels.iter().enumerate() {
            let (x, y) = (i % file.width, i / file.width);
            let is_near = |at: &[f64; 2]| (at[0] - x as f64).hypot(at[1] - y as f64) < 24.0;
            if handles.iter().any(is_near) || x + 1 >= file.width || y + 1 >= file.height {
                continue;
            }
            let seen = screen.pixels[(top + y) * screen.width + left + x];
            all += 1;
            differing += usize::from((0..3).any(|c| seen[c].abs_diff(wanted[c]) > 1));
        }
        // Dashes may begin a fraction of a pixel earlier where the scale is no round number.
        assert!(all > 100_000 && differing < all / 200, "{name}: {differing} of {all}");
    }
}
