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
    // Display value; between the two distances on the ground it takes over.
    haze_near_m: f32,
    haze: vec3<f32>,
    haze_far_m: f32,
    // x, height above the ground, z.
    viewer: vec3<f32>,
    // The spacing of level 0, and where it begins and ends to morph; all twice as far on each further level.
    finest_m: f32,
    morph_begin_m: f32,
    morph_end_m: f32,
    // The level that never morphs.
    coarsest: u32,
    // On a side of a chunk.
    cells: u32,
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

// The neighbours that a vertex touches, as the bits of the chunk's tag: north, east, south, west, then the corners clockwise
// from the north-east.
fn touching(cell: vec2<u32>) -> u32 {
    let north = u32(cell.y == 0u);
    let east = u32(cell.x == terrain.cells);
    let south = u32(cell.y == terrain.cells);
    let west = u32(cell.x == 0u);
    return north | east << 1u | south << 2u | west << 3u
        | (north & east) << 4u | (south & east) << 5u | (south & west) << 6u | (north & west) << 7u;
}

// How far a vertex has turned into the next coarser grid, by its distance on the ground plane; on the border of a coarser
// chunk all of it, on that of a finer one nothing, so that both sides agree.
fn morph_share(tag: u32, cell: vec2<u32>, ground: vec2<f32>) -> f32 {
    let level = tag >> 16u;
    let touched = touching(cell);
    if ((tag >> 8u) & touched) != 0u {
        return 0.0;
    }
    if (tag & touched) != 0u {
        return 1.0;
    }
    if level >= terrain.coarsest {
        return 0.0;
    }
    let scale = f32(1u << level);
    let away = abs(ground - terrain.viewer.xz);
    let distance = max(max(away.x, away.y), terrain.viewer.y);
    let width = (terrain.morph_end_m - terrain.morph_begin_m) * scale;
    return clamp((distance - terrain.morph_begin_m * scale) / width, 0.0, 1.0);
}

@vertex
fn vertex(in: Vertex) -> Varying {
    var out: Varying;
    let world_from_local = mesh_functions::get_world_from_local(in.instance_index);
    let world = mesh_functions::mesh_position_local_to_world(world_from_local, vec4(in.position, 1.0));
    let tag = mesh_functions::get_tag(in.instance_index);
    let spacing = terrain.finest_m * f32(1u << (tag >> 16u));
    let cell = vec2<u32>(in.position.xz / spacing);
    let share = morph_share(tag, cell, world.xz);
    // Written out, so that the ends are exact. Odd vertices slide onto even ones.
    let ground = world.xz - share * spacing * vec2<f32>(cell & vec2(1u));
    out.bed_m = in.beds_m.x * (1.0 - share) + in.beds_m.y * share;
    out.world_position = vec3(ground.x, max(out.bed_m, terrain.sea_level_m), ground.y);
    out.clip_position = position_world_to_clip(out.world_position);
    // Chunks are moved, never turned or stretched.
    out.normal = from_octahedral(in.normals.xy) * (1.0 - share) + from_octahedral(in.normals.zw) * share;
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
    let lit = clamp(material * terrain.light * intensity, vec3(0.0), vec3(1.0));
    let away = distance(view.world_position.xz, in.world_position.xz);
    let display = mix(lit, terrain.haze, smoothstep(terrain.haze_near_m, terrain.haze_far_m, away));
    return vec4(linear_from_display(display), 1.0);
}
