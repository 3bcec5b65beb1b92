// Stretches the upper left part of a texture over all of it.

#import bevy_core_pipeline::fullscreen_vertex_shader::FullscreenVertexOutput

@group(0) @binding(0) var picture: texture_2d<f32>;
@group(0) @binding(1) var bilinear: sampler;
@group(0) @binding(2) var<uniform> divisor: f32;

@fragment
fn fragment(in: FullscreenVertexOutput) -> @location(0) vec4<f32> {
    let size = vec2<f32>(textureDimensions(picture));
    // `prepare` in `look/scale.rs` rounds the size of the drawn part up in the same way.
    let part = ceil(size / divisor);
    // Samples stay half a pixel from the edge, because filtering would mix in the pixels beyond it.
    let at = clamp(in.uv * part, vec2(0.5), part - 0.5);
    return textureSampleLevel(picture, bilinear, at / size, 0.0);
}
