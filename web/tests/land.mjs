// Tests of the land, its camera and its colours.

import assert from "node:assert/strict";
import fs from "node:fs";
import { open, settled } from "./browser.mjs";
import { browser, codeOf, colourAt, hashesFile, isShort, poseOf, server, shot } from "./setup.mjs";

export const landTests = {
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
      ready: performance.getEntriesByName("ready")[0].startTime,
      draft: orogen.studio.times.draft, picture: performance.getEntriesByName("picture")[0].startTime,
      whole: orogen.studio.times.whole, chunks: orogen.land.leaves.length, bytes: orogen.crew.size, main: orogen.engine.size,
    }));
    console.log(`  ready ${figures.ready.toFixed(0)} ms, first draft built ${figures.draft.toFixed(0)} ms, drawn ${figures.picture.toFixed(0)} ms, `
      + `whole land ${figures.whole.toFixed(0)} ms; `
      + `${figures.chunks} chunks; workers ${(figures.bytes / 1e6).toFixed(0)} MB, page ${(figures.main / 1e6).toFixed(0)} MB`);
    assert.ok(figures.bytes < 400e6, "all workers hold less than 400 MB");
    // The browser itself loads the icon of its tab, when it has time.
    const late = requests.slice(loaded).filter((address) => address !== `${server.address}icon.png`);
    assert.deepEqual(late, [], "no request after loading");
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
      const waits = page.waitForFunction((before) => orogen.camera.text() !== before, pose, { timeout: 20000 });
      await waits.catch(() => assert.fail(what));
      pose = await poseOf(page);
    };
    await page.mouse.move(500, 300);
    await page.mouse.down();
    await page.mouse.move(600, 330, { steps: 4 });
    await page.mouse.up();
    await changes("a drag orbits");
    await page.mouse.wheel(0, -240);
    await changes("the wheel zooms");
    await page.keyboard.down("Shift");
    await page.mouse.down();
    await page.mouse.move(550, 280, { steps: 3 });
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
};
