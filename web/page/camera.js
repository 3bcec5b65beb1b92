// The camera, which orbits a focus, flies or walks. Angles are in radians; the yaw is the azimuth of the view.

const EYE_M = 1.7;
const clamp = (x, low, high) => Math.min(Math.max(x, low), high);

export class Camera {
  /** `land` has the heights, `wake` is called when the camera moves. */
  constructor(canvas, land, wake) {
    Object.assign(this, { canvas, land, wake });
    Object.assign(this, { mode: "orbit", yaw: 0.35, pitch: 0.38, distance: 1500, focus: [0, 0, 0] });
    this.eye = [0, 1000, 1000];
    this.field = Math.PI / 4;
    this.keys = new Set();
    this.pointers = new Map();
    this.speed = 1;
    this.listen();
  }

  /** Takes the pose of a scene. `height` is the ground's at the focus. */
  open({ yaw_deg: yaw, pitch_deg: pitch, distance_m: distance, focus_m: focus }, height) {
    const radians = Math.PI / 180;
    this.home = { yaw: yaw * radians, pitch: pitch * radians, distance, focus: focus ?? [0, height, 0] };
    this.reset();
  }

  reset() {
    if (!this.home) return;
    Object.assign(this, { ...this.home, focus: [...this.home.focus] });
    if (this.mode !== "orbit") this.setMode("orbit");
    this.follow();
  }

  /** The text of the pose, as in share codes. */
  text() {
    const degrees = (x) => +((x * 180) / Math.PI).toFixed(3);
    const focus = this.focus.map((c) => +c.toFixed(2));
    const yaw = ((degrees(this.yaw) % 360) + 360) % 360;
    return [yaw, clamp(degrees(this.pitch), -89, 89), +this.distance.toFixed(2), ...focus].join(",");
  }

  /** The viewing direction, of length 1. */
  get direction() {
    const level = Math.cos(this.pitch);
    return [Math.sin(this.yaw) * level, -Math.sin(this.pitch), -Math.cos(this.yaw) * level];
  }

  /** Finds the eye, above the ground. */
  follow() {
    const { direction } = this;
    if (this.mode === "orbit") this.eye = this.focus.map((c, i) => c - direction[i] * this.distance);
    const surface = this.land.surface(this.eye[0], this.eye[2]);
    if (surface !== undefined) {
      const lowest = surface + (this.mode === "walk" ? EYE_M : Math.max(2, 0.004 * this.distance));
      if (this.mode === "walk") this.eye[1] = lowest;
      else this.eye[1] = Math.max(this.eye[1], lowest);
    }
    this.clearance = Math.max(this.eye[1] - (surface ?? this.focus[1]), 0.5);
    this.wake();
  }

  get viewer() {
    return [this.eye[0], this.clearance ?? 0, this.eye[2]];
  }

  setMode(mode) {
    if (mode === this.mode) return;
    const { direction } = this;
    if (mode === "orbit") {
      const ahead = clamp(4 * this.clearance, 300, 4000);
      this.distance = ahead;
      this.focus = this.eye.map((c, i) => c + direction[i] * ahead);
    }
    if (mode === "walk" && this.mode === "orbit") this.faceOpenLand();
    this.mode = mode;
    this.follow();
  }

  /** Turns to the nearest direction in which the ground ahead does not rise, and looks level. */
  faceOpenLand() {
    const [x, , z] = this.eye;
    const ground = this.land.surface(x, z);
    if (ground === undefined) return;
    const rise = (yaw) => Math.max(...[30, 100, 300, 1000].map((m) =>
      ((this.land.surface(x + m * Math.sin(yaw), z - m * Math.cos(yaw)) ?? ground) - ground) / m));
    const turns = Array.from({ length: 16 }, (_, i) => (i % 2 ? 1 : -1) * Math.ceil(i / 2) * (Math.PI / 8));
    const open = turns.map((turn) => ({ turn, rise: Math.max(rise(this.yaw + turn), 0.1) }));
    this.yaw += open.reduce((best, other) => (other.rise < best.rise ? other : best)).turn;
    this.pitch = 0;
  }

  turn(dx, dy) {
    const rate = this.mode === "orbit" ? 0.006 : 0.004;
    this.yaw += rate * dx * (this.mode === "orbit" ? 1 : -1);
    this.pitch = clamp(this.pitch + rate * dy * (this.mode === "orbit" ? 1 : -1), this.mode === "orbit" ? -0.25 : -1.5, 1.5);
    this.follow();
  }

  /** Moves the focus with the pointer, along the ground. */
  pan(dx, dy) {
    const scale = (2 * this.distance * Math.tan(this.field / 2)) / this.canvas.clientHeight;
    const [sin, cos] = [Math.sin(this.yaw), Math.cos(this.yaw)];
    const ahead = (dy * scale) / Math.max(Math.sin(this.pitch), 0.35);
    this.focus[0] += -dx * scale * cos + ahead * sin;
    this.focus[2] += -dx * scale * sin - ahead * cos;
    this.settle();
    this.follow();
  }

  /** Keeps the focus on the ground. */
  settle() {
    const ground = this.land.surface(this.focus[0], this.focus[2]);
    if (ground !== undefined) this.focus[1] += 0.25 * (ground - this.focus[1]);
  }

  zoom(factor) {
    if (this.mode === "orbit") this.distance = clamp(this.distance * factor, 5, 60000);
    else this.speed = clamp(this.speed / factor, 0.02, 50);
    this.follow();
  }

  listen() {
    const { canvas, pointers } = this;
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      pointers.set(event.pointerId, [event.clientX, event.clientY]);
      this.button = event.button;
    });
    const end = (event) => {
      pointers.delete(event.pointerId);
      this.wake();
    };
    canvas.addEventListener("pointerup", end);
    canvas.addEventListener("pointercancel", end);
    canvas.addEventListener("pointermove", (event) => this.drag(event));
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(Math.exp(clamp(event.deltaY, -300, 300) * 0.0012));
    }, { passive: false });
    canvas.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (!MOVES[event.code]) return;
      event.preventDefault();
      // A short press moves too, even if no picture is drawn meanwhile.
      if (!this.keys.has(event.code)) {
        this.keys.add(event.code);
        this.step(1 / 60);
      }
      this.wake();
    });
    addEventListener("keyup", (event) => this.keys.delete(event.code));
    addEventListener("blur", () => this.keys.clear());
  }

  drag(event) {
    const { pointers } = this;
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const now = [event.clientX, event.clientY];
    const [dx, dy] = [now[0] - before[0], now[1] - before[1]];
    if (pointers.size === 1) {
      if (this.mode === "orbit" && (event.shiftKey || this.button === 2)) this.pan(dx, dy);
      else this.turn(dx, dy);
    } else {
      const other = [...pointers].find(([id]) => id !== event.pointerId)[1];
      const span = (at) => Math.max(Math.hypot(at[0] - other[0], at[1] - other[1]), 10);
      this.zoom(span(before) / span(now));
      if (this.mode === "orbit") this.pan(dx / 2, dy / 2);
    }
    pointers.set(event.pointerId, now);
  }

  /** True while something moves. */
  get isMoving() {
    return this.keys.size > 0 || this.pointers.size > 0;
  }

  /** Moves by the pressed keys for a time in seconds. */
  step(seconds) {
    const move = [0, 0, 0];
    for (const code of this.keys) MOVES[code].forEach((c, i) => (move[i] += c));
    if (!move.some((c) => c !== 0)) return;
    const [right, up, ahead] = move;
    const [sin, cos] = [Math.sin(this.yaw), Math.cos(this.yaw)];
    if (this.mode === "orbit") {
      const by = 0.6 * this.distance * seconds;
      this.focus[0] += by * (right * cos + ahead * sin);
      this.focus[2] += by * (right * sin - ahead * cos);
      this.distance = clamp(this.distance * Math.exp(-up * seconds), 5, 60000);
      this.settle();
    } else {
      const pace = this.mode === "walk" ? 12 * this.speed : this.speed * clamp(0.9 * this.clearance, 15, 4000);
      const { direction } = this;
      const rise = this.mode === "walk" ? 0 : direction[1];
      const level = this.mode === "walk" ? 1 : Math.cos(this.pitch);
      this.eye[0] += pace * seconds * (right * cos + ahead * sin * level);
      this.eye[2] += pace * seconds * (right * sin - ahead * cos * level);
      if (this.mode === "fly") this.eye[1] += pace * seconds * (up + ahead * rise);
    }
    this.follow();
  }
}

/** Keys that move: right, up, ahead. */
const MOVES = {
  KeyW: [0, 0, 1], ArrowUp: [0, 0, 1], KeyS: [0, 0, -1], ArrowDown: [0, 0, -1],
  KeyA: [-1, 0, 0], ArrowLeft: [-1, 0, 0], KeyD: [1, 0, 0], ArrowRight: [1, 0, 0],
  KeyE: [0, 1, 0], KeyQ: [0, -1, 0],
};
