// The full picture: the studio's own drawing by WebGPU. The page loads this module and the program, which is
// large, upon a click.

const $ = (id) => document.getElementById(id);

/** The value of the canvas's attribute `data-raw-handle`, by which the program finds it. */
const HANDLE = 1;
/** The time for which frames follow a change, because horizons and fine normals fade in. */
const AFTER_MS = 700;
/** Frames that come more slowly than this are drawn coarsely while something moves. */
const SLOW_MS = 100;

/**
 * Lets shaders take derivatives behind branches, as graphics drivers do. Without this line browsers refuse them, and
 * the graphics library does not write it.
 */
function allowDerivatives() {
  const { prototype } = GPUDevice;
  const { createShaderModule } = prototype;
  const line = "diagnostic(off, derivative_uniformity);\n";
  prototype.createShaderModule = function (descriptor) {
    if (!descriptor.code.startsWith(line)) descriptor.code = line + descriptor.code;
    return createShaderModule.call(this, descriptor);
  };
}

export class Full {
  /** `folder` has the program, and `bytes` is its size. */
  constructor(studio, say, bytes) {
    Object.assign(this, { studio, say, bytes });
    /** The request for the meshes of a chunk. */
    this.call = "full_chunk";
    this.isOpen = this.isBusy = false;
    this.changedAt = this.lastTime = 0;
    this.isSlow = false;
    $("full").addEventListener("click", () => this.toggle());
    this.toggle();
  }

  async toggle() {
    if (this.isBusy) return;
    if (this.isOpen) {
      this.leave();
      return;
    }
    this.isBusy = true;
    try {
      await this.enter();
    } catch (error) {
      this.fail(error.message);
    }
    this.isBusy = false;
  }

  async enter() {
    this.program ??= await this.load();
    this.isOpen = true;
    $("full").ariaPressed = "true";
    this.buildAgain(this);
    this.change();
  }

  /** Goes back to the light page. The program stays, so that it returns soon. */
  leave() {
    this.isOpen = false;
    this.buildAgain(this.studio.draw);
    $("full").ariaPressed = "false";
    $("full").textContent = "Full picture";
    this.studio.wake();
    this.studio.renewWhenStill();
  }

  /** Hides the picture once the light page has its land. */
  hide() {
    if (this.canvas) this.canvas.hidden = true;
  }

  /** Says what failed, in a line, and goes back to the light page. */
  fail(message) {
    const problem = this.glue?.problem();
    console.error(problem || message);
    if (this.isOpen) this.leave();
    $("full").textContent = "Full picture";
    if (problem) {
      // The program is unusable; another needs a new page.
      this.canvas?.remove();
      $("full").disabled = true;
    }
    this.say(`The full picture failed: ${(problem || message).split("\n")[0]}`);
  }

  async load() {
    const { studio } = this;
    const adapter = await navigator.gpu.requestAdapter();
    if (!adapter) throw new Error("this browser offers no graphics device for WebGPU.");
    allowDerivatives();
    const [glue, module] = await Promise.all([import("./orogen_full.js"), this.compiled()]);
    await glue.default({ module_or_path: module });
    this.glue = glue;
    this.canvas ??= document.createElement("canvas");
    this.canvas.id = "full-view";
    this.canvas.dataset.rawHandle = HANDLE;
    this.canvas.hidden = true;
    $("view").after(this.canvas);
    this.code = studio.summary.code;
    const isSoftware = adapter.info?.isFallbackAdapter ?? adapter.isFallbackAdapter;
    return new glue.Full(HANDLE, ...this.size, this.code, isSoftware === true);
  }

  /** Lets the workers build the land again, for the light or for the full picture. */
  buildAgain(sink) {
    const { land, summary } = this.studio;
    land.sink = sink;
    land.edit(summary.code, summary);
  }

  /** Takes the meshes of a chunk. The program gets them when the land is shown. */
  upload(bytes) {
    const [low, high] = new Float32Array(bytes.buffer, bytes.byteOffset + bytes.length - 8, 2);
    return { low, high, bytes };
  }

  free() {
    // The program forgets the chunks that the land no longer keeps.
  }

  /** Gives the program new chunks, and shows the land if it has changed. */
  follow() {
    const { program, studio } = this;
    const { land } = studio;
    if (land.shownSink !== this || !this.state?.is_open) return;
    const fresh = [...land.built.values()].filter((chunk) => chunk.bytes);
    if (fresh.length === 0 && land.leaves === this.leaves) return;
    for (const chunk of fresh) {
      program.chunk(...chunk.key, chunk.bytes);
      chunk.bytes = null;
    }
    this.leaves = land.leaves;
    const keys = (list) => Float64Array.from(list.flatMap(({ key }) => key));
    program.show(land.code, keys(land.leaves), keys([...land.built.values()]));
    this.changedAt = performance.now();
  }

  /** The compiled program. The button shows how much is loaded. */
  async compiled() {
    const answer = await fetch("full/orogen_full.wasm");
    if (!answer.ok) throw new Error(`full/orogen_full.wasm: ${answer.status}`);
    let loaded = 0;
    const count = new TransformStream({
      transform: (part, stream) => {
        loaded += part.length;
        $("full").textContent = `Loading ${Math.min(99, Math.floor((100 * loaded) / this.bytes))} %`;
        stream.enqueue(part);
      },
    });
    const headers = { "content-type": "application/wasm" };
    return WebAssembly.compileStreaming(new Response(answer.body.pipeThrough(count), { headers }));
  }

  /** The pixels of the picture. */
  get size() {
    const { clientWidth, clientHeight } = $("view");
    const ratio = Math.min(devicePixelRatio, 2);
    return [clientWidth, clientHeight].map((c) => Math.max(1, Math.round(c * ratio)));
  }

  /** Notes a change, which frames follow for a while. */
  change() {
    this.changedAt = performance.now();
    this.studio.wake();
  }

  /** Draws a frame. `isMoving` is true while the camera moves or a slider is dragged. */
  frame(time, isMoving) {
    try {
      this.draw(isMoving);
    } catch (error) {
      this.fail(error.message);
      return;
    }
    this.isSlow = isMoving && (this.isSlow || time - this.lastTime > SLOW_MS);
    this.lastTime = time;
    if (isMoving) this.changedAt = performance.now();
    const { land } = this.studio;
    this.isWhole = this.hasPicture && this.state.is_settled && land.complete && land.shownSink === this && !land.draft;
    if (!this.isWhole || performance.now() - this.changedAt < AFTER_MS) this.studio.wake();
  }

  draw(isMoving) {
    const { program, studio } = this;
    const { camera, summary } = studio;
    if (summary.code !== this.code) {
      program.open(summary.code);
      this.code = summary.code;
      this.changedAt = performance.now();
    }
    studio.pictures.aimCamera();
    this.follow();
    const { eye, direction } = camera;
    program.look(...eye, Math.atan2(direction[0], -direction[2]), Math.asin(direction[1]));
    program.resize(...this.size);
    program.draft(isMoving && this.isSlow);
    program.frame();
    const problem = this.glue.problem();
    if (problem) throw new Error(problem);
    this.state = JSON.parse(program.state());
    if (this.state.problem) throw new Error(this.state.problem);
    // Until its first land is drawn, the light picture stays.
    this.hasPicture ||= this.state.revision > 0;
    this.canvas.hidden = !this.hasPicture;
    $("full").textContent = this.hasPicture ? "Light picture" : "Drawing…";
  }

  /** The picture as a PNG. */
  file() {
    this.draw(false);
    return new Promise((resolve) => this.canvas.toBlob(resolve, "image/png"));
  }
}
