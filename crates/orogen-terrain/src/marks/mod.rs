//! Marks shape the land where the user draws.
//!
//! A mark is a function of the place and of the land below it, so it has no resolution and no tiles.
//! The method follows "Terrain Modelling from Feature Primitives" (Génevaux et al. 2015).
//!
//! | file | content |
//! |---|---|
//! | `tool` | the table of tools with their parameters, and a mark |
//! | `path` | the points of a mark and their text |
//! | `layer` | the list of marks of a layer |
//! | `curve` | the smooth curve through the points of a path |
//! | `shape` | a mark prepared for evaluation: its curve and its reach |
//! | `nearest_point` | the steps of the search for the nearest point of a curve |
//! | `nearest` | finds the points of a curve that are nearest to a place |
//! | `nearest_search` | finds the points of a curve that are nearest to many places, in vector lanes |
//! | `stroke` | the weight of a stroke at a place |
//! | `stroke_sums` | the sums of strokes, without the land that they raise |
//! | `banks` | the change by flat ground, ridges, valleys, roads and rivers, between two slopes |
//! | `height_limits` | the lowest and the highest land that a mark allows |
//! | `lake_basin` | the change by lakes: a basin with a rim |
//! | `flank_noise` | the noise that makes flanks of ridges and sides of valleys uneven |
//! | `paint` | the strokes of a layer as weights, which masks read |
//! | `paint_mask` | paints the mask of a part of a recipe |
//! | `profile` | the heights along a path, which follow the land below |
//! | `water_body` | the water of a river or a lake near a place |
//! | `river_banks` | the banks of a river, which hold its water |
//! | `river_levels` | the levels of the water along a river |
//! | `water` | the water of a layer's marks |
//! | `river_lines` | the lines of rivers that are too far away for samples |
//! | `index` | finds the marks near a place |
//! | `mark_form` | a mark, prepared for evaluation on any land |
//! | `forms` | the marks of a layer, prepared for evaluation on any land |
//! | `mark_land` | a mark placed on a land, with its heights there |
//! | `request` | the places at which marks are evaluated, and the land below |
//! | `land` | the marks of a layer on a land |
//! | `parts` | the constants of marks, from which code is exported |
//! | `roads` | the centre lines of roads |
//! | `drawn` | a drawn river and a drawn lake, to export |
//! | `draw` | adds marks to a recipe |
//! | `joined` | rivers and lakes that join the network of rivers |
//! | `section` | a section across a straight mark, for figures |
//! | `reach` | the area that an edit of marks can change |
//! | `changed_chunks` | the chunks that an edit of marks can change |

mod banks;
mod changed_chunks;
mod curve;
mod draw;
mod drawn;
mod flank_noise;
mod forms;
mod height_limits;
mod index;
mod joined;
mod lake_basin;
mod land;
mod layer;
mod mark_form;
mod mark_land;
mod nearest;
mod nearest_point;
mod nearest_search;
mod paint;
mod paint_mask;
mod parts;
mod path;
mod profile;
mod reach;
mod request;
mod river_banks;
mod river_levels;
mod river_lines;
mod roads;
mod section;
mod shape;
mod stroke;
mod stroke_sums;
#[cfg(test)]
mod tests;
mod tool;
mod water;
mod water_body;

pub use changed_chunks::{ChangedChunks, SampledArea};
pub use draw::{DrawError, MarkAddress};
pub use drawn::{DrawnLake, DrawnRiver};
pub(crate) use joined::JoinedMark;
pub(crate) use land::MarksLand;
pub use layer::{MAX_MARKS, MarksError, MarksLayer};
pub(crate) use paint::PaintLand;
pub(crate) use parts::{ChangeParts, MarkParts, PieceParts};
pub use path::{MAX_POINTS, MarkPath, PathError};
pub use reach::{ReachArea, reach, reach_with_network};
pub(crate) use request::{LandBelow, PlacesBelow, PlacesRequest};
pub(crate) use roads::MarkRoad;
pub use roads::{LineDetail, RoadPoint};
pub use section::Section;
pub(crate) use stroke_sums::StrokeSums;
pub use tool::{Brush, Flatten, Lake, Mark, Ridge, River, Road, Smooth, Tool, ToolKind, Valley};
pub(crate) use water::WaterRequest;
