//! The drawn rivers and lakes of a land as lines and regions, to export.

use crate::land::Land;
use crate::marks::{DrawnLake, DrawnRiver};

impl Land {
    /// The drawn rivers near a rectangle, where they have water above the sea.
    ///
    /// `area_m` has the north-west and the south-east corner of the rectangle. Courses are complete,
    /// so they may extend beyond the rectangle. A river is left out where the weight of its layer
    /// (opacity times masks) is below one half, where an operation moves the places of its layer, and
    /// if the layer's blend is not over, max, min or height. A river that is a part of the network of
    /// rivers is left out too; see [`Land::river_network`].
    ///
    /// ```
    /// use orogen_terrain::marks::{Tool, ToolKind};
    /// use orogen_terrain::{Land, Recipe};
    ///
    /// let mut recipe = Recipe::default();
    /// recipe.world.sea_level_m = -900.0;
    /// recipe.draw(None, Tool::new(ToolKind::River), "0,0 +300,0 +200,150".parse()?)?;
    /// let rivers = Land::new(&recipe)?.drawn_rivers([[-1000.0; 2], [1000.0; 2]]);
    /// let levels = rivers[0].points.iter().map(|point| point.level_m);
    /// assert!(levels.is_sorted_by(|a, b| a >= b));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn drawn_rivers(&self, area_m: [[f64; 2]; 2]) -> Vec<DrawnRiver> {
        self.stack().drawn_rivers(area_m, self.spacing_m())
    }

    /// The drawn lakes near a rectangle whose water lies above the sea.
    ///
    /// `area_m` has the north-west and the south-east corner of the rectangle. A lake is left out if
    /// the opacity of its layer is below one half, if an operation moves the places of its layer, or
    /// if the layer's blend is not over, max, min or height.
    pub fn drawn_lakes(&self, area_m: [[f64; 2]; 2]) -> Vec<DrawnLake<'_>> {
        self.stack().drawn_lakes(area_m)
    }
}
