//! Crash recovery: saves unsaved changes to a recovery file every few seconds.
//!
//! After a crash, the next start offers the file. If the program ends normally, it removes the
//! file.
//!
//! | file | content |
//! |---|---|
//! | `claim` | which process owns a recovery file |
//! | `kept_land` | the text form of the files |
//! | `keeper` | writes the open land |
//! | `unsaved_land` | an entry of the list |
//! | `list` | the list of lands that can be recovered |
//! | `recover` | finds, opens and discards these lands |
//! | `session` | the last session, a file of the same form |

pub mod claim;
pub mod keeper;
pub mod kept_land;
pub mod list;
pub mod recover;
pub mod session;
pub mod unsaved_land;

#[cfg(test)]
mod tests;

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;

pub use keeper::Keeper;
pub use kept_land::KeptLand;
pub use recover::Recoverable;
#[cfg(test)]
pub use tests::laid_out;

use crate::plugin::order::OrogenSet;
use crate::studio::app::idle::DetectRest;
use crate::studio::app::order::PassSet;

/// Adds the systems that write and offer recovery files.
pub fn plugin(app: &mut App) {
    app.insert_resource(Keeper::new(claim::folder()))
        .init_resource::<Recoverable>()
        .add_systems(Startup, recover::search_at_start)
        .add_systems(EguiPrimaryContextPass, recover::offer.in_set(PassSet::OverPanels))
        .add_systems(
            PostUpdate,
            (recover::handle_commands, recover::open)
                .chain()
                .before(crate::studio::document::history::steps::settle)
                .in_set(OrogenSet::Edit),
        )
        .add_systems(Last, (keeper::keep, keeper::end).chain().after(DetectRest));
}
