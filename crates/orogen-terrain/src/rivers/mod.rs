//! Rivers: a network of courses over an endless ground, with lakes and valleys.
//!
//! | file | content |
//! |---|---|
//! | `settings`, `group_settings` | the parameters of a network, also from a recipe's group |
//! | `cells` | the lattice of cells, and blocks of 16 × 16 cells |
//! | `nodes` | the nodes of the network: a low place in each cell |
//! | `sinks` | nodes without a lower neighbour, and the paths by which their water leaves |
//! | `receivers` | the neighbour that each node drains to |
//! | `flow` | the catchment and the river length above each node |
//! | `level_point`, `levels` | water levels, discharges and widths |
//! | `order` | Strahler's order of rivers |
//! | `drainage` | nodes, receivers and flow by blocks |
//! | `lakes`, `water` | lakes and their outlets, and the water level at each node |
//! | `basins`, `dig` | the beds and rims of lakes |
//! | `courses`, `course_curve`, `wander` | the curves of rivers, cut into segments |
//! | `tributaries` | tributaries that join their trunk in place and level |
//! | `bends`, `course_parts`, `course_vertices` | round bends, and the parts, the vertices and the widths of curves |
//! | `fixed` | rivers and lakes that the user has drawn, as inputs of a network |
//! | `fixed_course`, `fixed_lake`, `fixed_shapes` | the lines of fixed waters in the lattice of cells |
//! | `fixed_trace`, `fixed_waters`, `fixed_curves` | the nodes of fixed waters, their heights and their curves |
//! | `valley_parts`, `valley_limits`, `valleys` | the change of the ground around courses |
//! | `change` | the change of the ground as a smooth function of the place |
//! | `banks`, `near`, `channel` | the rivers near a place, their channel and their water |
//! | `bed` | the bed of a river, and its end in a lake |
//! | `graded_bed` | the ground in and beside a graded river |
//! | `line_point`, `lines` | the centre lines of courses, for drawings of distant rivers |
//! | `water_at` | the water at a place, and its speed |
//! | `damp`, `course_line`, `drained` | the wetness and the drained area at places |
//! | `difference` | where the rivers of two networks are equal |
//! | `network` | combines drainage, water and courses |
//! | `course_blocks`, `course_tree`, `course_lakes`, `reaches` | the rivers of an area as lines between springs, confluences, lakes and mouths |
//! | `torrent`, `smoothstep` | courses too steep to hold water, and a smooth rise |
//! | `stage` | blocks that are made on request and kept |

mod bank;
mod banks;
mod bars;
mod basins;
mod bed;
mod bends;
mod cells;
mod change;
mod channel;
mod course_blocks;
mod course_curve;
mod course_lakes;
mod course_line;
mod course_parts;
mod course_tree;
mod course_vertices;
mod courses;
mod damp;
mod difference;
mod dig;
mod drainage;
mod drained;
mod fixed;
mod fixed_course;
mod fixed_curves;
mod fixed_lake;
mod fixed_shapes;
mod fixed_trace;
mod fixed_waters;
mod floors;
mod flow;
mod graded_bed;
mod group_settings;
mod lakes;
mod lanes;
mod level_point;
mod levels;
mod line_point;
mod lines;
mod near;
mod nearby_water;
mod network;
mod nodes;
mod order;
mod reaches;
mod receivers;
mod settings;
mod sinks;
mod smoothstep;
mod stage;
#[cfg(test)]
mod tests;
mod torrent;
mod tributaries;
mod valley_limits;
mod valley_parts;
mod valleys;
mod wander;
mod water;
mod water_at;
mod wet_ground;

pub use basins::Basin;
pub use cells::{Block, Cell, STEPS, step};
pub use change::{GroundChange, LatticeDetail};
pub(crate) use channel::shown_fall;
pub use channel::{COARSEST, Channels, DEEPEST_CHANNEL_M, HIGHEST_BANK_M, WaterNear};
pub use course_blocks::{BlockCourses, CoursePoint};
pub use course_curve::CurveKey;
pub use course_lakes::{CourseLake, LakeOutlet};
pub use course_parts::Segment;
pub use course_tree::TooManyNodes;
pub use drainage::Drainage;
pub use fixed::{FixedKind, FixedLine, FixedNode, FixedWater};
pub use flow::Flow;
pub use lakes::Lake;
pub use levels::River;
pub use line_point::LinePoint;
pub use lines::RiverLine;
pub use network::Network;
pub use nodes::{Node, RiverGround};
pub use reaches::{Reach, ReachEnd, ReachStart};
pub use receivers::{Candidate, Downstream, Receiver};
pub use settings::RiverSettings;
pub use valleys::{DEEPEST_M, HIGHEST_M, ValleyLattice, Valleys};
pub use water::Water;
pub use water_at::WaterAt;
pub(crate) use water_at::speed_m_s;
pub(crate) use wet_ground::{LAKE_DAMP_M, damp, river_damp_width_m};
