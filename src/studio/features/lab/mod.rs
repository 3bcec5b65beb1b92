//! features.lab.

pub mod build_up;
pub mod controls;
pub mod copy;
pub mod drawn;
pub mod explain;
pub mod figure;
pub mod flag;
pub mod handles;
pub mod keys;
pub mod land;
pub mod link;
pub mod outlook;
pub mod pane;
pub mod panel;
pub mod picture;
pub mod save;
pub mod sheet;
pub mod state;
pub mod target;
pub mod textures;
pub mod thumbs;
pub mod wake;
pub mod words;
pub mod worker;
