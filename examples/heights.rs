//! Prints heights of a land without an engine: `cargo run --release --no-default-features --example
//! heights`.

use orogen::terrain::{Land, Scene};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut scene = Scene::default();
    scene.set_text("world.seed", "valhalla")?;
    let land = Land::new(&scene.recipe)?;
    for x_m in (-1000..=1000).step_by(250) {
        let height_m = land.height_m([f64::from(x_m), 0.0], land.spacing_m());
        println!("{x_m:>6} m east: {height_m:>7.1} m");
    }
    Ok(())
}
