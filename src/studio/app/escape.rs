//! Decides what Esc does. Each press ends or closes the first item of this list that applies:
//!
//! 1. A drag: its old value returns, and the history gets no step.
//! 2. A menu, or typing; the typed text is discarded.
//! 3. A question: Esc chooses the last of its answers. While it is open, no key reaches the window below.
//! 4. Windows over the land, the front one first.
//! 5. The search of the panel.
//! 6. The lab (figures that explain the land), while it has the keyboard.
//! 7. The divider between two lands.
//! 8. The tools that shape the land.
//! 9. The X-ray, which shows the lattice of one octave over the land.
//! 10. The network of the rivers over the land.
//! 11. Flying and walking.
//! 12. The lab.
//! 13. Full screen.
//!
//! egui handles the key for menus, texts and questions, and [`crate::studio::ui::before_drag`] for
//! drags in the panels. This file handles the rest.

use bevy::ecs::component::Mutable;
use bevy::ecs::system::{SystemParam, SystemState};
use bevy::prelude::*;
use bevy::window::{PrimaryWindow, WindowMode};
use bevy_egui::{EguiContexts, egui};

use crate::plugin::land::state::WantedScene;
use crate::plugin::order::OrogenSet;
use crate::studio::camera::roam::Roam;
use crate::studio::camera::state::CameraMode;
use crate::studio::command::kinds::Command;
use crate::studio::features::divider::state::Divider;
use crate::studio::features::hands::state::Hands;
use crate::studio::features::lab::state::Lab;
use crate::studio::features::river_network::state::NetworkView;
use crate::studio::features::xray::state::Xray;
use crate::studio::panel::state::SearchText;
use crate::studio::ui::before_drag::EscTaken;

/// A window that Esc closes while it is the front one.
///
/// Its plugin registers it by [`CloseByEsc::close_by_esc`].
pub trait EscWindow: Resource + Component<Mutability = Mutable> {
    /// The window's title, which is also its id in egui.
    const TITLE: &'static str;

    fn is_open(&self) -> bool;

    fn close(&mut self);
}

/// Registers windows that Esc closes; an extension of Bevy's `App`.
pub trait CloseByEsc {
    /// Lets Esc close a window.
    fn close_by_esc<W: EscWindow>(&mut self) -> &mut Self;
}

impl CloseByEsc for App {
    fn close_by_esc<W: EscWindow>(&mut self) -> &mut Self {
        let window = RegisteredWindow {
            id: egui::Id::new(W::TITLE),
            is_open: |world| world.get_resource::<W>().is_some_and(W::is_open),
            close: |world| world.resource_mut::<W>().close(),
        };
        self.init_resource::<Windows>();
        self.world_mut().resource_mut::<Windows>().0.push(window);
        self
    }
}

/// A window that a plugin has registered.
#[derive(Clone, Copy)]
struct RegisteredWindow {
    id: egui::Id,
    is_open: fn(&World) -> bool,
    close: fn(&mut World),
}

/// All windows that Esc closes.
#[derive(Resource, Clone, Default)]
struct Windows(Vec<RegisteredWindow>);

impl Windows {
    /// Returns the front window among the open windows. `order` lists the ids of egui's layers, back
    /// to front.
    fn front_window(&self, world: &World, order: &[egui::Id]) -> Option<RegisteredWindow> {
        let place = |window: &RegisteredWindow| order.iter().position(|id| *id == window.id);
        let open = self.0.iter().rev().filter(|window| (window.is_open)(world));
        open.max_by_key(|window| place(window)).copied()
    }
}

/// Handles Esc.
pub fn plugin(app: &mut App) {
    app.init_resource::<Windows>().add_systems(PostUpdate, close.in_set(OrogenSet::Edit));
}

/// Everything that Esc ends or closes here, except windows.
#[derive(SystemParam)]
struct Closable<'w, 's> {
    taken: Res<'w, EscTaken>,
    hands: ResMut<'w, Hands>,
    wanted: ResMut<'w, WantedScene>,
    xray: ResMut<'w, Xray>,
    network: ResMut<'w, NetworkView>,
    lab: ResMut<'w, Lab>,
    search: ResMut<'w, SearchText>,
    divider: ResMut<'w, Divider>,
    roam: ResMut<'w, Roam>,
    mode: Res<'w, CameraMode>,
    windows: Query<'w, 's, &'static mut Window, With<PrimaryWindow>>,
}

impl Closable<'_, '_> {
    /// Ends a drag on the land, which Esc does before it closes windows. Returns true if Esc has
    /// ended a drag, here or in the panels.
    fn end_drag(&mut self) -> bool {
        if self.taken.0 {
            return true;
        }
        if self.hands.is_drawing() {
            self.hands.cancel(&mut self.wanted);
            return true;
        }
        let is_dragging = self.xray.is_dragging();
        if is_dragging {
            self.xray.cancel_drag(&mut self.lab.state);
        }
        is_dragging
    }

    /// Closes the first open item of the list in the module's documentation, from item 5 on.
    fn close(&mut self) {
        match () {
            () if !self.search.0.is_empty() => self.search.0.clear(),
            () if self.lab.open && self.lab.has_keyboard => self.lab.toggle(),
            () if self.divider.part().is_some() => self.divider.set_part(None),
            () if self.hands.open => self.hands.close(),
            () if self.xray.open => self.xray.open = false,
            () if self.network.open => self.network.open = false,
            () if *self.mode != CameraMode::Orbit => self.roam.returns_to_orbit = true,
            () if self.lab.open => self.lab.toggle(),
            () => {
                for mut window in &mut self.windows {
                    window.mode = WindowMode::Windowed;
                }
            }
        }
    }
}

fn close(
    world: &mut World,
    input: &mut SystemState<(MessageReader<Command>, EguiContexts)>,
    closable: &mut SystemState<Closable>,
) -> Result {
    let (mut commands, mut contexts) = input.get_mut(world)?;
    let presses = commands.read().filter(|command| **command == Command::Close).count();
    if presses == 0 {
        return Ok(());
    }
    let order = back_to_front(contexts.ctx_mut()?);
    (0..presses).try_for_each(|_| close_front(world, closable, &order))
}

/// Ends or closes the first item of the module's list. `order` lists the ids of egui's layers, back
/// to front.
fn close_front(
    world: &mut World,
    closable: &mut SystemState<Closable>,
    order: &[egui::Id],
) -> Result {
    let front = world.resource::<Windows>().front_window(world, order);
    let mut closable = closable.get_mut(world)?;
    match front {
        _ if closable.end_drag() => {}
        Some(window) => (window.close)(world),
        None => closable.close(),
    }
    Ok(())
}

/// Returns the ids of egui's layers, back to front.
fn back_to_front(context: &egui::Context) -> Vec<egui::Id> {
    context.memory(|memory| memory.layer_ids().map(|layer| layer.id).collect())
}

#[cfg(test)]
mod tests {
    use bevy::window::MonitorSelection;
    use bevy_egui::egui::{Event, Modifiers, PointerButton, RawInput, pos2, vec2};

    use super::*;
    use crate::terrain::layer::RecipePart;

    /// A window for tests.
    #[derive(Resource, Default)]
    struct TestWindow<const NUMBER: usize>(bool);

    impl<const NUMBER: usize> EscWindow for TestWindow<NUMBER> {
        const TITLE: &'static str = ["Keys", "Steps", "Export"][NUMBER];

        fn is_open(&self) -> bool {
            self.0
        }

        fn close(&mut self) {
            self.0 = false;
        }
    }

    fn world() -> World {
        let mut app = App::new();
        app.close_by_esc::<TestWindow<0>>()
            .close_by_esc::<TestWindow<1>>()
            .close_by_esc::<TestWindow<2>>();
        app.insert_resource(TestWindow::<0>(false))
            .insert_resource(TestWindow::<1>(false))
            .insert_resource(TestWindow::<2>(false))
            .init_resource::<EscTaken>()
            .init_resource::<Hands>()
            .init_resource::<WantedScene>()
            .init_resource::<Xray>()
            .init_resource::<NetworkView>()
            .init_resource::<Lab>()
            .init_resource::<SearchText>()
            .init_resource::<Divider>()
            .init_resource::<Roam>()
            .init_resource::<CameraMode>();
        app.world_mut().spawn((
            Window {
                mode: WindowMode::BorderlessFullscreen(MonitorSelection::Current),
                ..default()
            },
            PrimaryWindow,
        ));
        std::mem::take(app.world_mut())
    }

    /// Presses Esc.
    fn press(world: &mut World, order: &[egui::Id]) {
        let mut closable: SystemState<Closable> = SystemState::new(world);
        close_front(world, &mut closable, order).unwrap();
    }

    fn open_windows(world: &World) -> [bool; 3] {
        let TestWindow::<0>(keys) = world.resource();
        let TestWindow::<1>(steps) = world.resource();
        let TestWindow::<2>(export) = world.resource();
        [*keys, *steps, *export]
    }

    #[test]
    fn esc_closes_the_front_window_first_and_leaves_full_screen_last() {
        let mut world = world();
        world.resource_mut::<TestWindow<0>>().0 = true;
        world.resource_mut::<TestWindow<1>>().0 = true;
        world.resource_mut::<TestWindow<2>>().0 = true;
        world.resource_mut::<SearchText>().0 = "sea".to_owned();
        world.resource_mut::<Divider>().set_part(Some(RecipePart::Layer(1)));
        world.resource_mut::<Lab>().open = true;
        world.resource_mut::<Xray>().open = true;
        *world.resource_mut::<CameraMode>() = CameraMode::Fly;
        let order = ["Export", "Keys", "Steps"].map(egui::Id::new);
        for open_after in [[true, false, true], [false, false, true], [false; 3]] {
            press(&mut world, &order);
            assert_eq!(open_windows(&world), open_after);
            assert_eq!(
                world.resource::<SearchText>().0,
                "sea",
                "the search comes after all windows"
            );
        }
        press(&mut world, &order);
        assert!(world.resource::<SearchText>().0.is_empty());
        press(&mut world, &order);
        assert!(world.resource::<Divider>().part().is_none() && world.resource::<Xray>().open);
        press(&mut world, &order);
        assert!(!world.resource::<Xray>().open && !world.resource::<Roam>().returns_to_orbit);
        press(&mut world, &order);
        assert!(world.resource::<Roam>().returns_to_orbit && world.resource::<Lab>().open);
        *world.resource_mut::<CameraMode>() = CameraMode::Orbit;
        press(&mut world, &order);
        let mut windows = world.query::<&Window>();
        assert!(!world.resource::<Lab>().open);
        assert_ne!(windows.single(&world).unwrap().mode, WindowMode::Windowed);
        press(&mut world, &order);
        assert_eq!(windows.single(&world).unwrap().mode, WindowMode::Windowed);
    }

    #[test]
    fn esc_that_the_panels_used_closes_nothing() {
        let mut world = world();
        world.resource_mut::<TestWindow<1>>().0 = true;
        *world.resource_mut::<EscTaken>() = EscTaken(true);
        press(&mut world, &[]);
        assert_eq!(open_windows(&world), [false, true, false]);
    }

    #[test]
    fn a_click_brings_a_window_to_the_front() {
        let context = egui::Context::default();
        let pass = |events: Vec<Event>| {
            let _ = context.run_ui(RawInput { events, ..Default::default() }, |ui| {
                for (name, x) in [("Steps", 10.0), ("Export", 300.0)] {
                    let window = egui::Window::new(name).default_pos(pos2(x, 10.0));
                    window.show(ui.ctx(), |ui| ui.allocate_space(vec2(100.0, 100.0)));
                }
            });
        };
        let compare_windows = || {
            let order = back_to_front(&context);
            let place = |title| order.iter().position(|id| *id == egui::Id::new(title)).unwrap();
            place("Steps").cmp(&place("Export"))
        };
        (0..3).for_each(|_| pass(vec![]));
        let at_first = compare_windows();
        let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
        let at = pos2(if at_first.is_lt() { 60.0 } else { 350.0 }, 80.0);
        for pressed in [true, false] {
            pass(vec![
                Event::PointerMoved(at),
                Event::PointerButton { pos: at, button, pressed, modifiers },
            ]);
        }
        assert_eq!(compare_windows(), at_first.reverse());
    }
}
