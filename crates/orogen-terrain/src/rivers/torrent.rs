//! Torrents: courses too steep to hold water, which are dry gullies.

use super::smoothstep::smoothstep;
use crate::real::Real;

/// Falls between which a river turns into a torrent, which is a dry gully.
const TORRENT: [f64; 2] = [0.16, 0.28];

/// The factor on the width of a river with this fall: 0 for a torrent, 1 for a calm river.
pub(super) fn width_factor(fall: f64) -> f64 {
    let t = ((fall - TORRENT[0]) / (TORRENT[1] - TORRENT[0])).clamp(0.0, 1.0);
    1.0 - t * t * (3.0 - 2.0 * t)
}

/// The calmness of a river: 0 for a torrent, which falls by at least `torrent_per_m` times its width, and
/// 1 for a fall of half of that or less. Only a river with calmness 1 shows water.
pub(super) fn calmness(torrent_per_m: f64, width_m: f64, fall: f64) -> f64 {
    1.0 - smoothstep(calm_falls(torrent_per_m * width_m), fall)
}

/// The falls between which a calm river turns into a torrent, by the fall of a torrent.
pub(super) fn calm_falls<R: Real>(torrent_fall: R) -> [R; 2] {
    [R::of(0.5) * torrent_fall, torrent_fall]
}
