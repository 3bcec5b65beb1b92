//! What Esc does, in one list. The first that is there ends or closes, and nothing behind it.
//!
//! 1. A drag: the value from before it comes back, and no step of the history stays.
//! 2. A menu, or a text that is being typed, which is given up.
//! 3. A question, which is answered by its last answer: no key goes past one.
//! 4. Windows, the front one first.
//! 5. The search of the panel.
//! 6. The lab, while it has the keyboard.
//! 7. The divider.
//! 8. Flying and walking.
//! 9. The lab.
//! 10. Full screen.
//!
//! Menus, texts and questions are egui's and take the key themselves, and so do drags of the panels
//! ([`crate::studio::ui::dragged`]). All else is closed here.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::window::{PrimaryWindow, WindowMode};
use bevy_egui::{EguiContexts, egui};

use crate::plugin::order::OrogenSet;
use crate::studio::camera::roam::Roam;
use crate::studio::camera::state::CameraMode;
use crate::studio::command::kinds::Command;
use crate::studio::document::history::window::StepsWindow;
use crate::studio::features::about::state::About;
use crate::studio::features::divider::state::Divider;
use crate::studio::features::export::panel::ExportPanel;
use crate::studio::features::go_to::PlaceLine;
use crate::studio::features::lab::state::Lab;
use crate::studio::features::palette::panel::Palette;
use crate::studio::features::variations::state::Variations;
use crate::studio::features::xray::state::Xray;
use crate::studio::panel::state::{Search, UiState};
use crate::studio::ui::dragged::EscTaken;

/// Closes what Esc closes.
pub struct EscapePlugin;

impl Plugin for EscapePlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(PostUpdate, close.in_set(OrogenSet::Edit));
    }
}

/// A window that Esc closes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Window {
    Keys,
    Palette,
    GoTo,
    Variations,
    About,
    Steps,
    Export,
}

impl Window {
    /// All of them; those that were never drawn together close in this order.
    const ALL: [Self; 7] = [
        Self::Keys,
        Self::Palette,
        Self::GoTo,
        Self::Variations,
        Self::About,
        Self::Steps,
        Self::Export,
    ];

    /// What egui knows it by.
    fn id(self) -> egui::Id {
        egui::Id::new(match self {
            Self::Keys => "Keys",
            Self::Palette => "Palette",
            Self::GoTo => "Go to",
            Self::Variations => "Variations",
            Self::About => "About",
            Self::Steps => "Steps",
            Self::Export => "Export",
        })
    }
}

/// All that Esc closes.
#[derive(SystemParam)]
struct Open<'w> {
    taken: Res<'w, EscTaken>,
    xray: ResMut<'w, Xray>,
    lab: ResMut<'w, Lab>,
    panels: ResMut<'w, UiState>,
    palette: ResMut<'w, Palette>,
    place: ResMut<'w, PlaceLine>,
    variations: ResMut<'w, Variations>,
    about: ResMut<'w, About>,
    steps: ResMut<'w, StepsWindow>,
    export: ResMut<'w, ExportPanel>,
    search: ResMut<'w, Search>,
    divider: ResMut<'w, Divider>,
    roam: ResMut<'w, Roam>,
    mode: Res<'w, CameraMode>,
}

impl Open<'_> {
    fn is_open(&self, window: Window) -> bool {
        match window {
            Window::Keys => self.panels.help,
            Window::Palette => self.palette.open,
            Window::GoTo => self.place.open,
            Window::Variations => self.variations.open,
            Window::About => self.about.open,
            Window::Steps => self.steps.open,
            Window::Export => self.export.open,
        }
    }

    fn close(&mut self, window: Window) {
        match window {
            Window::Keys => self.panels.help = false,
            Window::Palette => self.palette.open = false,
            Window::GoTo => self.place.open = false,
            Window::Variations => self.variations.open = false,
            Window::About => self.about.open = false,
            Window::Steps => self.steps.open = false,
            Window::Export => self.export.open = false,
        }
    }

    /// Ends or closes the first thing of the list. `order` has egui's layers from the back to the
    /// front. False where nothing of it is there.
    fn close_front(&mut self, order: &[egui::Id]) -> bool {
        let place = |window: &Window| order.iter().position(|id| *id == window.id());
        let open = Window::ALL.into_iter().rev().filter(|window| self.is_open(*window));
        let front = open.max_by_key(place);
        match front {
            _ if self.taken.0 => {}
            _ if self.xray.is_held() => self.xray.let_go(&mut self.lab.state),
            Some(window) => self.close(window),
            None if !self.search.0.is_empty() => self.search.0.clear(),
            None if self.lab.open && self.lab.has_keyboard => self.lab.toggle(),
            None if self.divider.part().is_some() => self.divider.compare(None),
            None if *self.mode != CameraMode::Orbit => self.roam.leave = true,
            None if self.lab.open => self.lab.toggle(),
            None => return false,
        }
        true
    }
}

fn close(
    mut asked: MessageReader<Command>,
    mut open: Open,
    mut contexts: EguiContexts,
    mut window: Single<&mut bevy::window::Window, With<PrimaryWindow>>,
) -> Result {
    let presses = asked.read().filter(|command| **command == Command::Close).count();
    if presses == 0 {
        return Ok(());
    }
    let order = back_to_front(contexts.ctx_mut()?);
    for _ in 0..presses {
        if !open.close_front(&order) {
            window.mode = WindowMode::Windowed;
        }
    }
    Ok(())
}

/// egui's layers, the front one last.
fn back_to_front(context: &egui::Context) -> Vec<egui::Id> {
    context.memory(|memory| memory.layer_ids().map(|layer| layer.id).collect())
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::SystemState;
    use bevy_egui::egui::{Event, Modifiers, PointerButton, RawInput, pos2, vec2};

    use super::*;
    use crate::terrain::layer::Part;

    fn world() -> World {
        let mut world = World::new();
        world.init_resource::<EscTaken>();
        world.init_resource::<Xray>();
        world.init_resource::<Lab>();
        world.init_resource::<UiState>();
        world.init_resource::<Palette>();
        world.init_resource::<PlaceLine>();
        world.init_resource::<Variations>();
        world.init_resource::<About>();
        world.init_resource::<StepsWindow>();
        world.init_resource::<ExportPanel>();
        world.init_resource::<Search>();
        world.init_resource::<Divider>();
        world.init_resource::<Roam>();
        world.init_resource::<CameraMode>();
        world
    }

    /// Presses Esc; whether anything was closed.
    fn press(world: &mut World, order: &[egui::Id]) -> bool {
        let mut state: SystemState<Open> = SystemState::new(world);
        state.get_mut(world).unwrap().close_front(order)
    }

    fn open_windows(world: &mut World) -> Vec<Window> {
        let mut state: SystemState<Open> = SystemState::new(world);
        let open = state.get_mut(world).unwrap();
        Window::ALL.into_iter().filter(|window| open.is_open(*window)).collect()
    }

    #[test]
    fn the_front_window_closes_first_and_what_is_behind_windows_last() {
        let mut world = world();
        world.resource_mut::<UiState>().help = true;
        world.resource_mut::<StepsWindow>().open = true;
        world.resource_mut::<ExportPanel>().open = true;
        world.resource_mut::<Search>().0 = "sea".to_owned();
        world.resource_mut::<Divider>().compare(Some(Part::Layer(1)));
        world.resource_mut::<Lab>().open = true;
        *world.resource_mut::<CameraMode>() = CameraMode::Fly;
        let order = [Window::Export, Window::Keys, Window::Steps].map(Window::id);
        for left in [&[Window::Keys, Window::Export][..], &[Window::Export], &[]] {
            assert!(press(&mut world, &order));
            assert_eq!(open_windows(&mut world), left);
            assert_eq!(world.resource::<Search>().0, "sea", "it is behind all windows");
        }
        assert!(press(&mut world, &order) && world.resource::<Search>().0.is_empty());
        assert!(press(&mut world, &order) && world.resource::<Divider>().part().is_none());
        assert!(press(&mut world, &order) && world.resource::<Roam>().leave);
        *world.resource_mut::<CameraMode>() = CameraMode::Orbit;
        assert!(press(&mut world, &order) && !world.resource::<Lab>().open);
        assert!(!press(&mut world, &order), "full screen is left");
    }

    #[test]
    fn a_key_that_the_panels_took_closes_nothing() {
        let mut world = world();
        world.resource_mut::<StepsWindow>().open = true;
        *world.resource_mut::<EscTaken>() = EscTaken(true);
        assert!(press(&mut world, &[]));
        assert_eq!(open_windows(&mut world), [Window::Steps]);
    }

    #[test]
    fn windows_are_known_by_their_names_and_a_click_brings_one_to_the_front() {
        let context = egui::Context::default();
        let pass = |events: Vec<Event>| {
            let _ = context.run_ui(RawInput { events, ..Default::default() }, |ui| {
                for (name, x) in [("Steps", 10.0), ("Export", 300.0)] {
                    let window = egui::Window::new(name).default_pos(pos2(x, 10.0));
                    window.show(ui.ctx(), |ui| ui.allocate_space(vec2(100.0, 100.0)));
                }
            });
        };
        let front = || {
            let order = back_to_front(&context);
            let place = |window: Window| order.iter().position(|id| *id == window.id()).unwrap();
            place(Window::Steps).cmp(&place(Window::Export))
        };
        (0..3).for_each(|_| pass(vec![]));
        let first = front();
        let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
        let at = pos2(if first.is_lt() { 60.0 } else { 350.0 }, 80.0);
        for pressed in [true, false] {
            pass(vec![
                Event::PointerMoved(at),
                Event::PointerButton { pos: at, button, pressed, modifiers },
            ]);
        }
        assert_eq!(front(), first.reverse());
    }
}
