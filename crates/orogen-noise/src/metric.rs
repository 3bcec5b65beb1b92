//! Metrics: the distance functions of cellular noise.

use super::choice::choices;

choices! {
    /// The way in which the distance to a feature point is measured.
    #[derive(Default)]
    pub enum Metric: "metric" {
        /// √Σd²: round cells.
        #[default]
        Euclidean = "euclidean",
        /// Σ|d|: diamonds.
        Manhattan = "manhattan",
        /// max |d|: squares.
        Chebyshev = "chebyshev",
    }
}
