// A picture that was drawn in parts.
uniform sampler2D u_picture;
out vec4 o_colour;

void main() {
    o_colour = texelFetch(u_picture, ivec2(gl_FragCoord.xy), 0);
}
