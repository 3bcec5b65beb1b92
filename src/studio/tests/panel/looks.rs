//! Chooses erosion looks, which are pictures with names, by the pointer and by keys.

use std::time::{Duration, Instant};

use bevy_egui::egui::{Key, Modifiers, PointerButton, Shape};

use super::Desk;
use crate::studio::ui::tab;
use crate::studio::ui::widgets::choice::title;
use crate::terrain::erosion::ErosionLook;
use crate::terrain::scene::Scene;

fn desk() -> Desk {
    Desk::new(Scene::default(), &["erosion"])
}

/// Returns the number of drawn pictures that have the size of the looks' pictures.
fn pictures(desk: &Desk) -> usize {
    let is_picture = |shape: &Shape| {
        let size = match shape {
            Shape::Rect(rect) if rect.brush.is_some() => rect.rect.size(),
            Shape::Mesh(mesh) => mesh.calc_bounds().size(),
            _ => return false,
        };
        (size.x - 96.0).abs() < 1.0 && (size.y - 54.0).abs() < 1.0
    };
    desk.output.shapes.iter().filter(|clipped| is_picture(&clipped.shape)).count()
}

/// Returns the place of a look in the menu.
fn entry(desk: &Desk, look: &str) -> Option<bevy_egui::egui::Rect> {
    let start = format!("{}\n", title(look));
    let mut texts = desk.output.shapes.iter().filter_map(|clipped| match &clipped.shape {
        Shape::Text(text) if text.galley.text().starts_with(&start) => {
            Some(text.visual_bounding_rect())
        }
        _ => None,
    });
    texts.next_back()
}

#[test]
fn the_menu_shows_looks_as_pictures_with_names() {
    let mut desk = desk();
    let button = desk.text("Looks ⏷").expect("the button is there").center();
    desk.click(button, PointerButton::Primary);
    (0..3).for_each(|_| desk.pass([]));
    assert!(desk.layers.looks.is_at_work(), "a thread paints them");
    let until = Instant::now() + Duration::from_secs(300);
    while desk.layers.looks.is_at_work() {
        assert!(Instant::now() < until, "the pictures come");
        desk.pass([]);
        std::thread::yield_now();
    }
    desk.pass([]);
    assert_eq!(pictures(&desk), ErosionLook::ALL.len());
    for look in ErosionLook::ALL {
        assert!(entry(&desk, look.name).is_some(), "{}", look.name);
    }
    let canyon = entry(&desk, "canyon").expect("it is there").center();
    desk.time += 1.0;
    desk.click(canyon, PointerButton::Primary);
    let mut chosen = Scene::default();
    chosen.recipe.erode(ErosionLook::Canyon);
    assert_eq!(desk.scene.recipe.erosion, chosen.recipe.erosion);
    (0..3).for_each(|_| desk.pass([]));
    assert!(entry(&desk, "canyon").is_none(), "the menu is closed");
    // The pictures of the same land are kept.
    desk.time += 1.0;
    desk.click(button, PointerButton::Primary);
    (0..2).for_each(|_| desk.pass([]));
    assert!(!desk.layers.looks.is_at_work() && pictures(&desk) == ErosionLook::ALL.len());
}

#[test]
fn keys_choose_a_look() {
    let mut desk = desk();
    tab::enter_or_leave(&desk.context);
    (0..3).for_each(|_| desk.pass([]));
    let place = desk.text("Looks ⏷").expect("the button is there").center();
    let has_focus = |desk: &Desk| {
        let focused = desk.context.memory(|memory| memory.focused());
        let at = focused.and_then(|id| desk.context.read_response(id));
        at.is_some_and(|at| at.rect.contains(place))
    };
    for _ in 0..300 {
        if has_focus(&desk) {
            break;
        }
        desk.key(Key::Tab, Modifiers::NONE);
    }
    assert!(has_focus(&desk), "Tab reaches the button");
    desk.key(Key::Enter, Modifiers::NONE);
    (0..4).for_each(|_| desk.pass([]));
    desk.key(Key::ArrowDown, Modifiers::NONE);
    desk.pass([]);
    desk.key(Key::Enter, Modifiers::NONE);
    desk.pass([]);
    let mut second = Scene::default();
    second.recipe.erode(ErosionLook::ALL[1].value);
    assert_eq!(desk.scene.recipe.erosion, second.recipe.erosion);
}
