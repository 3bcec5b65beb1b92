// The still picture of slow devices, drawn in parts, so that an edit waits for one part at most.

/** The parts on a side of the picture. */
const PARTS = 4;
const SAMPLES = 4;

export class Still {
  /** Makes room for a picture of this size. */
  constructor(draw, [width, height]) {
    const { gl } = draw;
    Object.assign(this, { draw, gl, size: [width, height] });
    this.drawn = gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.drawn);
    const buffers = [[gl.RGBA8, gl.COLOR_ATTACHMENT0], [gl.DEPTH_COMPONENT24, gl.DEPTH_ATTACHMENT]];
    this.buffers = buffers.map(([format, attachment]) => {
      const buffer = gl.createRenderbuffer();
      gl.bindRenderbuffer(gl.RENDERBUFFER, buffer);
      gl.renderbufferStorageMultisample(gl.RENDERBUFFER, SAMPLES, format, width, height);
      gl.framebufferRenderbuffer(gl.FRAMEBUFFER, attachment, gl.RENDERBUFFER, buffer);
      return buffer;
    });
    this.texture = draw.texture(gl.TEXTURE_2D);
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA8, width, height);
    this.shown = gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.shown);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, this.texture, 0);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  }

  /** The parts, from the bottom up: the lowest and highest clip coordinates of x, then of y. */
  static get parts() {
    const edge = (i) => (2 * i) / PARTS - 1;
    const cells = Array.from({ length: PARTS ** 2 }, (_, i) => [i % PARTS, Math.floor(i / PARTS)]);
    return cells.map(([x, y]) => [edge(x), edge(x + 1), edge(y), edge(y + 1)]);
  }

  /** Draws a part. `paint` draws everything that the camera sees. */
  paint([left, right, bottom, top], paint) {
    const { gl, size } = this;
    const [x0, x1] = [left, right].map((c) => Math.round((0.5 + 0.5 * c) * size[0]));
    const [y0, y1] = [bottom, top].map((c) => Math.round((0.5 + 0.5 * c) * size[1]));
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.drawn);
    gl.enable(gl.SCISSOR_TEST);
    gl.scissor(x0, y0, x1 - x0, y1 - y0);
    paint();
    gl.disable(gl.SCISSOR_TEST);
    gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, this.shown);
    gl.blitFramebuffer(x0, y0, x1, y1, x0, y0, x1, y1, gl.COLOR_BUFFER_BIT, gl.NEAREST);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  }

  /** Puts the picture on the canvas, which has its size. */
  show() {
    const { draw, gl } = this;
    const { program } = draw.program("copy");
    gl.viewport(0, 0, ...this.size);
    gl.useProgram(program);
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    gl.disable(gl.DEPTH_TEST);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    gl.enable(gl.DEPTH_TEST);
  }

  free() {
    const { gl } = this;
    this.buffers.forEach((buffer) => gl.deleteRenderbuffer(buffer));
    gl.deleteTexture(this.texture);
    [this.drawn, this.shown].forEach((frame) => gl.deleteFramebuffer(frame));
  }
}
