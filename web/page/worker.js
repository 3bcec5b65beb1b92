// A worker: an instance of the core that answers one request after the other.

import { Engine } from "./engine.js";

let give;
/** The instance; requests that come before the compiled core wait for it. */
const engine = new Promise((resolve) => (give = resolve));

/** The heights of a chunk's vertices. */
function heightsOf(bytes) {
  const numbers = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
  const heights = new Float32Array(65 * 65);
  for (let i = 0; i < heights.length; i++) heights[i] = numbers[8 * i + 1];
  return heights;
}

onmessage = async ({ data: { module, id, request, data } }) => {
  if (module) {
    give(Engine.start(module));
    return;
  }
  const core = await engine;
  const start = performance.now();
  try {
    const bytes = core.bytes(request, data);
    const answer = { id, bytes, ms: performance.now() - start, size: core.size };
    const transfer = [bytes.buffer];
    if (request.call.endsWith("chunk")) {
      answer.heights = heightsOf(bytes);
      transfer.push(answer.heights.buffer);
    }
    postMessage(answer, transfer);
  } catch (error) {
    postMessage({ id, error: error.message });
  }
};
