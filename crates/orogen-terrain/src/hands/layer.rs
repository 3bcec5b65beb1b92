//! A layer of marks.

use std::ops::Deref;
use std::sync::Arc;

use super::shape;
use super::tool::{Mark, Tool};

/// The largest number of marks in a layer.
pub const MAX_MARKS: usize = 4096;

/// The marks of a layer, in the order in which they change the land. Copies share memory.
#[derive(Clone, Debug, Default)]
pub struct HandsLayer(Arc<Vec<Mark>>);

impl PartialEq for HandsLayer {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0 == other.0
    }
}

impl Deref for HandsLayer {
    type Target = [Mark];

    fn deref(&self) -> &[Mark] {
        &self.0
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

impl HandsLayer {
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
            None => Ok(Self(Arc::new(marks))),
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
        Arc::make_mut(&mut self.0).push(mark);
        Ok(())
    }

    /// The marks, for changes of their values.
    pub fn marks_mut(&mut self) -> &mut [Mark] {
        Arc::make_mut(&mut self.0).as_mut_slice()
    }

    /// Removes the mark with an id and returns it; `None` if no mark has this id.
    pub fn remove(&mut self, id: u32) -> Option<Mark> {
        let index = self.iter().position(|mark| mark.id == id)?;
        Some(Arc::make_mut(&mut self.0).remove(index))
    }

    /// Returns true if a mark makes creases, lines across which the slope jumps.
    ///
    /// Roads, rivers and lakes do, and others whose rounding is small beside their size.
    pub fn is_creased(&self) -> bool {
        self.iter().any(|mark| mark.has_effect() && mark.tool.is_creased())
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

impl Tool {
    /// Returns true if the tool makes creases.
    pub fn is_creased(&self) -> bool {
        let is_sharp = |round_m: f64, size_m: f64| 8.0 * round_m < size_m;
        match self {
            Self::Brush(_) | Self::Smooth(_) => false,
            Self::Flatten(p) => p.round_m == 0.0 || is_sharp(p.round_m, p.radius_m),
            Self::Ridge(p) => p.round_m == 0.0 || is_sharp(p.round_m, p.height_m.abs() / p.slope),
            Self::Valley(p) => {
                let size_m = 0.5 * p.floor_m + p.height_m.abs() / p.slope;
                p.round_m == 0.0 || is_sharp(p.round_m, size_m)
            }
            Self::Road(_) | Self::River(_) | Self::Lake(_) => true,
        }
    }
}
