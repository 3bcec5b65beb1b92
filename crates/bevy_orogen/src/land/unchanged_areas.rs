//! The samples of the land, besides those of chunks, that an edit does not change.

use std::collections::HashSet;

use bevy::prelude::*;

use orogen_terrain::marks::SampledArea;

/// Lists the samples of the land, besides those of chunks, that plugins have in memory. They keep those
/// that an edit does not change; see [`UnchangedAreas`].
#[derive(Resource, Default)]
pub(crate) struct SampledAreas(Vec<fn(&World) -> Vec<SampledArea>>);

impl SampledAreas {
    /// Adds a function that lists samples.
    pub fn add(app: &mut App, list: fn(&World) -> Vec<SampledArea>) {
        app.world_mut().get_resource_or_init::<Self>().0.push(list);
    }

    /// The samples that plugins have in memory.
    pub(super) fn list(&self, world: &World) -> Vec<SampledArea> {
        self.0.iter().flat_map(|list| list(world)).collect()
    }
}

/// The samples that two revisions have in common.
#[derive(Clone, Debug, Default)]
pub struct UnchangedAreas {
    /// The number of the earlier revision.
    since: u64,
    areas: HashSet<[u64; 6]>,
}

impl UnchangedAreas {
    /// Notes the samples that a revision has in common with the shown revision.
    pub(super) fn new(since: u64, areas: &[SampledArea]) -> Self {
        Self { since, areas: areas.iter().map(bits).collect() }
    }

    /// Returns true if samples of a revision are also those of the shown revision.
    pub fn contain(&self, revision: u64, samples: &SampledArea) -> bool {
        self.since == revision && self.areas.contains(&bits(samples))
    }
}

/// The bits of an area, to find it in a set.
fn bits(area: &SampledArea) -> [u64; 6] {
    let [[west, north], [east, south]] = area.corners_m;
    [west, north, east, south, area.spacing_m, area.band_limit_m].map(f64::to_bits)
}
