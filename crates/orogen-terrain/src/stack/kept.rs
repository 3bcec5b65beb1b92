//! What a chunk keeps of its samples.

use std::sync::Arc;

use super::below::Below;
use super::places::{Places, Step};
use super::planes::Planes;
use super::source::{Source, SourceKey};

/// All that a kept field depends on, besides the chunk.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct FieldKey {
    what: What,
    route: Vec<Step>,
    /// Of the guide, which has a band limit of its own.
    guide_m: Option<f64>,
}

#[derive(Clone, Debug, PartialEq)]
enum What {
    Source(Arc<SourceKey>),
    /// The curvature of the land below a layer.
    Curvature {
        below: Arc<Below>,
        radius_m: f64,
    },
}

impl FieldKey {
    fn new(what: What, places: &Places<'_>) -> Self {
        let guide_m = places.is_guide.then_some(places.band_limit_m);
        Self { what, route: places.route.clone(), guide_m }
    }

    pub fn source(source: &Source, places: &Places<'_>) -> Self {
        Self::new(What::Source(source.key.clone()), places)
    }

    /// Whether it is of a source, wherever its places were moved.
    pub fn is_of(&self, source: &Source) -> bool {
        matches!(&self.what, What::Source(key) if *key == source.key)
    }

    pub fn curvature(below: &Arc<Below>, radius_m: f64, places: &Places<'_>) -> Self {
        Self::new(What::Curvature { below: below.clone(), radius_m }, places)
    }
}

/// A field of a chunk: fine and coarse samples, as far as they were asked for.
#[derive(Clone)]
pub(crate) struct Kept {
    pub key: Arc<FieldKey>,
    pub fields: [Option<Arc<Planes>>; 2],
}

/// A chunk keeps so much at most. What is more is sampled anew with every edit.
const MOST_BYTES: usize = 1 << 20;

/// The samples that are known of a chunk, and those that are to be kept of it.
#[derive(Default)]
pub(crate) struct Memory<'a> {
    known: &'a [Kept],
    pub kept: Vec<Kept>,
    bytes: usize,
    /// Whether the fine samples are worked on (0) or the coarse ones (1).
    pub slot: usize,
}

impl<'a> Memory<'a> {
    /// With what is known.
    pub fn of(known: &'a [Kept]) -> Self {
        Self { known, ..Self::default() }
    }

    /// A field, as it is known or as it is made now.
    pub fn get(
        &mut self,
        key: FieldKey,
        slopes: bool,
        make: impl FnOnce() -> Planes,
    ) -> Arc<Planes> {
        self.recall(&key, slopes).unwrap_or_else(|| {
            let field = Arc::new(make());
            self.keep(Arc::new(key), field.clone());
            field
        })
    }

    /// A field that is known, which is then kept. One that has slopes does where none are asked
    /// for.
    pub fn recall(&mut self, key: &FieldKey, slopes: bool) -> Option<Arc<Planes>> {
        let find = |kept: &[Kept]| {
            let of_key = kept.iter().find(|kept| *kept.key == *key)?;
            let field = of_key.fields[self.slot].clone();
            let field = field.filter(|planes| !slopes || planes.slopes.is_some())?;
            Some((of_key.key.clone(), field))
        };
        if let Some((_, field)) = find(&self.kept) {
            return Some(field);
        }
        let (key, field) = find(self.known)?;
        self.keep(key, field.clone());
        Some(field)
    }

    /// Keeps a field.
    pub fn keep(&mut self, key: Arc<FieldKey>, field: Arc<Planes>) {
        if self.bytes + field.bytes() > MOST_BYTES {
            return;
        }
        self.bytes += field.bytes();
        match self.kept.iter_mut().find(|kept| kept.key == key) {
            Some(kept) => kept.fields[self.slot] = Some(field),
            None => {
                let mut fields = [None, None];
                fields[self.slot] = Some(field);
                self.kept.push(Kept { key, fields });
            }
        }
    }
}
