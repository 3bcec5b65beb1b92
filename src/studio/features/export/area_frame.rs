//! The frame on the land around the square area to export. The user drags its middle to move it and
//! a corner to resize it; `area_handles` draws these handles.

use bevy::prelude::*;

use crate::export::Area;
use crate::plugin::land::origin::RenderOrigin;
use crate::plugin::land::state::ShownLand;
use crate::studio::app::picture::LinesOnLand;
use crate::terrain::recipe::Recipe;

/// The frame around the area to export. It is visible while the export dialog is open for a kind of
/// export that has an area.
#[derive(Resource, Default, Debug)]
pub struct AreaFrame {
    pub shown: bool,
    /// The area to export; `None` until the dialog chooses an area.
    pub area: Option<Area>,
}

/// A draggable point of the frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameHandle {
    /// Moves the area.
    Middle,
    /// Resizes the area.
    Corner,
}

/// The number of segments in each side of the frame. They let the frame follow the ground.
const SEGMENTS: usize = 48;

/// Draws the frame.
pub fn plugin(app: &mut App) {
    app.init_resource::<AreaFrame>().add_systems(Update, draw);
}

/// Returns the handles, each with its position (x east, z south, in metres): the middle, then the
/// four corners.
pub fn handles(area: &Area) -> [([f64; 2], FrameHandle); 5] {
    let [x, z] = area.centre_m;
    let h = 0.5 * area.side_m;
    [
        ([x, z], FrameHandle::Middle),
        ([x - h, z - h], FrameHandle::Corner),
        ([x + h, z - h], FrameHandle::Corner),
        ([x - h, z + h], FrameHandle::Corner),
        ([x + h, z + h], FrameHandle::Corner),
    ]
}

/// Returns the area after the user dragged a handle to the position `to`. The area stays on the
/// land, and dragging a corner does not move the centre.
pub fn dragged(area: Area, handle: FrameHandle, to: [f64; 2], recipe: &Recipe) -> Area {
    // Round to whole metres: a drag is not more precise, and round numbers are easier to type
    // again.
    let area = match handle {
        FrameHandle::Middle => Area { centre_m: to.map(f64::round), ..area },
        FrameHandle::Corner => {
            let [dx, dz] = [0, 1].map(|i| (to[i] - area.centre_m[i]).abs());
            let edge_m = recipe.bounds_m().map_or(f64::INFINITY, |[low, high]| {
                area.centre_m.iter().map(|c| (c - low).min(high - c)).fold(f64::INFINITY, f64::min)
            });
            Area { side_m: (2.0 * dx.max(dz)).round().min(2.0 * edge_m).max(2.0), ..area }
        }
    };
    area.fitted_to(recipe)
}

fn draw(
    frame: Res<AreaFrame>,
    shown: Res<ShownLand>,
    origin: Res<RenderOrigin>,
    mut gizmos: Gizmos,
    lines: Option<ResMut<LinesOnLand>>,
) {
    let (Some(surface), Some(area)) = (shown.surface(), frame.area.filter(|_| frame.shown)) else {
        return;
    };
    lines.into_iter().for_each(|mut lines| lines.0 = true);
    let colour = Color::srgb(1.0, 0.72, 0.35);
    // Lift the frame a little, so that the ground does not hide parts of it.
    let lift_m = 0.004 * area.side_m;
    let on_ground = |[x, z]: [f64; 2]| origin.local([x, surface.ground_m([x, z]) + lift_m, z]);
    let [_, (a, _), (b, _), (c, _), (d, _)] = handles(&area);
    for [from, to] in [[a, b], [b, d], [d, c], [c, a]] {
        let point = |i: usize| {
            let t = i as f64 / SEGMENTS as f64;
            on_ground([from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t])
        };
        gizmos.linestrip((0..=SEGMENTS).map(point), colour);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn bounded() -> Recipe {
        let mut recipe = Recipe::default();
        recipe.world.bounded = true;
        recipe.world.extent_chunks = 2;
        recipe
    }

    #[test]
    fn the_frame_moves_with_the_pointer_and_grows_about_its_centre() {
        let area = Area { centre_m: [0.0; 2], side_m: 20.0 };
        let endless = Recipe::default();
        let moved = dragged(area, FrameHandle::Middle, [1000.4, -70.0], &endless);
        assert_eq!(moved, Area { centre_m: [1000.0, -70.0], side_m: 20.0 });
        assert_eq!(
            dragged(area, FrameHandle::Corner, [30.2, 5.0], &endless),
            Area { side_m: 60.0, ..area }
        );

        let recipe = bounded();
        let [low, high] = recipe.bounds_m().unwrap();
        let off = dragged(area, FrameHandle::Middle, [high + 900.0, low - 900.0], &recipe);
        assert_eq!(off, Area { centre_m: [high - 10.0, low + 10.0], ..area });
        let large = dragged(
            Area { centre_m: [high - 15.0, 0.0], ..area },
            FrameHandle::Corner,
            [high, 9000.0],
            &recipe,
        );
        assert_eq!(large, Area { centre_m: [high - 15.0, 0.0], side_m: 30.0 });
    }

    proptest! {
        #[test]
        fn the_area_stays_on_the_land(
            x in -5e3..5e3f64,
            z in -5e3..5e3f64,
            side_m in 0.5..1e5f64,
            to_x in -1e4..1e4f64,
            to_z in -1e4..1e4f64,
        ) {
            let recipe = bounded();
            let typed = Area { centre_m: [x, z], side_m }.fitted_to(&recipe);
            prop_assert_eq!(typed.check(&recipe), Ok(()), "{:?}", typed);
            prop_assert_eq!(typed.fitted_to(&recipe), typed);
            for handle in [FrameHandle::Middle, FrameHandle::Corner] {
                let area = dragged(typed, handle, [to_x, to_z], &recipe);
                prop_assert_eq!(area.check(&recipe), Ok(()), "{:?} {:?}", handle, area);
            }
        }
    }
}
