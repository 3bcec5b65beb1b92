//! The parameters of the erosion.

crate::document! {
    /// The parameters of the erosion.
    ErosionDocument {
        erosion: ErosionGroup, "Erosion" {
            gully_m: f64 = 1200.0, Number { min: 10.0, max: 100_000.0, log: true }, "m", Sample, "Gully size",
                "How far the widest gullies are apart.";
            strength: f64 = 0.16, Number { min: 0.0, max: 0.6, log: false }, "", Shape, "Strength",
                "How deep the widest gullies are, in gully sizes; 0 leaves the land as it is.";
            branching: f64 = 0.55, Number { min: 0.0, max: 1.0, log: false }, "", Shape, "Branching",
                "How far gullies turn away from those into which they run, and how sharply they are cut.";
            detail: f64 = 1.5, Number { min: 0.5, max: 4.0, log: false }, "", Shape, "Detail",
                "How close to ridges and to the beds of gullies smaller gullies begin.";
            octaves: u32 = 6, Integer { min: 1, max: 10 }, "", Sample, "Octaves",
                "How many sizes of gullies there are.";
            gain: f64 = 0.48, Number { min: 0.2, max: 0.8, log: false }, "", Shape, "Gain",
                "How deep each size is beside the one before it.";
            lacunarity: f64 = 2.0, Number { min: 1.5, max: 3.0, log: false }, "", Sample, "Lacunarity",
                "How many times closer together each size lies than the one before it.";
            ridge_rounding: f64 = 0.1, Number { min: 0.0, max: 1.0, log: false }, "", Shape, "Ridge rounding",
                "How round ridges are.";
            crease_rounding: f64 = 0.0, Number { min: 0.0, max: 1.0, log: false }, "", Shape, "Crease rounding",
                "How round the beds of gullies are.";
            onset: f64 = 0.8, Number { min: 0.05, max: 5.0, log: true }, "", Shape, "Onset",
                "How steep the land must be, in metres a metre, for gullies of full depth.";
            branch_onset: f64 = 0.8, Number { min: 0.2, max: 5.0, log: true }, "", Shape, "Branch onset",
                "How steep the flanks of gullies must be for smaller ones of full depth: less cuts more.";
            straightness: f64 = 0.5, Number { min: 0.1, max: 3.0, log: true }, "", Shape, "Straightness",
                "How straight down the slope smaller gullies run too, whatever those into which they run.";
            offset: f64 = -0.65, Number { min: -1.0, max: 1.0, log: false }, "", Shape, "Height offset",
                "By how much of the gullies' depth all land is raised; below 0 it is lowered.";
            level: f64 = 1.0, Number { min: 0.0, max: 1.0, log: false }, "", Shape, "Level ground",
                "How far level ground keeps its height, in place of the height offset.";
            middle_m: f64 = 0.0, Number { min: -8000.0, max: 8000.0, log: false }, "m", Shape, "Middle",
                "The height halfway between valleys and peaks.";
            reach_m: f64 = 600.0, Number { min: 1.0, max: 16000.0, log: true }, "m", Shape, "Reach",
                "How far above and below the middle land counts as peaks and as valleys.";
            shore_m: f64 = 1.5, Number { min: 0.0, max: 500.0, log: false }, "m", Shape, "Shore",
                "Up to so far above the sea there is no erosion.";
            inland_m: f64 = 120.0, Number { min: 0.1, max: 2000.0, log: true }, "m", Shape, "Inland",
                "Over how much more height the erosion fades in.";
        }
    }
}
