//! The constants of marks, from which code is exported. Exported code repeats the steps of `land`,
//! `nearest`, `stroke`, `banks` and `paint`, in the same order.

use std::ops::Range;

use super::banks::MarkBanks;
use super::land::MarksLand;
use super::mark_form::MarkChange;
use super::mark_land::PlacedMark;
use super::paint::{PaintLand, PaintStroke};
use super::profile::Profile;
use super::request::PlacesBelow;
use super::shape::{MarkCurve, Rectangle, fade};
use super::stroke::StrokeProfile;
use super::tool::Tool;

/// The constants of a mark.
pub(crate) struct MarkParts {
    /// The first point of the path.
    pub anchor_m: [f64; 2],
    /// A rectangle around all changed places, relative to the anchor.
    pub around: Rectangle,
    /// The distance beyond which a part of the curve has no effect, and the same for its chords. Both
    /// are infinite for an outline.
    pub cutoff_m: f64,
    pub chords_cutoff_m: f64,
    pub change: ChangeParts,
    /// The groups of neighbouring spans. Within a group, the curve has no sharp turn.
    pub groups: Vec<Range<usize>>,
    pub pieces: Vec<PieceParts>,
    /// The outline of a lake.
    pub outline: Vec<[f64; 2]>,
    /// The indices of the earlier lakes, whose beds a river leaves unchanged.
    pub lakes: Vec<usize>,
    fine_m: f64,
}

/// The change by a mark.
pub(crate) enum ChangeParts {
    /// A stroke that raises the land. For paint, `height_m` is the weight towards which the paint moves.
    Raise { radius_m: f64, hardness: f64, height_m: f64 },
    /// A stroke that moves the land towards its coarse samples of this spacing.
    Smooth { radius_m: f64, hardness: f64, strength: f64, spacing_m: f64 },
    /// Banks along the path. A lake has a depth, the slope of its shore, and four numbers of its rim: the
    /// height, the distance from the outline, and the smallest and the largest width of the crest.
    Banks {
        reach_m: f64,
        half_width_m: f64,
        round_m: f64,
        mix_m: f64,
        fade_per_m: f64,
        cut: Option<f64>,
        fill: Option<f64>,
        /// The amplitude of the noise of the flanks, and 1 divided by its longest wave.
        noise: [f64; 2],
        lake: Option<[f64; 6]>,
    },
}

/// The constants of a span of a curve: the cubics of place and height.
pub(crate) struct PieceParts {
    pub place: [[f64; 2]; 4],
    pub height_m: [f64; 4],
    /// True if the height has a slope of 0 at the start and at the end.
    pub is_eased: [bool; 2],
    /// The number of chords from which the search for the nearest point starts.
    pub chords: usize,
}

impl MarksLand {
    /// The constants of the marks, in their order.
    pub fn parts(&self, below: &dyn PlacesBelow) -> Vec<MarkParts> {
        let parts = |index: usize| {
            self.prepare(index, below);
            MarkParts { lakes: self.lakes_before(index), ..self.mark(index).parts() }
        };
        (0..self.count()).map(parts).collect()
    }
}

impl PaintLand {
    /// The constants of the strokes, in their order.
    pub fn parts(&self) -> Vec<MarkParts> {
        self.strokes.iter().map(PaintStroke::parts).collect()
    }
}

impl MarkParts {
    /// The share of the mark that samples of a spacing show.
    pub fn fade(&self, spacing_m: f64) -> f64 {
        fade(self.fine_m, spacing_m)
    }

    fn new(
        shape: &MarkCurve,
        profile: Option<&Profile>,
        (around_m, cutoff_m, fine_m): (Rectangle, f64, f64),
        change: ChangeParts,
    ) -> Self {
        let [low, high] = around_m;
        // The difference may be rounded; a larger rectangle is also right.
        let around = [
            [0, 1].map(|axis| (low[axis] - shape.anchor_m[axis]).next_down()),
            [0, 1].map(|axis| (high[axis] - shape.anchor_m[axis]).next_up()),
        ];
        let chords: Vec<_> = shape.groups.iter().flat_map(|group| &group.chords).collect();
        let piece = |(span, place): (usize, &[[f64; 2]; 4])| PieceParts {
            place: *place,
            height_m: profile
                .and_then(|profile| profile.spans.get(span))
                .map_or([0.0; 4], |cubic| cubic.map(|[m]| m)),
            is_eased: profile
                .and_then(|profile| profile.is_eased.get(span).copied())
                .unwrap_or_default(),
            chords: chords.iter().filter(|chord| chord.span == span).count(),
        };
        let is_lake = matches!(change, ChangeParts::Banks { lake: Some(_), .. });
        Self {
            anchor_m: shape.anchor_m,
            around,
            cutoff_m,
            chords_cutoff_m: cutoff_m + shape.slack_m,
            change,
            groups: shape.groups.iter().map(|group| group.spans.clone()).collect(),
            pieces: shape.spans.iter().enumerate().map(piece).collect(),
            outline: if is_lake { shape.points.clone() } else { vec![] },
            lakes: vec![],
            fine_m,
        }
    }
}

impl PlacedMark<'_> {
    fn parts(&self) -> MarkParts {
        let change = match (self.change, &self.mark.tool) {
            (MarkChange::Banks(banks), _) => banks.parts(),
            (MarkChange::Stroke(stroke), Tool::Smooth(smooth)) => ChangeParts::Smooth {
                radius_m: stroke.radius_m,
                hardness: stroke.hardness,
                strength: smooth.strength,
                spacing_m: self.smoothing_m().unwrap_or_default(),
            },
            (MarkChange::Stroke(stroke), Tool::Brush(brush)) => stroke.parts(brush.height_m),
            (MarkChange::Stroke(stroke), _) => stroke.parts(0.0),
        };
        let reach = (self.around_m, self.cutoff_m(), self.fine_m);
        MarkParts::new(self.shape(), self.profile(), reach, change)
    }
}

impl PaintStroke {
    fn parts(&self) -> MarkParts {
        let reach = (self.around_m, self.stroke.radius_m, self.mark.tool.fine_m());
        MarkParts::new(self.shape(), None, reach, self.stroke.parts(self.goal))
    }
}

impl StrokeProfile {
    fn parts(&self, height_m: f64) -> ChangeParts {
        let Self { radius_m, hardness } = *self;
        ChangeParts::Raise { radius_m, hardness, height_m }
    }
}

impl MarkBanks {
    fn parts(&self) -> ChangeParts {
        let lake = self.lake.map(|b| {
            let [crest_m, max_crest_m] = b.crest_widths_m;
            [b.depth_m, b.shore, b.rim_m, b.crest_distance_m(), crest_m, max_crest_m]
        });
        let noise = self.flank_noise.map_or([0.0; 2], |noise| [noise.amplitude, noise.per_m]);
        let Self { half_width_m, round_m, cut, fill, reach_m, mix_m, .. } = *self;
        let fade_per_m = self.fade_per_m();
        ChangeParts::Banks {
            reach_m,
            half_width_m,
            round_m,
            mix_m,
            fade_per_m,
            cut,
            fill,
            noise,
            lake,
        }
    }
}
