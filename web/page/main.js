// Starts the page: loads the core, opens the land of the address, and connects the parts.

import { Camera } from "./camera.js";
import { Crew } from "./crew.js";
import { Draw } from "./draw.js";
import { Engine } from "./engine.js";
import { Files } from "./files.js";
import { Lab } from "./lab.js";
import { Land } from "./land.js";
import { Panel, showPictures } from "./panel.js";
import { Studio } from "./studio.js";

const $ = (id) => document.getElementById(id);
/** The maximum bytes of samples that all workers keep together. */
const KEEP_BYTES = 160e6;

function say(message) {
  const status = $("status");
  status.textContent = message;
  clearTimeout(say.timer);
  say.timer = setTimeout(() => (status.textContent = ""), 5000);
}

/** The parts of the address after the hash. */
function readAddress() {
  const parts = new URLSearchParams(location.hash.slice(1));
  const point = parts.get("p")?.split(",").map(Number);
  const isPoint = point?.length === 2 && point.every(Number.isFinite);
  return {
    land: parts.get("land"), figure: parts.get("figure"), step: Number(parts.get("step")) || undefined,
    point: isPoint ? point : undefined,
  };
}

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
}

/** Lets the browser do waiting work: workers get no message while the page computes. */
const turn = () => new Promise((resolve) => setTimeout(resolve));

/**
 * Shows the button of the full picture, if the page has its program and the browser has WebGPU. The first click loads
 * it.
 */
function offerFull(studio) {
  const { fullBytes } = document.documentElement.dataset;
  if (!fullBytes || !navigator.gpu) return;
  $("full").hidden = false;
  let loading = null;
  $("full").addEventListener("click", async () => {
    if (studio.full || loading) return;
    loading = import("./full/page.js");
    try {
      const { Full } = await loading;
      studio.full = new Full(studio, say, Number(fullBytes));
    } catch (error) {
      say(`The full picture could not be loaded: ${error.message}`);
    }
    loading = null;
  });
}

async function start() {
  setTheme(matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark");
  const { core, gl, pictures, shaders, workers } = globalThis.begun;
  const crew = new Crew(core, workers);
  // Once the workers answer, everything is loaded.
  crew.all({ call: "keep", bytes: Math.round(KEEP_BYTES / workers.length) }).then(() => performance.mark("loaded"));
  const draw = new Draw($("view"));
  // Shaders are compiled while the core is compiled.
  draw.open(gl, await shaders);
  await turn();
  const engine = await core.then(Engine.start);
  await turn();
  let studio;
  const onShown = (what, ms) => {
    studio.times ??= {};
    studio.times[what] ??= performance.now();
    studio.last = { what, ms };
    camera.follow();
    if (what !== "whole") return;
    studio.renewWhenStill();
    if (studio.xrayOctave !== null) studio.showLattice(studio.xrayOctave);
  };
  const land = new Land(engine, crew, draw, () => studio.wake(), onShown);
  const camera = new Camera($("view"), land, () => studio?.wake());
  const onFirstPicture = async () => {
    land.release();
    offerFull(studio);
    showPictures(await pictures);
  };
  studio = new Studio({ engine, crew, draw, land, camera, say, onFirstPicture });
  // Workers build the land while the page makes its panels.
  const address = readAddress();
  openLand(studio, address, true);
  await turn();
  const tables = engine.json({ call: "tables" });
  studio.panel = new Panel(studio, tables);
  const ask = (request) => askFigure(studio, request);
  studio.lab = new Lab(ask, studio, tables.lab, () => studio.noteAddress());
  new Files(studio, crew, say);
  connect(studio);
  // For tests and for the curious.
  globalThis.orogen = { studio, crew, land, camera, engine };
  studio.panel.choose(studio.slug);
  studio.panel.show(studio.summary);
  showPlace(studio, address);
  performance.mark("ready");
}

/** Asks the least busy worker for a figure; figures of the land need its scene. */
async function askFigure({ crew, summary }, request) {
  const index = crew.idlest;
  if (!request.textbook) await crew.ask(index, { call: "land", code: summary.code });
  const start = performance.now();
  const figure = await crew.json(index, request);
  figure.ms = performance.now() - start;
  return figure;
}

/** Opens the land that the address names; at first the Alps, if it names none. */
function openLand(studio, { land }, isFirst) {
  if (land) studio.openCode(land);
  if (isFirst && !studio.summary) studio.preset("alps");
}

/** Shows the figure that the address names, or the land. */
function showPlace(studio, { land, figure, step, point }) {
  if (figure) {
    studio.lab.textbook = !land;
    showLab(studio, { name: figure, step, point });
  } else {
    showLand(studio);
  }
}

function showLab(studio, spot) {
  studio.lab.open(spot);
  $("to-lab").setAttribute("aria-pressed", "true");
  $("to-land").setAttribute("aria-pressed", "false");
  $("panel").hidden = $("bar").hidden = true;
}

function showLand(studio) {
  studio.lab.close();
  $("to-lab").setAttribute("aria-pressed", "false");
  $("to-land").setAttribute("aria-pressed", "true");
  $("panel").hidden = $("bar").hidden = false;
  studio.noteAddress();
  studio.wake();
}

function connect(studio) {
  const toggleLab = () => (studio.lab.isOpen ? showLand(studio) : showLab(studio, { name: studio.lab.row?.name, step: studio.lab.step + 1 || 1 }));
  $("to-lab").addEventListener("click", () => studio.lab.isOpen || toggleLab());
  $("to-land").addEventListener("click", () => showLand(studio));
  $("theme").addEventListener("click", () => {
    setTheme(document.documentElement.dataset.theme === "light" ? "dark" : "light");
    if (studio.lab.isOpen) studio.lab.draw();
  });
  for (const button of document.querySelectorAll("[data-mode]")) {
    button.addEventListener("click", () => studio.setMode(button.dataset.mode));
  }
  $("home").addEventListener("click", () => goHome(studio));
  $("xray").addEventListener("change", () => {
    $("xray-row").hidden = !$("xray").checked;
    studio.showLattice($("xray").checked ? Number($("octave").value) : null);
  });
  $("octave").addEventListener("input", () => studio.showLattice(Number($("octave").value)));
  addEventListener("resize", () => studio.wake());
  addEventListener("hashchange", () => {
    if (location.href === studio.ownAddress) return;
    const address = readAddress();
    openLand(studio, address, false);
    showPlace(studio, address);
  });
  document.addEventListener("visibilitychange", () => studio.wake());
  const keys = {
    g: () => studio.setMode(studio.camera.mode === "fly" ? "orbit" : "fly"),
    v: () => studio.setMode(studio.camera.mode === "walk" ? "orbit" : "walk"),
    f: () => goHome(studio),
    r: () => studio.dice(),
    m: () => studio.nextMood(),
    h: () => ($("panel").hidden = $("bar").hidden = !$("panel").hidden),
    l: toggleLab,
    x: () => $("xray").click(),
  };
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || $("files").open) return;
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) && event.target.type !== "range") return;
    const isLandKey = !studio.lab.isOpen || event.key === "l";
    if (keys[event.key] && isLandKey) keys[event.key]();
  });
  connectStick(studio.camera);
}

function goHome({ camera, showMode }) {
  camera.reset();
  showMode.call({ camera });
}

/** Connects the on-screen stick, which presses the arrow keys. */
function connectStick(camera) {
  const stick = $("stick");
  const knob = stick.firstElementChild;
  const press = (event) => {
    const box = stick.getBoundingClientRect();
    const [x, y] = [event.clientX - box.x - box.width / 2, event.clientY - box.y - box.height / 2];
    const scale = Math.min(1, 45 / Math.max(Math.hypot(x, y), 1));
    knob.style.translate = `${x * scale}px ${y * scale}px`;
    const pressed = { ArrowRight: x > 14, ArrowLeft: x < -14, ArrowDown: y > 14, ArrowUp: y < -14 };
    for (const [key, isPressed] of Object.entries(pressed)) camera.keys[isPressed ? "add" : "delete"](key);
    camera.wake();
  };
  const release = () => {
    knob.style.translate = "";
    ["ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp"].forEach((key) => camera.keys.delete(key));
  };
  stick.addEventListener("pointerdown", (event) => {
    stick.setPointerCapture(event.pointerId);
    press(event);
  });
  stick.addEventListener("pointermove", (event) => stick.hasPointerCapture(event.pointerId) && press(event));
  stick.addEventListener("pointerup", release);
  stick.addEventListener("pointercancel", release);
}

start().catch((error) => {
  console.error(error);
  $("status").textContent = error.message;
});
