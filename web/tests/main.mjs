// Tests of the page in a browser; `scripts/test-web` runs them.

import { landTests } from "./land.mjs";
import { pageTests } from "./pages.mjs";
import { browser, only, server } from "./setup.mjs";

const tests = { ...landTests, ...pageTests };

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
