// Rock: the blocks that bedding and joints cut it into, the stains on them, and the layers in it; then
// what all materials share: places, shares and surfaces.
#define_import_path orogen::rock

#import orogen::land::{terrain, cloud_noise, cloud_sampler, luminance}
#import orogen::detail::{Plane, hash, noise, noise_on, opaque_count, power_of_two}

// A place on the surface, as all materials see it.
struct Place {
    position: vec3<f32>,
    normal: vec3<f32>,
    bed_m: f32,
    // −1 in a hollow, 1 on a ridge.
    curvature: f32,
    footprint_m: f32,
    // Erosion's ridge map: −1 in the bed of a gully, 1 on a ridge. Then its occlusion: −1 where
    // gullies are deepest.
    relief: vec2<f32>,
    // The weight of plants by their masks.
    planted: f32,
    // The wetness of the ground near rivers and lakes.
    wetness: f32,
    // The change of the slope in radians and of the ridge map over a pixel.
    blur: vec2<f32>,
    // The change of the fine normal over a texel: negative in hollows, positive on ridges.
    bulge: f32,
}

// The slope of a relief, and its height, from −1 in a hollow to 1 on a knob.
struct Relief {
    slope: vec3<f32>,
    height: f32,
}

// Shares of the materials, which add up to 1.
struct Shares {
    sand: f32,
    meadow: f32,
    grass: f32,
    scree: f32,
    rock: f32,
    snow: f32,
    // The wetness of sand and stone at the shore, from 0 to 1.
    wet: f32,
    // The depth of snow: snow lies above ½.
    depth: f32,
}

// The surface of the ground as light falls on it.
struct Ground {
    albedo: vec3<f32>,
    normal: vec3<f32>,
    // The shares of ambient light and of sunlight that reach the ground between its knobs.
    open: f32,
    sunlit: f32,
    // The share of ambient light that a hollow of the mesh leaves.
    mesh_open: f32,
    // The share covered by a film of water, and the share covered by snow.
    film: f32,
    snow: f32,
}

// All constants of this file are tuned by eye. Blocks lie between the planes of bedding and of two
// sets of upright joints. The directions of the joints are whole numbers, so that the rendering origin
// lies on a plane of each set. Then the lengths of both directions.
const JOINT_A: vec2<f32> = vec2(2.0, 1.0);
const JOINT_B: vec2<f32> = vec2(-1.0, 3.0);
const LENGTH_A: f32 = 2.236068;
const LENGTH_B: f32 = 3.162278;
// Sizes of blocks as powers of two, in units of the directions: the smallest, the largest, the
// factor between sizes. A bed has 2^(size × `BED_GROWS` − `BED_THIN`) units: small blocks are less flat
// than large ones, because flat blocks a few pixels wide look woven.
const SMALLEST_BLOCK: i32 = -4;
const LARGEST_BLOCK: i32 = 8;
const BLOCK_STEP: i32 = 2;
const BED_THIN: f32 = 2.5;
const BED_GROWS: f32 = 0.92;
// The smallest block in footprints as a power of two, and its decrease with each octave of detail.
const BLOCK_HELD: f32 = 4.6;
const BLOCK_FINER: f32 = 0.4;
// The noise that bends the planes: its width in blocks as a power of two, the ratio of its width to
// its height, and its texels as a power of two.
const BEND_OCTAVE: i32 = 2;
const BEND_FLAT: f32 = 4.0;
const BEND_TEXELS: f32 = 7.0;
// The bend of joints and of beds, and the roughness of both, in blocks.
const BEND_JOINTS: f32 = 0.7;
const BEND_BEDS: f32 = 0.9;
const ROUGH: f32 = 0.14;
// The shift of joints from bed to bed, in blocks.
const JOINTS_SHIFT: f32 = 0.7;
// The differences between blocks: in protrusion and in tilt, and in the tone of blocks and of beds.
const BLOCK_STANDS: f32 = 0.7;
const BLOCK_TILT: f32 = 0.2;
const BLOCK_TONE: f32 = 0.15;
const BED_TONE: f32 = 0.3;
// The bevel of edges, in blocks and in footprints.
const BEVEL: f32 = 0.04;
const BEVEL_PIXELS: f32 = 2.2;
// The share of a face's own direction in the normal of small blocks.
const FACE_SHARE: f32 = 0.72;
// The size as a power of two from which weathering has rounded blocks off, and its progress with each
// doubling, as a power of two.
const ROUND_FROM: f32 = 1.0;
const ROUNDS: f32 = 0.07;
// The weight of the smallest blocks, and the number of doublings over which it rises to 1.
const SMALL_SHARE: f32 = 0.5;
const SMALL_SPAN: f32 = 5.0;
// The brightness by height over the rock's surface in blocks, the bounds of that height, and the
// darkness of the cracks between blocks.
const STANDS_LIGHT: f32 = 2.1;
const DEEPEST_BLOCK: f32 = -0.15;
const HIGHEST_BLOCK: f32 = 0.12;
const CRACK_DARK: f32 = 0.28;
// The share of sunlight that the sides of a niche hold back, and a distance that no ray goes.
const NICHE_DARK: f32 = 0.38;
const NEVER_M: f32 = 1e9;
// Soft rock, such as clay or loess, has the colour of its debris: the differences of brightness between
// which rock turns hard, and the strength of the blocks in soft rock.
const SOFT_TILL: f32 = 0.08;
const HARD_FROM: f32 = 0.13;
const SOFT_BLOCKS: f32 = 0.4;
// The highest bit of each byte of a word, half of the byte's range.
const HALVES: u32 = 0x80808080u;
// Numbers that spread beds over the hash, and that set them apart from other noise.
const SPREAD_BED: u32 = 0x9e37u;
const BEDS: u32 = 0xbed5u;
// The largest 8-bit number.
const BYTE: f32 = 255.0;
// A smaller rate counts as this number, which avoids a division by 0.
const SLOWEST: f32 = 1e-4;
// Streaks of water on walls: the upward components of the normal between which they begin, their
// width as a power of two metres, their height in widths, and the noise values between which they
// darken the rock, and the fray of their edges; then that darkness.
const STREAKS_BEGIN: f32 = 0.8;
const STREAKS_ALL: f32 = 0.5;
const STREAK_OCTAVE: i32 = 4;
const STREAK_HIGH: f32 = 16.0;
const STREAK_FROM: f32 = 0.0;
const STREAK_FULL: f32 = 0.9;
const STREAK_FRAY: f32 = 0.8;
const STREAK_DARK: f32 = 0.34;
// Lichen: its tint, the pull of sides away from the noon sun, and the values between which it
// covers rock.
const LICHEN: vec3<f32> = vec3(0.8, 0.84, 0.72);
const LICHEN_SHADE: f32 = 0.3;
const LICHEN_FROM: f32 = 0.6;
const LICHEN_ALL: f32 = 1.2;
// The shares of each size of blocks and of single beds in the noise that mottles rock.
const MOTTLES: f32 = 0.6;
const BEDS_DIFFER: f32 = 0.3;
// The tints of rock for a noise value of 1: of the drift from kilometre to kilometre, and of mottles.
const DRIFT: vec3<f32> = vec3(0.12, 0.01, -0.12);
const MOTTLE_TINT: vec3<f32> = vec3(0.14, 0.01, -0.15);
// The folds of rock layers: the size as a power of two metres, the height in metres, and the share
// of smaller folds.
const FOLD_OCTAVE: i32 = 11;
const FOLD_M: f32 = 420.0;
const FOLD_SMALL: f32 = 0.3;
// The noise values between which massive rock turns into layered rock.
const LAYERED_FROM: f32 = -0.4;
const LAYERED_ALL: f32 = 0.25;
// The strengths of strata between which folded layers turn level.
const LEVEL_FROM: f32 = 0.5;
const LEVEL_ALL: f32 = 0.85;
// The unevenness of beds: its amplitude in layers, and its frequency per layer.
const UNEVEN: f32 = 1.1;
const UNEVEN_SIZE: f32 = 0.23;
// The number of noises that make a layer.
const LAYER_NOISES: u32 = 3u;

// The bedding of rock: its lift in metres and the slope of that lift, the contrast of its layers,
// and the noise of the layering. Rock is gently folded, and partly without layers. Strong layers
// lie level.
struct Bedding {
    lift_m: f32,
    slope: vec2<f32>,
    contrast: f32,
    layering: f32,
    // The noise of streaks of water on walls.
    wet: f32,
}

fn bedding(place: Place) -> Bedding {
    let level = smoothstep(LEVEL_FROM, LEVEL_ALL, terrain.rock.strata_strength);
    let shares = vec3(FOLD_SMALL, 0.0, 1.0);
    var fold = vec3(0.0);
    var layering = 0.0;
    // Streaks run down walls.
    let along_z = abs(place.normal.x) > abs(place.normal.z);
    let down = vec2(select(place.position.x, place.position.z, along_z), place.position.y / STREAK_HIGH);
    var wet = 0.0;
    for (var i = 0u; i <= opaque_count(LAYER_NOISES); i++) {
        let is_streak = i == LAYER_NOISES;
        let log2 = select(FOLD_OCTAVE - 2 + i32(i), STREAK_OCTAVE, is_streak);
        let at = select(place.position.xz, down, is_streak);
        let found = noise_on(at, Plane(!is_streak, is_streak && along_z), vec2(log2), place.footprint_m);
        fold += select(shares[min(i, 2u)], 0.0, is_streak) * found;
        layering = select(layering, found.x, i == 1u);
        wet = found.x;
    }
    let lift = FOLD_M * (1.0 - level) * fold;
    let contrast = smoothstep(LAYERED_FROM, LAYERED_ALL, layering);
    return Bedding(lift.x, lift.yz, mix(contrast, 1.0, level), layering, wet);
}

// Layers in rock: the darkness of the layer, and its change with height. Layers bend and have
// uneven thickness.
fn strata(place: Place, beds: Bedding, bend: f32) -> vec2<f32> {
    let left = 1.0 - smoothstep(0.25, 0.5, place.footprint_m * terrain.rock.strata_per_m);
    if left <= 0.0 {
        return vec2(0.0);
    }
    let even = (place.bed_m + beds.lift_m) * terrain.rock.strata_per_m + bend;
    var layers = even;
    var at = UNEVEN_SIZE * even;
    var sum = vec2(0.0);
    // First the unevenness, then thick beds, which alternate with thin beds.
    for (var i = 0u; i < opaque_count(LAYER_NOISES); i++) {
        let found = noise(vec2(at, 0.5), vec2((i + 2u) % LAYER_NOISES)).xy;
        if i == 0u {
            layers = even + UNEVEN * found.x;
            at = layers;
        } else {
            sum += found * vec2(select(1.0, 0.5, i == 2u), 1.0);
            at = 2.0 * layers;
        }
    }
    return left * beds.contrast * vec2(smoothstep(-0.5, 0.5, sum.x), sum.y);
}

// The place of the rendering origin across both sets of joints, in units of their directions.
fn joints_at_origin() -> vec2<u32> {
    let x = terrain.grid.origin_x;
    let z = terrain.grid.origin_z;
    return vec2(2u * x + z, 3u * z - x);
}

// The cell of both sets of joints that contains a place across them, for cells of 2^log2 units.
fn joint_cell(place: vec2<u32>, log2: i32) -> vec2<u32> {
    return select(place << vec2(u32(-log2)), place >> vec2(u32(log2)), vec2(log2 >= 0));
}

// Four numbers from 0 to 1 from a word.
fn four_of(word: u32) -> vec4<f32> {
    return vec4<f32>(vec4(word, word >> 8u, word >> 16u, word >> 24u) & vec4(255u)) / BYTE;
}

// The faces of blocks at a place of rock.
struct Faces {
    // The direction that they face.
    normal: vec3<f32>,
    // The shares of ambient light and of sunlight that reach them between other blocks.
    open: f32,
    sunlit: f32,
    // Noise from −1 to 1 of all sizes of blocks and of beds.
    mottled: f32,
}

// The hardness of rock. Soft rock falls apart into debris of its own colour.
fn hardness() -> f32 {
    let differs = abs(luminance(terrain.rock.colour) / max(luminance(terrain.rock.scree), 1e-6) - 1.0);
    return mix(SOFT_BLOCKS, 1.0, smoothstep(SOFT_TILL, HARD_FROM, differs));
}

// The faces of the blocks that are large enough for a pixel. A surface through blocks shows steps.
// Where it lies in the outer part of a block, the block stands out, and the surface shows the face
// through which a line along the normal leaves the block. Elsewhere the block is gone, and the surface
// shows the face through which the line entered. Each size of blocks cuts the faces of the next larger
// size, and its planes end at the sides of the larger block. `joints` is the place of position 0 across
// the joints.
fn faces_of(place: Place, beds: Bedding, bend_m: f32, joints: vec2<u32>) -> Faces {
    var result = Faces(place.normal, 1.0, 1.0, 0.0);
    let strength = hardness();
    let log2_footprint = log2(place.footprint_m);
    let finer = BLOCK_FINER * f32(terrain.detail.octaves);
    let smallest = max(log2_footprint + BLOCK_HELD - finer, f32(SMALLEST_BLOCK));
#ifdef CRACKS
    let largest = LARGEST_BLOCK;
#else
    let largest = min(BLOCK_STEP * i32(ceil(smallest / f32(BLOCK_STEP)) + 1.0), LARGEST_BLOCK);
#endif
    let p = place.position;
    let bed_plane = place.bed_m + beds.lift_m + bend_m;
    let across_a = vec3(JOINT_A.x, 0.0, JOINT_A.y);
    let across_bed = vec3(beds.slope.x, 1.0, beds.slope.y);
    let across_b = vec3(JOINT_B.x, 0.0, JOINT_B.y);
    var parent = 0u;
    for (var log2 = largest; f32(log2) > smallest; log2 -= BLOCK_STEP) {
        let doublings = f32(log2) - smallest;
        let small = min(doublings, 1.0) * mix(SMALL_SHARE, 1.0, min(doublings, SMALL_SPAN) / SMALL_SPAN);
        let weight = strength * small * exp2(-ROUNDS * max(f32(log2) - ROUND_FROM, 0.0));
        let scale = power_of_two(-log2);
        let scales = vec3(scale, exp2(BED_THIN - BED_GROWS * f32(log2)), scale);
        let wide = power_of_two(-log2 - BEND_OCTAVE) * vec3(1.0, 1.0, BEND_FLAT);
        let blur = max(log2_footprint + BEND_TEXELS - f32(log2 + BEND_OCTAVE), 0.0);
        let bends = textureSampleLevel(cloud_noise, cloud_sampler, p.xzy * wide, blur) - 0.5;
        let rough = ROUGH * bends.y;
        let bent = vec3(BEND_JOINTS * bends.x, BEND_BEDS * bends.z, BEND_JOINTS * bends.w) + four_of(parent).xyz;
        let planes = vec3(dot(JOINT_A, p.xz), bed_plane, dot(JOINT_B, p.xz));
        var at = planes * scales + bent + rough;
        // Joints shift from bed to bed.
        let bed = u32(i32(floor(at.y)));
        let bed_word = hash(vec2(bed * SPREAD_BED, BEDS + u32(log2)));
        let bed_random = four_of(bed_word);
        at += JOINTS_SHIFT * vec3(bed_random.x, 0.0, bed_random.y);
        let cell = floor(at);
        let columns = vec2<u32>(vec2<i32>(cell.xz)) + joint_cell(joints, log2);
        let word = hash((columns & vec2(0xfffffu)) + vec2(bed_word, 0u));
        let random = four_of(word);
        // The distances along the normal to the block's faces, outwards and inwards.
        let rates = scales * vec3(
            dot(across_a, result.normal), dot(across_bed, result.normal), dot(across_b, result.normal),
        );
        let speeds = max(abs(rates), vec3(SLOWEST));
        let within = at - cell;
        let is_ahead = rates > vec3(0.0);
        let outwards = select(within, 1.0 - within, is_ahead);
        let middle = dot(speeds, vec3(0.5 + BLOCK_STANDS * (random.x - 0.5)));
        let stands = dot(speeds, 1.0 - outwards) > middle;
        let away_m = select(1.0 - outwards, outwards, stands) / speeds;
        let nearest_m = min(away_m.x, min(away_m.y, away_m.z));
        let bevel_m = BEVEL * power_of_two(log2) + BEVEL_PIXELS * place.footprint_m;
        let shares = max(1.0 - (away_m - nearest_m) / bevel_m, vec3(0.0));
        let ways = select(-shares, shares, is_ahead);
        let faces = ways.x / LENGTH_A * across_a + ways.y * across_bed + ways.z / LENGTH_B * across_b;
        let tilted = faces + BLOCK_TILT * (2.0 * random.yzw - 1.0);
        result.normal = normalize(mix(result.normal, tilted, FACE_SHARE * weight));
        let high = clamp(select(-nearest_m, nearest_m, stands) * scale, DEEPEST_BLOCK, HIGHEST_BLOCK);
        var light = STANDS_LIGHT * high;
#ifdef CRACKS
        if !stands {
            // A place where a block is gone is a niche. Sunlight enters it through the sides that the
            // surface faces; the blocks at its other sides cast shadows.
            light -= CRACK_DARK * min(dot(shares, vec3(1.0)) - 1.0, 1.0);
            let foot = within - rates * nearest_m;
            let sun = terrain.sun.towards;
            let suns = scales * vec3(dot(across_a, sun), dot(across_bed, sun), dot(across_b, sun));
            let way_m = select(foot, 1.0 - foot, suns > vec3(0.0)) / max(abs(suns), vec3(SLOWEST));
            let is_open = suns * rates > vec3(0.0);
            let out_m = select(vec3(NEVER_M), way_m, is_open);
            let over_m = min(out_m.x, min(out_m.y, out_m.z)) - min(way_m.x, min(way_m.y, way_m.z));
            result.sunlit *= 1.0 - NICHE_DARK * weight * min(over_m / bevel_m, 1.0);
        }
        parent = word ^ select(0u, HALVES, stands);
#endif
        light += BLOCK_TONE * (random.w - 0.5) + BED_TONE * (bed_random.z - 0.5);
        result.open *= 1.0 + weight * light;
        result.mottled += weight * (MOTTLES * bends.y + BEDS_DIFFER * (bed_random.w - 0.5));
    }
    return result;
}

// The tint of rock: streaks of water below ledges, lichen out of the sun, and colours that drift
// from kilometre to kilometre and from bed to bed.
fn stained(place: Place, beds: Bedding, faces: Faces) -> vec3<f32> {
    let wet = beds.wet + STREAK_FRAY * faces.mottled;
    let steep = 1.0 - smoothstep(STREAKS_ALL, STREAKS_BEGIN, place.normal.y);
    let streak = steep * smoothstep(STREAK_FROM, STREAK_FULL, wet);
    // The noon sun stands in the south, at positive z.
    let grows = 0.5 + faces.mottled - LICHEN_SHADE * faces.normal.z;
    let lichen = smoothstep(LICHEN_FROM, LICHEN_ALL, grows);
    let drift = 1.0 + DRIFT * beds.layering + MOTTLE_TINT * faces.mottled;
    return drift * mix(vec3(1.0), LICHEN, lichen) * (1.0 - STREAK_DARK * streak);
}
