// The dark ground below plants and stones (contact shadows): for each, a disc with a soft edge that
// lies on the slope.

#import bevy_pbr::mesh_functions
#import bevy_pbr::mesh_view_bindings::view
#import bevy_pbr::view_transformations::position_world_to_clip
#import orogen::land::terrain
#import orogen::plant::{copies, is_hidden, plant_of}

// The share of light that the middle of a disc keeps away, chosen by eye.
const DARKNESS: f32 = 0.62;
// The radius within which a disc is fully dark, as a share of its radius.
const DARK_RADIUS: f32 = 0.35;
// The distance at which discs end, in heights of the plant and at most in metres (`DISCS_FAR_M` of
// tiles.rs), and the share of that distance over which discs fade.
const FAR: f32 = 60.0;
const MAX_FAR_M: f32 = 150.0;
const FADE: f32 = 0.5;
// The shift of a disc towards the eye, so that coarse ground does not hide it: a share of the
// distance, at most this share of the plant's height.
const LIFT: f32 = 0.02;
const MAX_LIFT: f32 = 0.1;

struct Vertex {
    @builtin(instance_index) instance_index: u32,
    @location(0) position: vec3<f32>,
    @location(2) uv: vec2<f32>,
    @location(4) copy: u32,
}

struct Varying {
    @builtin(position) clip_position: vec4<f32>,
    // The place in the disc; its edge is at 1.
    @location(0) place: vec2<f32>,
    @location(1) @interpolate(flat) darkness: f32,
}

@vertex
fn vertex(in: Vertex) -> Varying {
    var out: Varying;
    let tag = mesh_functions::get_tag(in.instance_index);
    let plant = plant_of(tag, in.copy);
    let size = plant.foot.w;
    let world_from_tile = mesh_functions::get_world_from_local(in.instance_index);
    let foot = (world_from_tile * vec4(plant.foot.xyz, 1.0)).xyz;
    let away_m = distance(foot, terrain.plants.viewer);
    let far_m = min(FAR * size, MAX_FAR_M);
    out.darkness = DARKNESS * (1.0 - smoothstep(far_m * (1.0 - FADE), far_m, away_m));
    if in.copy >= copies(tag) || out.darkness <= 0.0 || is_hidden() {
        // All vertices share this point behind everything, so their triangles have no area.
        out.clip_position = vec4(0.0, 0.0, -1.0, 1.0);
        return out;
    }
    let flat = in.position.xz;
    let on_ground = vec3(flat.x, plant.ground.z + dot(flat, plant.ground.xy), flat.y);
    let world = foot + size * on_ground;
    let to_eye = view.world_position - world;
    let from_eye_m = length(to_eye);
    let lift_m = min(LIFT * from_eye_m, MAX_LIFT * size);
    out.clip_position = position_world_to_clip(world + to_eye * (lift_m / max(from_eye_m, lift_m)));
    out.place = in.uv;
    return out;
}

@fragment
fn fragment(in: Varying) -> @location(0) vec4<f32> {
    let share = (in.clip_position.x - view.viewport.x) / view.viewport.z;
    // Plants belong to the land left of the divider.
    if share >= terrain.divider {
        discard;
    }
    let opacity = in.darkness * (1.0 - smoothstep(DARK_RADIUS, 1.0, length(in.place)));
    return vec4(vec3(0.0), opacity);
}
