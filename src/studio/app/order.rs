//! The order of drawing in an egui pass, and the place of the pass in a frame.

use bevy::prelude::*;
use bevy_egui::{EguiPostUpdateSet, EguiPrimaryContextPass};

use crate::plugin::OrogenSet;

/// The parts of an egui pass, in drawing order. Each panel takes its room from the area that the
/// panels before it leave free.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PassSet {
    /// Marks on the land, below the panels; drawn even in pictures without panels.
    UnderPanels,
    /// Theme, text size, and drags that Esc cancels.
    Begin,
    StatusBar,
    SidePanel,
    Lab,
    /// The strip and the windows, in the area that the panels leave free.
    Windows,
    /// Notices and the keyboard focus.
    End,
    /// Marks above the panels, and questions above everything.
    OverPanels,
}

/// Chains the sets, before the systems that apply the edits of panels.
pub fn add_sets(app: &mut App) {
    use PassSet::{Begin, End, Lab, OverPanels, SidePanel, StatusBar, UnderPanels, Windows};
    app.configure_sets(
        EguiPrimaryContextPass,
        (UnderPanels, Begin, StatusBar, SidePanel, Lab, Windows, End, OverPanels).chain(),
    )
    .configure_sets(PostUpdate, OrogenSet::Edit.after(EguiPostUpdateSet::EndPass));
}
