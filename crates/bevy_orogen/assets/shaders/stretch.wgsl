// Stretches the upper left quarter of a texture over all of it.

#import bevy_core_pipeline::fullscreen_vertex_shader::FullscreenVertexOutput

@group(0) @binding(0) var picture: texture_2d<f32>;
@group(0) @binding(1) var between: sampler;

@fragment
fn fragment(in: FullscreenVertexOutput) -> @location(0) vec4<f32> {
    let size = vec2<f32>(textureDimensions(picture));
    // As the camera has it.
    let half = ceil(0.5 * size);
    // Half a pixel from the edge what lies beyond it would be mixed in.
    let at = clamp(in.uv * half, vec2(0.5), half - 0.5);
    return textureSampleLevel(picture, between, at / size, 0.0);
}
