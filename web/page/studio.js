// The open scene: edits, the picture, and the address.

import { PAUSE_MS } from "./land.js";
import { Pictures } from "./pictures.js";

const ADDRESS_MS = 250;
/** The times for the first draft of the first land, which shall appear soon, and of another land. */
const FIRST_MS = 60;
const LAND_MS = 200;
/** Texels on a side of the surroundings: first a coarse version, which is ready soon, then a finer one. */
const TEXELS = [96, 192];
/** The time after an edit in which pictures are drafts. */
const EDITED_MS = 300;
/** The pieces of a lattice line. */
const PIECES = 6;

const $ = (id) => document.getElementById(id);

export class Studio {
  /** `onFirstPicture` is called when the first picture is drawn. */
  constructor({ engine, crew, draw, land, camera, say, onFirstPicture }) {
    Object.assign(this, { engine, crew, draw, land, camera, say, onFirstPicture });
    this.pictures = new Pictures(this);
    this.editedAt = -1e9;
    this.movedAt = -1e9;
    this.slug = "alps";
    this.around = null;
    this.xrayOctave = null;
    // A slow device does not refine a land that is about to change.
    land.pauseMs = () => (this.pictures.isSlow && this.isEdited ? EDITED_MS : PAUSE_MS);
  }

  // --- Scenes.

  preset(slug) {
    this.slug = slug;
    this.openScene(slug, slug);
  }

  /** Opens a share code or a recipe's text. */
  openCode(text) {
    try {
      this.openScene(text, null);
    } catch (error) {
      this.say(error.message);
    }
  }

  openScene(scene, slug) {
    const summary = this.engine.json({ call: "open", scene });
    this.slug = slug ?? "land";
    this.panel?.choose(slug);
    this.newLand(summary);
  }

  async importMap(name, bytes) {
    // Every instance needs the samples; codes name them by their hash.
    const summary = this.engine.json({ call: "import", name }, bytes);
    await this.crew.all({ call: "import", name }, bytes);
    this.slug = name.replace(/\.[^.]*$/, "");
    this.panel.choose(null, name);
    this.newLand(summary);
    this.say(`${name} is the land now.`);
  }

  /** Shows another land, with its own camera. */
  newLand(summary) {
    this.takeLook(summary);
    this.openLand(summary, ++this.openedLands);
    this.draw.forgetSurroundings();
    this.around = null;
    this.takeLight();
    this.show(summary);
  }

  /** The number of lands opened so far. */
  openedLands = 0;

  async openLand(summary, number) {
    const { camera, crew } = this;
    let height = summary.camera.focus_m?.[1];
    if (height === undefined && !summary.has_water) {
      height = Math.max(...this.engine.json({ call: "ground", place: [0, 0] }));
    } else if (height === undefined) {
      crew.all({ call: "land", code: summary.code });
      height = await this.surfaceAt([0, 0]);
      if (number !== this.openedLands) return;
    }
    this.land.facts = summary;
    this.land.morph = null;
    camera.mode = "orbit";
    camera.open(summary.camera, height);
    this.showMode();
    this.pictures.aimCamera();
    this.land.viewer = camera.viewer;
    this.land.edit(summary.code, summary, number === 1 ? FIRST_MS : LAND_MS);
  }

  /** The height of the opened land or its water, by the worker that builds the networks of rivers. */
  async surfaceAt(place) {
    return Math.max(...(await this.crew.json(0, { call: "ground", place })));
  }

  /** Takes the state of the scene: rows, look and light. */
  take(summary, hasNewLight = true) {
    this.takeLook(summary);
    if (hasNewLight) this.takeLight();
    this.show(summary);
  }

  takeLook(summary) {
    this.summary = summary;
    this.look = this.engine.json({ call: "look" });
    this.draw.take(this.look.uniforms);
    this.camera.field = this.look.field_rad;
  }

  takeLight() {
    this.draw.take(this.engine.json({ call: "light" }));
  }

  show(summary) {
    this.panel?.show(summary);
    this.wake();
    this.renewWhenStill();
    this.noteAddress();
  }

  /** Sets a parameter from text. */
  set(key, value, isDragged = false) {
    if (isDragged) this.editedAt = performance.now();
    let summary;
    try {
      summary = this.engine.json({ call: "set", key, value });
    } catch (error) {
      this.say(error.message);
      this.panel.show(this.summary);
      return;
    }
    const isSun = key.startsWith("light.sun");
    this.take(summary, /^(light|distance|clouds)\./.test(key));
    if (summary.stage && summary.stage !== "shade") this.land.edit(summary.code, summary);
    else if (isSun) this.renewSun();
    this.lab?.isOpen && !this.lab.textbook && this.lab.draw();
  }

  mood(slug) {
    this.take(this.engine.json({ call: "mood", slug }));
    this.renewSun();
  }

  nextMood() {
    const moods = [...$("mood").options].map((option) => option.value).filter(Boolean);
    this.mood(moods[(moods.indexOf(this.summary.mood) + 1) % moods.length]);
  }

  async dice() {
    const seed = Math.floor(Math.random() * 2 ** 32);
    const index = this.crew.idlest;
    await this.crew.ask(index, { call: "land", code: this.code() });
    const code = await this.crew.json(index, { call: "randomise", seed });
    const camera = this.camera.text();
    this.engine.json({ call: "open", scene: code });
    this.engine.json({ call: "camera", text: camera });
    const summary = this.engine.json({ call: "set", key: "look.style", value: this.summary.style });
    this.take(summary);
    this.land.edit(summary.code, summary, LAND_MS);
  }

  // --- Address.

  /** The code of the scene with the present camera. */
  code() {
    return this.engine.json({ call: "camera", text: this.camera.text() });
  }

  /** The address that holds the land, and the open figure. */
  address() {
    const parts = new URLSearchParams();
    if (this.lab?.isOpen) Object.entries(this.lab.spot).forEach(([key, value]) => parts.set(key, value));
    if (!this.lab?.isOpen || !this.lab.textbook) parts.set("land", this.code());
    return `${location.href.split("#")[0]}#${decodeURIComponent(parts.toString())}`;
  }

  noteAddress() {
    clearTimeout(this.addressTimer);
    this.addressTimer = setTimeout(() => {
      this.ownAddress = this.address();
      history.replaceState(null, "", this.ownAddress);
    }, ADDRESS_MS);
  }

  // --- The light of the surroundings.

  /** Asks for the surroundings around the viewer, coarse first. */
  async renewSurroundings() {
    if (this.isRenewing || this.look.course) return;
    this.isRenewing = true;
    const { crew, camera } = this;
    const index = this.land.builders === 1 ? 0 : crew.members.length - 1;
    this.surroundingsWorker = index;
    const code = this.summary.code;
    const place = [camera.eye[0], camera.eye[2]];
    const sizes = this.around ? TEXELS.slice(1) : TEXELS;
    try {
      for (const texels of sizes) {
        await crew.ask(index, { call: "land", code });
        const request = { call: "horizon", place, texels, reach_m: Math.min(this.look.horizon_m, 40000) };
        const { bytes } = await crew.ask(index, request);
        if (code !== this.summary.code && !this.around) break;
        this.draw.takeSurroundings(bytes);
        this.around = { place, code };
        this.wake();
      }
    } catch (error) {
      console.error(error.message);
    }
    this.isRenewing = false;
    this.renewWhenStill();
  }

  async renewSun() {
    if (!this.around || this.isRenewing) return;
    this.isRenewing = true;
    const { code } = this.summary;
    await this.crew.ask(this.surroundingsWorker, { call: "land", code });
    try {
      this.draw.takeSurroundings((await this.crew.ask(this.surroundingsWorker, { call: "sun" })).bytes);
      this.around.code = code;
    } catch {
      this.around = null;
    }
    this.isRenewing = false;
    this.wake();
    if (code === this.summary.code) this.renewWhenStill();
    else this.renewSun();
  }

  /** Renews the surroundings when the land is complete and nothing moves. */
  renewWhenStill() {
    clearTimeout(this.renewTimer);
    this.renewTimer = setTimeout(() => {
      if (!this.land.complete || this.land.draft || this.full?.isOpen) return;
      const { around, camera, summary } = this;
      const moved = around && Math.hypot(camera.eye[0] - around.place[0], camera.eye[2] - around.place[1]);
      if (!around || around.code !== summary.code || moved > 1200) this.renewSurroundings();
    }, 120);
  }

  // --- The lattice on the land.

  async showLattice(octave) {
    this.xrayOctave = octave;
    if (octave === null) {
      this.draw.takeLines(null);
      return this.wake();
    }
    const index = this.crew.idlest;
    const cell = 1 / this.summary.frequency_per_m / 2 ** octave;
    const [x, , z] = this.camera.focus;
    await this.crew.ask(index, { call: "land", code: this.summary.code });
    const request = { call: "xray", middle: [x, z], side_m: 6 * cell, octave };
    const { bytes } = await this.crew.ask(index, request);
    if (this.xrayOctave !== octave) return;
    const numbers = new Float64Array(bytes.buffer);
    const lift = 0.004 * this.camera.distance;
    // Short pieces follow the ground. Where no land is shown there are no pieces.
    const points = (from, to) => {
      const list = [];
      for (let i = from; i < to; i += 4) {
        const [x0, z0, x1, z1] = numbers.subarray(i, i + 4);
        const places = Array.from({ length: PIECES + 1 }, (_, k) => {
          const [px, pz] = [x0 + ((x1 - x0) * k) / PIECES, z0 + ((z1 - z0) * k) / PIECES];
          return [px, this.land.surface(px, pz) + lift, pz];
        });
        for (let k = 0; k < PIECES; k++) {
          const piece = [...places[k], ...places[k + 1]];
          if (piece.every(Number.isFinite)) list.push(...piece);
        }
      }
      return list;
    };
    const end = 1 + 4 * numbers[0];
    this.draw.takeLines([
      { points: points(1, end), colour: [1, 1, 1, 0.75] },
      { points: points(end, numbers.length), colour: [1, 0.35, 0.3, 1] },
    ]);
    this.wake();
  }

  // --- Pictures.

  wake() {
    if (this.frameAsked) return;
    this.frameAsked = true;
    requestAnimationFrame((time) => this.frame(time));
  }

  frame(time) {
    this.frameAsked = false;
    const { camera, land, pictures } = this;
    if (!this.summary || this.lab?.isOpen || document.hidden) return;
    const elapsed = time - (this.lastFrame ?? time);
    this.lastFrame = time;
    camera.step((this.wasMoving ? Math.min(elapsed, 250) : 16) / 1000);
    // While a land is opened the last picture stays.
    if (!land.morph) return;
    if (camera.isMoving) this.movedAt = time;
    const isMoving = time - this.movedAt < 160;
    const { isEdited } = this;
    if (isMoving && this.wasMoving) pictures.adapt(time);
    this.wasMoving = isMoving;
    land.move(camera.viewer);
    // A slow device draws no picture while its workers build the draft of an edit.
    const waits = pictures.isSlow && isEdited && land.draft;
    if (this.full?.isOpen) this.full.frame(time, isMoving || isEdited);
    else if (land.shownSink !== this.full && !waits) {
      this.full?.hide();
      pictures.show(time, isMoving || isEdited || !land.complete);
    }
    $("veil").classList.add("gone");
    if (isMoving) {
      this.noteAddress();
      this.wake();
      this.renewWhenStill();
    } else if (isEdited) {
      clearTimeout(this.stillTimer);
      this.stillTimer = setTimeout(() => this.wake(), EDITED_MS);
    }
  }

  /** True while a slider is dragged, and shortly after. */
  get isEdited() {
    return performance.now() - this.editedAt < EDITED_MS;
  }

  /** The picture as a PNG. */
  picture() {
    return this.full?.isOpen ? this.full.file() : this.pictures.file();
  }

  get focus() {
    return this.camera.mode === "orbit" ? this.camera.focus : this.camera.eye;
  }

  setMode(mode) {
    this.camera.setMode(mode);
    this.showMode();
  }

  showMode() {
    const { mode } = this.camera;
    for (const button of document.querySelectorAll("[data-mode]")) {
      button.setAttribute("aria-pressed", String(button.dataset.mode === mode));
    }
    $("stick").hidden = mode === "orbit" || !matchMedia("(pointer: coarse)").matches;
  }
}
