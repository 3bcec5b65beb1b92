// Tests of the page in a browser; `scripts/test-web` runs them.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { launch, open, serve, settled } from "./browser.mjs";

const [folder, hashesFile, ...flags] = process.argv.slice(2);
const isShort = flags.includes("--short");
const pictures = flags.includes("--pictures") ? flags[flags.indexOf("--pictures") + 1] : null;
if (pictures) fs.mkdirSync(pictures, { recursive: true });
const only = process.env.ONLY && new RegExp(process.env.ONLY);

const server = await serve(folder);
const browser = await launch();

/** The mean colour of a rectangle of the land, given in shares of the picture. */
const colourAt = (page, box) => page.evaluate(async ([x, y, w, h]) => {
  const bitmap = await createImageBitmap(await orogen.studio.picture());
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const context = canvas.getContext("2d");
  context.drawImage(bitmap, 0, 0);
  const cut = [x * bitmap.width, y * bitmap.height, w * bitmap.width, h * bitmap.height].map(Math.round);
  const { data } = context.getImageData(...cut);
  const sum = [0, 0, 0, 0];
  for (let i = 0; i < data.length; i += 4) {
    for (let c = 0; c < 3; c++) sum[c] += data[i + c] / (data.length / 4);
    sum[3] = Math.max(sum[3], Math.abs(data[i] - data[0]));
  }
  return sum;
}, box);

const shot = async (page, name) => {
  if (pictures) await page.screenshot({ path: path.join(pictures, `${name}.png`) });
};

const codeOf = (page) => page.evaluate(() => orogen.studio.summary.code);
const poseOf = (page) => page.evaluate(() => orogen.camera.text());

const tests = {
  async "the first land, without errors and without requests after loading"() {
    const { page, errors, requests, close } = await open(browser, server.address, { width: 1280, height: 720 });
    await page.waitForFunction(() => performance.getEntriesByName("loaded").length > 0);
    await page.waitForLoadState("networkidle");
    const loaded = requests.length;
    await settled(page);
    await shot(page, "land-1280");
    const [r, g, b, contrast] = await colourAt(page, [0.3, 0.5, 0.6, 0.4]);
    assert.ok(r + g + b > 60 && contrast > 40, `the land is drawn: ${[r, g, b, contrast]}`);
    const sky = await colourAt(page, [0.4, 0.02, 0.4, 0.1]);
    assert.ok(sky[2] > sky[0], `the sky is blue: ${sky}`);
    const figures = await page.evaluate(() => ({
      ready: performance.getEntriesByName("ready")[0].startTime, first: orogen.studio.times.draft,
      whole: orogen.studio.times.whole, chunks: orogen.land.leaves.length, bytes: orogen.crew.size, main: orogen.engine.size,
    }));
    console.log(`  ready ${figures.ready.toFixed(0)} ms, first land ${figures.first.toFixed(0)} ms, whole ${figures.whole.toFixed(0)} ms; `
      + `${figures.chunks} chunks; workers ${(figures.bytes / 1e6).toFixed(0)} MB, page ${(figures.main / 1e6).toFixed(0)} MB`);
    assert.ok(figures.bytes < 400e6, "all workers hold less than 400 MB");
    assert.deepEqual(requests.slice(loaded), [], "no request after loading");
    assert.deepEqual(errors, []);
    await close();
  },

  async "neighbouring chunks meet without cracks"() {
    const { page, close } = await open(browser, server.address);
    await settled(page);
    const found = await page.evaluate(() => {
      const { land } = orogen;
      let edges = 0, wrong = 0;
      for (const { key: [level, x, z], text } of land.leaves) {
        const east = land.built.get([level, x + 1, z].join());
        if (!east || !land.leaves.some((leaf) => leaf.text === east.text)) continue;
        const { heights } = land.built.get(text);
        edges++;
        for (let i = 0; i < 65; i++) if (heights[64 + 65 * i] !== east.heights[65 * i]) wrong++;
      }
      const levels = land.leaves.map((leaf) => leaf.key[0]);
      return { edges, wrong, coarser: land.leaves.filter((leaf) => leaf.tag & 0xff).length, levels: new Set(levels).size };
    });
    assert.ok(found.edges > 20 && found.levels > 2 && found.coarser > 4, JSON.stringify(found));
    assert.equal(found.wrong, 0, "vertices of shared edges are equal");
    await close();
  },

  async "heights have the bits of the native program"() {
    const native = JSON.parse(fs.readFileSync(hashesFile, "utf8"));
    const { page, close } = await open(browser, `${server.address}#figure=mix`);
    await page.waitForFunction(() => globalThis.orogen);
    const slow = ["continent", "lake-land", "river-country", "alpine-valley", "glen", "brooks", "washes", "river-gorge", "loess-valleys", "walled-valley"];
    const slugs = Object.keys(native).filter((slug) => !isShort || !slow.includes(slug));
    for (const slug of slugs) {
      const hash = await page.evaluate((slug) => orogen.crew.json(0, { call: "hash", slug }), slug);
      assert.equal(hash, native[slug], `the heights of ${slug}`);
    }
    console.log(`  ${slugs.length} presets equal`);
    await close();
  },

  async "a slider re-forms the land, and a draft comes soon"() {
    const { page, errors, close } = await open(browser, server.address);
    await settled(page);
    const before = await codeOf(page);
    const peak = () => page.evaluate(() => Math.max(...[...orogen.land.built.values()].map((chunk) => chunk.high)));
    const high = await peak();
    const slider = page.locator('input[type=range][data-key$="shape.height_m"]');
    const box = await slider.boundingBox();
    await page.mouse.move(box.x + box.width * 0.5, box.y + box.height / 2);
    await page.mouse.down();
    const drafts = [];
    for (const share of [0.56, 0.6, 0.64]) {
      const revision = await page.evaluate(() => orogen.land.revision);
      await page.mouse.move(box.x + box.width * share, box.y + box.height / 2);
      await page.waitForFunction((old) => orogen.land.revision > old && !orogen.land.draft, revision, { polling: 20 });
      drafts.push(await page.evaluate(() => orogen.studio.last.ms));
    }
    await page.mouse.up();
    await settled(page);
    const whole = await page.evaluate(() => orogen.studio.last.ms);
    assert.notEqual(await codeOf(page), before);
    assert.notEqual(await peak(), high);
    console.log(`  drafts after ${drafts.map((ms) => ms.toFixed(0)).join(", ")} ms; whole after ${whole.toFixed(0)} ms`);
    assert.deepEqual(errors, []);
    await close();
  },

  async "mouse, wheel and keys move the camera; modes fly and walk"() {
    const { page, errors, close } = await open(browser, server.address);
    await settled(page);
    let pose = await poseOf(page);
    const changes = async (what) => {
      const next = await poseOf(page);
      assert.notEqual(next, pose, what);
      pose = next;
    };
    await page.mouse.move(800, 400);
    await page.mouse.down();
    await page.mouse.move(900, 430, { steps: 4 });
    await page.mouse.up();
    await changes("a drag orbits");
    await page.mouse.wheel(0, -240);
    await changes("the wheel zooms");
    await page.keyboard.down("Shift");
    await page.mouse.down();
    await page.mouse.move(850, 380, { steps: 3 });
    await page.mouse.up();
    await page.keyboard.up("Shift");
    await changes("a drag with Shift pans");
    await page.focus("#view");
    await page.keyboard.down("w");
    await page.waitForTimeout(400);
    await page.keyboard.up("w");
    await changes("W moves");
    await page.keyboard.press("v");
    assert.equal(await page.getAttribute('[data-mode="walk"]', "aria-pressed"), "true");
    const walks = await page.evaluate(() => {
      const { camera, land } = orogen;
      return camera.eye[1] - land.surface(camera.eye[0], camera.eye[2]);
    });
    assert.ok(Math.abs(walks - 1.7) < 0.2, `a walker's eye is 1.7 m above the ground: ${walks}`);
    await page.keyboard.press("g");
    assert.equal(await page.getAttribute('[data-mode="fly"]', "aria-pressed"), "true");
    await page.click("#home");
    assert.equal(await page.getAttribute('[data-mode="orbit"]', "aria-pressed"), "true");
    assert.deepEqual(errors, []);
    await close();
  },

  async "presets, dice, seed, moods and styles"() {
    const { page, errors, close } = await open(browser, server.address);
    await settled(page);
    const codes = new Set([await codeOf(page)]);
    await page.click('[data-slug="rolling-hills"]');
    await settled(page);
    codes.add(await codeOf(page));
    assert.equal(await page.textContent("#land-title"), "Rolling hills");
    await page.click("#dice");
    await page.waitForFunction((known) => !known.includes(orogen.studio.summary.code), [...codes]);
    codes.add(await codeOf(page));
    await page.fill("#seed", "valhalla");
    await page.press("#seed", "Enter");
    codes.add(await codeOf(page));
    await settled(page);
    const noon = await colourAt(page, [0.3, 0.5, 0.6, 0.4]);
    await page.selectOption("#mood", "moon");
    await settled(page);
    const night = await colourAt(page, [0.3, 0.5, 0.6, 0.4]);
    assert.ok(night[0] + night[1] < noon[0] + noon[1], `the night is darker: ${night} ${noon}`);
    codes.add(await codeOf(page));
    assert.equal(codes.size, 5, "each step changes the land");
    await page.selectOption("#style", "course");
    await settled(page);
    const sky = await colourAt(page, [0.6, 0.01, 0.3, 0.04]);
    [0.66, 0.74, 0.8].forEach((c, i) => assert.ok(Math.abs(sky[i] - 255 * c) < 2, `the course's background: ${sky}`));
    await page.fill("#seed", "x".repeat(199));
    await page.press("#seed", "Enter");
    assert.deepEqual(errors, []);
    await close();
  },

  async "the course's style has the colours of Phong's formula"() {
    const { page, close } = await open(browser, `${server.address}`);
    await settled(page);
    await page.click('[data-slug="course"]');
    await settled(page);
    await shot(page, "course-1280");
    // The colours at vertices, by the formula of the course. Hills hide some of them.
    const found = await page.evaluate(async () => {
      const { studio, crew, land } = orogen;
      const bitmap = await createImageBitmap(await studio.picture());
      const { width, height } = bitmap;
      const context = new OffscreenCanvas(width, height).getContext("2d");
      context.drawImage(bitmap, 0, 0);
      const { data } = context.getImageData(0, 0, width, height);
      const { u_clip_from_world: clip, u_eye: eye, u_sun: sun, u_sea_m: sea, u_shape: shape, ...n } = studio.draw.numbers;
      const [alpha_scale, of_water, of_land, ambient] = n.u_course_numbers;
      const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
      const unit = (a) => a.map((c) => c / Math.hypot(...a));
      let [seen, equal] = [0, 0];
      for (const { key } of land.leaves) {
        const { bytes } = await crew.ask(0, { call: "chunk", key });
        const view = new DataView(bytes.buffer);
        const side = 64 * land.morph.spacing_m;
        for (let i = 7; i < 65 * 65; i += 31) {
          const bed = view.getFloat32(32 * i + 4, true);
          const at = [
            view.getFloat32(32 * i, true) + key[1] * side - studio.draw.origin[0], Math.max(bed, sea),
            view.getFloat32(32 * i + 8, true) + key[2] * side - studio.draw.origin[1],
          ];
          const [u, v] = [16, 18].map((o) => view.getInt16(32 * i + o, true) / 32767);
          const is_water = bed <= sea;
          const normal = is_water ? [0, 1, 0] : unit([u, 1 - Math.abs(u) - Math.abs(v), v]);
          const to_eye = unit(at.map((c, k) => eye[k] - c));
          const [x, y, , w] = [0, 1, 2, 3].map((r) => clip[r] * at[0] + clip[4 + r] * at[1] + clip[8 + r] * at[2] + clip[12 + r]);
          const [px, py] = [Math.floor((0.5 + (0.5 * x) / w) * width), Math.floor((0.5 - (0.5 * y) / w) * height)];
          if (px < 0 || py < 0 || px >= width || py >= height || dot(normal, to_eye) < 0.3) continue;
          const relative = bed / shape[0];
          const noise = Math.sign(relative) * Math.abs(relative) ** shape[1];
          const alpha = Math.min(Math.max((noise - shape[2]) * alpha_scale, 0), 1);
          const diffuse = dot(normal, sun);
          const mirrored = normal.map((c, k) => 2 * diffuse * c - sun[k]);
          const shine = diffuse > 0 ? Math.max(dot(mirrored, to_eye), 0) ** (is_water ? of_water : of_land) : 0;
          const wanted = [0, 1, 2].map((c) => {
            const land_colour = n.u_course_grass[c] + (n.u_course_mountain[c] - n.u_course_grass[c]) * alpha;
            const colour = is_water ? n.u_course_water[c] : land_colour;
            return 255 * Math.min(Math.max(colour * n.u_course_light[c] * (ambient + Math.max(diffuse, 0) + shine), 0), 1);
          });
          seen++;
          if (wanted.every((c, k) => Math.abs(c - data[4 * (py * width + px) + k]) < 10)) equal++;
        }
      }
      return { seen, equal };
    });
    console.log(`  ${found.equal} of ${found.seen} vertices have their colour`);
    assert.ok(found.seen > 300 && found.equal > 0.8 * found.seen, JSON.stringify(found));
    await close();
  },

  async "an address holds the land and the figure"() {
    const first = await open(browser, server.address);
    await settled(first.page);
    await first.page.click('[data-slug="dunes"]');
    await settled(first.page);
    const address = await first.page.evaluate(() => orogen.studio.address());
    const code = await first.page.evaluate(() => orogen.studio.code());
    await first.close();
    const second = await open(browser, address);
    await settled(second.page);
    assert.equal(await second.page.evaluate(() => orogen.studio.code()), code);
    await second.close();
    const third = await open(browser, `${server.address}#figure=cell&step=4&p=1.7,2.3`, { width: 1280, height: 720 });
    await third.page.waitForSelector("#figure .drawing svg");
    await third.page.waitForFunction(() => /hash/.test(document.querySelector(".drawing").textContent));
    assert.equal(await third.page.textContent("#figure-title"), await third.page.evaluate(() => orogen.studio.lab.row.title));
    assert.equal(await third.page.getAttribute(".dots button:nth-child(4)", "aria-pressed"), "true");
    assert.deepEqual(third.errors, []);
    await shot(third.page, "figure-1280");
    await third.close();
  },

  async "all figures draw at every step"() {
    const { page, errors, close } = await open(browser, `${server.address}#figure=mix`);
    await page.waitForSelector("#figure .drawing svg");
    const times = await page.evaluate(async (short) => {
      const { lab, crew } = orogen.studio;
      const times = [];
      for (const row of lab.tables.figures) {
        for (let step = short ? row.steps - 1 : 0; step < row.steps; step++) {
          const request = { call: "figure", name: row.name, step, point: [1.7, 2.3], dark: true, textbook: true };
          const { bytes, ms } = await crew.ask(0, request);
          const { svg, caption } = JSON.parse(new TextDecoder().decode(bytes));
          if (!svg.startsWith("<svg") || !caption) throw new Error(`${row.name} ${step}`);
          times.push([ms, `${row.name} ${step + 1}`]);
        }
      }
      return times.sort((a, b) => a[0] - b[0]);
    }, isShort);
    const slow = times.filter(([ms]) => ms > 16);
    console.log(`  ${times.length} drawings, median ${times[times.length >> 1][0].toFixed(1)} ms; over 16 ms: `
      + slow.map(([ms, name]) => `${name} ${ms.toFixed(0)}`).join(", "));
    assert.deepEqual(errors, []);
    await close();
  },

  async "the lab: steps, dragging p, controls, keyboard"() {
    const { page, errors, close } = await open(browser, `${server.address}#figure=cell&step=1`);
    await page.waitForSelector(".handle");
    await page.click("text=Next ▶");
    await page.waitForFunction(() => location.hash.includes("step=2"));
    await page.focus("#figure-title");
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => location.hash.includes("step=3"));
    const point = () => page.evaluate(() => [...orogen.studio.lab.point]);
    const before = await point();
    const handle = page.locator('.handle[title*="point p"]').first();
    const box = await handle.boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 + 24, box.y + box.height / 2 - 12, { steps: 3 });
    await page.mouse.up();
    const dragged = await point();
    assert.ok(dragged[0] > before[0] && dragged[1] > before[1], `p follows the pointer: ${before} ${dragged}`);
    await page.waitForTimeout(300);
    await page.locator('.handle[title*="point p"]').first().focus();
    await page.keyboard.press("ArrowLeft");
    const nudged = await point();
    assert.ok(nudged[0] < dragged[0], "an arrow key moves p");
    await page.click("#to-land");
    assert.ok(await page.isHidden("#lab"));
    assert.deepEqual(errors, []);
    await close();
  },

  async "downloads have the land's heights"() {
    const { page, errors, close } = await open(browser, server.address);
    await settled(page);
    await page.click("#save");
    await page.selectOption("#samples", "257");
    const take = async (kind) => {
      const [download] = await Promise.all([page.waitForEvent("download"), page.click(`[data-file="${kind}"]`)]);
      return fs.readFileSync(await download.path());
    };
    const raw = await take("r16");
    assert.equal(raw.length, 2 * 257 * 257);
    const png = await take("png16");
    assert.equal(png.toString("latin1", 1, 4), "PNG");
    assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20), png[24], png[25]], [257, 257, 16, 0]);
    const glb = await take("glb");
    assert.equal(glb.toString("latin1", 0, 4), "glTF");
    assert.equal(glb.readUInt32LE(8), glb.length);
    const json = JSON.parse(glb.toString("utf8", 20, 20 + glb.readUInt32LE(12)));
    assert.equal(json.accessors[0].count, 257 * 257);
    const picture = await take("picture");
    assert.deepEqual([picture.readUInt32BE(16), picture.readUInt32BE(20)], [800, 500]);
    assert.match(await page.inputValue("#code"), /^orogen1-/);
    assert.deepEqual(errors, []);
    await close();
  },

  async "a dropped heightmap becomes the land"() {
    const { page, errors, close } = await open(browser, server.address);
    await settled(page);
    const rows = Array.from({ length: 33 }, (_, z) =>
      Array.from({ length: 33 }, (_, x) => (200 * Math.exp(-((x - 16) ** 2 + (z - 16) ** 2) / 60)).toFixed(2)).join(" "));
    const text = `ncols 33\nnrows 33\nxllcorner 0\nyllcorner 0\ncellsize 20\n${rows.join("\n")}\n`;
    await page.evaluate((text) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], "hill.asc"));
      dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true }));
    }, text);
    await page.waitForFunction(() => document.getElementById("land-title").textContent === "hill.asc");
    await settled(page);
    const top = await page.evaluate(() => Math.max(...[...orogen.land.built.values()].map((chunk) => chunk.high)));
    assert.ok(Math.abs(top - 200) < 3, `the hill is 200 m high: ${top}`);
    await page.evaluate(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(["nonsense"], "nonsense.png"));
      dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true }));
    });
    await page.waitForFunction(() => /nonsense/.test(document.getElementById("status").textContent));
    assert.deepEqual(errors, []);
    await close();
  },

  async "a phone: touch, a narrow page, the lab at 320 pixels"() {
    const phone = { width: 390, height: 844, hasTouch: true, isMobile: true, deviceScaleFactor: 1 };
    const { page, errors, close } = await open(browser, server.address, phone);
    await settled(page);
    await shot(page, "land-390");
    const session = await page.context().newCDPSession(page);
    const touch = (type, points) => session.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
    const pose = await poseOf(page);
    await touch("touchStart", [[200, 300]]);
    await touch("touchMove", [[240, 310]]);
    await touch("touchMove", [[270, 315]]);
    await touch("touchEnd", []);
    const turned = await poseOf(page);
    assert.notEqual(turned.split(",")[0], pose.split(",")[0], "one finger orbits");
    await touch("touchStart", [[150, 300], [250, 300]]);
    await touch("touchMove", [[120, 300], [280, 300]]);
    await touch("touchMove", [[90, 300], [310, 300]]);
    await touch("touchEnd", []);
    assert.ok(+(await poseOf(page)).split(",")[2] < +turned.split(",")[2], "two fingers zoom");
    await page.tap("#fold");
    await page.waitForSelector("#presets", { state: "visible" });
    await shot(page, "panel-390");
    await page.tap("#fold");
    await page.tap("#to-lab");
    await page.waitForSelector("#figure .drawing svg");
    await page.setViewportSize({ width: 320, height: 640 });
    const wide = await page.evaluate(() => document.getElementById("figure").scrollWidth - document.getElementById("figure").clientWidth);
    assert.ok(wide <= 0, `nothing is wider than the page: ${wide}`);
    await page.waitForTimeout(300);
    await shot(page, "lab-320");
    await page.tap("#theme");
    await page.waitForTimeout(500);
    await shot(page, "lab-320-light");
    assert.deepEqual(errors, []);
    await close();
  },

  async "bad addresses give one clear line"() {
    const { page, close } = await open(browser, `${server.address}#land=orogen1-broken`);
    await page.waitForFunction(() => document.getElementById("status").textContent !== "");
    await settled(page);
    await close();
  },
};

let failed = 0;
for (const [name, test] of Object.entries(tests)) {
  if (only && !only.test(name)) continue;
  const start = Date.now();
  try {
    await test();
    console.log(`ok: ${name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed++;
    console.log(`FAILED: ${name}: ${error.stack}`);
  }
}
await browser.close();
server.close();
process.exit(failed === 0 ? 0 : 1);
