// The style `course`: Phong shading of water, grass and mountain. Colours are display values;
// the functions `course` and `phong` return linear colours.
#define_import_path orogen::course

#import bevy_pbr::mesh_view_bindings::view
#import orogen::land::{terrain, linear_from_display, noise_from_height}

fn course(world_position: vec3<f32>, normal_in: vec3<f32>, bed_m: f32) -> vec3<f32> {
    let is_water = bed_m <= terrain.heights.sea_level_m;
    let above_sea = noise_from_height(bed_m) - terrain.course.sea_noise;
    let alpha = clamp(above_sea * terrain.course.alpha_scale, 0.0, 1.0);
    let land = mix(terrain.course.grass, terrain.course.mountain, alpha);
    let material = select(land, terrain.course.water, is_water);
    let shininess = select(terrain.course.shininess_land, terrain.course.shininess_water, is_water);
    let normal = select(normalize(normal_in), vec3(0.0, 1.0, 0.0), is_water);
    return phong(world_position, normal, material, shininess);
}

// Phong, with the same material colour for diffuse and specular light.
fn phong(
    world_position: vec3<f32>,
    normal: vec3<f32>,
    material: vec3<f32>,
    shininess: f32,
) -> vec3<f32> {
    let to_eye = normalize(view.world_position - world_position);
    let diffuse = dot(normal, terrain.sun.towards);
    let mirrored = 2.0 * diffuse * normal - terrain.sun.towards;
    let highlight = pow(max(dot(mirrored, to_eye), 0.0), shininess);
    let mirror = select(0.0, highlight, diffuse > 0.0);
    let intensity = terrain.course.ambient + max(diffuse, 0.0) + mirror;
    let display = clamp(material * terrain.course.light * intensity, vec3(0.0), vec3(1.0));
    return linear_from_display(through_haze(display, world_position));
}

// A display value seen through haze, which hides the land before the edge of the world.
fn through_haze(display: vec3<f32>, world_position: vec3<f32>) -> vec3<f32> {
    let away = distance(view.world_position.xz, world_position.xz);
    let share = smoothstep(terrain.haze.near_m, terrain.haze.far_m, away);
    return mix(display, terrain.haze.colour, share);
}
