//! The order of systems within an egui pass, and the place of the pass in a frame.

use bevy::prelude::*;
use bevy_egui::{EguiPostUpdateSet, EguiPrimaryContextPass};

use crate::plugin::OrogenSet;

/// The parts of an egui pass, in drawing order. Each panel takes its space from the area that the
/// panels before it leave free.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PassSet {
    /// Marks on the land, below the panels; they are drawn even in pictures without panels.
    UnderPanels,
    /// Sets theme and text size, and handles drags that Esc cancels.
    Begin,
    StatusBar,
    SidePanel,
    Lab,
    /// The strips (rows of buttons at the top) and the windows, in the area that the panels leave
    /// free.
    Windows,
    /// Notices, and the end of keyboard handling.
    End,
    /// Marks above the panels, and questions above everything.
    OverPanels,
}

/// Puts the parts of a pass in order. The whole pass is before the systems that apply the panels'
/// edits.
pub fn add_sets(app: &mut App) {
    use PassSet::{Begin, End, Lab, OverPanels, SidePanel, StatusBar, UnderPanels, Windows};
    app.configure_sets(
        EguiPrimaryContextPass,
        (UnderPanels, Begin, StatusBar, SidePanel, Lab, Windows, End, OverPanels).chain(),
    )
    .configure_sets(PostUpdate, OrogenSet::Edit.after(EguiPostUpdateSet::EndPass));
}
