//! The time that a drawing may take: little during a drag, more while the window is idle.

/// The time that a drawing may take. Only some figures depend on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effort {
    /// A coarse drawing, for use during a drag.
    Dragged,
    /// The quality of exported files.
    #[default]
    Usual,
    /// More samples for slow measurements, while the window is idle.
    Idle,
}

/// Figures that are coarser during a drag.
const COARSER_IN_DRAGS: [&str; 2] = ["slider", "spheres"];

/// Figures whose meters take more samples while the window is idle.
const FINER_WHEN_IDLE: [&str; 2] = ["meters", "range"];

impl Effort {
    /// The lowest effort that changes a figure, by its name.
    pub fn lowest(figure: &str) -> Self {
        if COARSER_IN_DRAGS.contains(&figure) { Self::Dragged } else { Self::Usual }
    }

    /// The highest effort that changes a figure, by its name.
    pub fn highest(figure: &str) -> Self {
        if FINER_WHEN_IDLE.contains(&figure) { Self::Idle } else { Self::Usual }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Context, ROWS, State, teaching_scene};

    #[test]
    fn the_listed_figures_depend_on_the_effort() {
        let scene = teaching_scene();
        for row in ROWS.iter() {
            let state = State::of(row);
            let draw =
                |effort| Context::new(&scene, &state, row).unwrap().with_effort(effort).draw();
            for effort in [Effort::lowest(row.name), Effort::highest(row.name)] {
                if effort != Effort::Usual {
                    let is_same = draw(effort).items == draw(Effort::Usual).items;
                    assert!(!is_same, "{} at {effort:?}", row.name);
                }
            }
        }
        let named = ROWS.iter().filter(|row| Effort::lowest(row.name) < Effort::highest(row.name));
        assert_eq!(named.count(), COARSER_IN_DRAGS.len() + FINER_WHEN_IDLE.len());
    }
}
