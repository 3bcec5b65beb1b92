//! The samples that a chunk keeps between edits.

use std::sync::Arc;

use super::below_key::BelowKey;
use super::places::{Places, Step};
use super::planes::Planes;
use super::source::{Source, SourceKey};

/// All inputs of a kept field, except the chunk itself.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct FieldKey {
    what: FieldSource,
    route: Vec<Step>,
    /// The band limit, for fields of the guide.
    guide_m: Option<f64>,
}

#[derive(Clone, Debug, PartialEq)]
enum FieldSource {
    Source(Arc<SourceKey>),
    /// The curvature of the land below a layer.
    Curvature {
        below: Arc<BelowKey>,
        radius_m: f64,
    },
}

impl FieldKey {
    fn new(what: FieldSource, places: &Places<'_>) -> Self {
        let guide_m = places.is_guide.then_some(places.band_limit_m);
        Self { what, route: places.route.clone(), guide_m }
    }

    pub fn source(source: &Source, places: &Places<'_>) -> Self {
        Self::new(FieldSource::Source(source.key.clone()), places)
    }

    /// Returns true for the samples of a source, at any moved places.
    pub fn is_of(&self, source: &Source) -> bool {
        matches!(&self.what, FieldSource::Source(key) if *key == source.key)
    }

    pub fn curvature(below: &Arc<BelowKey>, radius_m: f64, places: &Places<'_>) -> Self {
        Self::new(FieldSource::Curvature { below: below.clone(), radius_m }, places)
    }
}

/// A field of a chunk: fine and coarse samples, as far as they were needed.
#[derive(Clone)]
pub(crate) struct KeptField {
    pub key: Arc<FieldKey>,
    pub fields: [Option<Arc<Planes>>; 2],
}

/// The most memory that a chunk keeps. Further fields are sampled again with every edit.
const MOST_BYTES: usize = 1 << 20;

/// The known samples of a chunk and those to keep.
#[derive(Default)]
pub(crate) struct KeptSamples<'a> {
    known: &'a [KeptField],
    pub kept: Vec<KeptField>,
    bytes: usize,
    /// The current grid: fine (0) or coarse (1).
    pub slot: usize,
}

impl<'a> KeptSamples<'a> {
    /// Starts from known samples.
    pub fn of(known: &'a [KeptField]) -> Self {
        Self { known, ..Self::default() }
    }

    /// Returns a known field or makes it.
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

    /// Returns a known field and keeps it. A field with slopes also serves requests without.
    pub fn recall(&mut self, key: &FieldKey, slopes: bool) -> Option<Arc<Planes>> {
        let find = |kept: &[KeptField]| {
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

    /// Keeps a field if there is room.
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
                self.kept.push(KeptField { key, fields });
            }
        }
    }
}
