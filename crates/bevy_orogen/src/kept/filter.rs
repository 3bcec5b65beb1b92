//! Draws part of what a phase of Bevy's holds: every draw function is asked first whether its thing
//! is wanted.

use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex};

use bevy::core_pipeline::core_3d::{AlphaMask3d, Opaque3d, Transparent3d};
use bevy::pbr::Shadow;
use bevy::prelude::*;
use bevy::render::RenderApp;
use bevy::render::render_phase::{Draw, DrawError, DrawFunctions, PhaseItem, TrackedRenderPass};

use super::boxes::Boxes;
use crate::land::lock::lock;

/// Makes parts of phases drawable.
pub(super) struct FilterPlugin;

impl Plugin for FilterPlugin {
    fn build(&self, app: &mut App) {
        if let Some(render_app) = app.get_sub_app_mut(RenderApp) {
            render_app.init_resource::<Filter>();
        }
    }

    // By now all materials have their draw functions.
    fn cleanup(&self, app: &mut App) {
        let Some(render_app) = app.get_sub_app_mut(RenderApp) else { return };
        let world = render_app.world_mut();
        wrap::<Opaque3d>(world);
        wrap::<AlphaMask3d>(world);
        wrap::<Transparent3d>(world);
        wrap::<Shadow>(world);
    }
}

/// What is drawn of phases.
#[derive(Clone, Debug, Default)]
pub(super) enum Wanted {
    /// All of them.
    #[default]
    All,
    /// Nothing.
    Nothing,
    /// What may cover some of the pixels and is in this range of distances. What may be anywhere is drawn with the
    /// furthest.
    Part { boxes: Arc<Boxes>, pixels: URect, distance: RangeInclusive<f32> },
}

impl Wanted {
    /// Whether the instances of an item are drawn, of which the entity is the first.
    fn has(&self, entity: Entity, instances: usize) -> bool {
        match self {
            Self::All => true,
            Self::Nothing => false,
            Self::Part { boxes, pixels, distance } => match boxes.0.get(&entity) {
                Some(place) if instances == 1 => {
                    !place.pixels.intersect(*pixels).is_empty()
                        && distance.contains(&place.distance)
                }
                _ => *distance.end() == f32::INFINITY,
            },
        }
    }
}

/// What is drawn of phases now.
#[derive(Resource, Default)]
pub(super) struct Filter(Mutex<Wanted>);

impl Filter {
    pub fn set(&self, wanted: Wanted) {
        *lock(&self.0) = wanted;
    }
}

fn wrap<P: PhaseItem>(world: &mut World) {
    let Some(functions) = world.get_resource::<DrawFunctions<P>>() else { return };
    let mut functions = functions.write();
    let inner = std::mem::take(&mut functions.draw_functions);
    functions.draw_functions =
        inner.into_iter().map(|inner| Box::new(Filtered(inner)) as Box<dyn Draw<P>>).collect();
}

struct Filtered<P: PhaseItem>(Box<dyn Draw<P>>);

impl<P: PhaseItem> Draw<P> for Filtered<P> {
    fn prepare(&mut self, world: &World) {
        self.0.prepare(world);
    }

    fn draw<'w>(
        &mut self,
        world: &'w World,
        pass: &mut TrackedRenderPass<'w>,
        view: Entity,
        item: &P,
    ) -> Result<(), DrawError> {
        let (entity, instances) = (item.main_entity().id(), item.batch_range().len());
        if !lock(&world.resource::<Filter>().0).has(entity, instances) {
            return Ok(());
        }
        self.0.draw(world, pass, view, item)
    }
}

#[cfg(test)]
mod tests {
    use super::super::boxes::Place;
    use super::*;

    #[test]
    fn every_thing_of_a_piece_is_in_one_of_its_layers() {
        let [near, far, wide] = [1, 2, 3].map(|i| Entity::from_raw_u32(i).unwrap());
        let place = |x: u32, distance| Place { pixels: URect::new(x, 0, x + 10, 10), distance };
        let boxes = Boxes([(near, place(0, 5.0)), (far, place(20, 50.0))].into_iter().collect());
        let boxes = Arc::new(boxes);
        let part = |x: u32, distance| Wanted::Part {
            boxes: boxes.clone(),
            pixels: URect::new(x, 0, x + 8, 8),
            distance,
        };
        let layers = |x| [part(x, 0.0..=10.0), part(x, 10.1..=f32::INFINITY)];
        let counts = |x, entity, instances| {
            layers(x).map(|layer| usize::from(layer.has(entity, instances))).iter().sum::<usize>()
        };
        assert_eq!([counts(0, near, 1), counts(20, near, 1)], [1, 0]);
        assert_eq!([counts(0, far, 1), counts(20, far, 1)], [0, 1]);
        assert_eq!([counts(0, wide, 1), counts(20, wide, 1)], [1, 1], "it may be anywhere");
        assert_eq!([counts(0, far, 3), counts(20, far, 3)], [1, 1], "others are drawn with it");
        assert!(Wanted::All.has(wide, 1) && !Wanted::Nothing.has(wide, 1));
    }
}
