// Measures the start of built pages: loads each folder in turn, each time in a fresh browser at rest, and prints the
// median, the lowest and the highest times in milliseconds since the load began:
//     OROGEN_WEB_TOOLS=target/web-tools CHROMIUM=chromium node web/tests/start.mjs LOADS FOLDER…

import { launch, serve } from "./browser.mjs";

/** The time for which a new browser works for itself. */
const BROWSER_MS = 2500;

const [loads, ...folders] = process.argv.slice(2);

async function load(folder) {
  const server = await serve(folder);
  const browser = await launch();
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  await page.waitForTimeout(BROWSER_MS);
  await page.goto(server.address, { waitUntil: "commit" });
  const isWhole = () => globalThis.orogen?.studio.times?.whole && performance.getEntriesByName("picture").length > 0;
  await page.waitForFunction(isWhole, null, { polling: 200 });
  const times = await page.evaluate(() => {
    const mark = (name) => performance.getEntriesByName(name)[0].startTime;
    const { draft, whole } = orogen.studio.times;
    return { ready: mark("ready"), "first draft built": draft, "first picture": mark("picture"), "whole land": whole };
  });
  await browser.close();
  server.close();
  return times;
}

const found = folders.map(() => []);
for (let i = 0; i < Number(loads); i++) {
  for (const [k, folder] of folders.entries()) found[k].push(await load(folder));
}
folders.forEach((folder, k) => {
  console.log(folder);
  for (const name of Object.keys(found[k][0])) {
    const times = found[k].map((row) => Math.round(row[name])).sort((a, b) => a - b);
    console.log(`  ${name}: ${times[times.length >> 1]} (${times[0]} to ${times.at(-1)})`);
  }
});
process.exit(0);
