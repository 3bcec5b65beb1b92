//! The affine map from columns and rows of a raster to coordinates.

use super::tags::GeoTags;

/// The origin of a raster, and the steps of a column and of a row. Each is a pair of east and
/// north, in the unit of the file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct RasterFrame {
    pub origin: [f64; 2],
    pub column: [f64; 2],
    pub row: [f64; 2],
    /// True if the origin is the centre of the first cell. The key GTRasterType does not apply then.
    pub is_at_cell_centre: bool,
}

impl RasterFrame {
    /// Returns the coordinates of a point given by column and row.
    fn coordinates_of(&self, [column, row]: [f64; 2]) -> [f64; 2] {
        [0, 1].map(|axis| self.origin[axis] + column * self.column[axis] + row * self.row[axis])
    }
}

/// A tie point: column and row, and the coordinates of that place.
type Tie = ([f64; 2], [f64; 2]);

impl GeoTags {
    /// Returns the frame that the tags or the world file give, and adds warnings.
    pub(super) fn frame(&self, notes: &mut Vec<String>) -> Option<RasterFrame> {
        let ties = self.ties();
        let by_tags = self.frame_by_scale(&ties, notes).or_else(|| self.frame_by_matrix());
        let (Some(tags), Some(world)) = (by_tags, self.world_frame()) else {
            return by_tags.or_else(|| self.world_frame()).or_else(|| frame_by_ties(&ties, notes));
        };
        let half = if tags.is_at_cell_centre || self.is_point() { [0.0; 2] } else { [0.5; 2] };
        let [tags_place, world_place] = [tags.coordinates_of(half), world.coordinates_of([0.0; 2])];
        let cell = tags.column[0].hypot(tags.column[1]);
        let differs = |a: [f64; 2], b: [f64; 2], max_cells: f64| {
            let distance = (a[0] - b[0]).hypot(a[1] - b[1]);
            distance.is_nan() || distance > max_cells * cell
        };
        if differs(tags_place, world_place, 0.5)
            || differs(tags.column, world.column, 1e-3)
            || differs(tags.row, world.row, 1e-3)
        {
            notes.push(
                "the world file next to it gives a different place or size than the map's own tags; \
                 the program uses the tags"
                    .to_owned(),
            );
        }
        Some(tags)
    }

    fn ties(&self) -> Vec<Tie> {
        let points = self.tie.as_deref().unwrap_or_default().as_chunks::<6>().0;
        points.iter().map(|[i, j, _, x, y, _]| ([*i, *j], [*x, *y])).collect()
    }

    fn frame_by_scale(&self, ties: &[Tie], notes: &mut Vec<String>) -> Option<RasterFrame> {
        let [east, south, ..] = *self.scale.as_deref()? else { return None };
        if east == 0.0 || south == 0.0 {
            return None;
        }
        if south < 0.0 {
            notes.push(
                "its ScaleY is below zero; the program takes the first row as the north edge, as \
                 GDAL does (if the map is upside down, set south-first)"
                    .to_owned(),
            );
        }
        let south = south.abs();
        let mut frame = RasterFrame {
            origin: [f64::NAN; 2],
            column: [east, 0.0],
            row: [0.0, -south],
            is_at_cell_centre: false,
        };
        if let Some(([i, j], [x, y])) = ties.first() {
            frame.origin = [x - i * east, y + j * south];
        }
        if error_of(&frame, ties) > 0.5 {
            notes.push(format!(
                "its {} tie points do not all fit its cell size; only the first is used, as in GDAL",
                ties.len()
            ));
        }
        Some(frame)
    }

    fn frame_by_matrix(&self) -> Option<RasterFrame> {
        let [a, b, _, x, d, e, _, y, ..] = *self.matrix.as_deref()? else { return None };
        Some(RasterFrame { origin: [x, y], column: [a, d], row: [b, e], is_at_cell_centre: false })
    }

    fn world_frame(&self) -> Option<RasterFrame> {
        let [a, d, b, e, x, y] = self.world?;
        Some(RasterFrame { origin: [x, y], column: [a, d], row: [b, e], is_at_cell_centre: true })
    }

    /// Returns the vertical scale in the tags, unless it is 0 or 1.
    pub(super) fn scale_of_heights(&self) -> Option<f64> {
        let of_scale = self.scale.as_deref().and_then(|scale| scale.get(2));
        let of_matrix = self.matrix.as_deref().and_then(|matrix| matrix.get(10));
        of_scale.or(of_matrix).copied().filter(|scale| !matches!(scale, 0.0 | 1.0))
    }
}

/// Parses the six numbers of a world file.
pub(in super::super) fn parse_world_file(text: &str) -> Option<[f64; 6]> {
    let number = |word: &str| word.replace(',', ".").parse().ok().filter(|x: &f64| x.is_finite());
    let numbers: Option<Vec<f64>> = text.split_whitespace().map(number).collect();
    numbers?.try_into().ok()
}

/// Returns the largest distance, in cells, between a tie point and the frame's place for it.
fn error_of(frame: &RasterFrame, ties: &[Tie]) -> f64 {
    let cell = frame.column[0].hypot(frame.column[1]).max(frame.row[0].hypot(frame.row[1]));
    let error = |(point, place): &Tie| {
        let coordinates = frame.coordinates_of(*point);
        (coordinates[0] - place[0]).hypot(coordinates[1] - place[1]) / cell
    };
    ties.iter().map(error).fold(0.0, f64::max)
}

/// Fits a frame to two or more tie points.
fn frame_by_ties(ties: &[Tie], notes: &mut Vec<String>) -> Option<RasterFrame> {
    let frame = match ties {
        [] | [_] => return None,
        [(from, from_place), (to, to_place)] => {
            let step =
                [0, 1].map(|axis| (to_place[axis] - from_place[axis]) / (to[axis] - from[axis]));
            let origin = [0, 1].map(|axis| from_place[axis] - from[axis] * step[axis]);
            RasterFrame {
                origin,
                column: [step[0], 0.0],
                row: [0.0, step[1]],
                is_at_cell_centre: false,
            }
        }
        _ => fit_frame(ties)?,
    };
    let numbers = [frame.origin, frame.column, frame.row];
    if !numbers.iter().flatten().all(|number| number.is_finite()) {
        return None;
    }
    notes.push(format!(
        "its place comes from {} tie points; the best fit is off by up to {:.2} cells",
        ties.len(),
        error_of(&frame, ties)
    ));
    Some(frame)
}

/// Fits a frame by least squares.
fn fit_frame(ties: &[Tie]) -> Option<RasterFrame> {
    let count = ties.len() as f64;
    let mean = |value: &dyn Fn(&Tie) -> f64| ties.iter().map(value).sum::<f64>() / count;
    let mean_point = [0, 1].map(|axis| mean(&|tie| tie.0[axis]));
    let mean_place = [0, 1].map(|axis| mean(&|tie| tie.1[axis]));
    // Second moments of the raster coordinates, and their covariances with the map coordinates.
    let moment =
        |a: usize, b: usize| mean(&|tie| (tie.0[a] - mean_point[a]) * (tie.0[b] - mean_point[b]));
    let covariance = |a: usize, axis: usize| {
        mean(&|tie| (tie.0[a] - mean_point[a]) * (tie.1[axis] - mean_place[axis]))
    };
    let [cc, cr, rr] = [moment(0, 0), moment(0, 1), moment(1, 1)];
    let determinant = cc * rr - cr * cr;
    // Points on one line do not determine a frame.
    if determinant.is_nan() || determinant <= 1e-9 * (cc + rr) * (cc + rr) {
        return None;
    }
    let column =
        [0, 1].map(|axis| (rr * covariance(0, axis) - cr * covariance(1, axis)) / determinant);
    let row =
        [0, 1].map(|axis| (cc * covariance(1, axis) - cr * covariance(0, axis)) / determinant);
    let origin = [0, 1]
        .map(|axis| mean_place[axis] - mean_point[0] * column[axis] - mean_point[1] * row[axis]);
    Some(RasterFrame { origin, column, row, is_at_cell_centre: false })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tie_points_give_a_rotated_frame() {
        let expected = RasterFrame {
            origin: [1000.0, 5000.0],
            column: [8.0, 6.0],
            row: [6.0, -8.0],
            is_at_cell_centre: false,
        };
        let points = [[0.0, 0.0], [12.0, 0.0], [0.0, 10.0], [12.0, 10.0]];
        let ties: Vec<Tie> = points.map(|point| (point, expected.coordinates_of(point))).to_vec();
        let mut notes = vec![];
        let found = frame_by_ties(&ties, &mut notes).unwrap();
        for (a, b) in [
            (found.origin, expected.origin),
            (found.column, expected.column),
            (found.row, expected.row),
        ] {
            assert!((a[0] - b[0]).abs() < 1e-9 && (a[1] - b[1]).abs() < 1e-9, "{found:?}");
        }
        assert!(notes[0].contains("4 tie points"), "{notes:?}");
        let on_a_line: Vec<Tie> = ties.iter().map(|tie| ([tie.0[0]; 2], tie.1)).collect();
        assert_eq!(frame_by_ties(&on_a_line, &mut vec![]), None);
        let two = frame_by_ties(&[([0.0; 2], [5.0, 9.0]), ([10.0; 2], [25.0, -11.0])], &mut vec![]);
        assert_eq!(two.map(|frame| (frame.column, frame.row)), Some(([2.0, 0.0], [0.0, -2.0])));
        assert_eq!(
            parse_world_file("10\n0\n0\n-10\n5,5\n7"),
            Some([10.0, 0.0, 0.0, -10.0, 5.5, 7.0])
        );
        assert_eq!((parse_world_file("1 2 3"), parse_world_file("a b c d e f")), (None, None));
    }
}
