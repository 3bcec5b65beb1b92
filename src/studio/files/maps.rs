//! Heightmaps of others: dropped on the window they become a layer, below all others.

use std::path::PathBuf;

use super::papers::{Papers, Wish};
use crate::export::heightmap::{self, Description};
use crate::export::read::{self, ReadError};
use crate::export::scene_file;

/// What a dropped file turned out to be.
enum Taken {
    /// One that holds a land of its own.
    Scene,
    /// Heights alone.
    Map(Box<Description>),
    /// Neither.
    Nothing(ReadError),
}

impl Papers<'_, '_> {
    /// A file that was dropped: one that holds a land is opened, heights alone become a layer.
    pub fn take(&mut self, path: PathBuf) {
        if !read::is_map_name(&path) {
            return self.wish(Wish::Open(path));
        }
        self.notice.tell("map", format!("reading {} …", path.display()));
        self.work.start("reading", move || {
            let taken = match scene_file::load(&path) {
                Ok(_) => Taken::Scene,
                Err(_) => match heightmap::describe(&path) {
                    Ok(description) => Taken::Map(Box::new(description)),
                    Err(error) => Taken::Nothing(error),
                },
            };
            Box::new(move |world| {
                Papers::of(world, |papers| match taken {
                    Taken::Scene => papers.wish(Wish::Open(path)),
                    Taken::Map(description) => papers.lay(&description),
                    Taken::Nothing(error) => papers.notice.tell("map", error.to_string()),
                });
            })
        });
    }

    /// Lays a heightmap below all layers; one step that can be undone.
    fn lay(&mut self, map: &Description) {
        let said = match heightmap::below(&self.wanted.0.recipe.layers, map, &map.choices) {
            Ok(layers) => {
                self.wanted.0.recipe.layers = layers;
                told(map)
            }
            Err(error) => format!("the heightmap is no layer here: {error}"),
        };
        self.notice.tell("map", said);
    }
}

/// What is said of a new layer.
fn told(map: &Description) -> String {
    let [width_m, depth_m] = map.choices.size_m;
    let [low_m, high_m] = heightmap::ends_m(map, &map.choices);
    let mut text = format!(
        "{} is the lowest layer now: {width_m:.0} × {depth_m:.0} m, {low_m:.0} to {high_m:.0} m high",
        map.choices.name
    );
    for warning in &map.warnings {
        text += &format!("; {warning}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terrain::layer::{LayerKind, MOST_LAYERS};
    use crate::terrain::preset::Preset;

    #[test]
    fn a_map_lies_below_all_and_says_how_large_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("hill.asc");
        let text = "ncols 3\nnrows 3\nxllcorner 0\nyllcorner 0\ncellsize 10\n1 2 3\n2 9 4\n3 4 5\n";
        std::fs::write(&path, text).unwrap();
        let map = heightmap::describe(&path).unwrap();
        let mut layers = Preset::find("alps").unwrap().scene().unwrap().recipe.layers;
        let with = heightmap::below(&layers, &map, &map.choices).unwrap();
        assert_eq!(with.len(), layers.len() + 1);
        assert!(matches!(with[0].kind, LayerKind::Heightmap(_)));
        assert_eq!(with[1..], layers[..], "the others stay");
        assert_eq!(told(&map), "hill is the lowest layer now: 20 × 20 m, 1 to 9 m high");
        let mut choices = map.choices.clone();
        choices.size_m = [1e12; 2];
        let problem = heightmap::below(&layers, &map, &choices).unwrap_err().to_string();
        assert!(problem.contains("layer.") && problem.contains("width_m"), "{problem}");
        while layers.len() < MOST_LAYERS {
            layers.duplicate(0).unwrap();
        }
        assert!(heightmap::below(&layers, &map, &map.choices).is_err());
    }
}
