// The course's style: Phong shading of water, grass and mountain in display values.
in vec3 v_position;
in vec3 v_normal;
in float v_bed;
out vec4 o_colour;

uniform vec3 u_eye;
uniform vec3 u_sun;
uniform float u_sea_m;
// Height of the land, 1 / exponent, and the sea in noise units.
uniform vec3 u_shape;
uniform vec3 u_course_water, u_course_grass, u_course_mountain, u_course_light;
// α scale, shininess of water and of land, ambient light.
uniform vec4 u_course_numbers;
uniform vec2 u_haze_m;
const vec3 BACKGROUND = vec3(0.66, 0.74, 0.80);

void main() {
    bool is_water = v_bed <= u_sea_m;
    float relative = v_bed / u_shape.x;
    float noise = sign(relative) * pow(abs(relative), u_shape.y);
    float alpha = clamp((noise - u_shape.z) * u_course_numbers.x, 0.0, 1.0);
    vec3 material = is_water ? u_course_water : mix(u_course_grass, u_course_mountain, alpha);
    float shininess = is_water ? u_course_numbers.y : u_course_numbers.z;
    vec3 normal = is_water ? vec3(0.0, 1.0, 0.0) : normalize(v_normal);
    float diffuse = dot(normal, u_sun);
    vec3 mirrored = 2.0 * diffuse * normal - u_sun;
    vec3 to_eye = normalize(u_eye - v_position);
    float highlight = diffuse > 0.0 ? pow(max(dot(mirrored, to_eye), 0.0), shininess) : 0.0;
    float light = u_course_numbers.w + max(diffuse, 0.0) + highlight;
    vec3 colour = clamp(material * u_course_light * light, 0.0, 1.0);
    float haze = smoothstep(u_haze_m.x, u_haze_m.y, length(v_position.xz - u_eye.xz));
    o_colour = vec4(mix(colour, BACKGROUND, haze), 1.0);
}
