//! Tests of the noises as a whole: published values, laws, statistics.

mod vectors;
