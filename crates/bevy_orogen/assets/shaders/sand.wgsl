// Sand: the ripples that wind draws in it.
#define_import_path orogen::sand

#import bevy_render::maths::PI
#import orogen::land::terrain
#import orogen::detail::{ground_noise, resolved, times}
#import orogen::rock::{Place, Relief}

// The shortest ripples as a power of two metres, the number of sizes, and the power of two between
// sizes.
const SHORTEST: i32 = -2;
const SIZES: i32 = 4;
const LONGER: i32 = 2;
// A period of all ripples in metres. The rendering origin moves by multiples of it, so that ripples
// stay in place.
const PERIOD_M: f32 = 2048.0;
// The steepness of the shortest ripples, and its ratio from each size to the next.
const STEEP: f32 = 0.42;
const FLATTER: f32 = 0.82;
// Noise bends crests gently, and makes them fork. For each: the shift in ripples, and the size of
// the noise relative to ripples, as a power of two.
const BENDS: f32 = 2.2;
const BENDS_OVER: i32 = 4;
const FORKS: f32 = 0.45;
const FORKS_OVER: i32 = 1;
// The turn from the wind of each size relative to the one before.
const TURN_RAD: f32 = 0.21;
// Ripples come in fields: their size relative to ripples as a power of two, and the noise values
// between which they begin.
const FIELDS_OVER: i32 = 3;
const FIELD_FROM: f32 = -0.7;
const FIELD_ALL: f32 = 0.5;
// Sliding sand has no ripples. They fade in between these two values of the normal's upward
// component.
const SLIDES: f32 = 0.85;
const RESTS: f32 = 0.91;
// The mean height of a ripple.
const MEAN: f32 = 0.47;

// The slope of ripples, as sharp as sand keeps them, and their height.
fn ripples(place: Place) -> Relief {
    let rests = smoothstep(SLIDES, RESTS, place.normal.y);
    var result = Relief(vec3(0.0), 0.0);
    if rests <= 0.0 {
        return result;
    }
    let ground = place.position.xz;
    let far = place.footprint_m;
    let wind_rad = atan2(terrain.clouds.wind_z, terrain.clouds.wind_x);
    var steep = rests * STEEP;
    for (var i = 0; i < SIZES; i++) {
        let log2 = SHORTEST + LONGER * i;
        let left = resolved(log2, far);
        if left > 0.0 {
            let angle = wind_rad + TURN_RAD * f32(i);
            let length_m = exp2(f32(log2));
            let way = round(vec2(cos(angle), sin(angle)) * PERIOD_M / length_m) / PERIOD_M;
            var bend = 0.0;
            var field = 0.0;
            for (var k = 0u; k < times(3u); k++) {
                let over = select(select(FIELDS_OVER, FORKS_OVER, k == 1u), BENDS_OVER, k == 0u);
                field = ground_noise(ground, log2 + over, far).x;
                bend += select(select(0.0, FORKS, k == 1u), BENDS, k == 0u) * field;
            }
            let high = left * smoothstep(FIELD_FROM, FIELD_ALL, field);
            let phase = 2.0 * PI * fract(dot(way, ground) + bend);
            // e^(sin − 1): sharp crests, broad troughs.
            let stands = exp(sin(phase) - 1.0);
            let slope = steep * high * cos(phase) * stands * length_m * way;
            result.slope += vec3(slope.x, 0.0, slope.y);
            result.stands += rests * high * (stands - MEAN);
        }
        steep *= FLATTER;
    }
    return result;
}
