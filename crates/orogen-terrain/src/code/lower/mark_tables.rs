//! The tables of marks, curves and outlines that the functions of marks read.

use std::collections::BTreeMap;

use crate::marks::{ChangeParts, MarkParts, PieceParts};

/// A distance in metres beyond all land, which replaces infinity.
const BEYOND_M: f64 = 1e18;

/// The rows of the tables.
#[derive(Default)]
pub(super) struct MarkTables {
    marks: Vec<String>,
    bends: Vec<String>,
    pieces: Vec<String>,
    knots: Vec<String>,
    lakes: Vec<String>,
    fades: Vec<String>,
    /// The marks of each layer, by its prefix.
    layers: BTreeMap<String, LayerMarks>,
    /// The first row of a layer's fades for a spacing, by the layer's prefix and the spacing's bits.
    fade_rows: BTreeMap<(String, u64), usize>,
    /// True for each kind of mark in the tables; kind 4, which smooths, is left out.
    has_kind: [bool; 4],
}

/// The marks of a layer: its rows, from the first to before the end.
#[derive(Clone)]
pub(super) struct LayerMarks {
    pub first: usize,
    pub end: usize,
    /// The marks that smooth: the row, and the spacing of the smooth land.
    pub smoothing: Vec<(usize, f64)>,
}

impl MarkTables {
    /// Adds the marks of a layer, once.
    pub fn add_layer(&mut self, prefix: &str, parts: &[MarkParts]) -> LayerMarks {
        if let Some(existing) = self.layers.get(prefix) {
            return existing.clone();
        }
        let first = self.marks.len();
        let mut smoothing = vec![];
        for mark in parts {
            if let ChangeParts::Smooth { spacing_m, .. } = mark.change {
                smoothing.push((self.marks.len(), spacing_m));
            }
            self.add(mark, first);
        }
        let rows = LayerMarks { first, end: self.marks.len(), smoothing };
        self.layers.insert(prefix.to_owned(), rows.clone());
        rows
    }

    /// The number of rows of the longest table.
    pub fn max_rows(&self) -> usize {
        let tables =
            [&self.marks, &self.bends, &self.pieces, &self.knots, &self.lakes, &self.fades];
        tables.map(Vec::len).into_iter().max().unwrap_or_default()
    }

    /// Adds the fades of a layer for samples of a spacing, once. Returns their first row.
    pub fn add_fades(&mut self, prefix: &str, parts: &[MarkParts], spacing_m: f64) -> usize {
        let key = (prefix.to_owned(), spacing_m.to_bits());
        *self.fade_rows.entry(key).or_insert_with(|| {
            let first = self.fades.len();
            self.fades.extend(parts.iter().map(|mark| format!("{:?}", mark.fade(spacing_m))));
            first
        })
    }

    /// The tables as text, and the function that applies marks of the kinds in them.
    pub fn text(&self) -> String {
        if self.marks.is_empty() {
            return String::new();
        }
        let mut text = String::new();
        for (name, ty, doc, rows) in [
            ("MARKS", "Mark", "The marks, in their order.", &self.marks),
            ("MARK_BENDS", "Bend", "The bends of the paths of marks.", &self.bends),
            ("MARK_PIECES", "Piece", "The pieces of the paths of marks.", &self.pieces),
            ("MARK_KNOTS", "Knot", "The corners of the outlines of lakes.", &self.knots),
            ("MARK_LAKES", "i32", "The lakes that rivers cross.", &self.lakes),
            ("MARK_FADES", "real", "The shares of marks that samples show.", &self.fades),
        ] {
            if !rows.is_empty() {
                text += &format!("/// {doc}\ntable {name}: {ty} = [{}];\n", rows.join(", "));
            }
        }
        let kinds = [
            "let weight = stroke(mark, x, z);
            if weight.value > 0.0 { land = land + weight * mark.height_m * fade; }",
            "let near = along(mark, x, z);
            if near.is_near { land = banks(mark, land, near, Bed(false, 0.0), Spot(x, z, fade)); }",
            "let near = along(mark, x, z);
            if near.is_near { land = basin(mark, land, near, Spot(x, z, fade), sample_m); }",
            "let near = along(mark, x, z);
            if near.is_near { land = banks(mark, land, near, lake_bed(at, mark), Spot(x, z, fade)); }",
        ];
        let mut applied = String::new();
        for (kind, text) in kinds.iter().enumerate().filter(|(kind, _)| self.has_kind[*kind]) {
            applied += &format!("if mark.kind == {kind}u {{ {text} }}\n");
        }
        if applied.is_empty() {
            applied += "land = before;";
        }
        text + &format!(
            "/// The land after marks of the list, from the first to before the end, for samples of a spacing.
            fn marked(at: Place, before: Sloped, first: i32, end: i32, fades: i32, sample_m: real) -> Sloped {{
                let mut land = before;
                for i in first..end {{
                    let mark = MARKS[i];
                    let fade = MARK_FADES[fades + i - first];
                    let x = as_real(at.x - mark.east);
                    let z = as_real(at.z - mark.south);
                    if fade > 0.0 && is_around(mark, x, z) {{ {applied} }}
                }}
                return land;
            }}"
        )
    }

    /// Adds a mark of a layer, whose marks begin at the row `first_mark`.
    fn add(&mut self, mark: &MarkParts, first_mark: usize) {
        let (first_piece, first_bend) = (self.pieces.len(), self.bends.len());
        let (first_knot, first_lake) = (self.knots.len(), self.lakes.len());
        self.lakes.extend(mark.lakes.iter().map(|lake| (first_mark + lake).to_string()));
        self.pieces.extend(mark.pieces.iter().map(piece_row));
        self.bends.extend(mark.groups.iter().map(|spans| {
            format!("Bend({}, {})", first_piece + spans.start, first_piece + spans.end)
        }));
        self.knots.extend(mark.outline.iter().map(|[x, z]| format!("Knot({x:?}, {z:?})")));
        // The radius, the height and the hardness of strokes, then the numbers of banks.
        let mut cut = None;
        let mut fill = None;
        let mut basin = [0.0; 6];
        let mut noise = [0.0; 2];
        let (kind, numbers) = match mark.change {
            ChangeParts::Raise { radius_m, hardness, height_m } => {
                (0, [radius_m, height_m, hardness, 0.0, 0.0, 0.0, 0.0])
            }
            ChangeParts::Smooth { radius_m, hardness, strength, .. } => {
                (4, [radius_m, strength, hardness, 0.0, 0.0, 0.0, 0.0])
            }
            ChangeParts::Banks {
                reach_m,
                half_width_m,
                round_m,
                mix_m,
                fade_per_m,
                cut: cut_slope,
                fill: fill_slope,
                noise: flank_noise,
                lake,
            } => {
                (cut, fill, noise) = (cut_slope, fill_slope, flank_noise);
                basin = lake.unwrap_or_default();
                let kind = match (lake, &*mark.lakes) {
                    (Some(_), _) => 2,
                    (None, []) => 1,
                    _ => 3,
                };
                (kind, [reach_m, 0.0, 0.0, half_width_m, round_m, mix_m, fade_per_m])
            }
        };
        if let Some(has_kind) = self.has_kind.get_mut(kind) {
            *has_kind = true;
        }
        let list = |numbers: &[f64]| {
            numbers.iter().map(|x| format!("{:?}", x.min(BEYOND_M))).collect::<Vec<_>>().join(", ")
        };
        let [low, high] = mark.around;
        let slope = |slope: Option<f64>| format!("{}, {:?}", slope.is_some(), slope.unwrap_or(0.0));
        self.marks.push(format!(
            "Mark({}, {kind}u, {first_bend}, {}, {first_knot}, {}, {first_lake}, {}, {}, {}, {}, {}, {})",
            list(&[mark.anchor_m, low, high].concat()),
            self.bends.len(),
            self.knots.len(),
            self.lakes.len(),
            list(&[&[mark.cutoff_m, mark.chords_cutoff_m], &numbers[..]].concat()),
            slope(cut),
            slope(fill),
            list(&noise),
            list(&basin),
        ));
    }
}

fn piece_row(piece: &PieceParts) -> String {
    let axis = |axis: usize| piece.place.map(|point| point[axis]);
    let numbers = [axis(0), axis(1), piece.height_m].concat();
    let numbers: Vec<_> = numbers.into_iter().map(|x| format!("{x:?}")).collect();
    let [first, last] = piece.is_eased;
    format!("Piece({}, {first}, {last}, {})", numbers.join(", "), piece.chords)
}
