//! Files that the program writes and reads.

pub mod atomic;
