// The terrain material: the course's shading. Colours are display values until the last line.

#import bevy_pbr::mesh_functions
#import bevy_pbr::mesh_view_bindings::view
#import bevy_pbr::view_transformations::position_world_to_clip

struct TerrainUniform {
    water: vec3<f32>,
    shininess_water: f32,
    grass: vec3<f32>,
    shininess_land: f32,
    mountain: vec3<f32>,
    alpha_scale: f32,
    light: vec3<f32>,
    ambient: f32,
    // Unit vector towards the sun.
    to_sun: vec3<f32>,
    sea_level_m: f32,
    height_m: f32,
    inverse_exponent: f32,
    // Sea level in noise units.
    sea_noise: f32,
}

@group(#{MATERIAL_BIND_GROUP}) @binding(0) var<uniform> terrain: TerrainUniform;

struct Vertex {
    @builtin(instance_index) instance_index: u32,
    // y is clamped to the sea.
    @location(0) position: vec3<f32>,
    // The unclamped bed and that of the next coarser grid.
    @location(1) beds_m: vec2<f32>,
    // Octahedral: the fine normal in xy, the coarser one in zw.
    @location(2) normals: vec4<f32>,
    @location(3) masks: vec4<f32>,
}

struct Varying {
    @builtin(position) clip_position: vec4<f32>,
    @location(0) world_position: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) bed_m: f32,
}

// A direction with y >= 0 from its octahedral encoding, folded about the y axis.
fn from_octahedral(encoded: vec2<f32>) -> vec3<f32> {
    return normalize(vec3(encoded.x, 1.0 - abs(encoded.x) - abs(encoded.y), encoded.y));
}

@vertex
fn vertex(in: Vertex) -> Varying {
    var out: Varying;
    let world_from_local = mesh_functions::get_world_from_local(in.instance_index);
    let world = mesh_functions::mesh_position_local_to_world(world_from_local, vec4(in.position, 1.0));
    out.clip_position = position_world_to_clip(world.xyz);
    out.world_position = world.xyz;
    // Chunks are moved, never turned or stretched.
    out.normal = from_octahedral(in.normals.xy);
    out.bed_m = in.beds_m.x;
    return out;
}

// The value of noise that gives a height: the inverse of sign(s)·|s|^exponent × height.
fn noise_from_height(height_m: f32) -> f32 {
    let relative = height_m / max(terrain.height_m, 1e-6);
    return sign(relative) * pow(abs(relative), terrain.inverse_exponent);
}

// The sRGB curve, from display to linear values.
fn linear_from_display(display: vec3<f32>) -> vec3<f32> {
    let low = display / 12.92;
    let high = pow((display + 0.055) / 1.055, vec3(2.4));
    return select(high, low, display <= vec3(0.04045));
}

@fragment
fn fragment(in: Varying) -> @location(0) vec4<f32> {
    let is_water = in.bed_m <= terrain.sea_level_m;
    let alpha = clamp((noise_from_height(in.bed_m) - terrain.sea_noise) * terrain.alpha_scale, 0.0, 1.0);
    let land = mix(terrain.grass, terrain.mountain, alpha);
    let material = select(land, terrain.water, is_water);
    let shininess = select(terrain.shininess_land, terrain.shininess_water, is_water);

    // Phong: the same material for diffuse and specular.
    let normal = select(normalize(in.normal), vec3(0.0, 1.0, 0.0), is_water);
    let to_eye = normalize(view.world_position - in.world_position);
    let diffuse = dot(normal, terrain.to_sun);
    let mirrored = 2.0 * diffuse * normal - terrain.to_sun;
    let highlight = pow(max(dot(mirrored, to_eye), 0.0), shininess);
    let intensity = terrain.ambient + max(diffuse, 0.0) + select(0.0, highlight, diffuse > 0.0);
    let display = clamp(material * terrain.light * intensity, vec3(0.0), vec3(1.0));
    return vec4(linear_from_display(display), 1.0);
}
