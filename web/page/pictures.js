// Pictures of the land: drafts while something changes, otherwise still pictures. Slow devices draw drafts as sketches
// with fewer pixels and triangles, and still pictures in parts.

import { Still } from "./still.js";

/** A moving picture that takes longer than SLOW_MS lowers the resolution; one below QUICK_MS raises it. */
const SLOW_MS = 33;
const QUICK_MS = 22;
/** The smallest share of the pixels on a side, the usual share, and the share below which a device is slow. */
const MIN_SCALE = 0.25;
const USUAL_SCALE = 0.5;
const SLOW_SCALE = 0.4;
/** A slow device that draws a still picture within this time no longer counts as slow. */
const SOON_MS = 300;
/** The time for which the shaders of the natural style wait for a whole land. */
const WHOLE_MS = 2000;
/** The time between two checks if the shaders of the natural style are compiled. */
const ASK_MS = 100;
/** The height of the eye above the ground from which a sketch has few triangles. */
const FEW_TRIANGLES_M = 100;
/** Details of pictures: octaves of fine relief, and sheets of clouds. */
const SKETCH = { octaves: 0, sheets: 0, sketch: true };
const DRAFT = { octaves: 3, sheets: 3 };
const MOVING = { octaves: 6, sheets: 8 };
const STILL = { octaves: 6, sheets: 24 };

export class Pictures {
  /** `studio` has the land, the camera and the look. */
  constructor(studio) {
    const { draw, land, camera } = studio;
    Object.assign(this, { studio, draw, land, camera });
    // Until the natural style is timed, a device counts as slow. Its first picture is the coarsest.
    this.setSlow(true);
    this.scale = MIN_SCALE;
    this.isTimed = this.hasPicture = false;
  }

  /** Chooses the resolution of moving pictures by the time since the last. */
  adapt(time) {
    if (this.isDrawing) return;
    const ms = time - this.shownAt;
    const scale = this.scale * (ms > SLOW_MS ? 0.85 : ms < QUICK_MS ? 1.08 : 1);
    this.scale = Math.min(Math.max(scale, MIN_SCALE), 1);
    if (!this.isSlow && this.scale < SLOW_SCALE) this.setSlow(true);
  }

  setSlow(isSlow) {
    this.isSlow = isSlow;
    this.scale = USUAL_SCALE;
    // Panels blur the land behind them only on quick devices.
    document.documentElement.classList.toggle("slow", isSlow);
  }

  /** Draws a picture, unless a slow device still draws the one before. */
  show(time, isDraft) {
    this.still = null;
    if (!isDraft && this.isSlow && this.isTimed) {
      this.sharpen();
      return;
    }
    if (this.isDrawing) {
      this.isLate = true;
      return;
    }
    this.shownAt = time;
    const scale = isDraft || this.isSlow ? this.scale : 1;
    this.resize(scale);
    this.aimCamera();
    // Few triangles would hide the land from eyes near the ground.
    if (this.isSlow) this.paint({ ...SKETCH, few: this.camera.clearance > FEW_TRIANGLES_M });
    else this.paint(!isDraft ? STILL : scale < 0.95 ? DRAFT : MOVING);
    if (this.isSlow) this.hold();
  }

  /** Lets no other picture begin until the device has drawn the present one. */
  async hold() {
    const { studio, land } = this;
    const isNew = this.heldRevision !== land.revision && land.revision > 1;
    this.heldRevision = land.revision;
    this.isDrawing = true;
    await this.draw.drawn();
    if (isNew) land.tune((studio.last.drawn = performance.now() - land.startedAt));
    if (!this.isTimed) await this.timeNaturalStyle();
    this.isDrawing = false;
    if (this.isLate) studio.wake();
    this.isLate = false;
  }

  /** Times the natural style off screen, once its shaders are compiled. The first picture is a sketch. */
  async timeNaturalStyle() {
    const { draw } = this;
    const isFirst = !this.hasPicture;
    if (isFirst) {
      performance.mark("picture");
      this.studio.onFirstPicture();
      this.firstAt = performance.now();
      setTimeout(() => this.studio.wake(), WHOLE_MS);
    }
    this.hasPicture = true;
    // Shaders are not compiled beside the workers that build the land, unless that takes long. A whole land wakes the
    // studio.
    if (!this.land.complete && performance.now() - this.firstAt < WHOLE_MS) return;
    if (isFirst || !draw.isNaturalReady) {
      setTimeout(() => this.studio.wake(), ASK_MS);
      return;
    }
    const still = new Still(draw, this.sizeAt(MIN_SCALE));
    let ms;
    // The first picture takes longer, because it loads the shaders; the second is measured.
    for (let i = 0; i < 2; i++) {
      const start = performance.now();
      draw.size = still.size;
      this.aimCamera();
      still.paint([-1, 1, -1, 1], () => this.paint({ ...DRAFT, few: true }));
      await draw.drawn();
      ms = performance.now() - start;
    }
    still.free();
    this.isTimed = true;
    this.setSlow(MIN_SCALE * Math.sqrt(SLOW_MS / ms) < SLOW_SCALE);
    this.studio.wake();
  }

  /** Draws a still picture in parts, unless something changes meanwhile. */
  async sharpen() {
    const job = (this.still = {});
    const start = performance.now();
    const size = this.sizeAt(1);
    const still = new Still(this.draw, size);
    for (const part of Still.parts) {
      this.draw.size = size;
      this.aimCamera(part);
      still.paint(part, () => this.paint(STILL));
      this.aimCamera();
      await this.draw.drawn();
      if (this.still !== job) break;
    }
    if (this.still === job) {
      this.resize(1);
      still.show();
      this.still = null;
      if (performance.now() - start < SOON_MS) this.setSlow(false);
    }
    still.free();
  }

  /** Points the camera, at a part of the picture or at all of it. */
  aimCamera(part) {
    const { eye, direction, field, clearance } = this.camera;
    const { summary, look } = this.studio;
    const reach = summary.bounded ? 20000 : look.horizon_m;
    this.draw.look({ eye, direction, field, clearance, reach, part });
  }

  paint(detail) {
    // The full picture has the land's chunks.
    if (this.land.shownSink !== this.draw) return;
    const { course } = this.studio.look;
    this.draw.frame(this.land, { viewer: this.camera.viewer, course, detail });
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
    this.aimCamera();
    this.paint(STILL);
    return new Promise((resolve) => this.draw.canvas.toBlob(resolve, "image/png"));
  }
}
