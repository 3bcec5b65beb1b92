// Clouds as two sheets: heaps low over the land, and streaks far above.
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

// The sky with its clouds in a direction above the horizon.
vec3 clouded(vec3 way, vec3 sky, int octaves) {
    if (way.y <= 0.003) return sky;
    // The curved earth keeps clouds from reaching the horizon at infinity.
    float flat_m = 6.36e6 * (sqrt(way.y * way.y + 2.0 / 6360.0) - way.y);
    vec2 ground = (u_eye.xz + vec2(u_origin & 0xffffu)) / 1000.0 + way.xz * flat_m / 1000.0;
    float sunward = max(dot(way, u_sun), 0.0);
    float fades = smoothstep(0.01, 0.12, way.y);
    // Streaks: thin ice, stretched by the wind.
    vec2 drawn = vec2(0.045 * ground.x + 0.02 * ground.y, 0.16 * ground.y - 0.05 * ground.x);
    float streaks = smoothstep(0.75 - 1.1 * u_cloud_cover.y, 1.5 - 0.9 * u_cloud_cover.y,
        0.5 + billows(0.35 * drawn + 17.0, octaves) + 0.6 * billows(drawn, octaves));
    vec3 ice = u_cloud_light * (0.35 + 1.4 * pow(sunward, 8.0)) + u_cloud_above;
    sky = mix(sky, ice, 0.55 * streaks * fades * smoothstep(0.0, 0.1, u_cloud_cover.y));
    // Heaps: their thickness towards the sun darkens them.
    float cover = u_cloud_cover.x;
    if (cover <= 0.01) return sky;
    vec2 at = 0.42 * ground;
    float patches = 0.5 + 0.5 * noise(0.22 * at, uvec2(7u)).x;
    float shape = billows(at, octaves + 1) + 0.35 * (patches - 0.5);
    float edge = mix(0.34, -0.42, cover);
    float thick = smoothstep(edge, edge + 0.32, shape);
    float toward = smoothstep(edge, edge + 0.4, billows(at + 0.12 * u_sun.xz, octaves) + 0.35 * (patches - 0.5));
    float lit = exp(-2.2 * toward * thick) + 0.5 * pow(sunward, 12.0) * (1.0 - thick);
    vec3 cloud = u_cloud_light * (0.12 + 0.85 * lit) + u_cloud_above * (0.85 - 0.3 * thick);
    return mix(sky, cloud, thick * 0.93 * fades);
}
