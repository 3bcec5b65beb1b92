// The parts that the natural style's shaders share: the sky, the air, the light around a place, noise, and the film
// curve. Light is relative to sunlight above the air; colours are linear.
uniform vec3 u_eye;
// The rendering origin in whole metres, modulo 2^32.
uniform uvec2 u_origin;
uniform float u_sea_m;
// The angle of a pixel.
uniform float u_pixel;
// Octaves of fine detail: fewer while the picture moves.
uniform int u_octaves;
uniform vec3 u_sun, u_sun_light, u_sky_mean, u_sky_up, u_sky_sunward, u_air;
uniform float u_exposure, u_saturation;
uniform vec3 u_grade_shadows, u_grade_lights;
uniform vec2 u_haze_m;
uniform sampler2D u_sky_table;
// Height above the sea, height of the shadow, softness, open sky; then sunlit, up, reflected.
uniform sampler2DArray u_around_light, u_around_ground;
// Centre x and z relative to the origin, finest spacing, texels on a side; levels, share, top.
uniform vec4 u_nest;
uniform vec3 u_nest_levels;

const float PI = 3.14159265;

// Interleaved gradient noise (Jimenez 2014): a number from 0 to 1 that differs between neighbouring pixels.
float grain() { return fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715)))); }

float luminance(vec3 c) { return dot(c, vec3(0.2126, 0.7152, 0.0722)); }

float around(float edge, float width, float x) {
    return smoothstep(edge - 0.5 * width, edge + 0.5 * width, x);
}

// --- Noise over integer cells of the world, with slopes; wavelengths too short for a pixel fade out.

uint hashed(uvec2 p) {
    uint w = p.x ^ p.y;
    w = (w ^ (w >> 15u)) * 0x2c1b3c6du;
    w = (w ^ (w >> 12u)) * 0x297a2d39u;
    return w ^ (w >> 15u);
}

uint hashed_cell(uvec2 cell) {
    return hashed(uvec2(cell.x * 0x9e3779b1u, cell.y * 0x85ebca77u + 0x165667b1u));
}

vec2 gradient(uint x, uint y) {
    uint w = hashed(uvec2(x, y));
    return vec2(float(w & 0xffffu), float(w >> 16u)) / 32767.5 - 1.0;
}

// Gradient noise: the value, about ±1, and the slope per cell.
vec3 noise(vec2 p, uvec2 first) {
    vec2 i = floor(p), f = p - i;
    uvec2 near = (uvec2(ivec2(i)) + first) & 0xfffffu, next = (near + 1u) & 0xfffffu;
    uvec2 x = uvec2(near.x, next.x) * 0x9e3779b1u;
    uvec2 y = uvec2(near.y, next.y) * 0x85ebca77u + 0x165667b1u;
    vec2 g00 = gradient(x.x, y.x), g10 = gradient(x.y, y.x);
    vec2 g01 = gradient(x.x, y.y), g11 = gradient(x.y, y.y);
    float v00 = dot(g00, f), v10 = dot(g10, f - vec2(1, 0));
    float v01 = dot(g01, f - vec2(0, 1)), v11 = dot(g11, f - vec2(1, 1));
    vec2 u = f * f * f * (f * (f * 6.0 - 15.0) + 10.0);
    vec2 du = 30.0 * f * f * (f * (f - 2.0) + 1.0);
    float value = mix(mix(v00, v10, u.x), mix(v01, v11, u.x), u.y);
    vec2 slope = mix(mix(g00, g10, u.x), mix(g01, g11, u.x), u.y)
        + du * vec2(mix(v10 - v00, v11 - v01, u.y), mix(v01 - v00, v11 - v10, u.x));
    return 1.5 * vec3(value, slope);
}

uvec2 first_cell(int log2) {
    return log2 >= 0 ? u_origin >> uint(log2) : u_origin << uint(-log2);
}

float resolved(int log2, float footprint_m) {
    return 1.0 - smoothstep(0.25, 0.5, footprint_m * exp2(float(-log2)));
}

// The value, and the slope per metre, of noise with cells of 2^log2 metres.
vec3 ground_noise(vec2 at, int log2, float footprint_m) {
    float left = resolved(log2, footprint_m);
    if (left <= 0.0) return vec3(0.0);
    float scale = exp2(float(-log2));
    return left * noise(at * scale, first_cell(log2)) * vec3(1.0, scale, scale);
}

// --- Sky and air.

vec3 sky_radiance(vec3 direction) {
    float row = sqrt(asin(clamp(direction.y, 0.0, 1.0)) / (0.5 * PI));
    float level = max(length(direction.xz) * length(u_sun.xz), 1e-6);
    float column = acos(clamp(dot(direction.xz, u_sun.xz) / level, -1.0, 1.0)) / PI;
    vec2 size = vec2(48.0, 32.0);
    vec3 light = texture(u_sky_table, (vec2(column, row) * (size - 1.0) + 0.5) / size).rgb;
    // By day the film curve makes the bright horizon grey; tuned by eye.
    float lift = (1.0 - smoothstep(0.0, 0.4, row)) * smoothstep(0.02, 0.35, u_sun.y);
    light *= 1.0 + lift * vec3(0.26, 0.34, 0.5);
    // Between yellow and blue lies a green that eyes do not see in skies.
    light.g = min(light.g, 0.45 * (light.r + light.b) + 0.1 * max(light.r, light.b));
    return light;
}

// The light on a surface from the sky and the ground around, over π.
vec3 ambient_light(vec3 normal) {
    float sunward = dot(normal.xz, u_sun.xz) / max(length(u_sun.xz), 1e-6);
    vec3 light = max(u_sky_mean + 2.0 * (u_sky_up * normal.y + u_sky_sunward * sunward), vec3(0.0));
    return mix(light, vec3(luminance(light)), 0.25);
}

// The length of air at sea level with the same extinction as the path from the eye to a height.
float air_m(float to_m, float distance_m) {
    const float SCALE_HEIGHT_M = 1400.0;
    float from = max((u_eye.y - u_sea_m) / SCALE_HEIGHT_M, 0.0), to = max((to_m - u_sea_m) / SCALE_HEIGHT_M, 0.0);
    float rise = to - from;
    if (abs(rise) < 0.01) return distance_m * exp(-0.5 * (from + to));
    return distance_m * (exp(-from) - exp(-to)) / rise;
}

vec3 through_air(vec3 light, vec3 from_eye) {
    float distance_m = length(from_eye);
    vec3 sky = sky_radiance(from_eye / distance_m);
    vec3 transmittance = exp(-u_air * air_m(u_eye.y + from_eye.y, distance_m));
    vec3 glow = mix(u_sky_mean, sky, 1.0 - transmittance.g);
    vec3 seen = light * transmittance + glow * (1.0 - transmittance);
    return mix(seen, sky, smoothstep(u_haze_m.x, u_haze_m.y, length(from_eye.xz)));
}

// --- The land around a place: what blocks its sun and its sky, and what light it reflects.

struct Around {
    float known, height_m, shadow_m, soft_m, open, sunlit, up, back;
};

Around around_of(vec3 at) {
    vec2 offset = at.xz - u_nest.xy;
    float half_m = 0.5 * u_nest.z * u_nest.w;
    float reach = max(abs(offset.x), abs(offset.y)) / half_m;
    float level = max(ceil(log2(max(reach / 0.94, 1e-6))), 0.0);
    if (u_nest_levels.y <= 0.0 || level >= u_nest_levels.x)
        return Around(0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 0.0);
    vec3 place = vec3((offset / (u_nest.z * exp2(level)) + 0.5) / u_nest.w + 0.5, level);
    vec4 light = textureLod(u_around_light, place, 0.0), ground = textureLod(u_around_ground, place, 0.0);
    float next_share = smoothstep(0.72, 0.94, reach * exp2(-level));
    float known = u_nest_levels.y;
    if (level + 1.0 >= u_nest_levels.x) {
        known *= 1.0 - next_share;
    } else if (next_share > 0.0) {
        place = vec3((offset / (u_nest.z * exp2(level + 1.0)) + 0.5) / u_nest.w + 0.5, level + 1.0);
        light = mix(light, textureLod(u_around_light, place, 0.0), next_share);
        ground = mix(ground, textureLod(u_around_ground, place, 0.0), next_share);
    }
    return Around(known, light.x, light.y, light.z, light.w, ground.x, ground.y, ground.z * ground.z);
}

float open_sky(Around a) { return mix(1.0, a.open, a.known); }

float sun_over(Around a, float height_m) {
    float over = smoothstep(-a.soft_m, a.soft_m, height_m - u_sea_m - a.shadow_m);
    return mix(1.0, over, a.known);
}

// --- The film curve AgX (Sobotka 2022) in Wrensch's polynomial form, with tints.

vec3 developed(vec3 light) {
    const mat3 IN = mat3(0.84247906, 0.04232824, 0.04237565, 0.0784336, 0.87846864, 0.0784336,
        0.07922374, 0.07916613, 0.87914297);
    const mat3 OUT = mat3(1.196879, -0.05289685, -0.05297163, -0.09802088, 1.1519031, -0.09804345,
        -0.09902974, -0.09896118, 1.1510737);
    vec3 exposed = IN * max(light * u_exposure * 1.7, vec3(1e-6));
    vec3 x = clamp((log2(exposed) + 12.47393) / 16.5, 0.0, 1.0);
    vec3 curve = (((((15.5 * x - 40.14) * x + 31.96) * x - 6.868) * x + 0.4298) * x + 0.1191) * x - 0.00232;
    vec3 shown = pow(max(curve, vec3(0.0)), vec3(1.22));
    float grey = luminance(shown);
    vec3 display = OUT * mix(vec3(grey), shown, 1.24 * u_saturation);
    float bright = smoothstep(0.0, 1.0, grey);
    vec3 tint = mix(u_grade_shadows, u_grade_lights, bright);
    return clamp(display * mix(tint, vec3(1.0), bright * bright * bright), 0.0, 1.0) + (grain() - 0.5) / 255.0;
}
