// Copies a picture from one texture into another, stretched where their sizes differ: the mean colour
// of each pixel's samples, and the depth of its first sample.

#import bevy_core_pipeline::fullscreen_vertex_shader::FullscreenVertexOutput

#ifdef COLOUR
#ifdef MULTISAMPLED
@group(0) @binding(0) var picture: texture_multisampled_2d<f32>;
@group(0) @binding(1) var depths: texture_depth_multisampled_2d;
#else
@group(0) @binding(0) var picture: texture_2d<f32>;
@group(0) @binding(1) var depths: texture_depth_2d;
#endif
@group(0) @binding(2) var<uniform> fraction: vec2<f32>;
#else
#ifdef MULTISAMPLED
@group(0) @binding(0) var depths: texture_depth_multisampled_2d;
#else
@group(0) @binding(0) var depths: texture_depth_2d;
#endif
@group(0) @binding(1) var<uniform> fraction: vec2<f32>;
#endif

struct Copied {
#ifdef COLOUR
    @location(0) colour: vec4<f32>,
#endif
#ifdef DEPTH
    @builtin(frag_depth) depth: f32,
#endif
}

@fragment
fn fragment(in: FullscreenVertexOutput) -> Copied {
    var copied: Copied;
#ifdef DEPTH
    let depth_size = fraction * vec2<f32>(textureDimensions(depths));
    copied.depth = textureLoad(depths, vec2<i32>(in.uv * depth_size), 0);
#endif
#ifdef ONLY_DRAWN
    if copied.depth == 0.0 {
        discard;
    }
#endif
#ifdef COLOUR
    let at = vec2<i32>(in.uv * fraction * vec2<f32>(textureDimensions(picture)));
#ifdef MULTISAMPLED
    copied.colour = 0.25 * (textureLoad(picture, at, 0) + textureLoad(picture, at, 1)
        + textureLoad(picture, at, 2) + textureLoad(picture, at, 3));
#else
    copied.colour = textureLoad(picture, at, 0);
#endif
#endif
    return copied;
}
