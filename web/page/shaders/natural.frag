// The natural style's land; SKETCH leaves out all detail finer than the mesh.
in vec3 v_position;
in vec3 v_normal;
in float v_bed;
in vec4 v_masks;
in float v_wetness;
out vec4 o_colour;

// Relief finer than the mesh: the slope of tufts and clods, and that of stones with folded edges; each with
// its height.
void relief_of(Place p, out vec3 soft, out vec3 stony) {
    soft = stony = vec3(0.0);
    float finest_octave = max(log2(2.0 * p.footprint_m), -6.0);
    // Noise on steep ground lies in the vertical plane that the ground faces.
    bool level = p.normal.y > 0.6;
    vec2 at = level ? p.at.xz : abs(p.normal.x) > abs(p.normal.z) ? p.at.zy : p.at.xy;
    for (int i = 0; i < u_octaves; i++) {
        int octave = int(ceil(finest_octave)) + i;
        if (octave > 6) break;
        float left = clamp(finest_octave + float(u_octaves) - float(octave), 0.0, 1.0);
        vec3 n = ground_noise(at, octave, p.footprint_m) * left;
        float size = exp2(float(octave)), folded = sqrt(n.x * n.x + 0.0036);
        stony += ((octave & 1) == 0 ? 1.0 : -1.0) * vec3(folded - 0.36 * left, size * n.x / folded * n.yz);
        if (octave <= 2) soft += n * vec3(1.0, 0.5 * size, 0.5 * size);
    }
    if (!level) soft.yz *= 0.3;
}

void main() {
    vec3 from_eye = v_position - u_eye;
    float distance_m = length(from_eye);
    vec3 normal = normalize(v_normal);
    float facing = max(dot(normal, -from_eye / distance_m), 0.15);
    float curved = clamp(v_masks.x / max(1.0 - abs(v_masks.x), 1e-6), -1.0, 1.0);
    Place p = Place(v_position, normal, v_bed, curved, distance_m * u_pixel * max(1.0, 0.5 / facing),
        clamp(v_masks.y, -1.0, 1.0), clamp(-v_masks.z, 0.0, 1.0), u_masked != 0 ? v_masks.w : 1.0, v_wetness);
#ifdef SKETCH
    Shares s = shares_of(p, vec3(0.0));
    vec3 albedo = albedo_of(p, s, vec3(0.0), 0.5), n = normal;
    Wood wood = wood_of(p, s, vec3(0.0));
    albedo = mix(albedo, wood.albedo, wood.share);
    float open = 1.0;
#else
    vec3 frays = fraying(p);
    Shares s = shares_of(p, frays);
    vec2 layer = s.rock > 0.0 ? strata(p, frays) : vec2(0.5, 0.0);
    vec3 soft, stony;
    relief_of(p, soft, stony);
    float softness = (s.meadow + s.grass + 0.5 * s.sand) * (1.0 - 0.8 * swept_of(s)), stones = 0.34 * s.rock + 0.36 * s.scree;
    float shade = clamp(1.0 + u_detail.y * (0.3 * softness * soft.x + stones * clamp(stony.x, -1.0, 1.0)), 0.35, 1.35);
    vec2 slope = u_detail.y * ((0.2 * softness + 0.05 * s.snow) * soft.yz + stones * (0.6 + abs(frays.x)) * stony.yz);
    vec3 tilt = vec3(slope.x, s.rock * 0.3 * u_strata_numbers.y * layer.y, slope.y);
    vec3 albedo = albedo_of(p, s, frays, layer.x) * mix(1.0, shade, 0.6);
    float open = min(shade, 1.0);
    Wood wood = wood_of(p, s, frays);
    if (wood.share > 0.0) {
        albedo = mix(albedo, wood.albedo, wood.share);
        tilt = mix(tilt, vec3(wood.slope.x, 0.0, wood.slope.y) * -1.0, wood.share);
        open = mix(open, wood.open, wood.share);
    }
    vec3 n = normalize(normal - (tilt - dot(tilt, normal) * normal));
#endif
    Around a = around_of(v_position);
    float sunlit = sun_over(a, v_position.y) * smoothstep(-0.1, 0.1, dot(normal, u_sun) + 0.1);
    vec3 sun = u_sun_light * max(dot(n, u_sun), 0.0) * sunlit;
    float far_sky = open_sky(a);
    float near_sky = (1.0 - 0.35 * clamp(-curved, 0.0, 1.0)) * (1.0 - 0.45 * p.hollow);
    vec3 sky = ambient_light(normalize(n + vec3(0.0, 1.0 - far_sky, 0.0))) * min(near_sky, far_sky) * open;
    vec3 back = normalize(vec3(-u_sun.x, 0.35, -u_sun.z));
    vec3 reflected = 2.6 * a.known * a.back * (0.3 + 0.7 * max(dot(n, back), 0.0)) * u_sun_light
        * mix(u_rock, albedo, 0.6) * open;
    o_colour = vec4(developed(through_air(albedo * (sun + sky + reflected), from_eye)), 1.0);
}
