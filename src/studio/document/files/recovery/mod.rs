//! What is not saved outlives the program: it is kept every few seconds in a file of its own, which
//! a start after a crash offers, and a clean end removes.
//!
//! | file | what |
//! |---|---|
//! | `claim` | whose a file is |
//! | `kept_land` | the land as the text of a file |
//! | `keeper` | keeps the land that is open |
//! | `left` | what ended programs have left |
//! | `list` | the list of it |
//! | `recover` | opens and discards what is in the list |
//! | `session` | the last session, a file of the same form |

pub mod claim;
pub mod keeper;
pub mod kept_land;
pub mod left;
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

/// Keeps what is not saved, and offers what was kept.
pub fn plugin(app: &mut App) {
    app.insert_resource(Keeper::new(claim::folder()))
        .init_resource::<Recoverable>()
        .add_systems(Startup, recover::look_at_start)
        .add_systems(EguiPrimaryContextPass, recover::offer.in_set(PassSet::OverPanels))
        .add_systems(
            PostUpdate,
            (recover::obey, recover::open)
                .chain()
                .before(crate::studio::document::history::steps::settle)
                .in_set(OrogenSet::Edit),
        )
        .add_systems(Last, (keeper::keep, keeper::end).chain().after(SeeRest));
}
