//! The order of what egui draws in a pass, and where the pass stands in a frame.

use bevy::prelude::*;
use bevy_egui::{EguiPostUpdateSet, EguiPrimaryContextPass};

use crate::plugin::OrogenSet;

/// What is drawn in a pass of egui, in this order. Each panel takes its room of what those before it
/// leave free.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PassSet {
    /// Marks on the land that panels hide, in pictures without panels too.
    UnderPanels,
    /// Theme and text size, and what Esc gives up.
    Begin,
    StatusBar,
    SidePanel,
    Lab,
    /// The strip and the windows, in what the panels leave free.
    Windows,
    /// Notices, and where the keyboard goes.
    End,
    /// Marks on the land, and questions over all of it.
    OverPanels,
}

/// Panels are drawn before what they edit is taken up.
pub fn hang(app: &mut App) {
    use PassSet::{Begin, End, Lab, OverPanels, SidePanel, StatusBar, UnderPanels, Windows};
    app.configure_sets(
        EguiPrimaryContextPass,
        (UnderPanels, Begin, StatusBar, SidePanel, Lab, Windows, End, OverPanels).chain(),
    )
    .configure_sets(PostUpdate, OrogenSet::Edit.after(EguiPostUpdateSet::EndPass));
}
