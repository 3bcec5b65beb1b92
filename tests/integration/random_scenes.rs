//! Random scenes make pictures that are neither flat nor black.

use std::cell::RefCell;

use bevy::math::UVec2;
use orogen::headless::capture::Headless;
use orogen::plugin::look::quality::{Effects, Tier};
use orogen::terrain::param::{Document, Param, ParamKind, Value};
use orogen::terrain::recipe::Recipe;
use orogen::terrain::scene::Scene;
use orogen::terrain::view::ViewParams;
use proptest::prelude::{any, *};
use proptest::test_runner::TestRunner;

use crate::tools::{contrast_fault, drawing};

/// Generates any value of a parameter, except those that make a picture flat or black on purpose.
fn any_value<D>(param: &Param<D>) -> BoxedStrategy<Value> {
    let narrower = match param.key {
        "noise.frequency" => Some(0.5..6.0),
        "shape.height_m" => Some(150.0..3000.0),
        "shape.exponent" => Some(0.5..2.0),
        "world.sea_level_m" => Some(-400.0..60.0),
        "light.sun_elevation_deg" => Some(3.0..85.0),
        "light.exposure_ev" => Some(-1.5..1.5),
        "light.ambient" => Some(0.1..1.0),
        "distance.haze" => Some(0.0..0.7),
        // Mist deeper than the camera's height hides everything.
        "clouds.mist_m" => Some(0.0..150.0),
        // A longer lens sees only a few metres of a slope.
        "camera.lens_mm" => Some(24.0..50.0),
        "look.contour_m" => Some(20.0..400.0),
        _ => None,
    };
    match (param.kind, narrower) {
        (_, Some(range)) => range.prop_map(Value::Number).boxed(),
        (ParamKind::Number { min, max, .. }, _) => (min..=max).prop_map(Value::Number).boxed(),
        (ParamKind::Integer { min, max }, _) => (min..=max).prop_map(Value::Integer).boxed(),
        (ParamKind::Toggle, _) => any::<bool>().prop_map(Value::Toggle).boxed(),
        (ParamKind::Choice(rows), _) => {
            // The mask view can be of one colour.
            let names: Vec<_> =
                rows.iter().map(|row| row.name).filter(|name| *name != "mask").collect();
            prop::sample::select(names).prop_map(Value::Choice).boxed()
        }
        (ParamKind::Colour, _) => {
            prop::array::uniform3(0.15..=1.0f32).prop_map(Value::Colour).boxed()
        }
        (ParamKind::Curve { .. }, _) => Just(Value::Curve(vec![[0.0, 0.0], [1.0, 1.0]])).boxed(),
        (ParamKind::Text { .. }, _) => "[a-z]{1,12}".prop_map(Value::Text).boxed(),
    }
}

fn any_document<D: Document + std::fmt::Debug>() -> impl Strategy<Value = D> {
    D::params().iter().map(any_value).collect::<Vec<_>>().prop_map(|values| {
        let mut document = D::default();
        for (param, value) in D::params().iter().zip(values) {
            param.set(&mut document, value).unwrap();
        }
        document
    })
}

#[test]
fn random_scenes_are_neither_flat_nor_black() {
    let _drawing = drawing();
    // Cases share an app, because a software driver needs seconds to compile the shaders of each.
    let effects = Effects::of(Tier::Low);
    let size = UVec2::new(160, 90);
    let headless = Headless::new(size, Some(2), |app| _ = app.insert_resource(effects));
    let headless = RefCell::new(headless.expect("a driver to draw with"));
    let strategy = (any_document::<Recipe>(), any_document::<ViewParams>());
    let mut runner = TestRunner::new(ProptestConfig::with_cases(10));
    let result = runner.run(&strategy, |(recipe, params)| {
        let mut scene = Scene::default();
        (scene.recipe, scene.view.params) = (recipe, params);
        scene.recipe.base_mut().noise.period = 0;
        scene.recipe.world.bounded = true;
        scene.recipe.world.extent_chunks = 2;
        scene.set_text("world.spacing_m", "8").unwrap();
        scene.view.camera = "30,35,900".parse().unwrap();
        prop_assume!(scene.validate().is_ok());
        let mut headless = headless.borrow_mut();
        headless.want(scene);
        prop_assert_eq!(contrast_fault(&headless.picture().unwrap(), 0.01), None);
        Ok(())
    });
    if let Err(error) = result {
        panic!("{error}");
    }
}
