// Lines over the land: the lattice of an octave.
layout(location = 0) in vec3 a_position;
uniform mat4 u_clip_from_world;

void main() {
    gl_Position = u_clip_from_world * vec4(a_position, 1.0);
    gl_Position.z -= 0.0004 * gl_Position.w;
}
