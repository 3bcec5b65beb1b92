// The natural style's ground: materials by height, slope, curvature and ridges, frayed by noise.
uniform vec3 u_sand, u_meadow, u_grass, u_rock, u_strata, u_scree, u_snow;
// Slopes of rock and of scree, the width of their borders, the steepest snow; radians.
uniform vec4 u_slopes;
// Snow line, width, rise in the sun, drop in hollows.
uniform vec4 u_snow_line;
// Beach, tree line, its width, foam; metres.
uniform vec4 u_lines;
// Layers per metre, strength.
uniform vec2 u_strata_numbers;
// Fraying, bumps, ripples.
uniform vec3 u_detail;
uniform float u_patches;
uniform vec3 u_conifer, u_broadleaf;
// Noise at the edge of woods, greenness of the grass, height and slope at which trees end.
uniform vec4 u_woods;
uniform int u_wood_patches, u_masked;
uniform float u_conifers;

struct Place {
    vec3 at, normal;
    float bed_m, curvature, footprint_m, ridge, hollow, planted, wetness;
};

struct Shares {
    float sand, meadow, grass, scree, rock, snow, wet;
};

// Noise that frays borders and varies colours: coarse, fine, patches.
vec3 fraying(Place p) {
    int patches = int(u_patches);
    vec3 frays = vec3(ground_noise(p.at.xz, 6, p.footprint_m).x + 0.5 * ground_noise(p.at.xz, 4, p.footprint_m).x,
        0.0, ground_noise(p.at.xz, patches, p.footprint_m).x + 0.5 * ground_noise(p.at.xz, patches - 2, p.footprint_m).x);
    for (int i = 0; i < u_octaves; i++)
        frays.y += exp2(-float(i)) * ground_noise(p.at.xz, 2 - i, p.footprint_m).x;
    return frays;
}

float in_gully(Place p) { return smoothstep(0.15, 0.75, -p.ridge); }

Shares shares_of(Place p, vec3 frays) {
    Shares s;
    float fray = u_detail.x * (frays.x + 0.5 * frays.y);
    float slope = acos(clamp(p.normal.y, 0.0, 1.0)) + 0.16 * fray;
    float gully = in_gully(p);
    float width = u_slopes.z, stony = max(width, 0.06);
    float line = u_snow_line.x + u_snow_line.z * p.normal.z;
    float height = p.bed_m + (fray - u_snow_line.w * p.curvature + 1.4 * gully) * u_snow_line.y;
    float snow_cover = around(line, u_snow_line.y, height)
        * (1.0 - around(u_slopes.w + 0.22 * gully, width, slope));
    float left = 1.0;
    s.snow = around(0.5, 0.4, snow_cover);
    left -= s.snow;
    s.rock = left * around(u_slopes.x, stony, slope + 0.12 * p.ridge);
    left -= s.rock;
    s.scree = left * around(u_slopes.y, stony, slope + 0.14 * gully);
    left -= s.scree;
    float above = p.bed_m - u_sea_m;
    s.sand = left * (1.0 - smoothstep(0.5, 1.0, (above - 0.5 * fray * u_lines.x) / max(u_lines.x, 1e-6)));
    s.wet = 1.0 - smoothstep(0.0, u_lines.w, above);
    left -= s.sand;
    float dry = around(u_lines.y + 0.5 * gully * u_lines.z, u_lines.z, p.bed_m + 0.5 * u_lines.z * frays.z);
    s.scree += left * dry;
    left -= left * dry;
    // Gravel and lush ground beside rivers and lakes.
    float gravel = left * smoothstep(0.74, 0.86, p.wetness + 0.14 * (frays.y + 0.5 * frays.x) * min(4.0 * p.wetness, 1.0));
    s.scree += gravel, left -= gravel;
    s.grass = left * smoothstep(-0.5, 0.5, frays.z + 0.5 * frays.x - p.curvature + max(gully, smoothstep(0.05, 0.5, p.wetness)));
    s.meadow = left - s.grass;
    return s;
}

// The darkness of the rock's layer at a height, and the edge of its ledge.
vec2 strata(Place p, vec3 frays) {
    float at = p.bed_m * u_strata_numbers.x + 0.25 * frays.x + 0.5 * frays.z;
    float blur = p.footprint_m * u_strata_numbers.x * length(p.normal.xz);
    float i = floor(at), f = at - i;
    vec2 tones = vec2(float(hashed_cell(uvec2(uint(int(i)), 3u)) & 255u),
        float(hashed_cell(uvec2(uint(int(i) + 1), 3u)) & 255u)) / 255.0;
    float resolved_share = 1.0 - smoothstep(0.3, 1.0, blur);
    float tone = mix(tones.x, tones.y, smoothstep(0.75, 1.0, f));
    return vec2(mix(0.5, tone, resolved_share), resolved_share * (f - 0.5));
}

// The share of ground that the wind has swept into ripples, which leave no tufts.
float swept_of(Shares s) { return u_detail.z * (s.sand * (1.0 - s.wet) + s.meadow + s.grass); }

vec3 albedo_of(Place p, Shares s, vec3 frays, float layer) {
    vec3 rock = mix(u_rock, u_strata, u_strata_numbers.y * layer);
    vec3 sand = u_sand * mix(1.0, 0.45, s.wet);
    vec3 albedo = s.sand * sand + s.meadow * u_meadow + s.grass * u_grass + s.scree * u_scree
        + s.rock * rock + s.snow * u_snow;
    float varies = 1.0 - 0.5 * s.sand - s.snow;
    float damp = (s.meadow + s.grass) * 0.18 * in_gully(p);
    float grains = 0.22 * frays.y * (1.0 - 0.8 * swept_of(s));
    return albedo * clamp(1.0 + varies * (0.12 * frays.z + grains) - damp, 0.0, 2.0);
}

struct Wood {
    vec3 albedo;
    vec2 slope;
    float open, share;
};

// The octaves of the noise that bounds woods.
#ifdef SKETCH
const int CLUMP_OCTAVES = 0;
#else
const int CLUMP_OCTAVES = 4;
#endif

// Woods as texture: crowns where a pixel can show them, and their mean beyond.
Wood wood_of(Place p, Shares s, vec3 frays) {
    Wood none = Wood(vec3(0.0), vec2(0.0), 1.0, 0.0);
    float green = s.meadow + s.grass;
    if (u_woods.y <= 0.0 || green <= 0.3) return none;
    float clump = 0.5 * (s.grass / max(green, 1e-3) - 0.5), weight = 1.0;
    for (int i = 0; i < CLUMP_OCTAVES; i++) {
        clump += weight * ground_noise(p.at.xz, u_wood_patches - 2 * i, p.footprint_m).x;
        weight *= 0.5;
    }
    float mixed = CLUMP_OCTAVES > 0 ? ground_noise(p.at.xz, u_wood_patches - 1, p.footprint_m).x : 0.0;
    float slope = acos(clamp(p.normal.y, 0.0, 1.0));
    float cover = u_woods.y * smoothstep(u_woods.x - 0.22, u_woods.x + 0.22, clump) * p.planted
        * (1.0 - around(u_woods.z, u_lines.z, p.bed_m + 0.5 * u_lines.z * frays.z))
        * (1.0 - around(u_woods.w, 0.14, slope + 0.1 * frays.x))
        * smoothstep(1.0, 4.0, p.bed_m - u_sea_m) * smoothstep(0.3, 0.75, green);
    if (cover < 0.004) return none;
    float high = 1.0 - around(320.0, 420.0, u_woods.z - p.bed_m + 320.0 * mixed);
    float conifers = clamp(high + 2.0 * u_conifers - 1.0, 0.0, 1.0);
    vec3 mean = mix(u_broadleaf, u_conifer, conifers);
#ifdef SKETCH
    return Wood(0.72 * mean, vec2(0.0), 0.8, cover);
#else
    // Groups of trees make a wood rough where its crowns are too small to see.
    float finest_octave = max(log2(p.footprint_m) + 2.0, 4.0);
    vec3 rough = vec3(0.0);
    for (int i = 0; i < 2; i++) {
        int octave = int(ceil(finest_octave)) + i;
        rough += ground_noise(p.at.xz, octave, p.footprint_m) * vec3(1.0, vec2(min(exp2(float(octave - 5)), 4.0)));
    }
    Wood far = Wood(0.72 * mean * (1.0 + 0.3 * rough.x), -5.0 * rough.yz, 0.8, cover);
    float seen = resolved(3, 1.2 * p.footprint_m);
    if (seen <= 0.0) return far;
    vec2 q = p.at.xz / 8.0;
    uvec2 cell = uvec2(ivec2(floor(q))) + first_cell(3);
    float leafy = ground_noise(p.at.xz, 1, p.footprint_m).x, top = 0.0;
    Wood near = Wood(0.28 * mean, vec2(0.0), 0.45, smoothstep(0.35, 0.8, cover));
    for (int i = 0; i < 9; i++) {
        ivec2 by = ivec2(i % 3 - 1, i / 3 - 1);
        uint word = hashed_cell((cell + uvec2(by)) & 0xfffffu), other = hashed_cell(uvec2(word, 0x7ee5u));
        if (float(other & 0xffffu) / 65535.0 >= cover) continue;
        vec2 jitter = 0.7 * (vec2(float(word & 0xffffu), float(word >> 16u)) / 65535.0 - 0.5);
        vec2 to = fract(q) - 0.5 - vec2(by) - jitter;
        float random = float(other >> 16u) / 65535.0;
        bool conifer = fract(random * 7.31) < conifers;
        float radius = (conifer ? 0.42 : 0.62) * (0.75 + 0.45 * fract(random * 3.7));
        float radii = length(to) / radius * (1.0 + 0.22 * leafy);
        if (radii >= 1.0) continue;
        float rises = conifer ? 1.0 - radii : sqrt(1.0 - radii * radii);
        if (rises * radius + 0.2 * random <= top) continue;
        top = rises * radius + 0.2 * random;
        vec3 leaves = (conifer ? u_conifer : u_broadleaf) * (0.85 + 0.3 * fract(random * 5.3));
        near = Wood(leaves * mix(0.55, 1.15, rises) * (1.0 + 0.35 * leafy),
            (conifer ? 0.75 : radii) * to / max(length(to), 1e-3), 0.5 + 0.5 * rises, 1.0);
    }
    return Wood(mix(far.albedo, near.albedo, seen), mix(far.slope, near.slope, seen),
        mix(far.open, near.open, seen), mix(far.share, near.share, seen));
#endif
}
