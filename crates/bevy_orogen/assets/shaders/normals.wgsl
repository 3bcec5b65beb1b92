// Normals finer than the mesh: square tiles of the land's normals, found by a table. Each level has
// twice the spacing of the next finer level (`crates/orogen-terrain/src/normals`).
#define_import_path orogen::normals

#import orogen::land::terrain
#import orogen::detail::opaque_count

// A word per tile: its slot plus 1, and its visible share in the highest byte; 0 if the tile is
// missing. The words are ordered by side, by level and by row. A tile's row and column are its
// coordinates modulo `WINDOW`.
@group(#{MATERIAL_BIND_GROUP}) @binding(2) var<storage, read> table: array<u32>;
// A word per texel: x and z of the unit normal.
@group(#{MATERIAL_BIND_GROUP}) @binding(3) var<storage, read> tiles: array<u32>;

// The same as in `crates/bevy_orogen/src/look/tile_buffers.rs`, and the lowest level as in
// `crates/orogen-terrain/src/normals`.
const WINDOW: u32 = 32u;
const LEVELS: u32 = 28u;
const LOWEST: i32 = -2;
// The same as in `crates/orogen-terrain/src/normals`: texels on a side of a tile, without and with
// its border.
const TEXELS: f32 = 128.0;
const SIDE: u32 = 130u;
// The largest number of levels to search, from fine to coarse, where finer tiles are missing.
const LOOKS: u32 = 5u;
// The part of the way to the next level from which that level blends in, tuned by eye: a longer
// blend is calmer, a shorter blend sharper.
const MIX_FROM: f32 = 0.35;
// The largest number of texels per pixel, tuned by eye: with fewer, land looks smooth; with more,
// it flickers.
const TEXELS_PER_PIXEL: f32 = 1.2;
// The magnification of texels, as a power of two, from which the relief between them no longer shows: it
// would show as squares.
const RELIEF_GONE: f32 = 1.5;
// A smaller share of the mesh's normal is ignored: half of an 8-bit step, tuned by eye.
const NOTHING: f32 = 0.002;
// The least upward component of a normal, squared: walls of 89°.
const LEAST_UP: f32 = 1e-4;
// The least distance in metres, which keeps the logarithm finite.
const NEAREST_M: f32 = 1e-3;

fn texel(number: u32) -> vec2<f32> {
    return unpack2x16snorm(tiles[number]);
}

// A tile's normal at a place of the ground, as x and z, its change over a texel, and its visible share; all
// 0 if there is no tile. The change is positive on ridges and negative in hollows.
fn tile_normal(ground: vec2<f32>, level: i32, side: u32) -> vec4<f32> {
    let log2_side = u32(clamp(terrain.normals.side_octave + level, 0, 31));
    let scale = exp2(-f32(log2_side));
    // The rendering origin lies in the tile `origin >> log2_side`, and at `within` inside it.
    let origin = vec2(terrain.grid.origin_x, terrain.grid.origin_z);
    let within = vec2<f32>(origin & vec2((1u << log2_side) - 1u)) * scale;
    let at = ground * scale + within;
    let cell = floor(at);
    let tile = (vec2<u32>(vec2<i32>(cell)) + (origin >> vec2(log2_side))) & vec2(WINDOW - 1u);
    let page = side * LEVELS + u32(level - LOWEST);
    let word = table[(page * WINDOW + tile.y) * WINDOW + tile.x];
    if word == 0u {
        return vec4(0.0);
    }
    let slot = (word & 0xffffu) - 1u;
    // The centres of texels are half a texel from the tile's edge, and a border surrounds them.
    let place = (at - cell) * TEXELS + 0.5;
    let first = floor(place);
    let f = place - first;
    let number = (slot * SIDE + u32(first.y)) * SIDE + u32(first.x);
    let north_west = texel(number);
    let south_west = texel(number + SIDE);
    let north_change = texel(number + 1u) - north_west;
    let south_change = texel(number + SIDE + 1u) - south_west;
    let north = north_west + f.x * north_change;
    let down = south_west + f.x * south_change - north;
    let change = mix(north_change.x, south_change.x, f.y) + down.y;
    return vec4(north + f.y * down, change, f32(word >> 24u) / 255.0);
}

// The normal of a side's land at a position, from the level for its distance, or from a coarser
// level if that is too fine for a pixel; then its change over a texel. Missing tiles leave the mesh's normal.
fn fine_normal(position: vec3<f32>, mesh: vec3<f32>, footprint_m: f32, side: u32) -> vec4<f32> {
    let numbers = terrain.normals;
    if numbers.reach_m <= 0.0 {
        return vec4(mesh, 0.0);
    }
    let away = abs(position.xz - numbers.viewer.xz);
    let distance = max(max(away.x, away.y), numbers.viewer.y);
    let level_by_distance = min(log2(max(distance, NEAREST_M) / numbers.reach_m) + 1.0, numbers.coarsest_by_distance);
    let texel_log2 = f32(numbers.side_octave) - log2(TEXELS);
    let log2_footprint = log2(footprint_m);
    let level_by_pixel = log2_footprint + log2(TEXELS_PER_PIXEL) - texel_log2;
    let wanted = max(level_by_distance, level_by_pixel);
    let level = clamp(wanted, f32(numbers.finest), f32(numbers.coarsest));
    let finest = i32(floor(level));
    let coarser = smoothstep(MIX_FROM, 1.0, fract(level));
    let most = log2_footprint - texel_log2 - f32(finest) + RELIEF_GONE;
    var sum = vec3(0.0);
    var left = 1.0;
    for (var k = 0u; k < opaque_count(LOOKS); k++) {
        let i = i32(k);
        if finest + i > numbers.coarsest || left < NOTHING {
            break;
        }
        let here = tile_normal(position.xz, finest + i, side);
        let share = left * here.w * select(1.0, 1.0 - coarser, i == 0);
        let shows = clamp(most - f32(k), 0.0, 1.0);
        sum += share * here.xyz * vec3(1.0, 1.0, shows);
        left -= share;
    }
    let flat = sum.xy + left * mesh.xz;
    let up = sqrt(max(1.0 - dot(flat, flat), LEAST_UP));
    return vec4(normalize(vec3(flat.x, up, flat.y)), sum.z);
}
