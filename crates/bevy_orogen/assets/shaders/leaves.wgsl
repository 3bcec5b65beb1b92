// The outlines of leaves, needles and hems on the cards of trees, and the brightness of their
// parts. All numbers of outlines are tuned by eye.
#define_import_path orogen::leaves

#import bevy_render::maths::PI_2

// A hash of three numbers without integer arithmetic (Hoskins 2014): its factors, its addition, and
// the shift between cards.
const HASH: vec3<f32> = vec3(0.1031, 0.1030, 0.0973);
const HASH_TURN: f32 = 33.33;
const HASH_CARD: f32 = 31.7;
// A bunch of leaves: its radius, and the length, the number and the rotation by card of its lobes.
const BUNCH: f32 = 0.82;
const LOBES_OUT: f32 = 0.18;
const LOBES: f32 = 5.0;
const LOBES_TURN: f32 = 40.0;
// The leaves per pixel from which a bunch is a disc, and the size of that disc.
const BUNCH_COARSE: f32 = 0.7;
const DISC: f32 = 0.86;
// A leaf: its length relative to its width, half its length in cells, a factor for its random
// brightness, and the difference of brightness between its halves.
const LEAF_LONG: f32 = 1.8;
const LEAF: f32 = 0.76;
const LEAF_CHANCE: f32 = 7.7;
const LEAF_FOLD: f32 = 0.16;
// The share of the bunch's radius within which no leaf is missing.
const BUNCH_DENSE: f32 = 0.5;
// A twig: its width at the end and the addition at its root, its beginning, and the length over
// which it widens.
const TWIG_END: f32 = 0.12;
const TWIG_ROOT: f32 = 0.88;
const TWIG_BEGINS: f32 = 0.16;
const TWIG_WIDENS: f32 = 0.22;
// The filled share of a twig's outline where sprigs are too fine to see.
const TWIG_FULL: f32 = 0.8;
// Sprigs: their number, their slant, their shift by card, and their growth beyond a quarter of the
// outline.
const SPRIGS: f32 = 9.0;
const SPRIGS_SLANT: f32 = 1.6;
const SPRIGS_SHIFT: f32 = 3.0;
const SPRIGS_GROW: f32 = 0.85;
// Half the width of the twig's stem, and the added brightness of its tips.
const TWIG_STEM: f32 = 0.07;
const TWIG_LIGHT: f32 = 0.75;
// A skirt: the teeth around its hem, and their rotation by card.
const TEETH: f32 = 13.0;
const TEETH_TURN: f32 = 5.0;
// The place of the hem, and its extension by chance and by teeth.
const HEM: f32 = 0.74;
const HEM_CHANCE: f32 = 0.3;
const HEM_TEETH: f32 = 0.08;
// The number of layers of needles, and the brightness of the darkest.
const LAYERS: f32 = 3.0;
const SKIRT_DARK: f32 = 0.3;
// A crown: the frequency of its spots, the factor to the finer spots, and the cosine at which its
// rim begins to fray.
const SPOTS: f32 = 4.0;
const SPOTS_FINER: f32 = 2.3;
const CROWN_RIM: f32 = 0.34;

// Random numbers from 0 to 1 for a cell of a card.
fn cell_random(cell: vec2<f32>, random: f32) -> vec3<f32> {
    let p = fract((vec3(cell.xyx) + HASH_CARD * random) * HASH);
    let q = p + dot(p, p.yzx + HASH_TURN);
    return fract((q.xxy + q.yzz) * q.zyx);
}

// A bunch of leaves: 1 inside a leaf, else 0; and the leaf's brightness.
fn leaves(uv: vec2<f32>, across: f32, random: f32, coarse: f32) -> vec2<f32> {
    let away = length(uv);
    let edge = BUNCH + LOBES_OUT * sin(LOBES * atan2(uv.y, uv.x) + LOBES_TURN * random);
    if away > edge {
        return vec2(0.0);
    }
    if coarse > BUNCH_COARSE {
        return vec2(select(0.0, 1.0, away < DISC * edge), 0.5);
    }
    let missing = smoothstep(BUNCH_DENSE, 1.0, away / edge);
    let p = uv * across;
    let first = floor(p) - select(vec2(1.0), vec2(0.0), fract(p) > vec2(0.5));
    var found = vec2(0.0);
    for (var i = 0; i < 4; i++) {
        let cell = first + vec2(f32(i & 1), f32(i >> 1u));
        let here = cell_random(cell, random);
        let to = p - cell - 0.25 - 0.5 * here.xy;
        let turn = PI_2 * here.z;
        let axis = vec2(cos(turn), sin(turn));
        let d = vec2(dot(to, axis), dot(to, vec2(-axis.y, axis.x))) / LEAF;
        // Both edges of a leaf are arcs that meet in two points.
        let light = fract(here.z * LEAF_CHANCE);
        if LEAF_LONG * abs(d.y) < 1.0 - d.x * d.x && light >= missing {
            found = vec2(1.0, max(found.y, light + LEAF_FOLD * sign(d.y)));
        }
    }
    return found;
}

// A twig of needles.
fn twig(uv: vec2<f32>, random: f32, coarse: f32) -> vec2<f32> {
    let across = abs(uv.y);
    let widens = smoothstep(0.0, TWIG_WIDENS, uv.x + TWIG_BEGINS);
    let outline = TWIG_END + TWIG_ROOT * (1.0 - uv.x) * widens;
    if coarse > 0.5 {
        return vec2(select(0.0, 1.0, across < TWIG_FULL * outline), 0.5);
    }
    let sprig = uv.x * SPRIGS - SPRIGS_SLANT * across + SPRIGS_SHIFT * random;
    let tooth = 1.0 - abs(2.0 * fract(sprig) - 1.0);
    let there = across < outline * (0.25 + SPRIGS_GROW * tooth) || across < TWIG_STEM;
    return vec2(select(0.0, 1.0, there), 0.25 + TWIG_LIGHT * tooth * uv.x);
}

// A skirt of needles with a frayed hem.
fn skirt(uv: vec2<f32>, random: f32) -> vec2<f32> {
    let turn = TEETH * uv.x + TEETH_TURN * random;
    let here = cell_random(vec2(floor(turn), LAYERS), random);
    let tooth = 1.0 - abs(2.0 * fract(turn) - 1.0);
    let hem = HEM + HEM_CHANCE * here.x * tooth + HEM_TEETH * tooth;
    let layers = fract(LAYERS * uv.y + 0.5 * here.y);
    return vec2(select(0.0, 1.0, uv.y < hem), SKIRT_DARK + 0.5 * layers);
}

// A crown. Its rim frays where it turns away from the eye.
fn crown(uv: vec2<f32>, random: f32, facing: f32) -> vec2<f32> {
    let p = SPOTS * uv;
    let here = cell_random(floor(p), random);
    let other = cell_random(floor(SPOTS_FINER * p.yx), random);
    return vec2(select(0.0, 1.0, facing > CROWN_RIM * here.x), 0.5 * (here.y + other.y));
}
