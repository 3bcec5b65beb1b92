//! Prints a hash of every preset's heights as JSON, for `scripts/test-web`.

use orogen_terrain::preset::PRESETS;

fn main() -> Result<(), String> {
    let mut hashes = serde_json::Map::new();
    for preset in PRESETS {
        hashes.insert(preset.slug.to_owned(), orogen_web::hashes::of_preset(preset.slug)?.into());
    }
    println!("{}", serde_json::Value::Object(hashes));
    Ok(())
}
