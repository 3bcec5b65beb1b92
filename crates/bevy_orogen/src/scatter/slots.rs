//! Allocates slots in the buffer of plants on the graphics card.
//!
//! A slot holds up to 64 plants, which reach the card in the frame that writes them.

use bevy::prelude::*;
use bevy::render::renderer::RenderQueue;
use bevy::render::{ExtractSchedule, MainWorld, Render, RenderApp, RenderSystems};

use crate::look::plants::{INSTANCES_PER_SLOT, PlantBuffer, PlantInstance, SLOTS};

/// The free slots, and the writes that wait for the render world.
#[derive(Resource)]
pub(super) struct PlantSlots {
    free: Vec<u32>,
    writes: Vec<(u32, Vec<PlantInstance>)>,
}

impl Default for PlantSlots {
    fn default() -> Self {
        Self { free: (0..SLOTS).rev().collect(), writes: vec![] }
    }
}

impl PlantSlots {
    /// Puts plants into a free slot.
    ///
    /// Returns `None` if no slot is free, which limits the memory.
    pub fn put(&mut self, plants: Vec<PlantInstance>) -> Option<u32> {
        let slot = self.free.pop()?;
        self.writes.push((slot, plants));
        Some(slot)
    }

    /// Frees a slot.
    pub fn give_back(&mut self, slot: u32) {
        self.free.push(slot);
    }
}

/// Adds the systems that write slots to the graphics card.
pub(super) fn build(app: &mut App) {
    app.init_resource::<PlantSlots>();
    let Some(render_app) = app.get_sub_app_mut(RenderApp) else { return };
    render_app
        .init_resource::<Writes>()
        .add_systems(ExtractSchedule, take_writes)
        .add_systems(Render, write.in_set(RenderSystems::PrepareResources));
}

#[derive(Resource, Default)]
struct Writes(Vec<(u32, Vec<PlantInstance>)>);

fn take_writes(mut main: ResMut<MainWorld>, mut writes: ResMut<Writes>) {
    if main.resource::<PlantSlots>().writes.is_empty() {
        return;
    }
    writes.0.append(&mut main.resource_mut::<PlantSlots>().writes);
}

fn write(buffer: Option<Res<PlantBuffer>>, queue: Res<RenderQueue>, mut writes: ResMut<Writes>) {
    let Some(buffer) = buffer else { return };
    for (slot, plants) in writes.0.drain(..) {
        let place = slot as usize * INSTANCES_PER_SLOT * size_of::<PlantInstance>();
        queue.write_buffer(buffer.buffer(), place as u64, bytemuck::cast_slice(&plants));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_are_limited_and_reused() {
        let mut slots = PlantSlots::default();
        let taken: Vec<_> = (0..SLOTS).map(|_| slots.put(vec![]).unwrap()).collect();
        assert_eq!(slots.put(vec![]), None);
        slots.give_back(taken[7]);
        assert_eq!(slots.put(vec![]), Some(taken[7]));
    }
}
