//! Crash recovery: unsaved changes are written to a recovery file every few seconds. The next start
//! after a crash offers it; a clean end removes it.
//!
//! | file | what |
//! |---|---|
//! | `claim` | the ownership of files |
//! | `kept_land` | the text of the files |
//! | `keeper` | writes the open land |
//! | `left` | an entry of the list |
//! | `list` | the list of lands to recover |
//! | `recover` | opens and discards entries |
//! | `session` | the last session, a file of the same form |

pub mod claim;
pub mod keeper;
pub mod kept_land;
pub mod left_land;
pub mod list;
pub mod recover;
pub mod session;

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
use crate::studio::app::idle::SeeRest;
use crate::studio::app::order::PassSet;

/// Writes recovery files and offers those of crashed runs.
pub fn plugin(app: &mut App) {
    app.insert_resource(Keeper::new(claim::folder()))
        .init_resource::<Recoverable>()
        .add_systems(Startup, recover::look_at_start)
        .add_systems(EguiPrimaryContextPass, recover::offer.in_set(PassSet::OverPanels))
        .add_systems(
            PostUpdate,
            (recover::handle_commands, recover::open)
                .chain()
                .before(crate::studio::document::history::steps::settle)
                .in_set(OrogenSet::Edit),
        )
        .add_systems(Last, (keeper::keep, keeper::end).chain().after(SeeRest));
}
