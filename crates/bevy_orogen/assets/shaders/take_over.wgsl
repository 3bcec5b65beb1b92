// Copies a picture from one texture into another, stretched where their sizes differ: the mean of
// its samples, and the depth of the first sample.

#import bevy_core_pipeline::fullscreen_vertex_shader::FullscreenVertexOutput

#ifdef COLOUR
#ifdef MULTISAMPLED
@group(0) @binding(0) var picture: texture_multisampled_2d<f32>;
@group(0) @binding(1) var depths: texture_depth_multisampled_2d;
#else
@group(0) @binding(0) var picture: texture_2d<f32>;
@group(0) @binding(1) var depths: texture_depth_2d;
#endif
@group(0) @binding(2) var<uniform> share: vec2<f32>;
#else
#ifdef MULTISAMPLED
@group(0) @binding(0) var depths: texture_depth_multisampled_2d;
#else
@group(0) @binding(0) var depths: texture_depth_2d;
#endif
@group(0) @binding(1) var<uniform> share: vec2<f32>;
#endif

struct Taken {
#ifdef COLOUR
    @location(0) colour: vec4<f32>,
#endif
#ifdef DEPTH
    @builtin(frag_depth) depth: f32,
#endif
}

@fragment
fn fragment(in: FullscreenVertexOutput) -> Taken {
    var taken: Taken;
#ifdef DEPTH
    let depth_size = share * vec2<f32>(textureDimensions(depths));
    taken.depth = textureLoad(depths, vec2<i32>(in.uv * depth_size), 0);
#endif
#ifdef ONLY_DRAWN
    if taken.depth == 0.0 {
        discard;
    }
#endif
#ifdef COLOUR
    let at = vec2<i32>(in.uv * share * vec2<f32>(textureDimensions(picture)));
#ifdef MULTISAMPLED
    taken.colour = 0.25 * (textureLoad(picture, at, 0) + textureLoad(picture, at, 1)
        + textureLoad(picture, at, 2) + textureLoad(picture, at, 3));
#else
    taken.colour = textureLoad(picture, at, 0);
#endif
#endif
    return taken;
}
