// Tests of addresses, figures, files and small screens.

import assert from "node:assert/strict";
import fs from "node:fs";
import { open, settled } from "./browser.mjs";
import { browser, isShort, poseOf, server, shot } from "./setup.mjs";

export const pageTests = {
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
      await lab.prepared;
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
