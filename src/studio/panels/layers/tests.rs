//! The list of layers and what is below it, driven by events.
