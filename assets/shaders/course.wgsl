// The course's shading: Phong over water, grass and mountain. Colours are display values until the
// last line.
#define_import_path orogen::course

#import bevy_pbr::mesh_view_bindings::view
#import orogen::land::{terrain, linear_from_display, noise_from_height}

fn course(world_position: vec3<f32>, normal_in: vec3<f32>, bed_m: f32) -> vec3<f32> {
    let is_water = bed_m <= terrain.sea_level_m;
    let alpha = clamp((noise_from_height(bed_m) - terrain.sea_noise) * terrain.alpha_scale, 0.0, 1.0);
    let land = mix(terrain.grass, terrain.mountain, alpha);
    let material = select(land, terrain.water, is_water);
    let shininess = select(terrain.shininess_land, terrain.shininess_water, is_water);

    // Phong: the same material for diffuse and specular.
    let normal = select(normalize(normal_in), vec3(0.0, 1.0, 0.0), is_water);
    let to_eye = normalize(view.world_position - world_position);
    let diffuse = dot(normal, terrain.to_sun);
    let mirrored = 2.0 * diffuse * normal - terrain.to_sun;
    let highlight = pow(max(dot(mirrored, to_eye), 0.0), shininess);
    let intensity = terrain.ambient + max(diffuse, 0.0) + select(0.0, highlight, diffuse > 0.0);
    let lit = clamp(material * terrain.light * intensity, vec3(0.0), vec3(1.0));
    return linear_from_display(before_haze(lit, world_position));
}

// A display value, lost in haze before the world ends.
fn before_haze(display: vec3<f32>, world_position: vec3<f32>) -> vec3<f32> {
    let away = distance(view.world_position.xz, world_position.xz);
    return mix(display, terrain.haze, smoothstep(terrain.haze_near_m, terrain.haze_far_m, away));
}
