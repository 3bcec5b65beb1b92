// Streams the land: a draft after an edit, then finer chunks from near to far. The core chooses the
// chunks, workers build them, and whole revisions replace each other.

/** The time within which an edited land should have a draft. */
const DRAFT_MS = 100;
/** The time within which the picture of a draft should be drawn. */
const DRAWN_MS = 150;
/** The maximum number of requests of a worker: one that runs, and the next. */
const MAX_TASKS = 2;

/** The time in which finer chunks are collected for a picture. */
export const PAUSE_MS = 50;

const textOf = (key) => key.join();

export class Land {
  /** `wake` is called when the picture has changed, `onShown` when a revision is shown or complete. */
  constructor(engine, crew, draw, wake, onShown) {
    Object.assign(this, { engine, crew, draw, wake, onShown });
    // What takes the chunks: the light page's drawing, or the full picture.
    this.sink = draw;
    this.built = new Map();
    this.leaves = [];
    this.queue = [];
    this.outstanding = new Set();
    this.revision = 0;
    this.wanted = null;
    this.draft = null;
    this.viewer = [0, 0, 0];
    this.chunkMs = 6;
    // The share of a draft's chunks that the device draws in time.
    this.share = 1;
    this.builders = crew.members.length;
    this.range = [-500, 2000];
    // The first land is not refined until its draft is drawn.
    this.isHeld = true;
    this.complete = false;
    crew.onAnswer = () => this.pump();
  }

  /** Shows the land of a share code; `facts` is the core's summary of it. */
  edit(code, facts, budgetMs = DRAFT_MS) {
    this.wanted = { code, facts, budgetMs };
    if (!this.draft) this.start();
  }

  start() {
    const { code, facts, budgetMs } = this.wanted;
    this.wanted = null;
    this.revision++;
    this.complete = false;
    this.facts = facts;
    this.startedAt = performance.now();
    // A single worker builds the networks of rivers, so that they exist once.
    this.builders = facts.has_water ? 1 : this.crew.members.length;
    this.crew.all({ call: "land", code }).catch((error) => console.error(error.message));
    const visible = Math.max(0.15, this.visibleShare ?? 0.5);
    const maxChunks = Math.round((this.share * this.builders * budgetMs) / this.chunkMs / visible);
    const state = this.engine.json({
      call: "begin", viewer: this.viewer, most: Math.max(12, Math.min(maxChunks, 400)),
    });
    const leaves = this.read(state);
    this.draftCode = code;
    this.draftSink = this.sink;
    this.next = new Map();
    this.outstanding.clear();
    this.draft = { leaves, morph: this.morphOf(state), missing: 0 };
    const spacing = state.spacing_m;
    const inView = leaves.filter((leaf) => this.isVisible(leaf.key, spacing));
    this.visibleShare = inView.length / leaves.length;
    const first = inView.length > 0 ? inView : leaves;
    this.draft.waits = new Set(first.map((leaf) => leaf.text));
    const rest = leaves.filter((leaf) => !this.draft.waits.has(leaf.text));
    this.queue = [...first, ...rest].map((leaf) => leaf.key);
    this.pump();
  }

  read(state) {
    return state.leaves.map(([key, tag]) => ({ key, text: textOf(key), tag }));
  }

  morphOf(state) {
    return { numbers: [...state.morph, state.spacing_m], spacing_m: state.spacing_m };
  }

  /** The worker that builds a chunk, always the same, because it keeps the chunk's samples. */
  ownerOf([level, x, z]) {
    return (((x + 3 * z + level) % this.builders) + this.builders) % this.builders;
  }

  pump() {
    const { crew } = this;
    for (let i = 0; i < this.queue.length; ) {
      const key = this.queue[i];
      const owner = this.ownerOf(key);
      if (crew.members[owner].tasks >= MAX_TASKS) {
        if (crew.members.every((member, m) => m >= this.builders || member.tasks >= MAX_TASKS)) return;
        i++;
        continue;
      }
      this.queue.splice(i, 1);
      this.build(owner, key);
    }
  }

  async build(owner, key) {
    const { revision } = this;
    const text = textOf(key);
    this.outstanding.add(text);
    let answer;
    try {
      answer = await this.crew.ask(owner, { call: this.draftSink.call, key });
    } catch (error) {
      console.error(`chunk ${text}: ${error.message}`);
      return;
    } finally {
      if (revision === this.revision) this.outstanding.delete(text);
    }
    this.chunkMs += 0.1 * (answer.ms - this.chunkMs);
    if (revision !== this.revision) return;
    const chunk = this.draftSink.upload(answer.bytes);
    Object.assign(chunk, { key, text, heights: answer.heights });
    if (this.draft) {
      this.next.set(text, chunk);
      this.draft.waits.delete(text);
      if (this.draft.waits.size === 0) this.showDraft();
    } else {
      this.built.set(text, chunk);
      this.advanceSoon();
    }
  }

  /** Replaces the shown land by the draft, as a whole. */
  showDraft() {
    for (const chunk of this.built.values()) this.shownSink?.free(chunk);
    this.built = this.next;
    this.shownSink = this.draftSink;
    this.code = this.draftCode;
    const { leaves, morph } = this.draft;
    this.leaves = leaves;
    this.morph = morph;
    this.draft = null;
    const heights = [...this.built.values()];
    this.range = [
      Math.min(...heights.map((chunk) => chunk.low)), Math.max(...heights.map((chunk) => chunk.high)),
    ];
    this.onShown("draft", performance.now() - this.startedAt);
    this.wake();
    // Chunks out of view wait until the land is refined.
    if (this.isHeld || this.pauseMs() > PAUSE_MS) this.queue = [];
    if (this.wanted) this.start();
    else this.advanceSoon();
  }

  /** Refines the first land, whose draft is drawn. */
  release() {
    this.isHeld = false;
    this.advanceSoon();
  }

  /** Adapts the number of a draft's chunks to the time after which the last draft was drawn. */
  tune(ms) {
    this.share = Math.min(Math.max(this.share * Math.sqrt(DRAWN_MS / ms), 0.1), 1);
  }

  /** Advances the selection soon, once for many chunks. */
  advanceSoon() {
    if (this.timer || this.isHeld) return;
    this.timer = setTimeout(() => {
      this.timer = 0;
      this.advance();
    }, this.pauseMs());
  }

  move(viewer) {
    const moved = viewer.some((c, i) => Math.abs(c - this.viewer[i]) > 0.02 * Math.max(viewer[1], 50));
    if (!moved) return;
    this.viewer = viewer;
    if (!this.draft && this.morph) this.advanceSoon();
  }

  advance() {
    if (this.draft || !this.morph) return;
    if (this.facts.bounded) {
      const missing = this.leaves.filter((leaf) => !this.built.has(leaf.text));
      this.wake();
      this.finish(missing.length);
      return;
    }
    const ready = [...this.built.values()].map((chunk) => chunk.key);
    const state = this.engine.json({ call: "advance", viewer: this.viewer, ready });
    if (!state) return;
    this.leaves = this.read(state);
    this.morph = this.morphOf(state);
    const keep = new Set([...this.leaves.map((leaf) => leaf.text), ...state.needed.map(textOf)]);
    for (const [text, chunk] of this.built) {
      if (keep.has(text)) continue;
      this.shownSink.free(chunk);
      this.built.delete(text);
    }
    const absent = this.leaves.filter((leaf) => !this.built.has(leaf.text)).map((leaf) => leaf.key);
    const wanted = [...absent, ...state.missing].filter((key) => !this.outstanding.has(textOf(key)));
    const seen = wanted.map((key) => this.isVisible(key, state.spacing_m));
    this.queue = [...wanted.filter((_, i) => seen[i]), ...wanted.filter((_, i) => !seen[i])];
    this.finish(absent.length + state.missing.length);
    this.pump();
    this.wake();
  }

  finish(missing) {
    if (missing > 0) {
      this.complete = false;
    } else if (!this.complete) {
      this.complete = true;
      this.wake();
      this.onShown("whole", performance.now() - this.startedAt);
    }
  }

  /** True if a chunk may be in the picture. */
  isVisible([level, x, z], spacing_m) {
    const side = 64 * spacing_m * 2 ** level;
    const [low, high] = this.range;
    return this.draw.isVisible([x * side, low, z * side], [(x + 1) * side, high, (z + 1) * side]);
  }

  /** The height of the shown ground at a place; undefined where no land is shown. */
  ground(x, z) {
    if (!this.morph) return undefined;
    const { spacing_m } = this.morph;
    for (let level = 0; level <= this.morph.numbers[2]; level++) {
      const cell_m = spacing_m * 2 ** level;
      const key = [level, Math.floor(x / (64 * cell_m)), Math.floor(z / (64 * cell_m))];
      const chunk = this.built.get(textOf(key));
      if (!chunk) continue;
      const u = x / cell_m - 64 * key[1];
      const v = z / cell_m - 64 * key[2];
      const [i, j] = [Math.min(Math.floor(u), 63), Math.min(Math.floor(v), 63)];
      const at = (a, b) => chunk.heights[(j + b) * 65 + i + a];
      const mix = (a, b, t) => a + (b - a) * t;
      return mix(mix(at(0, 0), at(1, 0), u - i), mix(at(0, 1), at(1, 1), u - i), v - j);
    }
    return undefined;
  }

  /** The height of ground or sea at a place. */
  surface(x, z) {
    const ground = this.ground(x, z);
    return ground === undefined ? undefined : Math.max(ground, this.facts.sea_m);
  }
}
