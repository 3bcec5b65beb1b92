//! Building blocks of panels and windows. It uses no feature.

pub mod dragged;
pub mod explained;
pub mod fonts;
pub mod handle;
pub mod letters;
pub mod menu;
pub mod room;
pub mod said;
pub mod shared;
pub mod system_theme;
pub mod tab;
pub mod text;
pub mod theme;
pub mod tips;
pub mod widgets;
