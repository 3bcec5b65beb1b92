//! Seeds of the parts of a recipe.

use orogen_noise::hash::{Seed, avalanche, words};

/// Derives the seed of a part from its parent's seed, its purpose and its id.
pub(crate) fn derive_seed(seed: Seed, salt: u32, id: u32) -> Seed {
    let [low, high] = words(seed.0);
    let mix = |word: u32, salt: u32| {
        u64::from(avalanche(word ^ avalanche(id.wrapping_mul(0x9e37_79b9) ^ salt)))
    };
    Seed(mix(low, salt) | mix(high, salt.rotate_left(16)) << 32)
}
