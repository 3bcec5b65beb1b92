//! A table of plants, one per line.

use std::fmt::Write as _;

use orogen_terrain::scatter::Plant;
use orogen_terrain::scatter::shapes::VARIANTS;

/// The header line, which identifies files of this program.
pub const HEADER: &str = "kind,variant,east_m,up_m,south_m,height_m,yaw_deg,lighter,yellower";

/// Formats the table.
pub fn text(plants: &[Plant]) -> String {
    let mut text = String::with_capacity(64 * (plants.len() + 2));
    text.push_str(HEADER);
    text.push('\n');
    for plant in plants {
        let [x, y, z] = plant.place_m;
        let [lighter, yellower] = plant.tint;
        let yaw_deg = plant.yaw_rad.to_degrees();
        let (name, variant) = (plant.kind.row().name, plant.word % VARIANTS);
        let size_m = plant.size_m;
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{name},{variant},{x:.3},{y:.3},{z:.3},{size_m:.3},{yaw_deg:.2},{lighter:.3},{yellower:.3}"
        );
    }
    text
}
