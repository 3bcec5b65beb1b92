// Clouds: low cumulus as a stack of sheets, and cirrus far above as one sheet.
uniform vec3 u_cloud_light, u_cloud_above;
uniform vec2 u_cloud_cover;

float billows(vec2 at, int octaves) {
    float sum = 0.0, weight = 0.5;
    for (int i = 0; i < octaves; i++) {
        sum += weight * noise(at, uvec2(0u)).x;
        at = mat2(1.6, 1.2, -1.2, 1.6) * at;
        weight *= 0.5;
    }
    return sum;
}

// The place, in kilometres, where a ray reaches a height above the eye; the earth is curved.
vec2 over_ground(vec3 direction, float high_m) {
    float distance_m = 6.36e6 * (sqrt(direction.y * direction.y + 2.0 * high_m / 6.36e6) - direction.y);
    return (u_eye.xz + vec2(u_origin & 0xffffu) + direction.xz * distance_m) / 1000.0;
}

// The sky with its clouds in a direction above the horizon. Cumulus is a stack of sheets that shrink upwards;
// a jitter of the pixels hides the gaps between the sheets.
vec3 clouded(vec3 direction, vec3 sky, int octaves, int sheets, float jitter) {
    if (direction.y <= 0.003) return sky;
    float sunward = max(dot(direction, u_sun), 0.0), fades = smoothstep(0.012, 0.09, direction.y);
    // The film curve makes warm light on clouds brown.
    vec3 sunlight = mix(vec3(luminance(u_cloud_light)), u_cloud_light, 0.35);
    // Cirrus: thin ice that the wind stretches into streaks.
    vec2 at = over_ground(direction, 6000.0);
    vec2 stretched = vec2(0.035 * at.x + 0.015 * at.y, 0.11 * at.y - 0.035 * at.x);
    float streaks = smoothstep(0.75 - 1.1 * u_cloud_cover.y, 1.6 - 0.9 * u_cloud_cover.y,
        0.5 + billows(0.35 * stretched + 17.0, octaves) + 0.6 * billows(stretched, octaves));
    vec3 ice = sunlight * (0.35 + 1.4 * pow(sunward, 8.0)) + u_cloud_above;
    sky = mix(sky, ice, 0.45 * streaks * fades * smoothstep(0.0, 0.1, u_cloud_cover.y));
    if (u_cloud_cover.x <= 0.01) return sky;
    float transmittance = 1.0, edge = mix(0.3, -0.45, u_cloud_cover.x);
    vec3 light = vec3(0.0);
    for (int i = 0; i < sheets && transmittance > 0.03; i++) {
        float high = (float(i) + jitter) / float(sheets);
        at = 0.3 * over_ground(direction, 1300.0 + mix(250.0, 900.0, smoothstep(0.02, 0.3, direction.y)) * high);
        float patches = noise(0.21 * at, uvec2(7u)).x;
        float excess = billows(at, octaves) + 0.3 * patches - edge - 0.42 * high * high;
        if (excess <= 0.0) continue;
        float thick = smoothstep(0.0, 0.16, excess);
        // Light comes from above and from the sun; deep inside there is little.
        float brightness = mix(0.25, 1.0, high) * exp(-1.4 * max(excess - 0.05, 0.0))
            + 0.6 * pow(sunward, 10.0) * (1.0 - thick);
        vec3 cloud = sunlight * (0.08 + 0.95 * brightness) + u_cloud_above * mix(0.5, 0.95, high);
        float opacity = 1.0 - pow(1.0 - 0.97 * thick, 6.0 / float(sheets) * 0.7);
        light += transmittance * opacity * cloud;
        transmittance *= 1.0 - opacity;
    }
    return mix(sky, light + sky * transmittance, fades);
}
