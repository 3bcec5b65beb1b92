// Noise for detail that the mesh is too coarse for. It comes from integer cells of the world, so it
// stays in place when the rendering origin moves.
#define_import_path orogen::detail

#import orogen::land::terrain

// A hash of a cell (Wang-like mixing of both coordinates).
fn hash(cell: vec2<u32>) -> u32 {
    let x = cell.x * 0x9e3779b1u;
    let y = cell.y * 0x85ebca77u + 0x165667b1u;
    var word = x ^ y;
    word = (word ^ (word >> 15u)) * 0x2c1b3c6du;
    word = (word ^ (word >> 12u)) * 0x297a2d39u;
    return word ^ (word >> 15u);
}

// The hash of a cell, from its coordinates multiplied by the factors of `hash`. Neighbouring cells
// share these products.
fn hash_of(product_x: u32, product_y: u32) -> u32 {
    var word = product_x ^ product_y;
    word = (word ^ (word >> 15u)) * 0x2c1b3c6du;
    word = (word ^ (word >> 12u)) * 0x297a2d39u;
    return word ^ (word >> 15u);
}

// A quick hash of a cell, from its coordinates multiplied by the factors of `cell_hash`. It multiplies only
// numbers below 2^24, which AMD cards do four times as fast as with larger ones. The lowest bits are uneven.
fn quick_hash_of(product_x: u32, product_y: u32) -> u32 {
    let word = product_x ^ product_y;
    return (word >> 8u) * (word & 0xffffffu);
}

// The next hash of a random number, without uneven bits.
fn next_hash(word: u32) -> u32 {
    let product = quick_hash_of(word, 0u);
    return product ^ (product >> 16u);
}

// A quick hash of a cell, without uneven bits, for what only pictures show.
fn cell_hash(cell: vec2<u32>) -> u32 {
    let within = cell & vec2(0xfffffu);
    return next_hash((within.x * 0x9e3779u) ^ (within.y * 0x85ebcbu + 0x165667b1u));
}

// Returns `count`, in a form that hides it from compilers. They would unroll a short loop, and the
// shader would outgrow the instruction cache.
fn opaque_count(count: u32) -> u32 {
    return min(count, count + terrain.detail.octaves);
}

// The columns and the rows of the four cells at whose corner a position lies.
fn corners_of(floored: vec2<f32>, origin: vec2<u32>) -> vec4<u32> {
    let cell = vec2<u32>(vec2<i32>(floored)) + origin;
    // Noise repeats after this number of cells, at every cell size.
    return vec4(cell.x, cell.x + 1u, cell.y, cell.y + 1u) & vec4(0xfffffu);
}

// Gradient noise at a position in cells, relative to the corner of the cell `origin`: the value, within
// about ±1, and the slope per cell. Exports compute the same noise.
fn noise(position: vec2<f32>, origin: vec2<u32>) -> vec3<f32> {
    let floored = floor(position);
    let corners = corners_of(floored, origin);
    let x = corners.xy * 0x9e3779b1u;
    let y = corners.zw * 0x85ebca77u + 0x165667b1u;
    let north = vec2(hash_of(x.x, y.x), hash_of(x.y, y.x));
    let south = vec2(hash_of(x.x, y.y), hash_of(x.y, y.y));
    return noise_between(position - floored, north ^ vec2(HALVES), south ^ vec2(HALVES));
}

// Noise like `noise`, with the quick hash, for what only pictures show.
fn quick_noise(position: vec2<f32>, origin: vec2<u32>) -> vec3<f32> {
    let floored = floor(position);
    let corners = corners_of(floored, origin);
    let x = corners.xy * 0x9e3779u;
    let y = corners.zw * 0x85ebcbu + 0x165667b1u;
    let north = vec2(quick_hash_of(x.x, y.x), quick_hash_of(x.y, y.x));
    let south = vec2(quick_hash_of(x.x, y.y), quick_hash_of(x.y, y.y));
    return noise_between(position - floored, north, south);
}

// The highest bit of both halves of a word: it turns numbers from 0 to 65,535 into signed numbers.
const HALVES: u32 = 0x80008000u;

// A gradient, from both halves of a word as signed numbers.
fn gradient(word: u32) -> vec2<f32> {
    let signed = bitcast<i32>(word);
    return vec2(f32((signed << 16u) >> 16u), f32(signed >> 16u));
}

// The noise at a position in a cell, from the words of its northern and of its southern corners. It fades from
// the values along the western edge to those along the eastern edge.
fn noise_between(f: vec2<f32>, north: vec2<u32>, south: vec2<u32>) -> vec3<f32> {
    let north_west = gradient(north.x);
    let north_east = gradient(north.y);
    let south_west = gradient(south.x);
    let south_east = gradient(south.y);
    let u = f * f * f * (f * (f * 6.0 - 15.0) + 10.0);
    let hump = f * f - f;
    let du = 30.0 * hump * hump;
    let before = f - 1.0;
    let west = mix(north_west, south_west, u.y);
    let east = mix(north_east, south_east, u.y);
    let top = vec2(north_west.y, north_east.y) * f.y;
    let down = vec2(south_west.y, south_east.y) * before.y - top;
    let values = top + u.y * down + vec2(west.x * f.x, east.x * before.x);
    let across = values.y - values.x;
    let turns = down + vec2((south_west.x - north_west.x) * f.x, (south_east.x - north_east.x) * before.x);
    let slope = mix(west, east, u.x) + du * vec2(across, mix(turns.x, turns.y, u.x));
    return 1.5 / 32767.5 * vec3(values.x + u.x * across, slope);
}

// The cell that contains the rendering origin, for cells of 2^log2 metres.
fn origin_cell(log2: i32) -> vec2<u32> {
    let origin = vec2(terrain.grid.origin_x, terrain.grid.origin_z);
    return select(origin << vec2(u32(-log2)), origin >> vec2(u32(log2)), vec2(log2 >= 0));
}

// The exponent of 1 in a 32-bit floating-point number, and the bits below the exponent (IEEE 754).
const EXPONENT_OF_ONE: i32 = 127;
const BITS_BELOW: u32 = 23u;

// 2^log2, exactly. It costs less than `exp2`, and nothing where all pixels have the same power.
fn power_of_two(log2: i32) -> f32 {
    return bitcast<f32>(u32(log2 + EXPONENT_OF_ONE) << BITS_BELOW);
}

// The remaining amplitude of a wavelength of 2^log2 metres for a pixel that covers `footprint_m`: 1
// up to a quarter of the wavelength, 0 from half of it.
fn resolved(log2: i32, footprint_m: f32) -> f32 {
    return smoothstep(0.0, 1.0, 2.0 - footprint_m * power_of_two(2 - log2));
}

// Noise over the ground with cells of 2^log2 metres: the value, and the slope in values per metre.
// Wavelengths too short for the pixel fade out.
fn ground_noise(ground: vec2<f32>, log2: i32, footprint_m: f32) -> vec3<f32> {
    let left = resolved(log2, footprint_m);
    if left <= 0.0 {
        return vec3(0.0);
    }
    let scale = power_of_two(-log2);
    return vec3(left, vec2(left * scale)) * noise(ground * scale, origin_cell(log2));
}

// The same with quick noise.
fn quick_ground_noise(ground: vec2<f32>, log2: i32, footprint_m: f32) -> vec3<f32> {
    let left = resolved(log2, footprint_m);
    if left <= 0.0 {
        return vec3(0.0);
    }
    let scale = power_of_two(-log2);
    return vec3(left, vec2(left * scale)) * quick_noise(ground * scale, origin_cell(log2));
}

// A plane on which noise lies: the ground, or a wall along x or along z.
struct Plane {
    is_level: bool,
    along_z: bool,
}

// The cell of a plane that contains the rendering origin.
fn cell_on(plane: Plane, log2: vec2<i32>) -> vec2<u32> {
    let first = origin_cell(log2.x);
    let across = select(first.x, first.y, plane.along_z);
    return vec2(across, select(0u, origin_cell(log2.y).y, plane.is_level));
}

// The same on a plane, with cells of 2^log2 metres along its axes: x and z on the ground, x or z and the
// height on a wall. The second length is not above the first.
fn noise_on(at: vec2<f32>, plane: Plane, log2: vec2<i32>, footprint_m: f32) -> vec3<f32> {
    let left = resolved(log2.y, footprint_m);
    if left <= 0.0 {
        return vec3(0.0);
    }
    let scale = vec2(power_of_two(-log2.x), power_of_two(-log2.y));
    return vec3(left, left * scale) * noise(at * scale, cell_on(plane, log2));
}

// The octaves of detail that are drawn at a footprint: the tier's number of octaves, upwards from the
// finest that a pixel can resolve. So ground has grains at any distance, at the same cost.
struct Window {
    // The finest octave, as a power of two.
    finest: i32,
    // The size at which coarse octaves have faded out, as a power of two.
    coarsest: f32,
}

// The size of the finest detail, as a power of two metres: 8 mm.
const FINEST: f32 = -7.0;

fn window_of(footprint_m: f32, count: u32) -> Window {
    let finest = max(log2(2.0 * footprint_m), FINEST);
    return Window(i32(ceil(finest)), finest + f32(count));
}

// The weight of an octave in a window.
fn within(window: Window, log2: i32) -> f32 {
    return clamp(window.coarsest - f32(log2), 0.0, 1.0);
}

// A stone around a scattered point; each cell has one point (Worley 1996). The tilt and the
// brightness are between −1 and 1. `edge` is the distance to the border, and `out` the position relative
// to the point, in cells.
struct Stone {
    tilt: vec2<f32>,
    out: vec2<f32>,
    bright: f32,
    edge: f32,
}

fn stone(position: vec2<f32>, origin: vec2<u32>) -> Stone {
    let floored = floor(position);
    let cell = vec2<u32>(vec2<i32>(floored)) + origin;
    // The north-western cell of nine, and the position relative to it.
    let first = cell - vec2(1u);
    let within = position - floored + 1.0;
    var nearest = FAR;
    var second = FAR;
    var nearest_word = 0u;
    var out = vec2(0.0);
    for (var i = 0u; i < opaque_count(9u); i++) {
        let step = vec2(i % 3u, i / 3u);
        let word = cell_hash(first + step);
        let point = vec2(f32(word & 0xffffu), f32(word >> 16u)) / WORD;
        let to = within - vec2<f32>(step) - point;
        let away = dot(to, to);
        if away < nearest {
            second = nearest;
            nearest = away;
            nearest_word = word;
            out = to;
        } else {
            second = min(second, away);
        }
    }
    let random = next_hash(nearest_word ^ STONES);
    let tilt = vec2(f32(random & 0x7ffu), f32(random >> 11u & 0x7ffu)) / HALF_11_BITS - 1.0;
    let bright = f32(random >> 22u) / HALF_10_BITS - 1.0;
    return Stone(tilt, out, bright, sqrt(second) - sqrt(nearest));
}

// A seed that sets stones apart from other noise.
const STONES: u32 = 0x57a3u;
// Half of the largest 11-bit and 10-bit numbers.
const HALF_11_BITS: f32 = 1023.5;
const HALF_10_BITS: f32 = 511.5;
// The largest 16-bit number.
const WORD: f32 = 65535.0;
// A squared distance beyond all points of the nine cells.
const FAR: f32 = 16.0;
