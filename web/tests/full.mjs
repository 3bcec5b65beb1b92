// The test of the full picture: `scripts/test-web --full` runs it in a browser whose WebGPU is software.
//     node web/tests/full.mjs PAGE [PICTURES]

import fs from "node:fs";
import path from "node:path";
import { launch, open, serve, settled, WEBGPU } from "./browser.mjs";

/** The longest time until a land is shown, and until its picture is whole. */
const SHOWN_MS = 120_000;
const WHOLE_MS = 400_000;

const [folder, pictures] = process.argv.slice(2);
if (pictures) fs.mkdirSync(pictures, { recursive: true });
const server = await serve(folder);
const browser = await launch(WEBGPU);
const { page, errors, requests, close } = await open(browser, server.address, { width: 800, height: 420 });

const check = (isRight, what) => {
  if (!isRight) throw new Error(what);
  console.log(`ok: ${what}`);
};
const shot = async (name) => {
  if (pictures) await page.screenshot({ path: path.join(pictures, `${name}.png`), timeout: 200_000 });
};
/** Waits for the full picture; `what` is an expression of it. */
const full = (what, timeout) => page.waitForFunction((text) => {
  const { full } = orogen.studio;
  if (!full) return false;
  const said = document.getElementById("status").textContent;
  if (said.startsWith("The full picture failed")) throw new Error(said);
  return new Function("full", `return ${text}`)(full);
}, what, { polling: 200, timeout });
const whole = () => full("full.isWhole && full.hasPicture", WHOLE_MS);
/** The mean colour of the upper or the lower half of the picture, and its range. */
const colours = () => page.evaluate(async () => {
  const bitmap = await createImageBitmap(await orogen.studio.picture());
  const canvas = new OffscreenCanvas(64, 40);
  const context = canvas.getContext("2d");
  context.drawImage(bitmap, 0, 0, 64, 40);
  const { data } = context.getImageData(0, 0, 64, 40);
  const mean = (from, to) => [0, 1, 2].map((c) => {
    let sum = 0;
    for (let i = from; i < to; i += 4) sum += data[i + c];
    return (4 * sum) / (to - from);
  });
  return { sky: mean(0, 64 * 4 * 4), land: mean(64 * 30 * 4, 64 * 40 * 4) };
});

try {
  await settled(page);
  await shot("light");
  const before = requests.length;
  check(await page.isVisible("#full"), "the button is there");
  const start = Date.now();
  await page.click("#full");
  await full("full.program", SHOWN_MS);
  console.log(`   the program runs after ${Date.now() - start} ms`);
  await full("full.hasPicture", SHOWN_MS);
  console.log(`   the first land is drawn after ${Date.now() - start} ms`);
  await whole();
  console.log(`   the picture is whole after ${Date.now() - start} ms`);
  const files = requests.slice(before).map((url) => url.split("/").pop());
  check(files.sort().join() === "orogen_full.js,orogen_full.wasm,page.js", `only the program was loaded: ${files}`);
  await shot("full");
  const first = await colours();
  check(first.sky[2] > first.sky[0] && first.land.some((c, i) => Math.abs(c - first.sky[i]) > 20), "sky and land differ");

  await page.evaluate(() => orogen.studio.set("world.seed", "another"));
  const edited = Date.now();
  const { revision } = await page.evaluate(() => orogen.studio.full.state);
  await full(`full.state.revision > ${revision} `, SHOWN_MS);
  console.log(`   an edit is shown after ${Date.now() - edited} ms`);
  await whole();
  await shot("edited");

  await page.click("#full");
  await full("full.canvas.hidden && orogen.land.shownSink === orogen.studio.draw", SHOWN_MS);
  check(true, "the light picture is back");
  await shot("light-again");
  const count = requests.length;
  await page.click("#full");
  await full("!full.canvas.hidden", SHOWN_MS);
  check(requests.length === count, "the full picture returns without a download");
  check(errors.length === 0, `no errors in the console ${errors.join("; ")}`);
} catch (error) {
  console.log(`FAILED: ${error.stack}\n${errors.join("\n")}`);
  await shot("failed").catch(() => {});
  process.exitCode = 1;
}
await close();
await browser.close();
server.close();
