// Sand: the ripples that wind draws in it.
#define_import_path orogen::sand

#import bevy_render::maths::PI
#import orogen::land::terrain
#import orogen::detail::{ground_noise, resolved}
#import orogen::rock::{Place, Relief}

// The shortest ripples as a power of two metres, how many sizes there are, and by which power of
// two each is longer than the one before.
const SHORTEST: i32 = -2;
const SIZES: i32 = 4;
const LONGER: i32 = 2;
// Every ripple fits in so many metres, by which the rendering origin moves.
const PERIOD_M: f32 = 2048.0;
// How steep the shortest are, and by which share each size is less steep than the one before.
const STEEP: f32 = 0.42;
const FLATTER: f32 = 0.82;
// Noise bends crests, by so many of them, over lengths of so many powers of two more: gently, and
// where they fork.
const BENDS: f32 = 2.2;
const BENDS_OVER: i32 = 4;
const FORKS: f32 = 0.45;
const FORKS_OVER: i32 = 1;
// Each size turns from the wind by so much against the one before.
const TURN_RAD: f32 = 0.21;
// Ripples come in fields: over lengths of so many powers of two more, from which noise to which.
const FIELDS_OVER: i32 = 3;
const FIELD_FROM: f32 = -0.7;
const FIELD_ALL: f32 = 0.5;
// Sand that slides has none: between which heights of its normal.
const SLIDES: f32 = 0.85;
const RESTS: f32 = 0.91;
// The mean height of a ripple.
const MEAN: f32 = 0.47;

// The slope of ripples, as sharp as sand keeps them, and how high they stand.
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
            let bend = BENDS * ground_noise(ground, log2 + BENDS_OVER, far).x
                + FORKS * ground_noise(ground, log2 + FORKS_OVER, far).x;
            let field = ground_noise(ground, log2 + FIELDS_OVER, far).x;
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
