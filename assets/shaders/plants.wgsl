// Plants and boulders: copies of a shape, each where the buffer of plants has one. Outlines of
// leaves, twigs and hems are cut here, and shapes fade into each other and away by dots.

#import bevy_pbr::mesh_functions
#import bevy_pbr::view_transformations::position_world_to_clip
#import orogen::land::{terrain, STYLE_NATURAL}
#ifndef PREPASS_PIPELINE
#import bevy_pbr::mesh_view_bindings::{view, lights}
#import bevy_pbr::shadows::fetch_directional_shadow
#import orogen::land::develop
#import orogen::detail::noise
#import orogen::horizon::{Around, around_of, open_sky, sun_over}
#import orogen::sky::ambient_light
#import orogen::clouds::{cloud_shadow, seen_from_afar}
#endif

// A plant: its foot from the corner of its tile and its size; its turn, its tint and a number by
// which it differs.
struct Plant {
    foot: vec4<f32>,
    looks: vec4<f32>,
}

@group(#{MATERIAL_BIND_GROUP}) @binding(4) var<storage, read> plants: array<Plant>;

// Plants of a slot, and the bits of a mesh's tag: slot, number of plants, plain shapes.
const INSTANCES_A_SLOT: u32 = 64u;
const SLOT: u32 = 0xffffu;
const COUNT_SHIFT: u32 = 16u;
const COUNT: u32 = 0x7fu;
const PLAIN: u32 = 1u << 31u;

// What a vertex is part of.
const BARK: u32 = 0u;
const TWIG: u32 = 1u;
const SKIRT: u32 = 2u;
const LEAVES: u32 = 3u;
const CROWN: u32 = 4u;
const STONE: u32 = 5u;
const BLADE: u32 = 6u;

// How far boulders are drawn, in the reach of trees; and over which share of a way shapes fade.
const BOULDERS_FAR: f32 = 0.4;
const FADE: f32 = 0.25;
// Over which share of that a single plant goes.
const ONE_GOES: f32 = 0.15;
// How much of a card throws a shadow: what the outline cuts off does not.
const SHADOW_OF_CARD: f32 = 0.72;
// By how much of its size a plant's shadow is asked for nearer to the sun, so that it does not lie
// in its own; by eye.
const OUT_OF_OWN_SHADE: f32 = 0.4;

// How many leaves a bunch has across, of near shapes and of plain ones, whose bunches are larger.
const LEAVES_ACROSS: f32 = 4.5;
const PLAIN_LEAVES_ACROSS: f32 = 7.0;

struct Vertex {
    @builtin(instance_index) instance_index: u32,
    @location(0) position: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) uv: vec2<f32>,
    // Part, how much light reaches it, a number by which cards differ.
    @location(3) part: vec4<f32>,
    @location(4) copy: u32,
}

struct Varying {
    @builtin(position) clip_position: vec4<f32>,
    @location(0) world_position: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) uv: vec2<f32>,
    // From the foot, in sizes.
    @location(3) local: vec3<f32>,
    @location(4) open: f32,
    @location(5) @interpolate(flat) part: u32,
    // Of the card, and of the plant.
    @location(6) @interpolate(flat) random: vec2<f32>,
    @location(7) @interpolate(flat) tint: vec2<f32>,
    // Dots between these are drawn.
    @location(8) @interpolate(flat) dots: vec2<f32>,
    @location(9) @interpolate(flat) size_m: f32,
    // How many leaves a bunch has across.
    @location(10) @interpolate(flat) across: f32,
#ifdef UNCLIPPED_DEPTH_ORTHO_EMULATION
    @location(11) unclipped_depth: f32,
#endif
}

// Plants go one after the other: where all went at once, half of every tree's dots would be seen.
fn in_turn(gone: f32, random: f32) -> f32 {
    return clamp((gone - random * (1.0 - ONE_GOES)) / ONE_GOES, 0.0, 1.0);
}

// Which dots of a plant are drawn: of a near shape those above how far it has turned into a plain
// one, of a plain one those below, and above how far it has gone.
fn dots_of(part: u32, is_plain: bool, away: f32, random: f32) -> vec2<f32> {
    if part == BLADE {
        let end = max(terrain.plants.tufts_m, 1e-3);
        return vec2(in_turn(smoothstep(end * (1.0 - 2.0 * FADE), end, away), random), 1.0);
    }
    let reach = select(1.0, BOULDERS_FAR, part == STONE);
    let near = max(reach * terrain.plants.near_m, 1e-3);
    let far = max(reach * terrain.plants.far_m, 1e-3);
    let turned = smoothstep(near * (1.0 - FADE), near, away);
    let gone = in_turn(smoothstep(far * (1.0 - FADE), far, away), random);
    return select(vec2(turned, 1.0), vec2(gone, turned), is_plain);
}

@vertex
fn vertex(in: Vertex) -> Varying {
    var out: Varying;
    let tag = mesh_functions::get_tag(in.instance_index);
    let count = tag >> COUNT_SHIFT & COUNT;
    let plant = plants[(tag & SLOT) * INSTANCES_A_SLOT + min(in.copy, INSTANCES_A_SLOT - 1u)];
    let world_from_tile = mesh_functions::get_world_from_local(in.instance_index);
    let foot = (world_from_tile * vec4(plant.foot.xyz, 1.0)).xyz;
    let part = u32(round(in.part.x * 255.0));
    let away = distance(foot, terrain.plants.viewer);
    out.dots = dots_of(part, (tag & PLAIN) != 0u, away, plant.looks.w);
    let is_hidden = terrain.style != STYLE_NATURAL || terrain.overlay != 0u;
    if in.copy >= count || out.dots.x >= out.dots.y || is_hidden {
        // Behind everything, and without an area.
        out.clip_position = vec4(0.0, 0.0, -1.0, 1.0);
        return out;
    }
    let size = plant.foot.w;
    let turn = vec2(cos(plant.looks.x), sin(plant.looks.x));
    var position = in.position;
#ifdef PREPASS_PIPELINE
    if part == TWIG || part == LEAVES || part == SKIRT {
        // Towards the trunk.
        let inner = vec3(0.0, position.y, 0.0);
        position = mix(inner, position, SHADOW_OF_CARD);
    }
#endif
    let turned = vec3(
        turn.x * position.x - turn.y * position.z,
        position.y,
        turn.y * position.x + turn.x * position.z,
    );
    out.normal = vec3(
        turn.x * in.normal.x - turn.y * in.normal.z,
        in.normal.y,
        turn.y * in.normal.x + turn.x * in.normal.z,
    );
    out.world_position = foot + size * turned;
    out.clip_position = position_world_to_clip(out.world_position);
    out.uv = in.uv;
    out.local = in.position;
    out.open = in.part.y;
    out.part = part;
    out.across = select(LEAVES_ACROSS, PLAIN_LEAVES_ACROSS, (tag & PLAIN) != 0u);
    out.random = vec2(in.part.z, plant.looks.w);
    out.tint = plant.looks.yz;
    out.size_m = size;
#ifdef UNCLIPPED_DEPTH_ORTHO_EMULATION
    out.unclipped_depth = out.clip_position.z;
    out.clip_position.z = min(out.clip_position.z, 1.0);
#endif
    return out;
}

#ifdef PREPASS_PIPELINE

#ifdef UNCLIPPED_DEPTH_ORTHO_EMULATION
@fragment
fn fragment(in: Varying) -> @builtin(frag_depth) f32 {
    return in.unclipped_depth;
}
#else
@fragment
fn fragment(in: Varying) {
}
#endif

#else

// How leaves, twigs and grass are coloured and lit; all by eye.
const BARK_COLOUR: vec3<f32> = vec3(0.085, 0.066, 0.05);
// Of cards and of plants: how much lighter or darker they are, and how much yellower.
const VARIES_CARD: f32 = 0.22;
const VARIES_PLANT: f32 = 0.24;
const YELLOWER: vec3<f32> = vec3(0.22, 0.06, -0.12);
// How far light goes around a crown, what shines through leaves, and their colour then.
const WRAP: f32 = 0.3;
const THROUGH: f32 = 0.5;
const THROUGH_COLOUR: vec3<f32> = vec3(1.25, 1.15, 0.45);
// How many sprigs a twig has.
const SPRIGS: f32 = 9.0;
// Stone: grains as a share of its light.
const STONE_GRAIN: f32 = 0.3;

// Numbers from 0 to 1 for a cell of a card.
fn of_cell(cell: vec2<f32>, random: f32) -> vec3<f32> {
    let p = fract((vec3(cell.xyx) + 31.7 * random) * vec3(0.1031, 0.1030, 0.0973));
    let q = p + dot(p, p.yzx + 33.33);
    return fract((q.xxy + q.yzz) * q.zyx);
}

// A bunch of leaves: which of it is there, and how light a leaf is.
fn leaves(uv: vec2<f32>, across: f32, random: f32, coarse: f32) -> vec2<f32> {
    let away = length(uv);
    let edge = 0.82 + 0.18 * sin(5.0 * atan2(uv.y, uv.x) + 40.0 * random);
    if away > edge {
        return vec2(0.0);
    }
    if coarse > 0.7 {
        return vec2(select(0.0, 1.0, away < 0.86 * edge), 0.5);
    }
    let p = uv * across;
    let cell = floor(p);
    var found = vec2(0.0);
    for (var i = 0; i < 4; i++) {
        let beside = cell + vec2(f32(i & 1), f32(i >> 1u)) - select(vec2(1.0), vec2(0.0), fract(p) > vec2(0.5));
        let here = of_cell(beside, random);
        let to = p - beside - 0.25 - 0.5 * here.xy;
        let turn = 6.2832 * here.z;
        let along = vec2(cos(turn), sin(turn));
        let d = vec2(dot(to, along), 1.7 * dot(to, vec2(-along.y, along.x)));
        if length(d) < 0.72 {
            found = vec2(1.0, max(found.y, fract(here.z * 7.7)));
        }
    }
    return found;
}

// A twig of needles.
fn twig(uv: vec2<f32>, random: f32, coarse: f32) -> vec2<f32> {
    let across = abs(uv.y);
    let outline = 0.12 + 0.88 * (1.0 - uv.x) * smoothstep(0.0, 0.22, uv.x + 0.16);
    if coarse > 0.5 {
        return vec2(select(0.0, 1.0, across < 0.8 * outline), 0.5);
    }
    let at = uv.x * SPRIGS - 1.6 * across + 3.0 * random;
    let tooth = 1.0 - abs(2.0 * fract(at) - 1.0);
    let there = across < outline * (0.25 + 0.85 * tooth) || across < 0.07;
    return vec2(select(0.0, 1.0, there), 0.25 + 0.75 * tooth * uv.x);
}

// A skirt of needles, whose hem is frayed.
fn skirt(uv: vec2<f32>, random: f32) -> vec2<f32> {
    let at = 13.0 * uv.x + 5.0 * random;
    let here = of_cell(vec2(floor(at), 3.0), random);
    let tooth = 1.0 - abs(2.0 * fract(at) - 1.0);
    let hem = 0.74 + 0.3 * here.x * tooth + 0.08 * tooth;
    let layers = fract(3.0 * uv.y + 0.5 * here.y);
    return vec2(select(0.0, 1.0, uv.y < hem), 0.3 + 0.5 * layers);
}

// A crown, whose rim is frayed where it turns away.
fn crown(uv: vec2<f32>, random: f32, facing: f32) -> vec2<f32> {
    let p = 4.0 * uv;
    let here = of_cell(floor(p), random);
    let other = of_cell(floor(2.3 * p.yx), random);
    return vec2(select(0.0, 1.0, facing > 0.34 * here.x), 0.5 * (here.y + other.y));
}

struct Leaf {
    albedo: vec3<f32>,
    // Whether it is there.
    there: bool,
    // How far light goes through it.
    through: f32,
}

fn leaf(in: Varying, to_eye: vec3<f32>, coarse: f32) -> Leaf {
    let shade = 1.0 + VARIES_PLANT * in.tint.x + VARIES_CARD * (2.0 * in.random.x - 1.0);
    let hue = vec3(1.0) + YELLOWER * in.tint.y;
    switch in.part {
        case TWIG, SKIRT: {
            var found = skirt(in.uv, in.random.x);
            if in.part == TWIG {
                found = twig(in.uv, in.random.x, coarse);
            }
            let light = mix(0.7, 1.3, found.y);
            return Leaf(terrain.plants.conifer * shade * hue * light, found.x > 0.5, 0.35);
        }
        case LEAVES, CROWN: {
            var found = leaves(in.uv, in.across, in.random.x, coarse);
            if in.part == CROWN {
                found = crown(in.uv, in.random.x, abs(dot(normalize(in.normal), to_eye)));
            }
            let light = mix(0.68, 1.28, found.y);
            return Leaf(terrain.plants.broadleaf * shade * hue * light, found.x > 0.5, 1.0);
        }
        case STONE: {
            let p = in.local * in.size_m;
            let at = vec2(p.x + 0.7 * p.y, p.z - 0.6 * p.y);
            let cell = vec2<u32>(u32(65535.0 * in.random.y));
            let grain = noise(3.0 * at, cell).x + 0.6 * noise(11.0 * at, cell).x;
            let stone = mix(terrain.rock.colour, terrain.rock.scree, 0.5 + 0.5 * in.tint.y);
            // Moss and dust lie on top.
            let worn = 1.0 + STONE_GRAIN * grain + 0.14 * in.tint.x + 0.1 * (in.random.x - 0.5);
            return Leaf(stone * worn, true, 0.0);
        }
        case BLADE: {
            let dry = smoothstep(-0.2, 1.0, in.tint.y);
            let green = mix(terrain.grass.lush, terrain.grass.meadow, 0.5 + 0.5 * in.tint.x);
            let blade = mix(green, green * vec3(1.35, 1.12, 0.8), dry * in.uv.y);
            return Leaf(blade * (0.75 + 0.45 * in.uv.y) * (0.85 + 0.3 * in.random.x), true, 0.8);
        }
        default: {
            let ridges = 0.8 + 0.4 * of_cell(floor(vec2(9.0 * in.uv.x, 3.0 * in.uv.y)), in.random.y).x;
            return Leaf(BARK_COLOUR * shade * ridges, true, 0.0);
        }
    }
}

// As the land's own: near by what is not in a shadow, far away what the horizon leaves.
fn sunlight(in: Varying, around: Around) -> f32 {
    let clouded = cloud_shadow(in.world_position);
    let far = clouded * sun_over(around, in.world_position.y);
    if terrain.sun.shadows == 0u || lights.n_directional_lights == 0u {
        return far;
    }
    if lights.directional_lights[0].num_cascades == 0u {
        return far;
    }
    var above = OUT_OF_OWN_SHADE * in.size_m;
    if in.part == BLADE || in.part == STONE {
        above = 0.12 * in.size_m;
    }
    let at = vec4(in.world_position + above * terrain.sun.towards, 1.0);
    let depth = dot(transpose(view.view_from_world)[2], at);
    let lit = fetch_directional_shadow(0u, at, terrain.sun.towards, depth, in.clip_position.xy);
    return mix(clouded * lit, far, smoothstep(0.5, 1.0, -depth / terrain.sun.shadow_far_m));
}

@fragment
fn fragment(in: Varying) -> @location(0) vec4<f32> {
    let share = (in.clip_position.x - view.viewport.x) / view.viewport.z;
    // Plants are those of the land left of the divider.
    if share >= terrain.divider {
        discard;
    }
    let at = in.clip_position.xy + vec2(f32(terrain.part_x), f32(terrain.part_y));
    // Another dot pattern than that which prints the picture.
    let dot_here = fract(52.9829189 * fract(dot(at + 5.588238 * in.random.y, vec2(0.06711056, 0.00583715))));
    let across = fwidth(in.uv);
    if dot_here < in.dots.x || dot_here > in.dots.y {
        discard;
    }
    let from_eye = in.world_position - view.world_position;
    let to_eye = -normalize(from_eye);
    let coarse = max(across.x, across.y) * select(in.across, SPRIGS, in.part == TWIG);
    let found = leaf(in, to_eye, coarse);
    if !found.there {
        discard;
    }
    let normal = normalize(in.normal);
    let sunward = dot(normal, terrain.sun.towards);
    let wrap = select(0.0, WRAP, found.through > 0.0);
    let faces = max((sunward + wrap) / (1.0 + wrap), 0.0);
    // Leaves shine against the sun.
    let against = pow(max(dot(-to_eye, terrain.sun.towards), 0.0), 4.0);
    let through = THROUGH * found.through * (0.25 + against) * (1.0 - 0.6 * faces);
    let around = around_of(in.world_position, 0u);
    let sun = terrain.sun.light * sunlight(in, around) * mix(in.open, 1.0, 0.25);
    let sky = ambient_light(normal) * in.open * open_sky(around);
    let light = sun * (faces + through * THROUGH_COLOUR) + sky;
    let seen = seen_from_afar(found.albedo * light, from_eye, in.clip_position.xy);
    return develop(seen, in.clip_position.xy);
}

#endif
