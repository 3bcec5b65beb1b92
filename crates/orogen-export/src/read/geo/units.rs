//! Units of length and angle, and the units of coordinate systems.
//!
//! The tables have the units by code and by name, and the coordinate systems that do not use metres
//! (EPSG Geodetic Parameter Dataset 12.029).

/// The US survey foot, used by state planes, and the international foot.
const US_FOOT: f64 = 1200.0 / 3937.0;
const FOOT: f64 = 0.3048;

/// Returns the length of a unit in metres, by its EPSG code.
pub(super) fn metres_of_unit(code: u16) -> Option<f64> {
    Some(match code {
        1025 => 0.001,
        1033 => 0.01,
        9001 => 1.0,
        9002 => FOOT,
        9003 => US_FOOT,
        9005 => 0.304_797_265_4,
        9014 => 1.8288,
        9030 => 1852.0,
        9031 => 1.000_013_596_5,
        9035 => 5280.0 * US_FOOT,
        9036 => 1000.0,
        9037 => 0.914_391_796_2,
        9039 => 0.201_166_195_164,
        9040 => 0.914_398_414_616_028_7,
        9041 => 0.304_799_471_538_676_2,
        9042 => 20.116_765_121_552_632,
        9051 => 0.304_799_733_333_333_3,
        9061 => 0.304_799_734_763_270_77,
        9062 => 20.116_782_494_375_872,
        9070 => 0.304_800_833_333_333_35,
        9080 => 0.304_799_510_248_146_94,
        9081 => 0.304_798_41,
        9082 => 0.304_799_6,
        9083 => 0.304_799_5,
        9084 => 0.914_398_530_744_440_8,
        9093 => 1609.344,
        9094 => 0.304_799_710_181_508_8,
        9095 => 0.304_800_749_1,
        9096 => 0.9144,
        9097 => 20.1168,
        9098 => 0.201_168,
        9300 => 0.304_799_333_333_333_37,
        9301 => 20.116_756,
        _ => return None,
    })
}

/// Returns the angle of a unit in degrees, by its EPSG code.
pub(super) fn degrees_of_unit(code: u16) -> Option<f64> {
    Some(match code {
        9101 => 1f64.to_degrees(),
        9102 | 9107 | 9108 | 9116 | 9117 | 9122 => 1.0,
        9103 => 1.0 / 60.0,
        9104 => 1.0 / 3600.0,
        9105 | 9106 => 0.9,
        9109 => 1e-6f64.to_degrees(),
        1031 => 1.0 / 3_600_000.0,
        _ => return None,
    })
}

/// Returns the length of a unit in metres, by its name in the spellings of many programs.
pub(super) fn metres_by_name(name: &str) -> Option<f64> {
    let plain: String = name.to_lowercase().chars().filter(char::is_ascii_alphanumeric).collect();
    Some(match &*plain {
        "m" | "metre" | "metres" | "meter" | "meters" | "unitymetre" => 1.0,
        "ft" | "foot" | "feet" | "internationalfoot" | "internationalfeet" | "footintl"
        | "feetintl" | "footinternational" | "ftint" => FOOT,
        "ftus" | "usft" | "footus" | "usfoot" | "ussurveyfoot" | "ussurveyfeet" | "surveyfoot"
        | "surveyfeet" | "footussurvey" | "usfeet" | "feetus" | "ussurveyft" => US_FOOT,
        "km" | "kilometre" | "kilometres" | "kilometer" | "kilometers" => 1000.0,
        "dm" | "decimetre" | "decimetres" | "decimeter" | "decimeters" => 0.1,
        "cm" | "centimetre" | "centimetres" | "centimeter" | "centimeters" => 0.01,
        "mm" | "millimetre" | "millimetres" | "millimeter" | "millimeters" => 0.001,
        "yd" | "yard" | "yards" => 0.9144,
        "fathom" | "fathoms" => 1.8288,
        "in" | "inch" | "inches" => 0.0254,
        _ => return None,
    })
}

/// Returns the unit in the citation of a coordinate system, in metres. A citation is well-known
/// text of Esri or OGC, or a name such as `NAVD88 height (ftUS)`.
pub(super) fn metres_in_text(text: &str) -> Option<f64> {
    let lower = text.to_lowercase();
    // The last unit in the text belongs to the system itself. The units of its component systems
    // come before it.
    let of_wkt = lower.rsplit("unit[").next().filter(|_| lower.contains("unit["));
    if let Some(unit) = of_wkt {
        let mut parts = unit.split(']').next().unwrap_or_default().split(',');
        let name = parts.next().unwrap_or_default();
        let metres = parts.next().and_then(|metres| metres.trim().parse::<f64>().ok());
        return metres
            .filter(|metres| metres.is_finite() && *metres > 0.0)
            .or(metres_by_name(name));
    }
    let contains = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    if contains(&[
        "ftus", "us-ft", "survey f", "survey_f", "us foot", "us feet", "foot_us", "feet_us",
    ]) {
        return Some(US_FOOT);
    }
    // Esri's state plane systems use the survey foot if their names do not say "intl".
    if contains(&["_fips_"]) && contains(&["_feet"]) && !contains(&["intl"]) {
        return Some(US_FOOT);
    }
    let mut words = lower.split(|c: char| !c.is_ascii_alphanumeric());
    words.find_map(|word| match word {
        "ft" | "foot" | "feet" => Some(FOOT),
        "metre" | "meter" | "metres" | "meters" => Some(1.0),
        _ => None,
    })
}

/// Returns the part of a citation that concerns heights.
pub(super) fn heights_part(text: &str) -> Option<&str> {
    let start = ["VERTCS", "VERT_CS", "VERTCRS", " + "].iter().find_map(|mark| text.find(mark))?;
    text.get(start..)
}

/// Projected systems whose unit is not the metre: the unit in metres, then a text of codes, ranges,
/// and ranges with a step.
const PLANES: &[(f64, &str)] = &[
    (
        FOOT,
        "2222-2224 2251-2253 2256 2265-2266 2269-2270 2273 2280-2282 2867-2869 2896-2898 2901 2909-2910 \
         2913-2914 2921-2923 2992-2994/2 3080 3359-3361/2 3479-3483/2 3588-3590/2 3593 3605 3634-3636/2 \
         3644-3648/2 3656 3676-3682/3 5588 6128-6141 6391 6405-6409/2 6494-6496/2 6499 6515 6545-6547/2 \
         6557-6561/2 6570 6785-6863/2 6868 6885-6887/2 7119-7127 8065-8068 8312-8348/2 10980-10987 20050",
    ),
    (
        US_FOOT,
        "2155 2194 2204 2225-2250 2254-2255 2257-2264 2267-2268 2271-2272 2274-2279 2283-2289 2870-2895 \
         2899-2900 2902-2908 2911-2912 2915-2920 2924-2930 2964-2968 3089-3091/2 3102 3363-3365/2 3404 \
         3417-3438 3441-3446 3451-3459 3485-3487/2 3490-3512/2 3515-3553/2 3560-3570 3582-3586/2 3598-3600/2 \
         3608-3632/2 3640-3642/2 3650-3654/2 3658-3664/2 3668-3674/2 3677-3686/3 3688-3692/2 3696-3700/2 \
         3728-3739 3753-3760 3991-3992 4217 4399-4413 4418-4433 4438-4457 5623-5625 5646 5654-5655 6200-6202 \
         6411-6413/2 6416-6438/2 6441-6479/2 6484-6492/2 6501-6507/2 6510 6517-6543/2 6549-6555/2 6563-6565/2 \
         6568-6572/4 6574-6578/2 6582-6590/2 6593-6609/2 6612-6618/2 6625-6627 6633 6880 6923-6925/2 6966 6997 \
         7057-7070 7128-7132/2 7258-7370/2 7587-7645 8035-8036 8091-8093/2 8096-8172/2 8177-8180/3 8182-8185/3 \
         8189-8197/4 8200-8210/2 8213-8216/3 8220-8224/4 8226 8380-8384/2 8387 8518-8540 9748-9749 10481-10516 \
         10622 10911-10916 23301-23333 26729-26813 26847-26870 32001-32058 32064-32077 32099 32164-32167 \
         32664-32667",
    ),
    (0.304_797_265_4, "2314 3407 5589 24100"),
    (1.000_013_596_5, "29371-29385"),
    (1000.0, "22300"),
    (0.914_391_796_2, "5472"),
    (0.201_166_195_164, "2066 30200"),
    (0.914_398_414_616_028_7, "27291-27292"),
    (0.304_799_471_538_676_2, "29872"),
    (20.116_765_121_552_632, "29871"),
    (20.116_782_494_375_872, "24571"),
    (0.914_398_530_744_440_8, "24370-24374 24382"),
    (0.304_799_710_181_508_8, "2136 2159-2160"),
    (0.201_168, "3139-3140"),
    (20.116_756, "3167"),
];

/// Height systems in feet, and systems of depths. Depths grow downward, so their unit is negative.
const HEIGHTS: &[(f64, &str)] = &[
    (FOOT, "6130-6132 8050 8228"),
    (US_FOOT, "5702 6360 8052 10919"),
    (0.304_800_749_1, "5754"),
    (-FOOT, "5614 8051 8897"),
    (-US_FOOT, "6358-6359 8053"),
    (
        -1.0,
        "5336 5612 5706 5715 5734 5739 5789 5831 5861-5867 5873 6357 7976 8358 8378 9287-9288 9672 10150-10151 \
         10349 10364 10370-10379 10547-10552 10649-10650 10678",
    ),
];

/// Compound systems with feet or depths: the first and last code, the unit of the projected
/// coordinates, and the unit of heights.
const COMPOUNDS: &[(u16, u16, f64, f64)] = &[
    (7406, 7406, 1.0, US_FOOT),
    (7407, 7407, US_FOOT, US_FOOT),
    (8700, 8711, FOOT, FOOT),
    (8712, 8800, US_FOOT, US_FOOT),
    (9289, 9290, 1.0, -1.0),
    (9502, 9504, 1.0, FOOT),
    (9883, 9883, 1.0, -1.0),
    (10156, 10157, 1.0, -1.0),
    (10553, 10556, 1.0, -1.0),
    (10651, 10652, 1.0, -1.0),
    (10679, 10679, 1.0, -1.0),
];

/// Geographic systems in grads.
const GRADS: &str = "4807 4810-4811 4816 4819 4821 4901-4902";

/// The tables cover two ranges of codes: up to the newest code, and the old codes from 20000 on.
const NEWEST: u16 = 11_158;
const OLD_CODES: std::ops::RangeInclusive<u16> = 20_000..=32_766;

/// Returns true if the tables cover a system. If they have no entry for it, it uses metres.
pub(super) fn is_known(code: u16) -> bool {
    code <= NEWEST || OLD_CODES.contains(&code)
}

fn contains(list: &str, code: u16) -> bool {
    list.split_whitespace().any(|part| {
        let (range, step) = part.split_once('/').unwrap_or((part, "1"));
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let [first, last, step] = [first, last, step].map(|number| number.parse().unwrap_or(0));
        (first..=last).contains(&code) && (code - first).is_multiple_of(step)
    })
}

fn unit_of(table: &[(f64, &str)], code: u16) -> Option<f64> {
    table.iter().find(|(_, list)| contains(list, code)).map(|(metres, _)| *metres)
}

/// Returns the units of a compound system in metres: first of coordinates, then of heights.
pub(super) fn compound_units_m(code: u16) -> Option<[f64; 2]> {
    let row = COMPOUNDS.iter().find(|(first, last, ..)| (*first..=*last).contains(&code))?;
    Some([row.2, row.3])
}

/// Returns the unit of a projected system in metres.
pub(super) fn plane_unit_m(code: u16) -> f64 {
    unit_of(PLANES, code).or(compound_units_m(code).map(|[plane, _]| plane)).unwrap_or(1.0)
}

/// Returns the unit of a height system in metres. It is negative for systems of depths.
pub(super) fn height_unit_m(code: u16) -> f64 {
    unit_of(HEIGHTS, code).unwrap_or(1.0)
}

/// Returns the unit of a geographic system in degrees.
pub(super) fn angle_unit_deg(code: u16) -> f64 {
    if contains(GRADS, code) { 0.9 } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn systems_have_the_units_of_the_epsg_dataset() {
        let of_planes = [
            (2260, US_FOOT),
            (2222, FOOT),
            (2225, US_FOOT),
            (3435, US_FOOT),
            (6543, US_FOOT),
            (6542, 1.0),
            (6787, FOOT),
            (6788, 1.0),
            (26912, 1.0),
            (32612, 1.0),
            (3857, 1.0),
            (32054, US_FOOT),
            (8764, US_FOOT),
            (8705, FOOT),
            (27700, 1.0),
            (2314, 0.304_797_265_4),
        ];
        for (code, metres) in of_planes {
            assert_eq!(plane_unit_m(code), metres, "EPSG:{code}");
        }
        for (code, metres) in [(6360, US_FOOT), (8228, FOOT), (5702, US_FOOT), (5703, 1.0)] {
            assert_eq!(height_unit_m(code), metres, "EPSG:{code}");
        }
        assert_eq!((height_unit_m(5715), height_unit_m(6358)), (-1.0, -US_FOOT));
        assert_eq!(compound_units_m(8764), Some([US_FOOT; 2]));
        assert_eq!((angle_unit_deg(4807), angle_unit_deg(4326)), (0.9, 1.0));
        assert!(is_known(26912) && !is_known(12_000) && !is_known(54_004));
        for (_, list) in PLANES.iter().chain(HEIGHTS) {
            for part in list.split_whitespace() {
                let first = part.split(['-', '/']).next().unwrap();
                assert!(contains(list, first.parse().unwrap()), "{part}");
            }
        }
    }

    #[test]
    fn citations_give_units() {
        for (text, metres) in [
            ("NAVD88 height (ftUS)", Some(US_FOOT)),
            ("NAVD88 height (ft)", Some(FOOT)),
            ("NAD_1983_StatePlane_Arizona_Central_FIPS_0202_Feet", Some(US_FOOT)),
            ("NAD_1983_StatePlane_Arizona_Central_FIPS_0202_Feet_Intl", Some(FOOT)),
            ("NAD_1983_UTM_Zone_12N", None),
            (
                "ESRI PE String = PROJCS[\"x\",GEOGCS[\"y\",UNIT[\"Degree\",0.017]],UNIT[\"Foot_US\",0.3048006]]",
                Some(0.304_800_6),
            ),
            ("PROJCS[\"x\",UNIT[\"Meter\",1.0]]", Some(1.0)),
            ("UNIT[\"odd\",x]", None),
            ("UNIT[", None),
        ] {
            assert_eq!(metres_in_text(text), metres, "{text}");
        }
        let whole = "NAD83 / New York East (ftUS) + NAVD88 height";
        assert_eq!(heights_part(whole).and_then(metres_in_text), None);
        for (name, metres) in [("US survey foot", US_FOOT), ("Meters", 1.0), ("ft", FOOT)] {
            assert_eq!(metres_by_name(name), Some(metres), "{name}");
        }
        assert_eq!(metres_by_name("m/s"), None);
    }
}
