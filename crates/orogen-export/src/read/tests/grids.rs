//! Unusual ASCII grids, and their `.prj` files.

use super::*;
use std::fs;

const HEAD: &str = "ncols 3\nnrows 2\nxllcorner 100\nyllcorner 200\ncellsize 10\n";

/// A void.
const NO: f32 = f32::NAN;

/// Unusual forms of the same grid, each with the samples that GDAL reads, except for voids.
#[test]
fn unusual_grids_are_read() {
    let plain = [1.5, 2.0, 3.0, 4.0, 5.0, 6.25];
    let grid = |head: &str, body: &str| format!("{HEAD}{head}{body}");
    let body = "1.5 2 3\n4 5 6.25\n";
    for (what, text, expected) in [
        ("plain", grid("", body), plain),
        ("a byte-order mark", format!("\u{feff}{}", grid("", body)), plain),
        ("line ends of Windows", grid("", body).replace('\n', "\r\n"), plain),
        ("line ends of old Macs", grid("", body).replace('\n', "\r"), plain),
        ("tabs", grid("", body).replace(' ', "\t"), plain),
        ("blanks before and after", format!("\n  {}   \n\n", grid("", body)), plain),
        ("capitals", grid("", body).to_uppercase(), plain),
        ("decimal commas", grid("", &body.replace('.', ",")), plain),
        ("a sample a line", grid("", &body.replace(' ', "\n")), plain),
        ("all on one line", grid("", &body.replace('\n', " ")), plain),
        ("powers of ten", grid("", "1.5e0 2E+0 30e-1 4. 5.0 +6.25"), plain),
        ("dx and dy", grid("", body).replace("cellsize 10", "dx 10\ndy 10"), plain),
        ("centres", grid("", body).replace("corner", "center"), plain),
        ("British centres", grid("", body).replace("corner", "centre"), plain),
        ("whole sides with a point", grid("", body).replace("ncols 3", "ncols 3.0"), plain),
        ("a void value without voids", grid("NODATA_value -9999\n", body), plain),
        (
            "a void",
            grid("NODATA_value -9999\n", "-9999 2 3 4 5 6.25"),
            [NO, 2.0, 3.0, 4.0, 5.0, 6.25],
        ),
        ("the key NODATA", grid("NODATA -1\n", "-1 2 3 4 5 -1.0"), [NO, 2.0, 3.0, 4.0, 5.0, NO]),
        ("a void of 0", grid("nodata_value 0\n", "0 2 3 4 5 6.25"), [NO, 2.0, 3.0, 4.0, 5.0, 6.25]),
        ("null", grid("NODATA_value null\n", "null 2 3 4 5 null"), [NO, 2.0, 3.0, 4.0, 5.0, NO]),
        ("NaN", grid("NODATA_value nan\n", "NaN 2 3 4 5 -nan"), [NO, 2.0, 3.0, 4.0, 5.0, NO]),
        (
            "a word",
            grid("NODATA_value empty\n", "EMPTY 2 3 4 5 6.25"),
            [NO, 2.0, 3.0, 4.0, 5.0, 6.25],
        ),
        (
            "words for not-a-number without a void value",
            grid("", "1.#QNAN 2 3 4 5 -1.#IND"),
            [NO, 2.0, 3.0, 4.0, 5.0, NO],
        ),
        (
            "a longer void",
            grid("NODATA_value -3.40282346638529e+38\n", "-3.402823e+38 2 3 4 5 6.25"),
            [-3.402_823e38, 2.0, 3.0, 4.0, 5.0, 6.25],
        ),
        (
            "a rounded void",
            grid("NODATA_value -3.4028235e+38\n", "-3.4028234663852885981e+38 2 3 4 5 6.25"),
            [NO, 2.0, 3.0, 4.0, 5.0, 6.25],
        ),
        (
            "the usual void without a void value",
            grid("", "-9999 2 3 4 5 6.25"),
            [NO, 2.0, 3.0, 4.0, 5.0, 6.25],
        ),
        (
            "a void between numbers of f32",
            grid("NODATA_value -99999.999\n", "-99999.999 2 3 4 5 6.25"),
            [NO, 2.0, 3.0, 4.0, 5.0, 6.25],
        ),
        (
            "GRASS",
            format!(
                "north: 220\nsouth: 200\neast: 130\nwest: 100\nrows: 2\ncols: 3\nnull: *\n\
            type: float\n{}",
                body.replace("6.25", "*")
            ),
            [1.5, 2.0, 3.0, 4.0, 5.0, NO],
        ),
    ] {
        let read = read_map(text.as_bytes(), "a.asc", "");
        let bits = |samples: &[f32]| samples.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
        assert_eq!(bits(&read.samples), bits(&expected), "{what}: {:?}", read.samples);
        assert_eq!(read.cell_m, Some([10.0; 2]), "{what}");
        let middle = if what.contains("entres") { [110.0, 205.0] } else { [115.0, 210.0] };
        assert_eq!(read.place.unwrap().middle, middle, "{what}");
    }
}

#[test]
fn a_grid_is_recognised_by_its_header() {
    let text = format!("{HEAD}1 2 3 4 5 6");
    for name in ["a.txt", "a.grd", "a", "a.ASC"] {
        assert_eq!(read_map(text.as_bytes(), name, "").size, [3, 2], "{name}");
    }
    assert_eq!(try_read(b"ncols", "a.txt", ""), Err(ReadProblem::OtherKind));
}

#[test]
fn unusual_grids_cause_warnings() {
    let notes = |head: &str, body: &str| {
        read_map(format!("{HEAD}{head}{body}").as_bytes(), "a.asc", "").warnings.join("; ")
    };
    let body = "1 2 3 4 5 6";
    assert_eq!(notes("NODATA_value -9999\n", body), "");
    assert_eq!(notes("", body), "");
    assert!(notes("", "-9999 2 3 4 5 6").contains("names no void value; samples of -9999"));
    assert!(notes("", "1 2 3 4 5 6 7").contains("more numbers than its header declares"));
    assert!(notes("multiplier: 2\n", body).contains("a multiplier of 2, which is ignored"));
    let small = format!("ncols 3\nnrows 2\nxllcorner 5\nyllcorner 44\ncellsize 0.1\n{body}");
    let read = read_map(small.as_bytes(), "a.asc", "");
    assert_eq!(read.cell_m, Some([0.1; 2]));
    assert!(read.warnings[0].contains("may be in degrees, but no unit is given"), "{read:?}");
    let tiny = format!("ncols 3\nnrows 2\nxllcorner 11\nyllcorner 46\ncellsize 0.001\n{body}");
    let read = read_map(tiny.as_bytes(), "a.asc", "");
    assert_eq!(read.place.unwrap().system, System::Degrees);
    assert!((read.cell_m.unwrap()[1] - 111.1).abs() < 0.1, "{read:?}");
    assert!(read.warnings[0].contains("they are taken as degrees"), "{read:?}");
    let none = read_map(b"ncols 2 nrows 2 1 2 3 4", "a.asc", "");
    assert_eq!((none.cell_m, &*none.warnings[0]), (None, "its header has no cell size"));
}

#[test]
fn invalid_grids_are_refused() {
    for (text, words) in [
        ("ncols 0\nnrows 2\n1", "at least 2 × 2"),
        ("ncols -3\nnrows 2\n1", "ncols is not a valid size"),
        ("ncols nan\nnrows 2\n1", "ncols is not a valid size"),
        ("ncols 1e300\nnrows 2\n1", "ncols is not a valid size"),
        ("ncols 99999999999\nnrows 99999999999\n1", "at most 4,000 million"),
        ("ncols 60000\nnrows 60000\n1", "cannot hold them"),
        ("ncols", "it ends early"),
        ("ncols 3\nnrows 2\nNODATA_value", "it ends early"),
        ("ncols 3\nnrows 2\nnorth:", "it ends early"),
        ("north: 1:x\n", "is not a number"),
        ("ncols 3\nnrows 2\n1 2 3 4 5", "it ends early"),
        ("ncols 3\nnrows 2\n1 2 3 4 5 six", "`six` is not a number"),
        ("ncols 3\nnrows 2\n1,2,3 4 5 6 7", "`1,2,3` is not a number"),
        ("ncols 3\nnrows 2\n1 2 3 4 \u{0}5 6", "is not a number"),
        ("ncols 3\nnrows 2\ncellsize 1 1\nbyteorder lsbfirst\n", "`byteorder` is not a number"),
        ("nrows 2 1 2", "its header has no ncols"),
        ("ncols 2 nrows 2.5 1", "nrows is not a valid size"),
        ("ncols 2 lines 2 1", "an unknown key, `lines`"),
        (&format!("ncols 2 nrows 2 {}", "1".repeat(70)), "a word that is not a number"),
        ("ncols 2 nrows 2 é", "characters other than ASCII"),
    ] {
        let problem = try_read(text.as_bytes(), "a.asc", "").unwrap_err().to_string();
        assert!(problem.contains(words) && !problem.contains('\n'), "{text}: {problem}");
    }
    let wide: Vec<u8> = HEAD.bytes().flat_map(|byte| [byte, 0]).collect();
    let problem = try_read(&[b"\xff\xfe", &*wide].concat(), "a.asc", "").unwrap_err().to_string();
    assert!(problem.contains("UTF-16"), "{problem}");
}

const DEGREES: &str = "GEOGCS[\"WGS 84\",DATUM[\"WGS_1984\",SPHEROID[\"WGS 84\",6378137,298.25]],\
    PRIMEM[\"Greenwich\",0],UNIT[\"degree\",0.0174532925199433]]";

/// Reads a grid that has a `.prj`.
fn with_prj(head: &str, prj: &str, ending: &str) -> Result<DecodedMap, ReadError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("dem.asc");
    fs::write(&path, format!("{head}1 2 3 4 5 6")).unwrap();
    fs::write(folder.path().join("dem").with_extension(ending), prj).unwrap();
    read(&path, &Reading::default())
}

#[test]
fn a_prj_gives_the_unit_of_a_grid() {
    let degrees = "ncols 3\nnrows 2\nxllcorner 5\nyllcorner 44\ncellsize 0.1\n";
    for ending in ["prj", "PRJ"] {
        let read = with_prj(degrees, DEGREES, ending).unwrap();
        let [east_m, south_m] = read.cell_m.unwrap();
        assert!((east_m - 8_017.0).abs() < 20.0 && (south_m - 11_111.0).abs() < 10.0, "{east_m}");
        let place = read.place.unwrap();
        assert_eq!(place.system, System::Degrees);
        assert!((place.middle[0] - 5.15).abs() < 1e-12 && (place.middle[1] - 44.1).abs() < 1e-12);
        assert!(read.warnings[0].contains("its .prj gives degrees"), "{:?}", read.warnings);
    }
    let feet = format!("PROJCS[\"State Plane\",{DEGREES},UNIT[\"Foot_US\",0.3048006096012192]]");
    let read = with_prj(HEAD, &feet, "prj").unwrap();
    assert_eq!(read.cell_m, Some([3.048_006_096_012_192; 2]));
    assert!(read.warnings[0].contains("0.3048006096012192 m (Foot_US)"), "{:?}", read.warnings);
    assert!((read.place.unwrap().middle[0] - 35.052).abs() < 1e-3);
    // Small cells stay in metres if the unit is given.
    let metres = format!("PROJCS[\"UTM\",{DEGREES},UNIT[\"Meter\",1.0]]");
    let read = with_prj(&degrees.replace("0.1", "0.01"), &metres, "prj").unwrap();
    assert_eq!((read.cell_m, read.warnings.len()), (Some([0.01; 2]), 0));
    // At 60° north a metre of a web map is half a metre on the ground.
    let web = format!(
        "PROJCS[\"Web\",{DEGREES},PROJECTION[\"Mercator_Auxiliary_Sphere\"],\
        UNIT[\"Meter\",1.0]]"
    );
    let read = with_prj(&HEAD.replace("200\n", "8399737.9\n"), &web, "prj").unwrap();
    let [east_m, south_m] = read.cell_m.unwrap();
    assert!((east_m - 5.013).abs() < 0.005 && (south_m - 5.0).abs() < 0.02, "{east_m} {south_m}");
    assert!(read.warnings[0].contains("stretches it 1.995 times"), "{:?}", read.warnings);
    let lines = "Projection UTM\nZone 12\nUnits METERS\nZunits FEET\n";
    let read = with_prj(HEAD, lines, "prj").unwrap();
    assert_eq!((read.unit, read.cell_m), (SampleUnit::Metres(0.3048), Some([10.0; 2])));
    let read = with_prj(HEAD, "an unknown text", "prj").unwrap();
    assert!(read.warnings[0].contains("names no known unit"), "{:?}", read.warnings);
    let far = HEAD.replace("100", "600000");
    let problem = with_prj(&far, DEGREES, "prj").unwrap_err().to_string();
    assert!(problem.contains("its .prj gives degrees, but its location is not"), "{problem}");
}
