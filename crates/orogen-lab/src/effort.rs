//! How much a drawing may cost: little while something is dragged, more while nothing happens.

/// How much a drawing may cost. Only some figures make a difference; the others are as they are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effort {
    /// As little as gives an idea: something is being dragged.
    Dragged,
    /// As files have it.
    #[default]
    Usual,
    /// What takes long is measured of more samples: nothing happens.
    Idle,
}

/// Figures that are rougher while something is dragged.
const ROUGHER: [&str; 2] = ["slider", "spheres"];

/// Figures whose meters take more samples while nothing happens.
const FINER: [&str; 2] = ["meters", "range"];

impl Effort {
    /// The least that makes a difference to a figure, by its name.
    pub fn least(figure: &str) -> Self {
        if ROUGHER.contains(&figure) { Self::Dragged } else { Self::Usual }
    }

    /// The most that makes a difference to a figure, by its name.
    pub fn most(figure: &str) -> Self {
        if FINER.contains(&figure) { Self::Idle } else { Self::Usual }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Context, ROWS, State, teaching_scene};

    #[test]
    fn the_figures_that_are_named_differ_with_the_effort() {
        let scene = teaching_scene();
        for row in ROWS.iter() {
            let state = State::of(row);
            let draw = |effort| Context::new(&scene, &state, row).unwrap().with(effort).draw();
            for effort in [Effort::least(row.name), Effort::most(row.name)] {
                if effort != Effort::Usual {
                    let is_same = draw(effort).items == draw(Effort::Usual).items;
                    assert!(!is_same, "{} at {effort:?}", row.name);
                }
            }
        }
        let named = ROWS.iter().filter(|row| Effort::least(row.name) < Effort::most(row.name));
        assert_eq!(named.count(), ROUGHER.len() + FINER.len());
    }
}
