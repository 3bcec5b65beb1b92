//! Makes Bevy draw only some items of a render phase.
//!
//! Each draw function is wrapped in a function that first checks whether its item is wanted.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use bevy::core_pipeline::core_3d::{AlphaMask3d, Opaque3d, Transparent3d};
use bevy::pbr::Shadow;
use bevy::prelude::*;
use bevy::render::RenderApp;
use bevy::render::render_phase::{Draw, DrawError, DrawFunctions, PhaseItem, TrackedRenderPass};

use super::screen_boxes::ScreenBoxes;
use crate::land::lock::lock;

/// Wraps the draw functions of all phases.
pub(super) struct FilterPlugin;

impl Plugin for FilterPlugin {
    fn build(&self, app: &mut App) {
        if let Some(render_app) = app.get_sub_app_mut(RenderApp) {
            render_app.init_resource::<DrawFilter>();
        }
    }

    // Bevy calls `cleanup` after all materials have registered their draw functions.
    fn cleanup(&self, app: &mut App) {
        let Some(render_app) = app.get_sub_app_mut(RenderApp) else { return };
        let world = render_app.world_mut();
        wrap::<Opaque3d>(world, false);
        wrap::<AlphaMask3d>(world, false);
        wrap::<Transparent3d>(world, false);
        wrap::<Shadow>(world, true);
    }
}

/// Selects the items of a phase to draw, except shadows.
#[derive(Clone, Debug, Default)]
pub(super) enum DrawnItems {
    /// All items.
    #[default]
    All,
    /// The items of these entities.
    These(Arc<HashSet<Entity>>),
    /// Items whose entity has no screen rectangle, and batches of several instances.
    Others(Arc<ScreenBoxes>),
}

impl DrawnItems {
    /// Returns true if an item is drawn; `entity` is the first of its instances.
    fn has(&self, entity: Entity, instances: usize) -> bool {
        match self {
            Self::All => true,
            Self::These(entities) => instances == 1 && entities.contains(&entity),
            Self::Others(boxes) => instances != 1 || !boxes.0.contains_key(&entity),
        }
    }
}

/// The filter that all draw functions check.
#[derive(Resource, Default)]
pub(super) struct DrawFilter {
    drawn: Mutex<DrawnItems>,
    /// True while shadow maps keep their content.
    keeps_shadows: AtomicBool,
}

impl DrawFilter {
    /// Selects the items to draw from now on.
    pub fn set(&self, wanted: DrawnItems) {
        *lock(&self.drawn) = wanted;
    }

    /// Keeps the shadow maps as they are if `keeps` is true; otherwise draws shadows. This
    /// affects only shadow passes.
    pub fn keep_shadows(&self, keeps: bool) {
        self.keeps_shadows.store(keeps, Ordering::Relaxed);
    }

    /// Returns true if an item is drawn; `entity` is the first of its instances.
    fn draws(&self, is_shadow: bool, entity: Entity, instances: usize) -> bool {
        match is_shadow {
            true => !self.keeps_shadows.load(Ordering::Relaxed),
            false => lock(&self.drawn).has(entity, instances),
        }
    }
}

fn wrap<P: PhaseItem>(world: &mut World, is_shadow: bool) {
    let Some(functions) = world.get_resource::<DrawFunctions<P>>() else { return };
    let mut functions = functions.write();
    let inner = std::mem::take(&mut functions.draw_functions);
    functions.draw_functions = inner
        .into_iter()
        .map(|inner| Box::new(Filtered { inner, is_shadow }) as Box<dyn Draw<P>>)
        .collect();
}

struct Filtered<P: PhaseItem> {
    inner: Box<dyn Draw<P>>,
    is_shadow: bool,
}

impl<P: PhaseItem> Draw<P> for Filtered<P> {
    fn prepare(&mut self, world: &World) {
        self.inner.prepare(world);
    }

    fn draw<'w>(
        &mut self,
        world: &'w World,
        pass: &mut TrackedRenderPass<'w>,
        view: Entity,
        item: &P,
    ) -> Result<(), DrawError> {
        let (entity, instances) = (item.main_entity().id(), item.batch_range().len());
        if !world.resource::<DrawFilter>().draws(self.is_shadow, entity, instances) {
            return Ok(());
        }
        self.inner.draw(world, pass, view, item)
    }
}

#[cfg(test)]
mod tests {
    use super::super::screen_boxes::ScreenBox;
    use super::*;

    #[test]
    fn every_item_belongs_to_exactly_one_filter() {
        let [near, far, wide] = [1, 2, 3].map(|i| Entity::from_raw_u32(i).unwrap());
        let place = ScreenBox { pixels: URect::new(0, 0, 10, 10), distance: 5.0 };
        let boxes = Arc::new(ScreenBoxes([(near, place), (far, place)].into_iter().collect()));
        let these =
            |entities: &[Entity]| DrawnItems::These(Arc::new(entities.iter().copied().collect()));
        let parts = [these(&[near]), these(&[far]), DrawnItems::Others(boxes)];
        for (item, part) in [((near, 1), 0), ((far, 1), 1), ((wide, 1), 2), ((near, 3), 2)] {
            let (entity, instances) = item;
            let has: Vec<_> = parts.iter().map(|wanted| wanted.has(entity, instances)).collect();
            assert_eq!(has.iter().filter(|has| **has).count(), 1, "{item:?}");
            assert!(has[part], "{item:?}");
        }
        assert!(DrawnItems::All.has(wide, 1));
    }

    #[test]
    fn kept_shadows_leave_the_items_of_other_passes() {
        let filter = DrawFilter::default();
        let item = Entity::from_raw_u32(1).unwrap();
        assert!([true, false].iter().all(|is_shadow| filter.draws(*is_shadow, item, 1)));
        filter.keep_shadows(true);
        assert!(!filter.draws(true, item, 1) && filter.draws(false, item, 1));
        filter.keep_shadows(false);
        filter.set(DrawnItems::These(Arc::default()));
        assert!(filter.draws(true, item, 1) && !filter.draws(false, item, 1));
    }
}
