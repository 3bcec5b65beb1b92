// Stretches the upper left part of a texture over all of it.

#import bevy_core_pipeline::fullscreen_vertex_shader::FullscreenVertexOutput

@group(0) @binding(0) var picture: texture_2d<f32>;
@group(0) @binding(1) var between: sampler;
@group(0) @binding(2) var<uniform> times: f32;

@fragment
fn fragment(in: FullscreenVertexOutput) -> @location(0) vec4<f32> {
    let size = vec2<f32>(textureDimensions(picture));
    // The same rounding as the camera's.
    let part = ceil(size / times);
    // Samples stay half a pixel from the edge, because filtering would mix in the pixels beyond it.
    let at = clamp(in.uv * part, vec2(0.5), part - 0.5);
    return textureSampleLevel(picture, between, at / size, 0.0);
}
