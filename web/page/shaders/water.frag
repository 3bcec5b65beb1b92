// The natural style's water over its bed: sea, lakes and rivers.
in vec3 v_position;
in float v_bed;
in vec4 v_masks;
out vec4 o_colour;
uniform vec3 u_deep, u_absorbs;
// Steepness and length of the waves.
uniform vec2 u_waves;

// The slope of the waves, and the part of their steepness that is too fine to see.
vec3 waves_at(vec2 at, float footprint_m) {
    float lost = 0.0, octave = log2(u_waves.y);
    vec2 slope = vec2(0.0);
    for (int i = 0; i < 4; i++) {
        int log2 = int(round(octave)) + 1 - i;
        vec2 bent = at + 3.0 * float(i);
        slope += exp2(float(log2)) * ground_noise(bent, log2, footprint_m).yz * 0.5;
        lost += 1.0 - resolved(log2, footprint_m);
    }
    float gust = 1.0 + 0.5 * ground_noise(at, 7, footprint_m).x;
    return gust * u_waves.x * vec3(slope, 0.6 * lost / 4.0);
}

// The land that a ray from the water meets: its light, and the share of the ray that it covers.
vec4 mirrored_land(vec3 ray, float blur) {
    if (u_nest_levels.y <= 0.0) return vec4(0.0);
    float level = max(length(ray.xz), 1e-6), rise = ray.y / level;
    vec2 direction = ray.xz / level;
    float half_m = 0.5 * u_nest.z * u_nest.w;
    float end_m = min(u_nest_levels.z / max(rise, 1e-4), half_m * exp2(u_nest_levels.x - 1.0));
    float growth = pow(max(end_m / u_nest.z, 1.0), 1.0 / 14.0), distance_m = u_nest.z, over = -1.0, found = end_m;
    for (int i = 0; i < 15; i++) {
        vec2 offset = v_position.xz + distance_m * direction - u_nest.xy;
        float reach = max(abs(offset.x), abs(offset.y)) / half_m;
        float l = max(max(ceil(log2(max(reach / 0.94, 1e-6))), 0.0),
            floor(log2(max(distance_m * (1.0 - 1.0 / growth) / u_nest.z, 1.0))));
        if (l >= u_nest_levels.x) break;
        vec3 texel = vec3((offset / (u_nest.z * exp2(l)) + 0.5) / u_nest.w + 0.5, l);
        float stands = textureLod(u_around_light, texel, 0.0).x / distance_m - rise;
        if (stands > over) {
            if (over <= 0.0) found = distance_m;
            over = stands;
        }
        distance_m *= growth;
    }
    float soft = 0.004 + 0.5 * blur, coverage = smoothstep(-soft, soft, over);
    if (coverage <= 0.0) return vec4(0.0);
    vec3 to = vec3(direction.x, rise, direction.y) * found;
    Around a = around_of(v_position + to);
    float out_ = sqrt(max(1.0 - a.up * a.up, 0.0));
    vec3 normal = vec3(-direction.x * out_, a.up, -direction.y * out_);
    Place p = Place(v_position + to, normal, u_sea_m + a.height_m, 0.0, found * 0.01, 0.0, 0.0, 1.0, 0.0);
    vec3 albedo = albedo_of(p, shares_of(p, vec3(0.0)), vec3(0.0), 0.5);
    vec3 light = albedo * (u_sun_light * a.sunlit + ambient_light(normal) * open_sky(a));
    vec3 transmittance = exp(-u_air * air_m(p.bed_m, found));
    return vec4(mix(sky_radiance(normalize(vec3(to.x, abs(to.y), to.z))), light, transmittance), coverage * a.known);
}

float fresnel(float cosine) {
    return 0.02 + 0.98 * pow(1.0 - clamp(cosine, 0.0, 1.0), 5.0);
}

void main() {
    float depth = v_position.y - v_bed;
    if (depth < 0.0) discard;
    vec3 from_eye = v_position - u_eye, up = vec3(0.0, 1.0, 0.0);
    float distance_m = length(from_eye);
    vec3 to_eye = -from_eye / distance_m;
#ifdef SKETCH
    vec3 above = u_sun_light * max(u_sun.y, 0.0) + ambient_light(up), ray = vec3(-to_eye.x, to_eye.y, -to_eye.z);
    vec3 water = mix(above * u_deep, sky_radiance(ray), fresnel(to_eye.y));
    o_colour = vec4(developed(through_air(water, from_eye)), 1.0);
#else
    float footprint = distance_m * u_pixel * max(1.0, 0.4 / max(to_eye.y, 0.02));
    vec3 wave = waves_at(v_position.xz, footprint);
    float calm = smoothstep(0.0, 2.0 * u_lines.w, depth);
    vec3 normal = normalize(vec3(-wave.x * calm, 1.0, -wave.y * calm));
    normal = normalize(normal + max(0.0, -dot(normal, to_eye)) * to_eye);
    Around a = around_of(v_position);
    float sunlit = sun_over(a, v_position.y), open = open_sky(a);
    vec3 from_above = u_sun_light * max(u_sun.y, 0.0) * sunlit + open * ambient_light(up);
    // Light goes down to the bed and back up.
    vec3 frays = vec3(ground_noise(v_position.xz, 6, footprint).x, ground_noise(v_position.xz, 2, footprint).x, 0.0);
    vec3 bed = mix(u_sand * 0.45, 0.5 * (u_rock + u_grass), 0.35 + 0.2 * frays.x);
    float down = sqrt(1.0 - 0.5625 * dot(to_eye.xz, to_eye.xz));
    vec3 transmittance = exp(-u_absorbs * depth * (1.0 + 1.0 / down));
    vec3 inside = from_above * mix(u_deep, bed, transmittance);
    vec3 mirrored = reflect(-to_eye, normal);
    vec3 ray = normalize(vec3(mirrored.x, abs(mirrored.y) + wave.z, mirrored.z));
    float share = fresnel(dot(normal, to_eye)) / (1.0 + 2.0 * wave.z);
    vec3 clear = sky_radiance(ray), seen = mix(clear, clouded(ray, clear, 2, 3, 0.5), 0.3);
    if (share > 0.05 && u_octaves > 3) {
        vec4 land = mirrored_land(ray, wave.z + 0.02);
        seen = mix(seen, land.rgb, land.a * smoothstep(0.05, 0.1, share));
    }
    vec3 facet = normalize(to_eye + u_sun);
    float rough = 0.06 + wave.z, alpha = rough * rough, f = max(dot(normal, facet), 0.0);
    float below = f * f * (alpha - 1.0) + 1.0;
    vec3 glitter = u_sun_light * sunlit * fresnel(dot(facet, to_eye)) * alpha / (4.0 * below * below);
    vec3 shown = mix(inside, seen, share) + glitter;
    // White water: along the shore, and where rivers fall.
    float torn = 0.5 + 0.5 * (frays.x + frays.y);
    float widths = depth / max(u_lines.w, 1e-3), breaks = 1.0 - smoothstep(0.0, 1.0, widths);
    float resolved_share = 1.0 - smoothstep(0.25, 0.5, 0.25 * footprint / max(u_lines.w, 1e-3));
    float white = breaks * smoothstep(0.5 - 0.5 * breaks, 1.0, torn) * resolved_share;
#ifdef RIVER
    float rapids = smoothstep(0.02, 0.12, v_masks.w);
    white = rapids * smoothstep(0.9 - 0.7 * rapids, 1.0, 0.5 + 0.5 * ground_noise(v_position.xz, 0, footprint).x);
#endif
    shown = mix(shown, 0.85 * from_above, white);
    o_colour = vec4(developed(through_air(shown, from_eye)), 1.0);
#endif
}
