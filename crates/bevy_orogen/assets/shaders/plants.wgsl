// Plants and boulders: a mesh holds copies of a shape, each placed by an entry of the plant buffer.
// The fragment shader cuts the outlines of leaves, twigs and hems. Dithering fades shapes into each
// other and away.

#import bevy_pbr::mesh_functions
#import bevy_pbr::view_transformations::position_world_to_clip
#import orogen::land::terrain
#import orogen::plant::{BLADE, CROWN, LEAVES, PLAIN, REED, SKIRT, STONE, TWIG, WORD}
#import orogen::plant::{broken, copies, dots_of, is_hidden, is_low, lean, plant_of}
#ifndef PREPASS_PIPELINE
#import bevy_pbr::mesh_view_bindings::{view, lights}
#import orogen::land::{tone_map, dither_value}
#import orogen::detail::noise
#import orogen::leaves::{SPRIGS, crown, leaves, skirt, twig}
#import orogen::rock::{Bedding, Place, faces_of, stained}
#import orogen::horizon::{Around, around_of, shadow_of, sun_over}
#import orogen::sky::ambient_light
#import orogen::clouds::{cloud_shadow, seen_from_afar}
#endif

// The size of a card in shadow maps relative to its own, because the parts that the outline cuts
// off cast no shadow.
const SHADOW_OF_CARD: f32 = 0.72;
// The shift towards the sun of the place where a plant looks up its shadow, so that it does not shade
// itself; in heights of the plant, tuned by eye.
const OUT_OF_OWN_SHADE: f32 = 0.4;

// The largest byte.
const BYTE: f32 = 255.0;
// The most leaves across half a bunch, for detailed shapes and for plain shapes, whose bunches are
// larger.
const LEAVES_ACROSS: f32 = 16.0;
const PLAIN_LEAVES_ACROSS: f32 = 24.0;

struct Vertex {
    @builtin(instance_index) instance_index: u32,
    @location(0) position: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) uv: vec2<f32>,
    // The part, the share of light that reaches it, and a random number for each card.
    @location(3) part: vec4<f32>,
    @location(4) copy: u32,
}

struct Varying {
    @builtin(position) clip_position: vec4<f32>,
    @location(0) world_position: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) uv: vec2<f32>,
    // The position relative to the foot, in heights of the plant, along the axes of the world.
    @location(3) local: vec3<f32>,
    @location(4) open: f32,
    @location(5) @interpolate(flat) part: u32,
    // The random numbers of the card and of the plant.
    @location(6) @interpolate(flat) random: vec2<f32>,
    @location(7) @interpolate(flat) tint: vec2<f32>,
    // The range of dither values that are drawn.
    @location(8) @interpolate(flat) dots: vec2<f32>,
    @location(9) @interpolate(flat) size_m: f32,
    // The most leaves across half a bunch.
    @location(10) @interpolate(flat) across: f32,
#ifdef UNCLIPPED_DEPTH_ORTHO_EMULATION
    @location(11) unclipped_depth: f32,
#endif
}

@vertex
fn vertex(in: Vertex) -> Varying {
    var out: Varying;
    let tag = mesh_functions::get_tag(in.instance_index);
    let plant = plant_of(tag, in.copy);
    let world_from_tile = mesh_functions::get_world_from_local(in.instance_index);
    let foot = (world_from_tile * vec4(plant.foot.xyz, 1.0)).xyz;
    let part = u32(round(in.part.x * BYTE));
    let away = distance(foot, terrain.plants.viewer);
    out.dots = dots_of(part, (tag & PLAIN) != 0u, away, plant.looks.w);
    if in.copy >= copies(tag) || out.dots.x >= out.dots.y || is_hidden() {
        // All vertices share this point behind everything, so their triangles have no area.
        out.clip_position = vec4(0.0, 0.0, -1.0, 1.0);
        return out;
    }
    let size = plant.foot.w;
    let turn = vec2(cos(plant.looks.x), sin(plant.looks.x));
    var position = in.position;
    if part == STONE {
        position = broken(position, plant.looks.w);
    }
#ifdef PREPASS_PIPELINE
    if part == TWIG || part == LEAVES || part == SKIRT {
        // Shrinks the card towards the trunk.
        let inner = vec3(0.0, position.y, 0.0);
        position = mix(inner, position, SHADOW_OF_CARD);
    }
#endif
    var turned = vec3(
        turn.x * position.x - turn.y * position.z,
        position.y,
        turn.y * position.x + turn.x * position.z,
    );
    out.normal = vec3(
        turn.x * in.normal.x - turn.y * in.normal.z,
        in.normal.y,
        turn.y * in.normal.x + turn.x * in.normal.z,
    );
    if part == STONE {
        turned = lean(turned, plant.ground.xy);
        out.normal = lean(out.normal, plant.ground.xy);
    }
    out.local = turned;
    if part == BLADE {
        // Each blade stands on the slope.
        turned.y += dot(plant.ground.xy, turned.xz);
    }
    out.world_position = foot + size * turned;
    out.clip_position = position_world_to_clip(out.world_position);
    out.uv = in.uv;
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

// The colour and the light of leaves, twigs and grass. All constants here are tuned by eye.
const BARK_COLOUR: vec3<f32> = vec3(0.125, 0.1, 0.078);
// The variation of brightness between cards and between plants, and the tint towards yellow.
const VARIES_CARD: f32 = 0.22;
const VARIES_PLANT: f32 = 0.24;
const YELLOWER: vec3<f32> = vec3(0.14, 0.04, -0.08);
// The wrap of light around a crown, the share of light that shines through leaves, and its tint.
const WRAP: f32 = 0.3;
const THROUGH: f32 = 0.42;
const THROUGH_COLOUR: vec3<f32> = vec3(1.05, 1.15, 0.5);
// The brightness of needles and of leaves, from the darkest to the lightest.
const NEEDLE_LIGHT: vec2<f32> = vec2(0.7, 1.3);
const LEAF_LIGHT: vec2<f32> = vec2(0.68, 1.28);
// The translucency of needles and of grass relative to leaves.
const NEEDLE_THROUGH: f32 = 0.35;
const BLADE_THROUGH: f32 = 0.8;
// The exponent that narrows translucent light around the direction to the sun, and the share that a
// lit side keeps back.
const AGAINST: f32 = 4.0;
const LIT_KEEPS: f32 = 0.6;
// Stone: the share of a flat face in its normal, its steepest beds, and factors for the random slope of beds.
const STONE_FLAT: f32 = 0.75;
const STONE_TILT: f32 = 0.7;
const STONE_CHANCE_X: f32 = 13.7;
const STONE_CHANCE_Z: f32 = 29.3;
// The shift of a stone's grains by height along both axes, the number of grains per metre, and their contrast.
const STONE_SHIFT: vec2<f32> = vec2(0.7, -0.6);
const STONE_GRAINS: f32 = 26.0;
const STONE_GRAIN: f32 = 0.12;
// The share of the darkness between blocks that goes into the albedo of a stone, the noise of streaks on
// stone without streaks, and the share of the drift of colours of rock.
const STONE_OPEN: f32 = 0.6;
const DRY: f32 = -8.0;
const STONE_DRIFT: f32 = 0.4;
// The variation of brightness between stones and between their faces.
const STONE_VARIES: f32 = 0.14;
const STONE_FACES: f32 = 0.1;
// Grass: the tint from which it is dry, and the colour of dry tips relative to green tips.
const DRY_FROM: f32 = 0.2;
const DRY_TIP: vec3<f32> = vec3(1.35, 1.12, 0.8);
// The brightness of blades at the ground, and its rise to the tip.
const BLADE_LOW: f32 = 0.8;
const BLADE_RISES: f32 = 0.35;
// The least brightness of a blade, and the random addition.
const BLADE_LEAST: f32 = 0.85;
const BLADE_VARIES: f32 = 0.3;
// Reeds: the colours of stems at the water and at the tip, relative to grass, and the colour of plumes. Plumes
// begin at this height of a blade, and this share of blades has them.
const STEM_LOW: vec3<f32> = vec3(1.15, 1.0, 0.75);
const STEM_TIP: vec3<f32> = vec3(1.5, 1.3, 0.85);
const PLUME: vec3<f32> = vec3(0.17, 0.12, 0.075);
const PLUME_FROM: f32 = 0.84;
const PLUMES: f32 = 0.3;
// Bark: its ridges around a trunk and along it, the brightness between them, and the addition on
// them.
const BARK_RIDGES: vec2<f32> = vec2(26.0, 14.0);
const BARK_LEAST: f32 = 0.6;
const BARK_VARIES: f32 = 1.3;
// The shift `OUT_OF_OWN_SHADE` for a stone or a blade.
const OUT_OF_LOW_SHADE: f32 = 0.12;
// A shift of the dither pattern between plants, the number of the pattern's source (Jimenez 2014).
const DOTS_SHIFT: f32 = 5.588238;

// In the distance, a drawn leaf replaces several leaves: its least width in pixels, and the fewest
// leaves across half a bunch.
const LEAF_PIXELS: f32 = 3.0;
const FEWEST_ACROSS: f32 = 3.0;
// Cards of leaves disappear as the cosine of their normal to the line of sight falls from this value to
// 0; then a number that keeps a divisor above 0.
const EDGE_ON: f32 = 0.5;
const SMALLEST: f32 = 1e-12;
// The share of sunlight that passes through crowns, and the share that leaves scatter to each other in
// a crown.
const CROWNS_TRANSMIT: f32 = 0.2;
const CROWN_GLOW: f32 = 0.1;
// The least share of the sky's light that reaches the inside of a crown.
const INSIDE_SEES: f32 = 0.45;
// The share of light that the ground reflects.
const GROUND_REFLECTS: f32 = 0.9;
// The foot of a plant or a stone is dark: its height as a share of the shape's, for trees and for
// low shapes, and its brightness.
const FOOT_OF_TREE: f32 = 0.03;
const FOOT: f32 = 0.3;
const FOOT_LIGHT: f32 = 0.3;

struct Surface {
    albedo: vec3<f32>,
    // True inside the outline.
    is_inside: bool,
    // The translucency, from 0 to 1.
    through: f32,
    normal: vec3<f32>,
    // The shares of the sky's light and of sunlight that reach the place between blocks of stone.
    open: f32,
    sunlit: f32,
}

// The surface of a part of a plant; `face` is the direction of its triangle.
fn surface_of(in: Varying, face: vec3<f32>, to_eye: vec3<f32>, pixel: f32, footprint_m: f32) -> Surface {
    let normal = normalize(in.normal);
    let shade = 1.0 + VARIES_PLANT * in.tint.x + VARIES_CARD * (2.0 * in.random.x - 1.0);
    let hue = vec3(1.0) + YELLOWER * in.tint.y;
    switch in.part {
        case TWIG, SKIRT: {
            var found = skirt(in.uv, in.random.x);
            if in.part == TWIG {
                found = twig(in.uv, in.random.x, SPRIGS * pixel);
            }
            let light = mix(NEEDLE_LIGHT.x, NEEDLE_LIGHT.y, found.y);
            let albedo = terrain.plants.conifer * shade * hue * light;
            return Surface(albedo, found.x > 0.5, NEEDLE_THROUGH, normal, 1.0, 1.0);
        }
        case LEAVES, CROWN: {
            let max_across = 1.0 / (LEAF_PIXELS * max(pixel, 1e-6));
            let across = clamp(exp2(floor(log2(max_across))), FEWEST_ACROSS, in.across);
            var found = leaves(in.uv, across, in.random.x, across * pixel);
            if in.part == CROWN {
                found = crown(in.uv, in.random.x, abs(dot(normal, to_eye)));
            }
            let light = mix(LEAF_LIGHT.x, LEAF_LIGHT.y, found.y);
            return Surface(terrain.plants.broadleaf * shade * hue * light, found.x > 0.5, 1.0, normal, 1.0, 1.0);
        }
        case STONE: {
            // A stone is a piece of rock with beds of its own. Its grains are finer than its blocks.
            let p = in.local * in.size_m;
            let random = in.random.y;
            let tilt = STONE_TILT * (2.0 * fract(vec2(STONE_CHANCE_X, STONE_CHANCE_Z) * random) - 1.0);
            let flat_normal = normalize(mix(normal, face, STONE_FLAT) + vec3(0.0, 1e-6, 0.0));
            let place = Place(p, flat_normal, p.y + dot(tilt, p.xz), 0.0, footprint_m, vec2(0.0), 0.0, 0.0, vec2(0.0), 0.0);
            let beds = Bedding(0.0, tilt, 1.0, STONE_DRIFT * in.tint.x, DRY);
            let joints = vec2(u32(WORD * random));
            let faces = faces_of(place, beds, 0.0, joints);
            let grain = noise(STONE_GRAINS * (p.xz + STONE_SHIFT * p.y), joints).x;
            let stone = mix(terrain.rock.colour, terrain.rock.scree, 0.5 + 0.5 * in.tint.y);
            // Stones and their faces differ in brightness.
            let varies = STONE_VARIES * in.tint.x + STONE_FACES * (in.random.x - 0.5) + STONE_GRAIN * grain;
            let albedo = stone * stained(place, beds, faces) * (1.0 + varies);
            let dark = mix(1.0, faces.open, STONE_OPEN);
            return Surface(dark * albedo, true, 0.0, faces.normal, faces.open, faces.sunlit);
        }
        case BLADE: {
            let dry = smoothstep(DRY_FROM, 1.0, in.tint.y);
            let green = mix(terrain.grass.lush, terrain.grass.meadow, 0.5 + 0.5 * in.tint.x);
            let blade = mix(green, green * DRY_TIP, dry * in.uv.y);
            let rises = BLADE_LOW + BLADE_RISES * in.uv.y;
            let light = rises * (BLADE_LEAST + BLADE_VARIES * in.random.x);
            return Surface(blade * light, true, BLADE_THROUGH, normal, 1.0, 1.0);
        }
        case REED: {
            let stem = terrain.grass.lush * shade * hue * mix(STEM_LOW, STEM_TIP, in.uv.y);
            let is_plume = in.uv.y > PLUME_FROM && in.random.x < PLUMES;
            return Surface(select(stem, PLUME * shade, is_plume), true, BLADE_THROUGH, normal, 1.0, 1.0);
        }
        default: {
            let cell = vec2<u32>(u32(WORD * in.random.y));
            let ridge = abs(noise(BARK_RIDGES * in.uv, cell).x);
            let light = shade * (BARK_LEAST + BARK_VARIES * ridge);
            return Surface(BARK_COLOUR * light, true, 0.0, normal, 1.0, 1.0);
        }
    }
}

// The share of sunlight, as for the land: nearby the shadow map decides, far away the horizon.
fn sunlight(in: Varying, around: Around) -> f32 {
    let clouded = cloud_shadow(in.world_position);
    let by_horizon = clouded * sun_over(around, in.world_position.y);
    if terrain.sun.shadows == 0u || lights.n_directional_lights == 0u {
        return by_horizon;
    }
    if lights.directional_lights[0].num_cascades == 0u {
        return by_horizon;
    }
    var above = OUT_OF_OWN_SHADE * in.size_m;
    if is_low(in.part) {
        above = OUT_OF_LOW_SHADE * in.size_m;
    }
    let at = vec4(in.world_position + above * terrain.sun.towards, 1.0);
    let depth = dot(transpose(view.view_from_world)[2], at);
    let sunlit = shadow_of(0u, at, terrain.sun.towards, depth, in.clip_position.xy);
    let passed = mix(CROWNS_TRANSMIT * sun_over(around, in.world_position.y), 1.0, sunlit);
    return mix(clouded * passed, by_horizon, smoothstep(0.5, 1.0, -depth / terrain.sun.shadow_far_m));
}

@fragment
fn fragment(in: Varying) -> @location(0) vec4<f32> {
    let share = (in.clip_position.x - view.viewport.x) / view.viewport.z;
    // Plants belong to the land left of the divider.
    if share >= terrain.divider {
        discard;
    }
    // The shift separates this dither pattern from the pattern of the picture's output.
    let dot_here = dither_value(in.clip_position.xy + DOTS_SHIFT * in.random.y);
    let uv_change = fwidth(in.uv);
    if dot_here < in.dots.x || dot_here > in.dots.y {
        discard;
    }
    let from_eye = in.world_position - view.world_position;
    let away_m = length(from_eye);
    let to_eye = -from_eye / away_m;
    // The direction of the triangle. Seen from the side, a card would be a streak.
    let across = cross(dpdx(in.local), dpdy(in.local));
    let face = across / max(length(across), SMALLEST);
    let facing = dot(face, to_eye);
    if in.part == LEAVES && abs(facing) < EDGE_ON * dot_here {
        discard;
    }
    let footprint_m = away_m * 2.0 / (view.clip_from_view[1][1] * view.main_pass_viewport.w);
    let found = surface_of(in, sign(facing) * face, to_eye, sqrt(uv_change.x * uv_change.y), footprint_m);
    if !found.is_inside {
        discard;
    }
    let normal = found.normal;
    let sunward = dot(normal, terrain.sun.towards);
    let wrap = select(0.0, WRAP, found.through > 0.0);
    let faces = max((sunward + wrap) / (1.0 + wrap), 0.0);
    // Leaves shine against the sun.
    let against = pow(max(dot(-to_eye, terrain.sun.towards), 0.0), AGAINST);
    let through = THROUGH * found.through * (0.25 + against) * (1.0 - LIT_KEEPS * faces);
    let around = around_of(in.world_position, 0u);
    let sun = terrain.sun.light * sunlight(in, around) * mix(in.open, 1.0, 0.25) * found.sunlit;
    let open = mix(INSIDE_SEES, 1.0, in.open) * around.open * found.open;
    let day = terrain.sun.light * max(terrain.sun.towards.y, 0.0) * sun_over(around, in.world_position.y);
    let glow = CROWN_GLOW * found.through * THROUGH_COLOUR * day;
    let from_ground = GROUND_REFLECTS * (0.5 - 0.5 * normal.y) * terrain.grass.lush * day;
    let stands = in.local.y / select(FOOT_OF_TREE, FOOT, is_low(in.part));
    let foot = mix(FOOT_LIGHT, 1.0, smoothstep(0.0, 1.0, stands));
    let sky = ambient_light(normal) * open;
    let light = sun * (faces + through * THROUGH_COLOUR) + foot * (sky + from_ground) + glow;
    let seen = seen_from_afar(found.albedo * light, from_eye, in.clip_position.xy);
    return tone_map(seen, in.clip_position.xy);
}

#endif
