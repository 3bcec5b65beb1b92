//! The location, orientation and units of GeoTIFFs.

use super::synthetic_tiff::{Form, Key, SyntheticTiff, Value, text};
use super::*;
use Key::{Double, Short, Text};

const SIZE: [usize; 2] = [12, 10];
const US_FOOT: f64 = 1200.0 / 3937.0;

fn plain() -> SyntheticTiff {
    SyntheticTiff::of_floats(SIZE, SIZE[1], &floats(SIZE), Form::default())
}

fn read_of(tiff: &SyntheticTiff) -> DecodedMap {
    read_map(&tiff.bytes(Form::default()), "a.tif", "")
}

/// A map of cells of 10 units with the given keys, projected by default.
fn of_keys(keys: &[(u16, Key)]) -> DecodedMap {
    read_of(&plain().placed().with_keys(keys))
}

fn has_warning(found: &DecodedMap, words: &str) -> bool {
    found.warnings.iter().any(|warning| warning.contains(words))
}

fn is_near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * b.abs()
}

/// A matrix from the steps of a column and a row, and the origin.
fn by_matrix(column: [f64; 2], row: [f64; 2], [x, y]: [f64; 2]) -> SyntheticTiff {
    let rows =
        [[column[0], row[0], 0.0, x], [column[1], row[1], 0.0, y], [0.0; 4], [0.0, 0.0, 0.0, 1.0]];
    plain().with(34_264, Value::Double(rows.concat()))
}

#[test]
fn maps_are_flipped_to_north_up() {
    let north_up = floats(SIZE);
    let rows: Vec<f32> = north_up.chunks(12).rev().flatten().copied().collect();
    let columns: Vec<f32> = north_up.chunks(12).flat_map(|row| row.iter().rev()).copied().collect();
    let both: Vec<f32> = north_up.iter().rev().copied().collect();
    let middle = [1060.0, 4950.0];
    for (column, row, origin, expected, words) in [
        ([10.0, 0.0], [0.0, -10.0], [1000.0, 5000.0], &north_up, ""),
        ([10.0, 0.0], [0.0, 10.0], [1000.0, 4900.0], &rows, "rows run from south to north"),
        ([-10.0, 0.0], [0.0, -10.0], [1120.0, 5000.0], &columns, "columns run from east to west"),
        ([-10.0, 0.0], [0.0, 10.0], [1120.0, 4900.0], &both, "rows run from south to north"),
    ] {
        let bytes = by_matrix(column, row, origin).bytes(Form::default());
        let read = read_map(&bytes, "a.tif", "");
        assert_eq!(read.samples, *expected, "{column:?} {row:?}");
        assert_eq!((read.cell_m, read.place.unwrap().middle), (Some([10.0; 2]), middle));
        assert!(
            has_warning(&read, words) != words.is_empty() && !has_warning(&read, "by "),
            "{read:?}"
        );
        // The reading option flips rows only once.
        let reading = read_map(&bytes, "a.tif", "south-first");
        let is_north = row[1] > 0.0;
        assert_eq!(reading.samples == *expected, is_north);
        assert_eq!((read.rows_run_north, read.south_first), (is_north, false));
    }
    // With point keys, the origin is the centre of the first cell.
    let of_points = by_matrix([10.0, 0.0], [0.0, 10.0], [1005.0, 4905.0]);
    let read = read_of(&of_points.with_keys(&[(1024, Short(1)), (1025, Short(2))]));
    assert_eq!((read.samples, read.place.unwrap().middle), (rows, middle));
}

#[test]
fn a_rotated_map_keeps_its_cell_size_and_gets_a_note() {
    // Rotated by 36.87° to the left, and by 143.13°.
    let read = read_of(&by_matrix([8.0, 6.0], [6.0, -8.0], [0.0; 2]));
    assert!(is_near(read.cell_m.unwrap()[0], 10.0) && is_near(read.cell_m.unwrap()[1], 10.0));
    assert_eq!(read.samples, floats(SIZE));
    assert!(has_warning(&read, "turn the map by 36.87°"), "{:?}", read.warnings);
    let read = read_of(&by_matrix([-8.0, 6.0], [6.0, 8.0], [0.0; 2]));
    let reversed: Vec<f32> = floats(SIZE).into_iter().rev().collect();
    assert_eq!(read.samples, reversed);
    assert!(has_warning(&read, "turn the map by -36.87°"), "{:?}", read.warnings);
    let sheared = read_of(&by_matrix([10.0, 0.0], [2.0, -10.0], [0.0; 2]));
    assert!(has_warning(&sheared, "shear"), "{:?}", sheared.warnings);
    let flat = read_of(&by_matrix([0.0; 2], [0.0, -10.0], [0.0; 2]));
    assert!(
        flat.cell_m.is_none() && has_warning(&flat, "a cell without a valid size"),
        "{:?}",
        flat.warnings
    );
}

#[test]
fn unusual_scales_and_ties_are_applied_or_noted() {
    let ties = |points: &[[f64; 4]]| {
        let all = points.iter().flat_map(|[i, j, x, y]| [*i, *j, 0.0, *x, *y, 0.0]).collect();
        plain().with(33_922, Value::Double(all))
    };
    let negative_scale = plain().placed().with(33_550, Value::Double(vec![10.0, -10.0, 0.0]));
    let read = read_of(&negative_scale);
    assert_eq!((&read.samples, read.cell_m), (&floats(SIZE), Some([10.0; 2])));
    assert_eq!(read.place.unwrap().middle, [1060.0, 4950.0]);
    assert!(has_warning(&read, "its ScaleY is below zero"), "{:?}", read.warnings);
    let scaled = plain().placed().with(33_550, Value::Double(vec![10.0, 10.0, 2.0]));
    assert!(has_warning(&read_of(&scaled), "scale heights by 2 (ScaleZ); that is ignored"));

    let corners = [
        [0.0, 0.0, 1000.0, 5000.0],
        [12.0, 0.0, 1120.0, 5000.0],
        [0.0, 10.0, 1000.0, 4900.0],
        [12.0, 10.0, 1120.0, 4900.0],
    ];
    for count in [2, 4] {
        let used = if count == 2 { vec![corners[0], corners[3]] } else { corners.to_vec() };
        let read = read_of(&ties(&used));
        let cell_m = read.cell_m.unwrap();
        assert!(is_near(cell_m[0], 10.0) && is_near(cell_m[1], 10.0), "{cell_m:?}");
        assert!(is_near(read.place.unwrap().middle[1], 4950.0));
        assert!(
            has_warning(&read, &format!("comes from {count} tie points")),
            "{:?}",
            read.warnings
        );
    }
    let one = read_of(&ties(&corners[..1]));
    assert!(one.cell_m.is_none() && has_warning(&one, "do not give its size"));
    let mut moved = corners;
    moved[3][2] += 50.0;
    let read = read_of(&ties(&moved).with(33_550, Value::Double(vec![10.0, 10.0, 0.0])));
    let warning = "4 tie points do not all fit its cell size";
    assert!(has_warning(&read, warning), "{:?}", read.warnings);
    assert_eq!(read.place.unwrap().middle, [1060.0, 4950.0]);
    // The tie point is a cell's corner. With point keys it lies half a cell away.
    let middle_of = |keys: &[(u16, Key)]| of_keys(keys).place.unwrap().middle;
    assert_eq!(middle_of(&[(1024, Short(1)), (1025, Short(1))]), [1060.0, 4950.0]);
    assert_eq!(middle_of(&[(1024, Short(1)), (1025, Short(2))]), [1055.0, 4955.0]);
    let inside = ties(&[[2.0, 1.0, 1020.0, 4990.0]]);
    let inside = read_of(&inside.with(33_550, Value::Double(vec![10.0, 10.0, 0.0])));
    assert_eq!(inside.place.unwrap().middle, [1060.0, 4950.0]);
    // Cell size and tie point take precedence over a matrix, as in GDAL.
    let both = by_matrix([20.0, 0.0], [0.0, -20.0], [0.0; 2]).placed();
    assert_eq!(read_of(&both).cell_m, Some([10.0; 2]));
}

#[test]
fn the_unit_of_heights_is_found_in_any_tag() {
    let unit = |tiff: &SyntheticTiff| {
        let read = read_of(tiff);
        let SampleUnit::Metres(metres) = read.unit else { panic!("{read:?}") };
        (metres, read)
    };
    let plane = || (3072, Short(26_912));
    for (keys, metres, words) in [
        (vec![plane()], 1.0, ""),
        (vec![plane(), (4096, Short(6360))], US_FOOT, ""),
        (vec![plane(), (4096, Short(8228))], 0.3048, ""),
        (vec![plane(), (4096, Short(5702))], US_FOOT, ""),
        (vec![plane(), (4096, Short(5703))], 1.0, ""),
        (vec![plane(), (4099, Short(9003))], US_FOOT, ""),
        (vec![plane(), (4096, Short(5703)), (4099, Short(9003))], US_FOOT, "differ"),
        (vec![plane(), (4096, Short(6360)), (4099, Short(9001))], US_FOOT, "differ"),
        (vec![plane(), (4096, Short(5715))], -1.0, "depths"),
        (vec![plane(), (4096, Short(19_999))], 1.0, "EPSG:19999, is unknown"),
        (vec![plane(), (4099, Short(9999))], 1.0, "EPSG:9999; they are taken as metres"),
        (vec![plane(), (4097, Text("NAVD88 height (ftUS)"))], US_FOOT, ""),
        (vec![plane(), (1026, Text("NAD83 / UTM zone 12N + NAVD88 height (ft)"))], 0.3048, ""),
        (vec![(3072, Short(8764))], US_FOOT, ""),
        (vec![(1024, Short(2)), (2048, Short(7406))], US_FOOT, ""),
        (vec![(3072, Short(2260))], 1.0, "its coordinates are in units of 0.3048 m"),
    ] {
        let (found_m, read) = unit(&plain().placed().with_keys(&keys));
        assert_eq!(found_m, metres, "{:?}", read.warnings);
        let is_clean = words.is_empty() && read.warnings.is_empty();
        assert!(
            is_clean || !words.is_empty() && has_warning(&read, words),
            "{words}: {:?}",
            read.warnings
        );
    }
    let item = |role: &str, value: &str| {
        format!("<Item name=\"X\" sample=\"0\" role=\"{role}\">{value}</Item>")
    };
    let with = |items: &str| {
        let all = format!("<GDALMetadata>{items}</GDALMetadata>");
        plain().placed().with(42_112, text(&all))
    };
    assert_eq!(unit(&with(&item("unittype", "US survey foot"))).0, US_FOOT);
    let (metres, read) = unit(&with(&item("unittype", "furlong")));
    assert!(metres == 1.0 && has_warning(&read, "`furlong`, an unknown unit"));
    let items = [item("scale", "0.1"), item("offset", "-100"), item("unittype", "ft")].concat();
    let (metres, read) = unit(&with(&items));
    assert!(is_near(metres, 0.030_48) && is_near(read.offset_m, -30.48), "{read:?}");
    assert_eq!(read.samples, floats(SIZE), "samples stay as GDAL reads them");
    assert!(has_warning(&read, "a height is 0.1 times the sample and -100 added"));
}

#[test]
fn cells_have_the_unit_of_their_system() {
    for (keys, metres, words) in [
        (vec![(3072, Short(2260)), (4096, Short(6360))], 10.0 * US_FOOT, ""),
        (vec![(3072, Short(2222)), (4096, Short(8228))], 3.048, ""),
        (vec![(3072, Short(26_912)), (3076, Short(9003))], 10.0 * US_FOOT, "differ"),
        (vec![(3072, Short(2260)), (3076, Short(9001))], 10.0, "differ"),
        (vec![(3072, Short(32_767)), (3076, Short(9002))], 3.048, ""),
        (vec![(3072, Short(32_767)), (3076, Short(32_767)), (3077, Double(0.5))], 5.0, ""),
        (vec![(3072, Short(32_767)), (3076, Short(9998))], 10.0, "EPSG:9998"),
        (vec![(3072, Short(15_000))], 10.0, "EPSG:15000, is unknown"),
        (
            vec![(
                3073,
                Text("ESRI PE String = PROJCS[\"a\",UNIT[\"Foot_US\",0.3048006096012192]]"),
            )],
            3.048_006_096_012_192,
            "",
        ),
        (vec![(1026, Text("NAD_1983_StatePlane_Ohio_North_FIPS_3401_Feet"))], 10.0 * US_FOOT, ""),
        (vec![(1024, Short(1))], 10.0, ""),
    ] {
        let read = of_keys(&keys);
        let cell_m = read.cell_m.unwrap();
        assert!(is_near(cell_m[0], metres) && cell_m[0] == cell_m[1], "{cell_m:?} {metres}");
        assert!(words.is_empty() || has_warning(&read, words), "{words}: {:?}", read.warnings);
        assert!(is_near(read.place.unwrap().middle[0], 106.0 * metres));
    }
}

#[test]
fn angles_become_degrees() {
    let read_at = |scale: f64, [x, y]: [f64; 2], keys: &[(u16, Key)]| {
        let tiff = plain()
            .with(33_550, Value::Double(vec![scale, scale, 0.0]))
            .with(33_922, Value::Double(vec![6.0, 5.0, 0.0, x, y, 0.0]));
        read_of(&tiff.with_keys(keys))
    };
    let geographic = || (1024, Short(2));
    let [east_m, north_m] = metres_per_degree(50.0);
    for (scale, middle, keys, words) in [
        (0.01, [10.0, 50.0], vec![geographic()], ""),
        (36.0, [36_000.0, 180_000.0], vec![geographic(), (2054, Short(9104))], "in units of"),
        (0.6, [600.0, 3000.0], vec![geographic(), (2054, Short(9103))], "in units of"),
        (
            0.1 / 9.0,
            [100.0 / 9.0, 500.0 / 9.0],
            vec![geographic(), (2048, Short(4807))],
            "in units of",
        ),
        (
            36.0,
            [36_000.0, 180_000.0],
            vec![geographic(), (2054, Short(32_767)), (2055, Double(4.848_136_811_095_36e-6))],
            "in units of",
        ),
        (0.01, [10.0, 50.0], vec![(2048, Short(4326))], ""),
        (0.01, [10.0, 50.0], vec![(1025, Short(1))], "so small that they are taken as degrees"),
        (0.01, [10.0, 50.0], vec![geographic(), (2054, Short(9102))], ""),
    ] {
        let read = read_at(scale, middle, &keys);
        let place = read.place.unwrap();
        assert_eq!(place.system, System::Degrees);
        assert!(
            (place.middle[0] - 10.0).abs() < 1e-6 && (place.middle[1] - 50.0).abs() < 1e-6,
            "{place:?}"
        );
        let [east, south] = read.cell_m.unwrap();
        assert!((east / east_m - 0.01).abs() < 1e-8 && (south / north_m - 0.01).abs() < 1e-8);
        assert!(words.is_empty() || has_warning(&read, words), "{:?}", read.warnings);
    }
}

#[test]
fn mercator_cells_have_their_true_size() {
    // 50° north: y from EPSG guidance note 7-2, for the sphere and for the ellipsoid.
    for (system, north, scale) in
        [(3857, 6_446_275.841, 0.644_054), (3395, 6_413_524.594, 0.644_054)]
    {
        let tiff = plain()
            .with(33_550, Value::Double(vec![10.0, 10.0, 0.0]))
            .with(33_922, Value::Double(vec![6.0, 5.0, 0.0, 1_000_000.0, north, 0.0]))
            .with_keys(&[(1024, Short(1)), (3072, Short(system))]);
        let read = read_of(&tiff);
        let [east, south] = read.cell_m.unwrap();
        assert!((east - 10.0 * scale).abs() < 1e-3, "{system}: {east}");
        // The projection of the sphere is not conformal on the ellipsoid.
        let expected = if system == 3857 { 6.422_66 } else { east };
        assert!((south - expected).abs() < 1e-3, "{system}: {south}");
        assert!(has_warning(&read, "its latitude of 50.00°"), "{:?}", read.warnings);
        assert_eq!(read.place.unwrap().middle, [1_000_000.0, north]);
        assert!(is_near(read.projection_scale.at(north)[0], east / 10.0));
    }
    let other = of_keys(&[(1024, Short(1)), (3072, Short(3994))]);
    assert!(has_warning(&other, "Mercator's, which stretches"), "{:?}", other.warnings);
    let user_defined = of_keys(&[(1024, Short(1)), (3072, Short(32_767)), (3075, Short(7))]);
    assert!(has_warning(&user_defined, "Mercator's, which stretches"));
}

#[test]
fn a_world_file_gives_size_and_place() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("dem.tif");
    let read_with = |tiff: &SyntheticTiff, name: &str, world: &str| {
        let world_path = folder.path().join(name);
        std::fs::write(&path, tiff.bytes(Form::default())).unwrap();
        std::fs::write(&world_path, world).unwrap();
        let read = read(&path, &Reading::default()).unwrap();
        std::fs::remove_file(world_path).unwrap();
        read
    };
    let north_up = "10\n0\n0\n-10\n1005\n4995\n";
    for name in ["dem.tfw", "dem.TFW", "dem.wld", "dem.tifw"] {
        let read = read_with(&plain(), name, north_up);
        assert_eq!((read.cell_m, read.place.unwrap().middle), (Some([10.0; 2]), [1060.0, 4950.0]));
        assert_eq!((read.samples, read.warnings.len()), (floats(SIZE), 0));
    }
    let rows: Vec<f32> = floats(SIZE).chunks(12).rev().flatten().copied().collect();
    let read = read_with(&plain(), "dem.tfw", "10\n0\n0\n10\n1005\n4905\n");
    assert_eq!((&read.samples, read.south_first), (&rows, true));
    assert_eq!(read.place.unwrap().middle, [1060.0, 4950.0]);
    // Tags take precedence, and a difference causes a warning.
    let read = read_with(&plain().placed(), "dem.tfw", north_up);
    assert_eq!((read.cell_m, read.warnings.len()), (Some([10.0; 2]), 0));
    let read = read_with(&plain().placed(), "dem.tfw", "20\n0\n0\n-20\n1005\n4995\n");
    assert_eq!(read.cell_m, Some([10.0; 2]));
    assert!(has_warning(&read, "world file next to it gives a different place or size"));
    // Other files next to the TIFF cause a warning if they could change the result.
    let aux = "<PAMDataset><PAMRasterBand band=\"1\"><NoDataValue>7</NoDataValue></PAMRasterBand></PAMDataset>";
    let read = read_with(&plain(), "dem.tif.aux.xml", aux);
    assert!(has_warning(&read, ".aux.xml next to it gives NoDataValue, which is ignored"));
    assert!(has_warning(
        &read_with(&plain(), "dem.tif.msk", ""),
        "mask next to it (.msk) is ignored"
    ));
}
