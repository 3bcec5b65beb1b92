// What the tests share: the options, the server, the browser, and questions to the page.

import fs from "node:fs";
import path from "node:path";
import { launch, serve } from "./browser.mjs";

const [folder, hashes, ...flags] = process.argv.slice(2);
export const hashesFile = hashes;
export const isShort = flags.includes("--short");
const pictures = flags.includes("--pictures") ? flags[flags.indexOf("--pictures") + 1] : null;
if (pictures) fs.mkdirSync(pictures, { recursive: true });
export const only = process.env.ONLY && new RegExp(process.env.ONLY);

export const server = await serve(folder);
export const browser = await launch();

/** The mean colour of a rectangle of the land, given in shares of the picture. */
export const colourAt = (page, box) => page.evaluate(async ([x, y, w, h]) => {
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

export const shot = async (page, name) => {
  if (pictures) await page.screenshot({ path: path.join(pictures, `${name}.png`) });
};

export const codeOf = (page) => page.evaluate(() => orogen.studio.summary.code);
export const poseOf = (page) => page.evaluate(() => orogen.camera.text());
