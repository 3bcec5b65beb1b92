// An instance of the core, compiled to WebAssembly: requests are JSON with optional bytes.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class Engine {
  /** Makes an instance of a compiled module. */
  static async start(module) {
    const engine = new Engine();
    const imports = { page: { orogen_now_ms: () => performance.now() } };
    engine.core = (await WebAssembly.instantiate(module, imports)).exports;
    return engine;
  }

  /** Answers a request with a copy of the answer's bytes; throws an error with a one-line message. */
  bytes({ call, ...fields }, data = new Uint8Array()) {
    const { core } = this;
    const text = encoder.encode(JSON.stringify({ [call]: Object.keys(fields).length > 0 ? fields : null }));
    const place = core.orogen_reserve(text.length + data.length);
    const memory = new Uint8Array(core.memory.buffer);
    memory.set(text, place);
    memory.set(data, place + text.length);
    let status;
    try {
      status = core.orogen_call(text.length);
    } catch {
      throw new Error(`the core stopped: ${decoder.decode(this.answer())}`);
    }
    const answer = this.answer().slice();
    if (status !== 0) throw new Error(decoder.decode(answer));
    return answer;
  }

  json(request, data) {
    return JSON.parse(decoder.decode(this.bytes(request, data)));
  }

  answer() {
    const { core } = this;
    return new Uint8Array(core.memory.buffer, core.orogen_answer(), core.orogen_answer_bytes());
  }

  /** The memory of the instance in bytes. */
  get size() {
    return this.core.memory.buffer.byteLength;
  }
}
