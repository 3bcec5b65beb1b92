//! Writes noise bases: the noise of one octave.

use super::super::error::CodeError;
use super::noise::fade_names;
use super::writer::CodeWriter;
use orogen_noise::basis::Tiling;
use orogen_noise::octave::Octave;
use orogen_noise::{Basis, GradientSet, Metric, NoiseSpec, Permutation};

/// Blended contributions of cell corners, shared by all noises on the square lattice.
const LATTICE: &str = include_str!("../parts/lattice.txt");

/// Simplex noise: round kernels on a lattice of triangles.
const SIMPLEX: &str = include_str!("../parts/simplex.txt");

/// Worley noise: one feature point per cell. The search moves outwards until no cell can hold a
/// nearer point.
const WORLEY: &str = include_str!("../parts/worley.txt");

/// The parameters that pass a period to a function, and the arguments that pass it on.
const PERIOD: (&str, &str) = (", width: cell, height: cell", ", width, height");

/// The text of the code that hashes lattice points in an octave.
struct LatticeHash {
    /// The extra parameters of functions that hash, and the arguments that pass them on. Each text
    /// begins with a comma.
    parameters: String,
    arguments: String,
    /// The arguments in the octave's call: the words of its seed, and its period.
    octave_arguments: String,
    /// Writes the call that hashes a cell, from the texts of its x and z.
    hash_call: Box<dyn Fn(&str, &str) -> String>,
    /// The number of different hashes.
    count: f64,
    /// The period of the octave, in cells.
    period: Option<[i64; 2]>,
}

impl CodeWriter<'_> {
    /// Writes the basis of an octave. Returns the function's name, and its arguments after the
    /// first, which is the place.
    pub(super) fn write_basis(
        &mut self,
        spec: &NoiseSpec,
        octave: &Octave,
        title: &str,
    ) -> Result<(String, String), CodeError> {
        let name = spec.basis.name();
        if spec.period.is_some() && spec.basis.row().tiling == Tiling::Blend {
            let what = format!("a period of {name} noise, which blends copies");
            return Err(self.refusal(&what, title, "set noise.period to 0, or use another basis"));
        }
        let z_first = matches!(spec.basis, Basis::Simplex);
        let hash = self.choose_hash(spec, octave, z_first);
        let number = (hash.hash_call)("x", "z");
        let template = match spec.basis {
            Basis::Perlin => self.write_perlin(spec, octave, &hash),
            Basis::Value => self.write_value_noise(spec, octave, &hash),
            Basis::Lattice0 | Basis::Lattice1 | Basis::Lattice2 => {
                self.write_polynomial_noise(spec, octave, &hash)
            }
            Basis::Simplex => {
                let unedited = "gradient_twelve(hash)";
                let gradient = self.write_edited_gradient(spec, octave, &hash, unedited);
                SIMPLEX.replace("$GRADIENT", &gradient)
            }
            Basis::WorleyF1 | Basis::WorleyF2 | Basis::WorleyF2MinusF1 | Basis::WorleyCell => {
                if self.is_narrow() {
                    // The slopes are finite differences, which need more than 32 bits.
                    let end = WORLEY.find("fn $NAME_sloped").unwrap_or(WORLEY.len());
                    write_worley(&WORLEY[..end], spec)
                } else {
                    write_worley(WORLEY, spec)
                }
                .replace("$NUMBER", &(hash.hash_call)("x.cell + step_x", "z.cell + step_z"))
            }
            _ => {
                let origin = match spec.basis {
                    Basis::Custom(_) => ", which only its own program defines",
                    Basis::SuperSimplex | Basis::OpenSimplex | Basis::PerlinSurflet => {
                        ", which belongs to the `noise` crate"
                    }
                    _ => "",
                };
                let what = format!("the basis {name}{origin}");
                let advice = "use perlin, simplex, value, worley or lattice noise";
                return Err(self.refusal(&what, title, advice));
            }
        };
        let text = template
            .replace("$NUMBER", &number)
            .replace("$PARAMETERS", &hash.parameters)
            .replace("$ARGUMENTS", &hash.arguments);
        let name = self.add_shared(&format!("{}_noise", name.replace('-', "_")), &text);
        Ok((name, hash.octave_arguments))
    }

    /// Chooses the hash of lattice points. `z_first` hashes z before x.
    fn choose_hash(&mut self, spec: &NoiseSpec, octave: &Octave, z_first: bool) -> LatticeHash {
        let is_lattice = spec.basis.row().tiling == Tiling::Lattice;
        let in_cells = |side: u32| (f64::from(side) * octave.frequency) as i64;
        let period = spec.period.filter(|_| is_lattice).map(|period| period.map(in_cells));
        let (mut parameters, mut arguments, mut octave_arguments) =
            <(String, String, String)>::default();
        if let Some([width, height]) = period {
            parameters += PERIOD.0;
            arguments += PERIOD.1;
            octave_arguments += &format!(", {width}c, {height}c");
        }
        let is_periodic = period.is_some();
        let wrap = move |cell: &str, side: &str| match is_periodic {
            true => format!("wrapped({cell}, {side})"),
            false => cell.to_owned(),
        };
        let (hash_call, count): (Box<dyn Fn(&str, &str) -> String>, f64) =
            match spec.permutation.permutation(octave.seed) {
                Permutation::Table(table) => {
                    let list: Vec<_> = table.iter().map(|n| format!("{n}u")).collect();
                    let (first, second) = if z_first { ("z", "x") } else { ("x", "z") };
                    let text = format!(
                        "/// A permutation of 0 to 255.
                        table $UPPER_TABLE: u32 = [{}];
                        /// The number of a lattice point by a table.
                        fn $NAME(x: cell, z: cell) -> u32 {{
                            let first = $UPPER_TABLE[low_word({first}) & 255];
                            return $UPPER_TABLE[(first + (low_word({second}) & 255)) & 255];
                        }}",
                        list.join(", ")
                    );
                    let name = self.add_shared("table_number", &text);
                    let hash_call = move |x: &str, z: &str| {
                        format!("{name}({}, {})", wrap(x, "width"), wrap(z, "height"))
                    };
                    (Box::new(hash_call), 256.0)
                }
                Permutation::P289 => {
                    let hash_call = move |x: &str, z: &str| {
                        let (x, z) = (wrap(x, "width"), wrap(z, "height"));
                        let (first, second) = if z_first { (z, x) } else { (x, z) };
                        format!("p289_step(p289_step(0u, {first}), {second})")
                    };
                    (Box::new(hash_call), 289.0)
                }
                Permutation::Hash(seed) => {
                    parameters = format!(", word_x: u32, word_z: u32{parameters}");
                    arguments = format!(", word_x, word_z{arguments}");
                    let words = [0, 1].map(|axis| seed.axis_word(axis));
                    octave_arguments =
                        format!(", 0x{:08x}, 0x{:08x}{octave_arguments}", words[0], words[1]);
                    let hash_call = move |x: &str, z: &str| {
                        let (x, z) = (wrap(x, "width"), wrap(z, "height"));
                        format!("hash_cell(word_x, word_z, {x}, {z})")
                    };
                    (Box::new(hash_call), 4_294_967_296.0)
                }
                Permutation::Periodic(..) => unreachable!("the spec holds the period"),
            };
        LatticeHash { parameters, arguments, octave_arguments, hash_call, count, period }
    }

    /// Writes the expression for a lattice point's gradient: the user's edit, or else `unedited`.
    fn write_edited_gradient(
        &mut self,
        spec: &NoiseSpec,
        octave: &Octave,
        hash: &LatticeHash,
        unedited: &str,
    ) -> String {
        let mut edits = std::collections::BTreeMap::new();
        for edit in spec.edits.iter().filter(|edit| edit.octave == octave.index) {
            let cell = match hash.period {
                Some([width, height]) => {
                    [edit.cell[0].rem_euclid(width), edit.cell[1].rem_euclid(height)]
                }
                None => edit.cell,
            };
            edits.insert(cell, edit.gradient);
        }
        if self.is_narrow() {
            // Narrow coordinates cannot reach cells farther out.
            edits.retain(|cell, _| cell.iter().all(|c| i32::try_from(*c).is_ok()));
        }
        if edits.is_empty() {
            return unedited.to_owned();
        }
        let (x, z, parameters, arguments) = match hash.period {
            Some(_) => ("wrapped(x, width)", "wrapped(z, height)", PERIOD.0, PERIOD.1),
            None => ("x", "z", "", ""),
        };
        let mut body = format!("let at_x = {x};\nlet at_z = {z};\n");
        for ([x, z], [a, b]) in edits {
            body += &format!("if at_x == {x} && at_z == {z} {{ return Vector({a:?}, {b:?}); }}\n");
        }
        let text = format!(
            "/// The vector of a lattice point: what one gave it, else its own.
            fn $NAME(x: cell, z: cell, hash: u32{parameters}) -> Vector {{ {body} return {unedited}; }}"
        );
        let name = self.add_shared("edited", &text);
        format!("{name}(x, z, hash{arguments})")
    }

    fn write_gradient(&self, spec: &NoiseSpec, count: f64) -> String {
        let set = match spec.gradients {
            GradientSet::Four => "four",
            GradientSet::Eight => "eight",
            GradientSet::Twelve => "twelve",
            GradientSet::Sixteen => "sixteen",
            GradientSet::Continuous => return format!("gradient_continuous(hash, {count:?})"),
        };
        format!("gradient_{set}(hash)")
    }

    /// Writes a lattice noise whose corner function is `corner`.
    fn write_lattice_noise(&mut self, spec: &NoiseSpec, doc: &str, corner: &str) -> String {
        let (fade, slope) = match fade_names(spec.fade) {
            (name, Some(text)) => {
                let name = self.add_shared(&name, &text);
                (name.clone(), format!("{name}_slope"))
            }
            (name, None) => {
                let slope = name.replace("fade_", "fade_slope_");
                (name, slope)
            }
        };
        let lattice = LATTICE.replace("$FADE", &fade).replace("$SLOPE", &slope);
        format!("{corner}\n/// {doc}\n{lattice}")
    }

    fn write_perlin(&mut self, spec: &NoiseSpec, octave: &Octave, hash: &LatticeHash) -> String {
        let unedited = self.write_gradient(spec, hash.count);
        let gradient = self.write_edited_gradient(spec, octave, hash, &unedited);
        let corner = format!(
            "/// What a lattice point adds: a ramp along its gradient.
            fn $NAME_corner(x: cell, z: cell, u: real, v: real$PARAMETERS) -> F {{
                let hash = $NUMBER;
                let gradient = {gradient};
                return make(gradient.x * u + gradient.z * v, gradient.x, gradient.z);
            }}"
        );
        self.write_lattice_noise(spec, "Perlin noise: a gradient at every lattice point.", &corner)
    }

    fn write_value_noise(
        &mut self,
        spec: &NoiseSpec,
        octave: &Octave,
        hash: &LatticeHash,
    ) -> String {
        let number = self.write_point_number(spec, octave, hash);
        let corner = format!(
            "/// The number of a lattice point, from -1 to 1.
            fn $NAME_corner(x: cell, z: cell, u: real, v: real$PARAMETERS) -> F {{
                let hash = $NUMBER;
                return constant({number});
            }}"
        );
        self.write_lattice_noise(spec, "Value noise: a number at every lattice point.", &corner)
    }

    /// Writes the expression for the number of a lattice point, from -1 to 1.
    fn write_point_number(
        &mut self,
        spec: &NoiseSpec,
        octave: &Octave,
        hash: &LatticeHash,
    ) -> String {
        let unedited = format!("2.0 * as_real(hash) / {:?} - 1.0", hash.count - 1.0);
        match self.write_edited_gradient(spec, octave, hash, &format!("Vector({unedited}, 0.0)")) {
            vector if vector.starts_with("Vector") => unedited,
            vector => format!("{vector}.x"),
        }
    }

    fn write_polynomial_noise(
        &mut self,
        spec: &NoiseSpec,
        octave: &Octave,
        hash: &LatticeHash,
    ) -> String {
        let body = match spec.basis {
            Basis::Lattice0 => {
                format!("return constant({});", self.write_point_number(spec, octave, hash))
            }
            basis => {
                let unedited = self.write_gradient(spec, hash.count);
                let gradient = self.write_edited_gradient(spec, octave, hash, &unedited);
                let coefficient = |term: u32| {
                    format!("2.0 * as_real(further_word(hash, {term}u)) / 4294967295.0 - 1.0")
                };
                match basis {
                    Basis::Lattice1 => format!(
                        "let gradient = {gradient};
                        return make(gradient.x * u + gradient.z * v, gradient.x, gradient.z);"
                    ),
                    _ => format!(
                        "let gradient = {gradient};
                        let c = {};
                        let d = {};
                        let e = {};
                        let ramp = gradient.x * u + gradient.z * v;
                        return make(
                            ramp + (c * u * u + d * u * v + e * v * v),
                            gradient.x + 2.0 * c * u + d * v,
                            gradient.z + d * u + 2.0 * e * v
                        );",
                        coefficient(0),
                        coefficient(1),
                        coefficient(2)
                    ),
                }
            }
        };
        let corner = format!(
            "/// What a lattice point adds: a polynomial of the way to it.
            fn $NAME_corner(x: cell, z: cell, u: real, v: real$PARAMETERS) -> F {{
                let hash = $NUMBER;
                {body}
            }}"
        );
        self.write_lattice_noise(
            spec,
            "Lattice noise: a polynomial at every lattice point.",
            &corner,
        )
    }
}

fn write_worley(template: &str, spec: &NoiseSpec) -> String {
    let (lower_bound, distance, has_root) = match spec.metric {
        Metric::Euclidean => ("reach * reach", "way_x * way_x + way_z * way_z", true),
        Metric::Manhattan => ("abs(reach)", "abs(way_x) + abs(way_z)", false),
        Metric::Chebyshev => ("abs(reach)", "greater(abs(way_x), abs(way_z))", false),
    };
    let [first, second] =
        ["first", "second"].map(|x| if has_root { format!("sqrt({x})") } else { x.to_owned() });
    let result = match spec.basis {
        Basis::WorleyF1 => first,
        Basis::WorleyF2 => second,
        Basis::WorleyF2MinusF1 => format!("{second} - {first}"),
        _ => "2.0 * (as_real(further_word(number, 2u)) / 4294967295.0) - 1.0".to_owned(),
    };
    let doc = "/// Worley noise (1996): the way to the nearest of points scattered one a cell.";
    let text = template
        .replace("$LEAST", lower_bound)
        .replace("$DISTANCE", distance)
        .replace("$RESULT", &result);
    format!("{doc}\n{text}")
}
