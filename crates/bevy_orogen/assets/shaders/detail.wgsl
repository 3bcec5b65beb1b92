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

fn gradient(product_x: u32, product_y: u32) -> vec2<f32> {
    let word = hash_of(product_x, product_y);
    return vec2(f32(word & 0xffffu), f32(word >> 16u)) / 32767.5 - 1.0;
}

// Returns `count`, in a form that hides it from compilers. They would unroll a short loop, and the
// shader would outgrow the instruction cache.
fn opaque_count(count: u32) -> u32 {
    return min(count, count + terrain.detail.octaves);
}

// Gradient noise at a position in cells, relative to the corner of the cell `origin`: the value, within
// about ±1, and the slope per cell.
fn noise(position: vec2<f32>, origin: vec2<u32>) -> vec3<f32> {
    let floored = floor(position);
    let f = position - floored;
    let cell = vec2<u32>(vec2<i32>(floored)) + origin;
    // The noise repeats after this number of cells, at every cell size.
    let mask = vec2(0xfffffu);
    let near = cell & mask;
    let next = (cell + vec2(1u)) & mask;
    let x = vec2(near.x, next.x) * 0x9e3779b1u;
    let y = vec2(near.y, next.y) * 0x85ebca77u + 0x165667b1u;
    let g00 = gradient(x.x, y.x);
    let g10 = gradient(x.y, y.x);
    let g01 = gradient(x.x, y.y);
    let g11 = gradient(x.y, y.y);
    let v00 = dot(g00, f);
    let v10 = dot(g10, f - vec2(1.0, 0.0));
    let v01 = dot(g01, f - vec2(0.0, 1.0));
    let v11 = dot(g11, f - vec2(1.0, 1.0));
    let u = f * f * f * (f * (f * 6.0 - 15.0) + 10.0);
    let du = 30.0 * f * f * (f * (f - 2.0) + 1.0);
    let value = mix(mix(v00, v10, u.x), mix(v01, v11, u.x), u.y);
    let slope = mix(mix(g00, g10, u.x), mix(g01, g11, u.x), u.y)
        + du * vec2(mix(v10 - v00, v11 - v01, u.y), mix(v01 - v00, v11 - v10, u.x));
    return 1.5 * vec3(value, slope);
}

// The cell that contains the rendering origin, for cells of 2^log2 metres.
fn origin_cell(log2: i32) -> vec2<u32> {
    let origin = vec2(terrain.grid.origin_x, terrain.grid.origin_z);
    return select(origin << vec2(u32(-log2)), origin >> vec2(u32(log2)), vec2(log2 >= 0));
}

// The remaining amplitude of a wavelength of 2^log2 metres for a pixel that covers `footprint_m`: 1
// up to a quarter of the wavelength, 0 from half of it.
fn resolved(log2: i32, footprint_m: f32) -> f32 {
    let wavelength_m = exp2(f32(log2));
    return 1.0 - smoothstep(0.25, 0.5, footprint_m / wavelength_m);
}

// Noise over the ground with cells of 2^log2 metres: the value, and the slope in values per metre.
// Wavelengths too short for the pixel fade out.
fn ground_noise(ground: vec2<f32>, log2: i32, footprint_m: f32) -> vec3<f32> {
    let left = resolved(log2, footprint_m);
    if left <= 0.0 {
        return vec3(0.0);
    }
    let scale = exp2(-f32(log2));
    return left * noise(ground * scale, origin_cell(log2)) * vec3(1.0, scale, scale);
}

// A plane on which noise lies: the ground, or a wall along x or along z.
struct Plane {
    is_level: bool,
    along_z: bool,
}

// The same on a plane, with cells of 2^log2 metres along its axes: x and z on the ground, x or z and the
// height on a wall. The second length is not above the first.
fn noise_on(at: vec2<f32>, plane: Plane, log2: vec2<i32>, footprint_m: f32) -> vec3<f32> {
    let left = resolved(log2.y, footprint_m);
    if left <= 0.0 {
        return vec3(0.0);
    }
    let scale = exp2(-vec2<f32>(log2));
    let first = origin_cell(log2.x);
    let across = select(first.x, first.y, plane.along_z);
    let cell = vec2(across, select(0u, origin_cell(log2.y).y, plane.is_level));
    return left * noise(at * scale, cell) * vec3(1.0, scale);
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
    var nearest = FAR;
    var second = FAR;
    var nearest_word = 0u;
    var out = vec2(0.0);
    for (var i = 0u; i < opaque_count(9u); i++) {
        let step = vec2(i % 3u, i / 3u);
        let word = hash((cell + step - vec2(1u)) & vec2(0xfffffu));
        let point = vec2(f32(word & 0xffffu), f32(word >> 16u)) / WORD;
        let to = position - floored - (vec2<f32>(step) - 1.0 + point);
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
    let random = hash(vec2(nearest_word, STONES));
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
