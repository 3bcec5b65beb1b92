// Clouds and mist in the sky, mirrored in water, and as shadows on the land.
#define_import_path orogen::clouds

#import bevy_pbr::mesh_view_bindings::view
#import orogen::heaps::{
    Veil, BEHIND_M, CLEAR, EARTH_M, ENDS_M, FADES_M, HEAPS_M, PATCHES_M, SOFT, TEXELS, along_sight,
    cloud_light, cloud_volume, cover_at, crossing, depth_in_heap, desaturated, distance_to_rise_m,
    frayed, heap, level_noise, multiple_phase_function, to_cloud_space,
}
#import orogen::land::{terrain, dither_value}
#import orogen::mist::{MIST_FAR_M, even_mist, misty}
#import orogen::sky::{air_m, backdrop_with_sky, edge_fade, sky_radiance, through_air_with_sky}

// Clouds as sheets: the share of the clouds' height at which heaps are sampled, and the optical depth
// of the densest sheet.
const SHEET_HEIGHT: f32 = 0.3;
const SHEET_DEPTH: f32 = 4.5;
// The distance towards the sun at which shade is sampled, and its weight.
const SHEET_SHADE_M: f32 = 320.0;
const SHEET_SHADE: f32 = 0.6;
// The cover from which clouds begin to close, tuned by eye.
const CLOSED_FROM: f32 = 0.85;
// The light on a closed cover seen from above, tuned by eye: the share of the cloud's height that
// counts as its place, and the share of the optical depth towards the sun in front of it.
const LIT_SHARE: f32 = 0.8;
const LIT_DEPTH: f32 = 0.25;
// The range of angles over which a sheet seen from above fades towards its horizon, in radians,
// tuned by eye.
const LIMB: f32 = 0.04;
// The least steepness of a line through a sheet, as a sine.
const MIN_STEEPNESS: f32 = 0.25;
// The widths of streaks in metres, along the wind and across it, and of the finer threads in them.
const STREAKS_M: vec2<f32> = vec2(65536.0, 16384.0);
const THREADS_M: vec2<f32> = vec2(16384.0, 4096.0);
// The distance up to which streaks are sharp, tuned by eye.
const STREAKS_SHARP_M: f32 = 55000.0;
// The weights of patches, streaks and threads in the noise of high clouds, tuned by eye.
const STREAKS_MIX: vec3<f32> = vec3(0.45, 0.4, 0.25);
// High clouds, tuned by eye: the softness of edges and its growth with each mip level of blur, the
// contrast of threads, and the greatest opacity.
const STREAKS_SOFT: f32 = 0.55;
const STREAKS_BLUR_SOFT: f32 = 0.04;
const THREADS_CONTRAST: f32 = 0.55;
const STREAKS_OPACITY: f32 = 0.75;
// The darkness of a cloud's shadow, tuned by eye: some light goes around clouds. Then the shadow's
// blur in mip levels.
const SHADOW: f32 = 0.85;
const SHADOW_BLUR: f32 = 1.0;
// The sines of the sun's elevation between which clouds begin to cast shadows.
const SHADOW_FROM: f32 = 0.03;
const SHADOW_FULL: f32 = 0.12;
// The blur of low and of high clouds mirrored in waves, in mip levels, tuned by eye. High clouds
// have streaks so fine that waves would draw them as contour lines.
const WAVES_BLUR: f32 = 3.5;
const WAVES_BLUR_HIGH: f32 = 5.5;
// The least slope of a mirrored ray.
const FLATTEST: f32 = 0.01;
// The added softness of a mirrored cloud's edge per mip level, in widths of the edge, tuned by eye.
const BLURRED_EDGE: f32 = 0.35;
// The contrast that waves leave to mirrored clouds, tuned by eye.
const WAVES_CONTRAST: f32 = 0.45;

// Low clouds as a sheet at a distance.
fn sheet(direction: vec3<f32>, away_m: f32) -> Veil {
    let at = along_sight(view.world_position, direction, away_m);
    return sheet_at(at, direction, away_m, 0.0);
}

// The same at a place of the sheet, blurred by waves over `rough` mip levels.
fn sheet_at(at: vec3<f32>, direction: vec3<f32>, away_m: f32, rough: f32) -> Veil {
    let place = to_cloud_space(at);
    let cover = cover_at(place);
    let blur = rough + max(log2(away_m / BEHIND_M), 0.0);
    // Waves soften edges, too.
    let soft = SOFT * BLURRED_EDGE * rough;
    let within = depth_in_heap(place, cover, blur) + 0.5 * soft;
    // A closed cover has no holes: there are clouds above or below a gap at this height.
    let closed = smoothstep(CLOSED_FROM, 1.0, cover);
    var dense = max(clamp(within / (SOFT + 2.0 * soft), 0.0, 1.0), closed);
    if dense <= 0.0 {
        return CLEAR;
    }
    dense = max(frayed(dense, place, blur), closed);
    let steep = max(abs(terrain.sun.towards.y), MIN_STEEPNESS);
    let towards = place + terrain.sun.towards * vec3(1.0, 0.0, 1.0) * (SHEET_SHADE_M / steep);
    let shade = heap(vec3(towards.x, place.y, towards.z), cover, blur + 1.0);
    var to_sun = SHEET_DEPTH * mix(dense, shade, SHEET_SHADE);
    var share = 1.0 - dense;
    var fade = 1.0 - smoothstep(FADES_M, ENDS_M, away_m);
    let above_m = view.world_position.y - at.y;
    if above_m > 0.0 {
        // A closed cover shows its lit side from above.
        fade *= limb_weight(above_m, direction.y);
        share = mix(share, LIT_SHARE, closed);
        to_sun *= mix(1.0, LIT_DEPTH, closed);
    }
    let slant = 1.0 / max(abs(direction.y), MIN_STEEPNESS);
    let opacity = fade * (1.0 - exp(-SHEET_DEPTH * dense * slant / (1.0 + rough)));
    let cosine = dot(direction, terrain.sun.towards);
    let light = opacity * cloud_light(share, dense, to_sun, cosine);
    return Veil(light, 1.0 - opacity, away_m, at.y);
}

// The weight of a sheet in a direction, for an eye at a height above it. The sheet fades just below
// its own horizon, where it sinks with the round earth.
fn limb_weight(above_m: f32, slope: f32) -> f32 {
    let dip = sqrt(2.0 * max(above_m, 0.0) / EARTH_M);
    return select(1.0, smoothstep(0.0, LIMB, -slope - dip), above_m > 0.0);
}

// High clouds at a distance.
fn streaks(direction: vec3<f32>, away_m: f32, start: vec3<f32>, rough: f32) -> Veil {
    let ground = start.xz + away_m * direction.xz;
    let wind = vec2(terrain.clouds.wind_x, terrain.clouds.wind_z);
    let at = vec2(
        dot(ground, wind) + terrain.clouds.origin_along,
        ground.x * wind.y - ground.y * wind.x + terrain.clouds.origin_across,
    );
    let blur = rough + max(log2(away_m / STREAKS_SHARP_M), 0.0);
    let patch_rank = level_noise(at / PATCHES_M, blur).z;
    let wide = level_noise(at / STREAKS_M, blur).w;
    let bend = vec2(0.0, patch_rank);
    let fine = level_noise(at / THREADS_M + bend, blur).w;
    let high = terrain.clouds.high_cover;
    let rank = dot(vec3(patch_rank, wide, fine), STREAKS_MIX);
    let soft = STREAKS_BLUR_SOFT * blur;
    let covered = smoothstep(1.0 - high - soft, 1.0 - high + STREAKS_SOFT + soft, rank);
    let dense = covered * mix(1.0, fine, THREADS_CONTRAST);
    let above_m = start.y - terrain.clouds.high_m;
    let ends = 1.0 - smoothstep(FADES_M, 2.0 * ENDS_M, away_m);
    let fade = ends * limb_weight(above_m, direction.y);
    let opacity = fade * STREAKS_OPACITY * clamp(2.0 * dense, 0.0, 1.0);
    let cosine = dot(direction, terrain.sun.towards);
    let sun = desaturated(terrain.clouds.light_high) * multiple_phase_function(cosine);
    return Veil(opacity * (sun + terrain.clouds.above), 1.0 - opacity, away_m, terrain.clouds.high_m);
}

// A cloud in front of a background, seen through the air in front of the cloud.
fn over(veil: Veil, behind: vec3<f32>, sky: vec3<f32>) -> vec3<f32> {
    let transmittance = exp(-terrain.sky.air * air_m(veil.height_m, veil.away_m));
    let seen = behind * veil.transmittance + veil.light * transmittance;
    return seen + sky * (1.0 - transmittance) * (1.0 - veil.transmittance);
}

// Low clouds on a ray, up to a distance.
fn low_clouds(direction: vec3<f32>, end_m: f32) -> Veil {
    let base_m = terrain.clouds.base_m;
    let top_m = terrain.clouds.top_m;
    if terrain.clouds.steps > 0u {
        let heights_m = vec2(base_m, top_m);
        let last_m = min(end_m, ENDS_M);
        let way = crossing(view.world_position.y, direction.y, heights_m, last_m);
        if way.y > way.x {
            return cloud_volume(direction, way.x, way.y);
        }
        return CLEAR;
    }
    return low_sheet(direction, end_m);
}

// Low clouds on a ray, as a sheet.
fn low_sheet(direction: vec3<f32>, end_m: f32) -> Veil {
    let height_m = mix(terrain.clouds.base_m, terrain.clouds.top_m, SHEET_HEIGHT);
    let away_m = distance_to_rise_m(height_m - view.world_position.y, direction.y);
    if away_m < min(end_m, ENDS_M) {
        return sheet(direction, away_m);
    }
    return CLEAR;
}

// Low clouds behind the land, without details that the distance hides.
fn plain_sheet(direction: vec3<f32>) -> Veil {
    let height_m = mix(terrain.clouds.base_m, terrain.clouds.top_m, SHEET_HEIGHT);
    let away_m = distance_to_rise_m(height_m - view.world_position.y, direction.y);
    if away_m >= ENDS_M {
        return CLEAR;
    }
    let at = along_sight(view.world_position, direction, away_m);
    let dense = heap(to_cloud_space(at), cover_at(to_cloud_space(at)), max(log2(away_m / BEHIND_M), 0.0));
    let slant = 1.0 / max(abs(direction.y), MIN_STEEPNESS);
    let opacity = (1.0 - smoothstep(FADES_M, ENDS_M, away_m)) * (1.0 - exp(-SHEET_DEPTH * dense * slant));
    let cosine = dot(direction, terrain.sun.towards);
    let light = opacity * cloud_light(1.0 - dense, dense, SHEET_DEPTH * dense, cosine);
    return Veil(light, 1.0 - opacity, away_m, at.y);
}

// The sky's light after clouds and mist, and the share of it that passes through them.
fn veiled(radiance: vec3<f32>, direction: vec3<f32>, pixel: vec2<f32>) -> vec4<f32> {
    let sky = sky_radiance(direction);
    var seen = vec4(radiance, 1.0);
    let high_m = distance_to_rise_m(terrain.clouds.high_m - view.world_position.y, direction.y);
    if terrain.clouds.high_cover > 0.0 && high_m < 2.0 * ENDS_M {
        let above_m = abs(terrain.clouds.high_m - view.world_position.y);
        let pixel_rad = 2.0 / (view.clip_from_view[1][1] * view.main_pass_viewport.w);
        let flat_direction = vec3(direction.x, abs(direction.y), direction.z);
        let blur = sheet_blur(above_m, STREAKS_M.y / TEXELS, flat_direction, pixel_rad);
        let veil = streaks(direction, high_m, view.world_position, blur);
        seen = vec4(over(veil, seen.rgb, sky), seen.a * veil.transmittance);
    }
    if terrain.clouds.low_cover > 0.0 {
        let veil = low_clouds(direction, ENDS_M);
        if veil.transmittance < 1.0 {
            seen = vec4(over(veil, seen.rgb, sky), seen.a * veil.transmittance);
        }
    }
    if terrain.mist.depth_m > 0.0 {
        let veil = misty(direction, MIST_FAR_M, dither_value(pixel));
        seen = vec4(seen.rgb * veil.transmittance + veil.light, seen.a * veil.transmittance);
    }
    return seen;
}

// The light of a point of the land or the water after air, clouds and mist.
fn seen_from_afar(radiance: vec3<f32>, from_eye: vec3<f32>, pixel: vec2<f32>) -> vec3<f32> {
    let away_m = length(from_eye);
    let direction = from_eye / away_m;
    let sky = sky_radiance(direction);
    var seen = through_air_with_sky(sky, radiance, from_eye);
    let gone = edge_fade(from_eye);
    if gone > 0.0 {
        var behind = backdrop_with_sky(sky, direction);
#ifndef CLOUDS_BEFORE
#ifdef LOW_CLOUDS
        // The rim of the land would stand out in front of clouds. They are a plain sheet here: at this
        // distance it differs little from a volume, which is slow to compile.
        behind = over(plain_sheet(direction), behind, sky);
#endif
#endif
        seen = mix(seen, behind, gone);
    }
#ifdef CLOUDS_BEFORE
    // Clouds behind the land appear with the backdrop.
    let veil = low_clouds(direction, mix(away_m, ENDS_M, gone));
    if veil.transmittance < 1.0 {
        seen = over(veil, seen, sky);
    }
#endif
    return even_mist(seen, view.world_position.y, direction, away_m);
}

// The blur of a sheet in mip levels, by its height above the eye or above the water that mirrors it, the
// width of its texels and the spread of rays between pixels. Without blur, waves break clouds into
// lines of dots.
fn sheet_blur(above_m: f32, texel_m: f32, direction: vec3<f32>, spread: f32) -> f32 {
    let rises = max(direction.y, FLATTEST);
    return log2(max(spread * above_m / (rises * rises * texel_m), 1.0));
}

// The sky mirrored by water at a place, by the spread of rays between pixels. Clouds are sheets
// here.
fn mirrored_sky(start: vec3<f32>, direction: vec3<f32>, spread: f32) -> vec3<f32> {
    let sky = sky_radiance(direction);
    var seen = sky;
    let above_m = terrain.clouds.high_m - start.y;
    let high_m = distance_to_rise_m(above_m, direction.y);
    if terrain.clouds.high_cover > 0.0 && high_m < 2.0 * ENDS_M {
        let blur = sheet_blur(above_m, STREAKS_M.y / TEXELS, direction, spread);
        let veil = streaks(direction, high_m, start, max(WAVES_BLUR_HIGH, blur));
        let cloudy = over(veil, seen, sky);
        seen = mix(seen, cloudy, WAVES_CONTRAST);
    }
#ifdef LOW_CLOUDS
    let low_m = mix(terrain.clouds.base_m, terrain.clouds.top_m, SHEET_HEIGHT);
    let away_m = distance_to_rise_m(low_m - start.y, direction.y);
    if away_m < ENDS_M {
        let at = along_sight(start, direction, away_m);
        let blur = sheet_blur(low_m - start.y, HEAPS_M / TEXELS, direction, spread);
        let cloudy = over(sheet_at(at, direction, away_m, max(WAVES_BLUR, blur)), seen, sky);
        seen = mix(seen, cloudy, WAVES_CONTRAST);
    }
#endif
    return even_mist(seen, start.y, direction, MIST_FAR_M);
}

// The share of sunlight that low clouds leave to a place.
fn cloud_shadow(at: vec3<f32>) -> f32 {
    let towards = terrain.sun.towards;
    if terrain.clouds.low_cover <= 0.0 || towards.y <= SHADOW_FROM {
        return 1.0;
    }
    let height_m = mix(terrain.clouds.base_m, terrain.clouds.top_m, SHEET_HEIGHT);
    let away_m = (height_m - at.y) / max(towards.y, SHADOW_FULL);
    if away_m <= 0.0 {
        return 1.0;
    }
    let place = to_cloud_space(at + away_m * towards);
    let dense = heap(vec3(place.x, height_m, place.z), cover_at(place), SHADOW_BLUR);
    let dark = SHADOW * smoothstep(SHADOW_FROM, SHADOW_FULL, towards.y);
    return 1.0 - dark * (1.0 - exp(-SHEET_DEPTH * dense));
}
