// The sky, the sun, the stars, and the hazy ground beyond the land.
in vec3 v_direction;
out vec4 o_colour;
uniform float u_sun_disc, u_stars;
uniform int u_sheets;

void main() {
    vec3 direction = normalize(v_direction);
    vec3 light = sky_radiance(direction);
    if (direction.y < 0.0) {
        float transmittance = 0.55 * exp(-u_air.g * air_m(u_sea_m, max(u_eye.y - u_sea_m, 1.0) / -direction.y));
        vec3 ground = vec3(0.13, 0.14, 0.13)
            * (u_sun_light * max(u_sun.y, 0.0) + ambient_light(vec3(0, 1, 0)));
        light = mix(light, ground, transmittance);
    }
#ifndef SKETCH
    else {
        if (u_stars > 0.0) {
            float azimuth = atan(direction.x, direction.z);
            vec2 cell = vec2(azimuth * 160.0 / PI * max(1.0 - direction.y, 0.15), direction.y * 160.0);
            uint word = hashed_cell(uvec2(ivec2(floor(cell)) + 4096));
            float size = float(word >> 24u) / 255.0;
            vec2 off = fract(cell) - 0.3 - 0.4 * vec2(float(word & 255u), float(word >> 8u & 255u)) / 255.0;
            light += step(0.86, size) * u_stars * size * exp(-dot(off, off) * 260.0);
        }
        light = clouded(direction, light, min(u_octaves, 5), u_sheets, u_sheets > 3 ? grain() : 0.5);
    }
#endif
    vec3 shown = developed(light);
    float sunward = dot(direction, u_sun);
    float over = smoothstep(-0.02, 0.01, direction.y);
    float disc = smoothstep(0.99985, 0.99991, sunward) + 0.5 * pow(max(sunward, 0.0), 1500.0);
    shown = mix(shown, vec3(1.0, 0.97, 0.9), min(disc, 1.0) * over * u_sun_disc);
    o_colour = vec4(shown, 1.0);
}
