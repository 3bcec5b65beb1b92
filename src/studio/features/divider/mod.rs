//! The divider shows the land with and without a part side by side.

pub mod panel;
pub mod state;
