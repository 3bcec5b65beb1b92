//! The lists of masks and operations, driven by the pointer.

use super::*;
use crate::studio::ui::widgets::ids::number_id;
use crate::terrain::mask::MaskKind;

#[test]
fn each_mask_can_be_added_edited_and_removed() {
    let mut desk = desk(layers(2));
    for (id, kind) in (1..).zip(MaskType::ALL) {
        desk.one_step(kind.name, |desk| desk.choose("+ Mask", kind.name));
        let masks = &desk.layer(1).masks.0;
        assert_eq!(
            masks.last().map(|mask| (mask.id, mask.kind.mask_type())),
            Some((id, kind.value))
        );
        let mut mask = masks[masks.len() - 1].clone();
        for row in Target::Mask(&mut mask).rows().iter().filter(|row| row.key != "on") {
            desk.at(&format!("layer.1.mask.{id}.{}", row.key));
        }
        if let MaskKind::OtherLayer(other) = &mask.kind {
            assert_eq!(other.layer, 2, "not its own layer");
            assert!(
                desk.text("Noise 2").is_some_and(|name| name.top() > desk.at("layer.1").bottom())
            );
        }
    }
    desk.one_step("a switch", |desk| desk.press(desk.at("layer.1.mask.1 eye").center()));
    assert!(!desk.layer(1).masks.0[0].on);
    desk.one_step("a copy", |desk| desk.press(desk.at("layer.1.mask.2 copy").center()));
    assert_eq!(desk.layer(1).masks.0.len(), MaskType::ALL.len() + 1);
    desk.one_step("a removal", |desk| desk.press(desk.at("layer.1.mask.1 remove").center()));
    assert!(desk.layer(1).masks.0.iter().all(|mask| mask.id != 1));
}

#[test]
fn each_operation_can_be_added_edited_and_removed() {
    let mut desk = desk(layers(2));
    desk.settings.groups.insert("operations".to_owned(), false);
    // The test finds buttons where the last pass drew them.
    (0..3).for_each(|_| desk.pass([]));
    for (id, kind) in (1..).zip(OperationKind::ALL) {
        desk.one_step(kind.name, |desk| desk.choose("+ Operation", kind.name));
        let listed = desk.scene.recipe.operations.last().expect("it came").clone();
        assert_eq!((listed.id, listed.operation.kind()), (id, kind.value));
        for param in listed.operation.params() {
            desk.at(&format!("operation.{id}.{}", param.name()));
        }
        // Folding the rows keeps the next part visible.
        desk.press(desk.at(&format!("operation.{id}")).left_center() + vec2(12.0, 0.0));
    }
    let ids = |desk: &Desk| desk.scene.recipe.operations.iter().map(|o| o.id).collect::<Vec<_>>();
    let [first, third] = [1, 3].map(|id| desk.at(&format!("operation.{id}")).center());
    desk.one_step("a drag", |desk| desk.drag_to(first, third + vec2(0.0, 4.0)));
    assert_eq!(ids(&desk)[..4], [2, 3, 1, 4]);
    desk.one_step("a removal", |desk| desk.press(desk.at("operation.3 remove").center()));
    assert_eq!(ids(&desk)[..3], [2, 1, 4]);
    assert_eq!(desk.layer(1).operations, []);
}

#[test]
fn two_operations_of_one_kind_are_edited_separately() {
    let mut scene = layers(2);
    let levels = |id| ListedOperation::new(id, Operation::new(OperationKind::Levels));
    scene.recipe.operations = vec![levels(1), levels(2)];
    scene.recipe.layers[0].operations = vec![levels(1)];
    let mut desk = desk(scene);
    let places = ["layer.1.operation.1", "operation.1", "operation.2"];
    for place in places.iter().rev() {
        desk.press(desk.at(place).left_center() + vec2(12.0, 0.0));
    }
    let key = "operation.2.scale";
    let bar = desk.rect(number_id(key));
    desk.one_step("a slider", |desk| {
        desk.drag_to(bar.left_center() + vec2(4.0, 0.0), bar.right_center())
    });
    let scale = |listed: &ListedOperation| match &listed.operation {
        Operation::Levels(levels) => levels.scale,
        _ => panic!("levels"),
    };
    assert!(scale(&desk.scene.recipe.operations[1]) > 3.0);
    assert_eq!(scale(&desk.scene.recipe.operations[0]), 1.0);
    assert_eq!(scale(&desk.layer(1).operations[0]), 1.0);
}

#[test]
fn a_new_mask_is_fitted_to_the_heights_of_the_land() {
    let mut scene = layers(2);
    scene.recipe.layers[0].kind = LayerKind::Noise(NoiseLayer {
        shape: crate::terrain::recipe::ShapeGroup { height_m: 4000.0, ..Default::default() },
        ..Default::default()
    });
    let mut desk = desk(scene);
    desk.press(desk.at("layer.2").left_center() + vec2(20.0, 0.0));
    desk.one_step("a mask", |desk| desk.choose("+ Mask", "height"));
    let MaskKind::HeightBand(band) = &desk.layer(2).masks.0[0].kind else { panic!("a band") };
    assert!(band.high_m - band.low_m > 400.0, "half of the land below: {band:?}");
}
