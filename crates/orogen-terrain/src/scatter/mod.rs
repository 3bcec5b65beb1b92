//! Places trees, boulders, tufts of grass and reeds, which show the scale of the land.
//!
//! Plants stand where the ground materials of the natural style allow them. The random numbers of a
//! plant depend only on its integer cell and on the world's seed, so it stands at the same place on
//! every machine. Plants never change the land.
//!
//! ```
//! use orogen_terrain::scatter::{Family, Scatter, LandSquare};
//! use orogen_terrain::{Recipe, Surface};
//!
//! let mut recipe = Recipe::default();
//! recipe.plants.trees = 1.0;
//! let scatter = Scatter::new(&recipe, &Surface::new(&recipe)?);
//! let plants = scatter.plants(Family::Trees, LandSquare { corner_m: [0.0, 0.0], side_m: 256.0 });
//! assert!(plants.iter().all(|tree| (0.0..256.0).contains(&tree.place_m[0])));
//! # Ok::<(), orogen_noise::NoiseError>(())
//! ```

mod kinds;
mod lattice;
mod place;
mod reeds;
mod roads;
pub mod shapes;
mod woods;

pub use kinds::{Family, KindRow, PlantKind};
pub use lattice::LandSquare;
pub use place::{Plant, Scatter};
pub use woods::{LocalWoods, SHADER_NUMBERS, Woods};
