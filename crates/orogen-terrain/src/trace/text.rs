//! Traces as text, one step per line.

use super::{
    ErosionTrace, GroundTrace, GullyTrace, LandTrace, LayerTrace, MarkTrace, MaskTrace, NoiseTrace,
    OperationTrace, SurfaceTrace,
};
use std::fmt::{self, Display, Formatter};

impl Display for LandTrace {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { position_m, band_limit_m, layers, erosion, .. } = self;
        let Self { operations, rivers, height_m, surface, .. } = self;
        writeln!(f, "land at {}, samples {band_limit_m} m apart", Place(position_m))?;
        layers.iter().filter(|layer| layer.is_eroded).try_for_each(|layer| write!(f, "{layer}"))?;
        let changed = |[before_m, after_m]: [f64; 2]| format!("{before_m} m -> {after_m} m");
        if let Some(rivers) = rivers {
            rivers.masks.iter().try_for_each(|mask| write!(f, "rivers, {mask}"))?;
            writeln!(f, "valleys of rivers: {}", changed(rivers.valleys_m))?;
        }
        if let Some(erosion) = erosion {
            write!(f, "{erosion}")?;
        }
        layers
            .iter()
            .filter(|layer| !layer.is_eroded)
            .try_for_each(|layer| write!(f, "{layer}"))?;
        operations.iter().try_for_each(|operation| write!(f, "on the whole land, {operation}"))?;
        if let Some(rivers) = rivers {
            writeln!(f, "channels of rivers: {}", changed(rivers.channels_m))?;
        }
        if let Some(surface) = surface {
            write!(f, "{surface}")?;
        }
        writeln!(f, "height = {height_m} m")
    }
}

impl Display for LayerTrace {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { id, name, kind, is_eroded, place_m, opacity, weight, blend, .. } = self;
        let eroded = if *is_eroded { ", to be eroded" } else { "" };
        writeln!(f, "layer {id}, {name} ({kind}){eroded}, at {}", Place(place_m))?;
        self.masks.iter().try_for_each(|mask| write!(f, "  {mask}"))?;
        match &self.ground {
            Some(ground) => write!(f, "{ground}")?,
            None => writeln!(f, "  not computed, because its weight is 0 here")?,
        }
        self.operations.iter().try_for_each(|operation| write!(f, "  {operation}"))?;
        write!(f, "  weight {weight} (opacity {opacity})")?;
        if let (Some(below_m), Some(own_m)) = (self.below_m, self.own_m) {
            write!(f, ", {blend} {own_m} m on {below_m} m")?;
        }
        writeln!(f, " = {} m", self.height_m)
    }
}

impl Display for MaskTrace {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { id, kind, reads, is_inverted, weight, combine, joined } = self;
        write!(f, "mask {id}, {kind}:")?;
        match reads {
            Some(reads) => write!(f, " reads {reads}")?,
            None => write!(f, " reads a missing layer")?,
        }
        let inverted = if *is_inverted { " inverted" } else { "" };
        writeln!(f, ", weight {weight}{inverted}, {combine} = {joined}")
    }
}

impl Display for GroundTrace {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Noise(noise) => write!(f, "{noise}"),
            Self::Landform { height_m } => writeln!(f, "  landform = {height_m} m"),
            Self::Marks { below_m, marks, height_m } => {
                writeln!(f, "  marks on {below_m} m of land below")?;
                for MarkTrace { id, tool, before_m, after_m } in marks {
                    writeln!(f, "    mark {id}, {tool}: {before_m} m becomes {after_m} m")?;
                }
                writeln!(f, "  marks = {height_m} m")
            }
            Self::Coast { below_m, sea_level_m, height_m } => {
                writeln!(
                    f,
                    "  coast: {below_m} m of land below, sea level {sea_level_m} m = {height_m} m"
                )
            }
        }
    }
}

impl Display for NoiseTrace {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { frequency_per_m, noise, value, exponent, scale_m, height_m } = self;
        writeln!(f, "  noise, {frequency_per_m} cells per metre")?;
        noise.to_string().lines().try_for_each(|line| writeln!(f, "    {line}"))?;
        writeln!(f, "  shape: {value} to the power {exponent}, times {scale_m} m = {height_m} m")
    }
}

impl Display for OperationTrace {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { id, kind, place_m, noises, moved_m, before_m, after_m } = self;
        write!(f, "operation {id}, {kind}, at {}", Place(place_m))?;
        if !noises.is_empty() {
            let noises: Vec<_> = noises.iter().map(f64::to_string).collect();
            write!(f, ", noise {}", noises.join(" "))?;
        }
        match moved_m {
            Some(moved_m) => writeln!(f, ": takes the land at {} = {after_m} m", Place(moved_m)),
            None => writeln!(f, ": {before_m} m becomes {after_m} m"),
        }
    }
}

impl Display for ErosionTrace {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { full_m, guide_m, guide_gradient: [east, south], weight, gullied_m, .. } = self;
        writeln!(f, "erosion at {}, of {full_m} m", Place(&self.place_m))?;
        writeln!(
            f,
            "  guide without detail finer than {} m: {guide_m} m, gradient ({east}, {south})",
            self.guide_limit_m
        )?;
        self.masks.iter().try_for_each(|mask| write!(f, "  {mask}"))?;
        if let Some(share) = self.river_share {
            writeln!(f, "  rivers leave a share of {share}")?;
        }
        self.octaves.iter().try_for_each(|octave| write!(f, "{octave}"))?;
        let Self { fade, offset_m, ridge, occlusion, .. } = self;
        writeln!(f, "  gullies: fade {fade}, offset {offset_m} m, guide becomes {gullied_m} m")?;
        writeln!(f, "  ridge {ridge}, occlusion {occlusion}")?;
        let Self { scree_m, smoothed_m, joined_m, .. } = self;
        writeln!(
            f,
            "  joined: weight {weight}, scree {scree_m} m, detail minus {smoothed_m} m = {joined_m} m"
        )?;
        if let Some(strata_m) = self.strata_m {
            writeln!(f, "  strata: {strata_m} m on bare rock, share of bare rock {}", self.bare)?;
        }
        writeln!(f, "  eroded land = {} m", self.height_m)
    }
}

impl Display for GullyTrace {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { wavelength_m, amplitude_m, band_weight, direction, wave, mask, .. } = self;
        let ([east, south], [height, flank]) = (direction, wave);
        write!(f, "  gullies {wavelength_m} m apart, {amplitude_m} m high, run ({east}, {south})")?;
        write!(f, ", wave {height}, flank {flank}, mask {mask}")?;
        if *band_weight != 1.0 {
            write!(f, ", band weight {band_weight}")?;
        }
        writeln!(f, ", add {} m, sum {} m", self.contribution_m, self.sum_m)
    }
}

impl Display for SurfaceTrace {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { sea_level_m, water_level_m, bed_m, depth_m, ground_m, mesh_m, is_within } = self;
        write!(f, "sea at {sea_level_m} m, water up to {water_level_m} m: bed {bed_m} m")?;
        write!(f, ", {depth_m} m deep, ground {ground_m} m, mesh {mesh_m} m")?;
        writeln!(f, "{}", if *is_within { "" } else { ", beyond the land's bounds" })
    }
}

/// A place as text: east and south in brackets, in metres.
struct Place<'a>(&'a [f64; 2]);

impl Display for Place<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let [east, south] = self.0;
        write!(f, "({east}, {south}) m")
    }
}
