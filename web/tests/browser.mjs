// A file server on loopback, and a headless Chromium with a software GPU that watches errors and requests.

import fs from "node:fs";
import http from "node:http";
import { createRequire } from "node:module";
import path from "node:path";

const TYPES = {
  ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm",
  ".webp": "image/webp", ".png": "image/png",
};

/** Serves a folder. Returns its address and a function that ends it. */
export async function serve(folder) {
  const server = http.createServer((request, response) => {
    const name = decodeURIComponent(request.url.split("?")[0]);
    const file = path.join(folder, name.endsWith("/") ? `${name}index.html` : name);
    fs.readFile(file, (error, data) => {
      response.writeHead(error ? 404 : 200, { "content-type": TYPES[path.extname(file)] ?? "text/plain" });
      response.end(data);
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { address: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

/** Options of Chromium for WebGPU in software. Without Vulkan, a picture on a canvas loses the device. */
export const WEBGPU = [
  "--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader", "--use-vulkan=swiftshader", "--enable-features=Vulkan",
  "--ignore-gpu-blocklist",
];

/** Starts the browser. */
export async function launch(options = []) {
  const require = createRequire(path.join(process.env.OROGEN_WEB_TOOLS, "node_modules/"));
  const { chromium } = require("playwright-core");
  return chromium.launch({
    executablePath: process.env.CHROMIUM || undefined,
    args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", ...options],
  });
}

/** Opens a page. `errors` collects what the console reports, `requests` what goes over the network. */
export async function open(browser, address, { width = 800, height = 500, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, acceptDownloads: true, ...options });
  const page = await context.newPage();
  const [errors, requests] = [[], []];
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("request", (request) => {
    if (!/^(blob|data):/.test(request.url())) requests.push(request.url());
  });
  page.setDefaultTimeout(120_000);
  await page.goto(address);
  return { page, errors, requests, close: () => context.close() };
}

/** Waits until the land is complete and, in the natural style, lit by its surroundings. */
export async function settled(page) {
  await page.waitForFunction(() => {
    const studio = globalThis.orogen?.studio;
    if (!studio?.land.complete || studio.isRenewing || studio.land.draft || !studio.pictures.isTimed) return false;
    return studio.look.course || studio.around?.code === studio.summary.code;
  }, null, { polling: 200 });
  // A picture of the present state.
  await page.evaluate(() => new Promise((resolve) => {
    orogen.studio.wake();
    setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(resolve)), 250);
  }));
  await page.waitForFunction(() => !orogen.studio.pictures.still, null, { polling: 50 });
}
