//! The procedural shapes of plants and stones, made of triangles.
//!
//! A shape is about 1 high and stands on the origin. Each kind has variants, and each variant has a
//! near shape and a plain shape for distant plants. Leaves, needles and twigs are flat cards; the
//! shader cuts their outline according to their [`Part`].

mod blade;
mod boulder;
mod broadleaf;
mod builder;
mod conifer;
mod reed;
mod triangles;
mod tuft;

use super::kinds::PlantKind;

pub use triangles::{Part, PlantShape, ShapeVertex};

/// The number of variants per kind.
pub const VARIANTS: u32 = 3;

/// The level of detail of a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// For viewers close by.
    Near,
    /// For viewers far away.
    Plain,
}

/// Makes the shape of a variant of a kind.
///
/// ```
/// use orogen_terrain::scatter::PlantKind;
/// use orogen_terrain::scatter::shapes::{Detail, shape};
///
/// let [near, plain] = [Detail::Near, Detail::Plain].map(|detail| shape(PlantKind::Conifer, 0, detail));
/// assert!(plain.indices.len() < near.indices.len());
/// ```
pub fn shape(kind: PlantKind, variant: u32, detail: Detail) -> PlantShape {
    let seed = 0x5eed_0000 + variant % VARIANTS;
    match (kind, detail) {
        (PlantKind::Conifer, Detail::Near) => conifer::near(seed),
        (PlantKind::Conifer, Detail::Plain) => conifer::plain(seed),
        (PlantKind::Broadleaf, Detail::Near) => broadleaf::near(seed),
        (PlantKind::Broadleaf, Detail::Plain) => broadleaf::plain(seed),
        (PlantKind::Boulder, Detail::Near) => boulder::shape(seed, 2),
        (PlantKind::Boulder, Detail::Plain) => boulder::shape(seed, 1),
        (PlantKind::Tuft, Detail::Near) => tuft::near(seed),
        (PlantKind::Tuft, Detail::Plain) => tuft::plain(seed),
        (PlantKind::Reed, Detail::Near) => reed::near(seed),
        (PlantKind::Reed, Detail::Plain) => reed::plain(seed),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_valid_and_small() {
        for row in &PlantKind::ALL {
            for variant in 0..VARIANTS {
                for (detail, max_triangles) in [(Detail::Near, 400), (Detail::Plain, 100)] {
                    let shape = shape(row.kind, variant, detail);
                    let triangles = shape.indices.len() / 3;
                    assert!((6..=max_triangles).contains(&triangles), "{}: {triangles}", row.name);
                    let count = shape.vertices.len() as u16;
                    assert!(shape.indices.iter().all(|i| *i < count));
                    for vertex in &shape.vertices {
                        let length = vertex.normal.iter().map(|c| c * c).sum::<f32>().sqrt();
                        assert!((length - 1.0).abs() < 1e-3, "{}: {length}", row.name);
                        assert!(vertex.position.iter().all(|c| c.abs() < 1.4), "{}", row.name);
                        assert!((0.0..=1.0).contains(&vertex.open), "{}", row.name);
                    }
                    let high = shape.vertices.iter().map(|v| v.position[1]).fold(0.0, f32::max);
                    assert!((0.5..1.25).contains(&high), "{} is {high} high", row.name);
                    let low = shape.vertices.iter().map(|v| v.position[1]).fold(0.0, f32::min);
                    assert!(low <= 0.0, "{} floats", row.name);
                }
            }
        }
    }

    #[test]
    fn variants_differ() {
        for row in &PlantKind::ALL {
            assert_ne!(shape(row.kind, 0, Detail::Near), shape(row.kind, 1, Detail::Near));
        }
    }
}
