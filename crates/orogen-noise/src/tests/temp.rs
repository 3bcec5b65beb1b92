// TEMP
#[test]
fn temp1() {
    let run = || -> Result<(), crate::NoiseError> {
        use crate::NoiseSpec;
        use crate::grid::{Grid, GridNoise};

        let noise = NoiseSpec::default().build(2)?;
        let grid = Grid { origin: [-32, 0], size: [64, 16], spacing_m: 0.25, band_limit_m: 0.0 };
        let mut values = vec![0.0; 64 * 16];
        GridNoise::new(&noise, 0.1).fill(&grid, &mut values);
        // Column 3 of row 2, at a tenth of a cell a metre.
        let [x_m, y_m] = [f64::from(-32 + 3) * 0.25, f64::from(2) * 0.25];
        let one = noise.sample2([0.1 * x_m, 0.1 * y_m], 0.0);
        assert!((f64::from(values[2 * 64 + 3]) - one).abs() < 2e-5);
        Ok::<(), crate::NoiseError>(())
    };
    run().unwrap();
}
#[test]
fn temp2() {
    let run = || -> Result<(), crate::NoiseError> {
        use crate::NoiseSpec;
        use crate::grid::{Grid, GridNoise};

        let noise = GridNoise::new(&NoiseSpec::default().build(2)?, 0.1);
        let grid = Grid { origin: [0; 2], size: [16; 2], spacing_m: 1.0, band_limit_m: 0.0 };
        let plan = noise.plan(&[grid, Grid { origin: [16, 0], ..grid }]);
        let mut values = [0.0; 16 * 16];
        plan.fill(1, &mut values);
        Ok::<(), crate::NoiseError>(())
    };
    run().unwrap();
}
#[test]
fn temp3() {
    let run = || -> Result<(), crate::NoiseError> {
        use crate::NoiseSpec;
        use crate::grid::{GridNoise, Moves};

        let noise = GridNoise::new(&NoiseSpec::default().build(2)?, 0.1);
        let line: Vec<f64> = (0..16).map(f64::from).collect();
        let quarter_turn = Moves { map: [[0.0, -1.0], [1.0, 0.0]], offsets_m: None };
        let mut values = [0.0; 16 * 16];
        noise.fill_moved_at([&line, &line], quarter_turn, 0.0, &mut values, None);
        Ok::<(), crate::NoiseError>(())
    };
    run().unwrap();
}
#[test]
fn temp4() {
    let run = || -> Result<(), crate::NoiseError> {
        use crate::NoiseSpec;
        use crate::grid::GridNoise;

        let noise = NoiseSpec::default().build(2)?;
        let mut values = [0.0; 2];
        let grid = GridNoise::new(&noise, 0.1);
        grid.fill_f64([&[3.0, 5.0], &[7.0, 8.5]], 0.0, &mut values, None);
        assert_eq!(values[0], noise.sample2([3.0 * 0.1, 7.0 * 0.1], 0.0));
        Ok::<(), crate::NoiseError>(())
    };
    run().unwrap();
}
#[test]
fn temp5() {
    let run = || -> Result<(), crate::NoiseError> {
        let noise = crate::NoiseSpec::default().build(2)?;
        let trace = noise.trace(&[1.5, -0.25]);
        assert_eq!(trace.value, noise.sample(&[1.5, -0.25]));
        assert_eq!(trace.octaves[0].cells[0].corners.len(), 4);
        Ok::<(), crate::NoiseError>(())
    };
    run().unwrap();
}
#[test]
fn temp6() {
    let run = || -> Result<(), crate::NoiseError> {
        use crate::texture::{View, find, render};

        let marble = find("marble").expect("a texture");
        let shader = marble.shader(&marble.spec, &marble.default_numbers())?;
        let view = View { width: 32, height: 32, span: marble.span, centre: marble.centre };
        assert_eq!(render(&shader, marble.sharp, &view).len(), 32 * 32 * 3);
        Ok::<(), crate::NoiseError>(())
    };
    run().unwrap();
}
#[test]
fn temp7() {
    let run = || -> Result<(), crate::NoiseError> {
        let noise = crate::NoiseSpec::default().build(2)?;
        let moments = crate::statistics::measure(&noise, 1000);
        assert!(moments.is_some_and(|m| m.min < 0.0 && m.max > 0.0));
        Ok::<(), crate::NoiseError>(())
    };
    run().unwrap();
}
