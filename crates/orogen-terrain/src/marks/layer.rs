//! A layer of marks.

use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use super::forms::Forms;
use super::paint::PaintLand;
use super::shape;
use super::tool::Mark;

/// The largest number of marks in a layer.
pub const MAX_MARKS: usize = 4096;

/// The marks of a layer, in the order in which they change the land. Copies share memory.
#[derive(Clone, Default)]
pub struct MarksLayer(Arc<Marks>);

/// Marks. The other fields are made from them on first use, and lands with the same marks share them.
#[derive(Default)]
struct Marks {
    list: Vec<Mark>,
    forms: OnceLock<Arc<Forms>>,
    paint: OnceLock<Arc<PaintLand>>,
    /// The layer without some marks, with their ids.
    without: OnceLock<(Vec<u32>, MarksLayer)>,
}

impl Clone for Marks {
    fn clone(&self) -> Self {
        Self { list: self.list.clone(), ..Self::default() }
    }
}

impl PartialEq for MarksLayer {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.list == other.0.list
    }
}

impl fmt::Debug for MarksLayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("MarksLayer").field(&self.0.list).finish()
    }
}

impl Deref for MarksLayer {
    type Target = [Mark];

    fn deref(&self) -> &[Mark] {
        &self.0.list
    }
}

/// A list of marks is not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MarksError {
    /// The layer is full.
    #[error("a layer has at most {MAX_MARKS} marks; draw on a new layer")]
    Full,
    /// Two marks have the same number, or a mark has the number 0.
    #[error("a mark cannot have the number {0}; numbers start at 1 and no two marks have the same")]
    Twice(u32),
}

impl MarksLayer {
    /// Creates a layer from its marks.
    ///
    /// # Errors
    /// Returns an error if there are over [`MAX_MARKS`] marks, or an id is 0 or repeated.
    pub fn new(marks: Vec<Mark>) -> Result<Self, MarksError> {
        if marks.len() > MAX_MARKS {
            return Err(MarksError::Full);
        }
        let mut ids: Vec<u32> = marks.iter().map(|mark| mark.id).collect();
        ids.sort_unstable();
        let twice = ids.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0]);
        match twice.or(ids.first().copied().filter(|id| *id == 0)) {
            Some(id) => Err(MarksError::Twice(id)),
            None => Ok(Self(Arc::new(Marks { list: marks, ..Marks::default() }))),
        }
    }

    /// Returns an unused id: one above the highest.
    pub fn next_id(&self) -> u32 {
        self.iter().map(|mark| mark.id).max().unwrap_or(0).saturating_add(1)
    }

    /// Adds a mark after the others.
    ///
    /// # Errors
    /// Returns an error if the layer is full or has a mark with this id.
    pub fn push(&mut self, mark: Mark) -> Result<(), MarksError> {
        if self.len() >= MAX_MARKS {
            return Err(MarksError::Full);
        }
        if mark.id == 0 || self.iter().any(|other| other.id == mark.id) {
            return Err(MarksError::Twice(mark.id));
        }
        self.list_mut().push(mark);
        Ok(())
    }

    /// The marks, for changes of their values.
    pub fn marks_mut(&mut self) -> &mut [Mark] {
        self.list_mut()
    }

    /// Removes the mark with an id and returns it; `None` if no mark has this id.
    pub fn remove(&mut self, id: u32) -> Option<Mark> {
        let index = self.iter().position(|mark| mark.id == id)?;
        Some(self.list_mut().remove(index))
    }

    /// Returns the list for changes, and drops the forms and the paint that were made from it.
    fn list_mut(&mut self) -> &mut Vec<Mark> {
        let marks = Arc::make_mut(&mut self.0);
        (marks.forms, marks.paint, marks.without) = Default::default();
        &mut marks.list
    }

    /// The marks prepared for evaluation.
    pub(super) fn forms(&self) -> &Arc<Forms> {
        self.0.forms.get_or_init(|| Arc::new(Forms::new(self)))
    }

    /// The layer without the marks of some ids. Lands that leave out the same marks share it.
    pub(crate) fn without(&self, ids: &[u32]) -> Self {
        if ids.is_empty() {
            return self.clone();
        }
        let make = || {
            let is_left = |mark: &&Mark| !ids.contains(&mark.id);
            let list = self.iter().filter(is_left).cloned().collect();
            Self(Arc::new(Marks { list, ..Marks::default() }))
        };
        let (known, layer) = self.0.without.get_or_init(|| (ids.to_vec(), make()));
        if known == ids { layer.clone() } else { make() }
    }

    /// The marks as paint.
    pub(crate) fn paint(&self) -> &Arc<PaintLand> {
        self.0.paint.get_or_init(|| Arc::new(PaintLand::new(self)))
    }

    /// Returns true if a mark makes creases, lines across which the slope jumps.
    ///
    /// Roads, rivers and lakes always do. Level ground, ridges and valleys do if their rounding is small
    /// for their size.
    pub fn is_creased(&self) -> bool {
        self.forms().is_creased
    }

    /// A rectangle around all places that marks change: the lowest and the highest coordinates, east
    /// and south, in metres. `None` if no mark has an effect.
    pub fn around_m(&self) -> Option<[[f64; 2]; 2]> {
        let marks = self.iter().filter(|mark| mark.has_effect());
        marks.map(shape::around_m).reduce(shape::join)
    }

    /// Returns true if a mark has an effect.
    pub fn has_effect(&self) -> bool {
        self.iter().any(Mark::has_effect)
    }
}
