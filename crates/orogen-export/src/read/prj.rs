//! Reads `.prj` files, which give the units of a grid's coordinates and heights. They contain
//! well-known text (OGC 01-009, 12-063, 18-010, and Esri's dialect), or ARC/INFO's lines of keys.

use super::decoded::System;

/// The deepest nesting of brackets.
const MAX_DEPTH: usize = 24;

/// The US survey foot and the international foot, in metres.
const SURVEY_FOOT_M: f64 = 1200.0 / 3937.0;
const FOOT_M: f64 = 0.3048;

/// The contents of a `.prj`.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Projection {
    pub system: System,
    /// The unit of the coordinates, in degrees or metres as `system` says.
    pub unit: f64,
    /// The name of the unit.
    pub unit_name: String,
    /// The unit of the heights in metres, if given.
    pub height_m: Option<f64>,
    /// `Some` for Mercator's projection. It is true for the sphere, as in web maps, false for the
    /// ellipsoid.
    pub mercator: Option<bool>,
}

/// A keyword of well-known text with the contents of its brackets.
#[derive(Debug, Default)]
struct PrjNode {
    name: String,
    words: Vec<String>,
    inner: Vec<PrjNode>,
}

impl Projection {
    /// Parses the text of a `.prj`. `None` if it has no known unit.
    pub fn of(text: &str) -> Option<Self> {
        let text = text.trim_start_matches('\u{feff}').trim();
        match text.contains(['[', '(']) {
            true => Self::of_nodes(&nodes(text)?),
            false => Self::of_lines(text),
        }
    }

    fn of_nodes(nodes: &[PrjNode]) -> Option<Self> {
        let flat = nodes.iter().flat_map(|node| match &*node.name {
            "COMPD_CS" | "COMPOUNDCRS" | "BOUNDCRS" | "SOURCECRS" => {
                node.inner.iter().flat_map(PrjNode::unwrap_compound).collect()
            }
            _ => vec![node],
        });
        let all: Vec<&PrjNode> = flat.collect();
        let find = |names: &[&str]| all.iter().find(|node| names.contains(&&*node.name)).copied();
        let height_m = find(&["VERT_CS", "VERTCS", "VERTCRS", "VERTICALCRS"])
            .and_then(|node| node.unit())
            .map(|(metres, _)| metres);
        let geographic = ["GEOGCS", "GEOGCRS", "GEOGRAPHICCRS", "GEODCRS", "GEODETICCRS"];
        let (system, node) = match find(&geographic) {
            Some(node) => (System::Degrees, node),
            None => (System::Metres, find(&["PROJCS", "PROJCRS", "PROJECTEDCRS", "LOCAL_CS"])?),
        };
        let (unit, unit_name) = node.unit()?;
        let unit = if system == System::Degrees { unit.to_degrees() } else { unit };
        // A text may give the degree with few digits. Make it exact.
        let unit = if (unit - 1.0).abs() < 1e-9 { 1.0 } else { unit };
        let mercator = node.mercator();
        (unit.is_finite() && unit > 0.0).then_some(Self {
            system,
            unit,
            unit_name,
            height_m,
            mercator,
        })
    }

    /// Parses ARC/INFO's keys, one per line.
    fn of_lines(text: &str) -> Option<Self> {
        let value = |key: &str| {
            text.lines().find_map(|line| {
                let mut words = line.split_whitespace();
                let is_key = words.next().is_some_and(|word| word.eq_ignore_ascii_case(key));
                is_key.then(|| words.next().unwrap_or_default().to_uppercase())
            })
        };
        let projection = value("Projection")?;
        let units = value("Units").unwrap_or_default();
        let height_m = match value("Zunits").unwrap_or_default().as_str() {
            "METERS" | "METRES" => Some(1.0),
            "FEET" => Some(FOOT_M),
            "DECIMETERS" => Some(0.1),
            "CENTIMETERS" => Some(0.01),
            _ => None,
        };
        let (system, unit) = match (&*projection, &*units) {
            ("GEOGRAPHIC", "" | "DD") => (System::Degrees, 1.0),
            ("GEOGRAPHIC", "DM") => (System::Degrees, 1.0 / 60.0),
            ("GEOGRAPHIC", "DS") => (System::Degrees, 1.0 / 3600.0),
            ("GEOGRAPHIC", _) => return None,
            (_, "" | "METERS" | "METRES") => (System::Metres, 1.0),
            (_, "FEET") => (System::Metres, SURVEY_FOOT_M),
            // The text gives the number of units in a metre.
            (_, number) => (System::Metres, 1.0 / number.parse::<f64>().ok()?),
        };
        let unit_name = match (system, unit) {
            (System::Degrees, 1.0) => "degree".to_owned(),
            (System::Metres, 1.0) => "metre".to_owned(),
            _ => units.to_lowercase(),
        };
        let mercator = (projection == "MERCATOR").then_some(false);
        (unit.is_finite() && unit > 0.0).then_some(Self {
            system,
            unit,
            unit_name,
            height_m,
            mercator,
        })
    }
}

impl PrjNode {
    /// Returns this node, or the nodes inside it if it only wraps them.
    fn unwrap_compound(&self) -> Vec<&Self> {
        match &*self.name {
            "SOURCECRS" | "COMPD_CS" | "COMPOUNDCRS" => {
                self.inner.iter().flat_map(Self::unwrap_compound).collect()
            }
            _ => vec![self],
        }
    }

    /// Returns true for Mercator's projection of the sphere, false for the ellipsoid, and `None`
    /// for other projections.
    fn mercator(&self) -> Option<bool> {
        let conversion = self.inner.iter().filter(|node| node.name == "CONVERSION");
        let mut all = self.inner.iter().chain(conversion.flat_map(|node| &node.inner));
        let method = all.find(|node| ["PROJECTION", "METHOD"].contains(&&*node.name))?;
        let name = method.words.first()?.to_lowercase();
        let is_other = ["transverse", "oblique", "hotine"].iter().any(|word| name.contains(word));
        if is_other || !name.contains("mercator") {
            return None;
        }
        // In the first version of well-known text, an extension marks the sphere.
        let extended = self.inner.iter().filter(|node| node.name == "EXTENSION");
        let is_extended = extended.flat_map(|node| &node.words).any(|w| w.contains("+b=6378137"));
        Some(is_extended || name.contains("auxiliary") || name.contains("pseudo"))
    }

    /// Returns the unit of the node, or of its axes, in metres or radians, with its name.
    fn unit(&self) -> Option<(f64, String)> {
        let is_unit = |node: &&Self| ["UNIT", "LENGTHUNIT", "ANGLEUNIT"].contains(&&*node.name);
        let axes = self.inner.iter().filter(|node| ["CS", "AXIS"].contains(&&*node.name));
        let mut units = self.inner.iter().chain(axes.flat_map(|axis| &axis.inner)).filter(is_unit);
        let [name, factor, ..] = &*units.next()?.words else { return None };
        let factor: f64 = factor.parse().ok()?;
        (factor.is_finite() && factor > 0.0).then(|| (factor, orogen_noise::text::sanitise(name)))
    }
}

/// Parses well-known text. `None` if its brackets do not match.
fn nodes(text: &str) -> Option<Vec<PrjNode>> {
    // The lowest node on the stack holds the text outside all brackets.
    let mut open = vec![PrjNode::default()];
    let mut word = String::new();
    let mut chars = text.chars().peekable();
    let finish = |word: &mut String, open: &mut Vec<PrjNode>| {
        let finished = std::mem::take(word);
        if let (Some(node), false) = (open.last_mut(), finished.is_empty()) {
            node.words.push(finished);
        }
    };
    while let Some(letter) = chars.next() {
        match letter {
            '"' => loop {
                match chars.next()? {
                    // Inside a name, two quotes mean one quote.
                    '"' if chars.peek() == Some(&'"') => word.extend(chars.next()),
                    '"' => break,
                    other => word.push(other),
                }
            },
            '[' | '(' => {
                let name = std::mem::take(&mut word).to_uppercase();
                open.push(PrjNode { name, ..PrjNode::default() });
                if open.len() > MAX_DEPTH {
                    return None;
                }
            }
            ']' | ')' => {
                finish(&mut word, &mut open);
                let done = open.pop()?;
                open.last_mut()?.inner.push(done);
            }
            ',' => finish(&mut word, &mut open),
            blank if blank.is_whitespace() => {}
            other => word.push(other),
        }
    }
    match &mut *open {
        [whole] => Some(std::mem::take(&mut whole.inner)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Option<(System, f64, Option<f64>)> {
        Projection::of(text).map(|found| (found.system, found.unit, found.height_m))
    }

    const GEOGRAPHIC: &str = "GEOGCS[\"WGS 84\",DATUM[\"WGS_1984\",SPHEROID[\"WGS 84\",6378137,\
        298.257223563]],PRIMEM[\"Greenwich\",0],UNIT[\"degree\",0.0174532925199433]]";

    #[test]
    fn well_known_text_gives_units() {
        assert_eq!(parse(GEOGRAPHIC), Some((System::Degrees, 1.0, None)));
        let projected = |unit: &str| {
            format!(
                "PROJCS[\"a \"\"b\"\"\",{GEOGRAPHIC},PROJECTION[\"Transverse_Mercator\"],\
             PARAMETER[\"Scale_Factor\",0.9996],{unit}]"
            )
        };
        let metres = projected("UNIT[\"Meter\",1.0]");
        assert_eq!(parse(&metres), Some((System::Metres, 1.0, None)));
        assert_eq!(Projection::of(&metres).unwrap().mercator, None);
        let feet = projected("UNIT[\"Foot_US\",0.3048006096012192]");
        assert_eq!(parse(&feet), Some((System::Metres, 0.304_800_609_601_219_2, None)));
        let vertical =
            "VERT_CS[\"h\",VERT_DATUM[\"d\",2005],UNIT[\"foot\",0.3048],AXIS[\"Up\",UP]]";
        for text in [format!("COMPD_CS[\"both\",{feet},{vertical}]"), format!("{feet},{vertical}")]
        {
            assert_eq!(parse(&text), Some((System::Metres, 0.304_800_609_601_219_2, Some(0.3048))));
        }
        let second = "PROJCRS[\"a\",BASEGEOGCRS[\"w\",ANGLEUNIT[\"degree\",0.0174532925199433]],\
            CONVERSION[\"c\",METHOD[\"m\"]],CS[Cartesian,2],AXIS[\"(E)\",east],\
            LENGTHUNIT[\"foot\",0.3048]]";
        assert_eq!(parse(second), Some((System::Metres, 0.3048, None)));
        for (method, is_sphere) in [("Mercator_Auxiliary_Sphere", true), ("Mercator_1SP", false)] {
            let web = metres.replace("Transverse_Mercator", method);
            assert_eq!(Projection::of(&web).unwrap().mercator, Some(is_sphere), "{method}");
        }
        let second =
            second.replace("METHOD[\"m\"]", "METHOD[\"Popular Visualisation Pseudo Mercator\"]");
        assert_eq!(Projection::of(&second).unwrap().mercator, Some(true));
        let seconds = GEOGRAPHIC.replace("0.0174532925199433", "0.00000484813681109536");
        let (system, unit, _) = parse(&seconds).unwrap();
        assert!(system == System::Degrees && (unit * 3600.0 - 1.0).abs() < 1e-9, "{unit}");
        for text in [
            "",
            "hello",
            "PROJCS[",
            "PROJCS]",
            "GEOGCS[\"a\"]",
            "GEOCCS[UNIT[\"m\",1]]",
            "PROJCS[\"a\",UNIT[\"m\",-1]]",
            "PROJCS[\"a\",UNIT[\"m\",nan]]",
            &"A[".repeat(100),
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn lines_of_keys_give_units() {
        assert_eq!(parse("Projection GEOGRAPHIC\nUnits DD\n"), Some((System::Degrees, 1.0, None)));
        let seconds = parse("Projection    geographic\r\nDatum WGS84\r\nUnits  ds\r\n");
        assert_eq!(seconds, Some((System::Degrees, 1.0 / 3600.0, None)));
        let feet = parse("Projection UTM\nZone 12\nUnits FEET\nZunits FEET\n");
        assert_eq!(feet, Some((System::Metres, SURVEY_FOOT_M, Some(0.3048))));
        assert_eq!(parse("Projection UTM\nUnits 10\n"), Some((System::Metres, 0.1, None)));
        assert_eq!(parse("Projection UTM\nUnits furlongs\n"), None);
        assert_eq!(parse("Projection GEOGRAPHIC\nUnits RADIANS\n"), None);
    }
}
