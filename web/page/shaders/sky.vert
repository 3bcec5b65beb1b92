// One triangle over the whole picture, behind all land.
uniform mat4 u_world_from_clip;
out vec3 v_direction;

void main() {
    vec2 at = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
    vec4 far = u_world_from_clip * vec4(at, 1.0, 1.0);
    vec4 near = u_world_from_clip * vec4(at, -1.0, 1.0);
    v_direction = far.xyz / far.w - near.xyz / near.w;
    gl_Position = vec4(at, 1.0, 1.0);
}
