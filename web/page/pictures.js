// Pictures of the land: drafts while something changes, and still ones. On slow devices drafts have fewer pixels
// and triangles, and still pictures are drawn in parts.

import { Still } from "./still.js";

/** Milliseconds of a picture above which moving ones lose resolution, and below which they gain some. */
const SLOW_MS = 33;
const QUICK_MS = 22;
/** The least share of the pixels on a side. */
const LEAST_SCALE = 0.25;
/** A device is slow once its drafts have less than the first share of the pixels, until they have the second. */
const SLOW_SCALES = [0.4, 0.9];
/** Octaves of fine relief, and sheets of clouds. */
const DRAFT = { octaves: 3, sheets: 3 };
const MOVING = { octaves: 6, sheets: 8 };
const STILL = { octaves: 6, sheets: 24 };
/** Pictures that are timed, to choose the resolution of moving ones. */
const TIMED = 3;

export class Pictures {
  /** `studio` has the land, the camera and the look. */
  constructor(studio) {
    const { draw, land, camera } = studio;
    Object.assign(this, { studio, draw, land, camera });
    this.scale = 0.5;
    this.isSlow = false;
    this.timed = 0;
  }

  rescale(scale) {
    this.scale = Math.min(Math.max(scale, LEAST_SCALE), 1);
    const [slow, quick] = SLOW_SCALES;
    this.isSlow = this.scale < (this.isSlow ? quick : slow);
  }

  /** Chooses the resolution of moving pictures by the time since the last. */
  adapt(time) {
    if (this.isDrawing) return;
    const ms = time - this.shownAt;
    this.rescale(this.scale * (ms > SLOW_MS ? 0.85 : ms < QUICK_MS ? 1.08 : 1));
  }

  /** Draws a picture, unless a slow device still draws the one before. */
  show(time, isDraft) {
    this.still = null;
    if (!isDraft && this.isSlow) {
      this.sharpen();
      return;
    }
    if (this.isDrawing) {
      this.isLate = true;
      return;
    }
    this.shownAt = time;
    const scale = isDraft ? this.scale : 1;
    this.resize(scale);
    this.point();
    // The first pictures show whether the device is slow.
    const few = this.isSlow || this.timed < 2;
    this.paint(!isDraft ? STILL : scale < 0.95 ? { ...DRAFT, few } : MOVING);
    if (this.timed < TIMED) this.time(scale);
    if (this.isSlow) this.hold();
  }

  /** Draws no other picture before the last is there. */
  async hold() {
    const { studio, land } = this;
    const isNew = this.heldRevision !== land.revision && land.revision > 1;
    this.heldRevision = land.revision;
    this.isDrawing = true;
    await this.draw.drawn();
    this.isDrawing = false;
    if (isNew) land.tune((studio.last.drawn = performance.now() - land.startedAt));
    if (this.isLate) studio.wake();
    this.isLate = false;
  }

  /** Draws a still picture in parts, unless something changes meanwhile. */
  async sharpen() {
    const job = (this.still = {});
    const size = this.sizeAt(1);
    const still = new Still(this.draw, size);
    for (const part of Still.parts) {
      this.draw.size = size;
      this.point(part);
      still.paint(part, () => this.paint(STILL));
      this.point();
      await this.draw.drawn();
      if (this.still !== job) break;
    }
    if (this.still === job) {
      this.resize(1);
      still.show();
      this.still = null;
    }
    still.free();
  }

  point(part) {
    const { eye, way, field, clearance } = this.camera;
    const { summary, look } = this.studio;
    const reach = summary.bounded ? 20000 : look.horizon_m;
    this.draw.look({ eye, way, field, clearance, reach, part });
  }

  paint(detail) {
    const { course } = this.studio.look;
    this.draw.frame(this.land, { viewer: this.camera.viewer, course, detail });
  }

  /** Times a picture that was drawn at a scale. */
  time(scale) {
    this.timed++;
    const start = performance.now();
    this.draw.finish();
    const ms = Math.max(performance.now() - start, 1);
    if (this.timed > 1) this.rescale(scale * Math.sqrt(SLOW_MS / ms));
  }

  /** The pixels of a picture at a scale. */
  sizeAt(scale) {
    const { clientWidth, clientHeight } = this.draw.canvas;
    const ratio = Math.min(devicePixelRatio, 2) * scale;
    return [clientWidth, clientHeight].map((c) => Math.max(1, Math.round(c * ratio)));
  }

  resize(scale) {
    const { canvas } = this.draw;
    const [width, height] = (this.draw.size = this.sizeAt(scale));
    if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
  }

  /** The picture as a PNG. */
  file() {
    this.still = null;
    this.resize(1);
    this.point();
    this.paint(STILL);
    return new Promise((resolve) => this.draw.canvas.toBlob(resolve, "image/png"));
  }
}
