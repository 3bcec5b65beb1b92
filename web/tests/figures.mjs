// Times the lab's figures in built cores, in turn: processor time of a drawing at the last step, in milliseconds, the
// median of some drawings with different points p. Prints the slowest figures. It needs node 20.19 or newer:
//     node web/tests/figures.mjs DRAWINGS CORE.wasm…

import fs from "node:fs";
import { Engine } from "../page/engine.js";

/** Drawings before the first that is timed, while the engine still compiles. */
const WARM_UP = 4;
/** Figures that are printed. */
const SHOWN = 16;

const [drawings, ...files] = process.argv.slice(2);
const cores = await Promise.all(files.map(async (file) => Engine.start(await WebAssembly.compile(fs.readFileSync(file)))));

function draw(core, { name, steps }, i) {
  const point = [1.7 + 0.013 * i, 2.3 - 0.007 * i];
  const start = process.cpuUsage();
  core.json({ call: "figure", name, step: steps - 1, point, dark: true, textbook: true });
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

const rows = cores[0].json({ call: "tables" }).lab.figures.map((row) => {
  const times = cores.map(() => []);
  for (let i = -WARM_UP; i < Number(drawings); i++) {
    cores.forEach((core, k) => {
      const ms = draw(core, row, i);
      if (i >= 0) times[k].push(ms);
    });
  }
  return { name: row.name, medians: times.map((list) => list.sort((a, b) => a - b)[list.length >> 1]) };
});

rows.sort((a, b) => b.medians[0] - a.medians[0]);
for (const { name, medians } of rows.slice(0, SHOWN)) {
  console.log(`${name.padEnd(14)} ${medians.map((ms) => ms.toFixed(1).padStart(7)).join("")}`);
}
files.forEach((file, k) => {
  const over = rows.filter(({ medians }) => medians[k] > 16).map(({ name }) => name);
  console.log(`${file}: ${over.length} of ${rows.length} over 16 ms: ${over.join(", ")}`);
});
