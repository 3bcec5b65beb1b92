// Draws the land with WebGL2: chunks, water, sky, and lines over the land.

import { invert, lookAlong, multiply, perspective } from "./matrix.js";

const VERTICES = 65 * 65;
const VERTEX_BYTES = 32;
/** The rendering origin lies on multiples of this distance, so that noise stays in place. */
const ORIGIN_M = 2048;

/** The programs of the natural style: their shaders and definitions. */
const NATURAL = {
  land: { vertex: "chunk.vert", fragment: ["common.glsl", "ground.glsl", "natural.frag"] },
  sea: {
    vertex: "chunk.vert", defines: ["SEA"],
    fragment: ["common.glsl", "clouds.glsl", "ground.glsl", "water.frag"],
  },
  river: {
    vertex: "chunk.vert", defines: ["RIVER"],
    fragment: ["common.glsl", "clouds.glsl", "ground.glsl", "water.frag"],
  },
  sky: { vertex: "sky.vert", fragment: ["common.glsl", "clouds.glsl", "sky.frag"] },
};

/** Sketches of the natural style, which any device compiles and draws quickly. */
const SKETCHES = Object.fromEntries(Object.entries(NATURAL).map(([name, program]) =>
  [`${name}_sketch`, { ...program, defines: [...(program.defines ?? []), "SKETCH"] }]));

const PROGRAMS = {
  ...NATURAL, ...SKETCHES,
  course: { vertex: "chunk.vert", defines: ["COURSE"], fragment: ["course.frag"] },
  line: { vertex: "line.vert", fragment: ["line.frag"] },
  copy: { vertex: "sky.vert", fragment: ["copy.frag"] },
};

const HEAD = "#version 300 es\nprecision highp float;\nprecision highp int;\nprecision highp sampler2DArray;\n";

export class Draw {
  constructor(canvas) {
    this.canvas = canvas;
    /** The request for the vertices of a chunk. */
    this.call = "chunk";
    this.programs = {};
    this.numbers = {};
    this.origin = [0, 0];
    /** The size of the picture in pixels. */
    this.size = [canvas.width, canvas.height];
    this.planes = [];
    this.lines = null;
  }

  /** Takes the graphics device. `shaders` has all shader files, each after a line with its name. */
  open(gl, shaders) {
    if (!gl) throw new Error("This page needs WebGL2, which this browser does not offer.");
    const files = shaders.split(/^\/\/\/\/ (.*)\n/m).slice(1);
    const sources = Object.fromEntries(files.flatMap((name, i) => (i % 2 === 0 ? [[name, files[i + 1]]] : [])));
    Object.assign(this, { gl, sources });
    this.parallel = gl.getExtension("KHR_parallel_shader_compile");
    this.started = {};
    ["land_sketch", "sea_sketch", "sky_sketch"].forEach((name) => this.start(name));
    gl.flush();
    gl.enable(gl.DEPTH_TEST);
    gl.depthFunc(gl.LEQUAL);
    this.indices = this.makeIndices();
    this.sky = this.texture(gl.TEXTURE_2D);
    this.around = [gl.TEXTURE_2D_ARRAY, gl.TEXTURE_2D_ARRAY].map((kind) => this.texture(kind));
    this.forgetSurroundings();
  }

  texture(kind) {
    const { gl } = this;
    const texture = gl.createTexture();
    gl.bindTexture(kind, texture);
    gl.texParameteri(kind, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
    gl.texParameteri(kind, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
    gl.texParameteri(kind, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
    return texture;
  }

  /** The triangles of a chunk from all vertices, then from every fourth on a side. */
  makeIndices() {
    const { gl } = this;
    const triangles = (step) => {
      const indices = [];
      for (let z = 0; z < 64; z += step) {
        for (let x = 0; x < 64; x += step) {
          const i = x + 65 * z;
          const [right, below] = [i + step, i + 65 * step];
          indices.push(i, below, right, right, below, below + step);
        }
      }
      return indices;
    };
    const [all, few] = [triangles(1), triangles(4)];
    const buffer = gl.createBuffer();
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, buffer);
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, new Uint16Array([...all, ...few]), gl.STATIC_DRAW);
    return { buffer, all: [all.length, 0], few: [few.length, 2 * all.length] };
  }

  /** A program that is ready to draw. */
  program(name) {
    return (this.programs[name] ??= this.finished(name, this.start(name)));
  }

  /** True once the programs of the natural style can draw without a wait; starts to compile them. */
  get isNaturalReady() {
    const { gl, parallel } = this;
    const programs = ["land", "sea", "sky"].map((name) => this.start(name));
    return !parallel || programs.every((program) => gl.getProgramParameter(program, parallel.COMPLETION_STATUS_KHR));
  }

  /** Starts to compile a program; the graphics driver compiles it meanwhile. */
  start(name) {
    return (this.started[name] ??= this.compile(PROGRAMS[name]));
  }

  compile({ vertex, fragment, defines = [] }) {
    const { gl, sources } = this;
    const head = HEAD + defines.map((define) => `#define ${define}\n`).join("");
    const program = gl.createProgram();
    const parts = [[gl.VERTEX_SHADER, [vertex]], [gl.FRAGMENT_SHADER, fragment]];
    for (const [kind, files] of parts) {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, head + files.map((file) => sources[file]).join("\n"));
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    return program;
  }

  /** A compiled program with its uniforms. */
  finished(name, program) {
    const { gl } = this;
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) {
      const logs = gl.getAttachedShaders(program).map((shader) => gl.getShaderInfoLog(shader));
      throw new Error(`the shader “${name}”: ${logs.join("")} ${gl.getProgramInfoLog(program)}`);
    }
    const uniforms = {};
    for (let i = 0; i < gl.getProgramParameter(program, gl.ACTIVE_UNIFORMS); i++) {
      const { name: uniform, type } = gl.getActiveUniform(program, i);
      uniforms[uniform] = { place: gl.getUniformLocation(program, uniform), type };
    }
    return { program, uniforms };
  }

  /** Sets a program's uniforms from numbers by their names. */
  set({ uniforms }, numbers) {
    const { gl } = this;
    for (const [name, { place, type }] of Object.entries(uniforms)) {
      const value = numbers[name];
      if (value === undefined) continue;
      switch (type) {
        case gl.FLOAT: gl.uniform1f(place, value); break;
        case gl.FLOAT_VEC2: gl.uniform2fv(place, value); break;
        case gl.FLOAT_VEC3: gl.uniform3fv(place, value); break;
        case gl.FLOAT_VEC4: gl.uniform4fv(place, value); break;
        case gl.FLOAT_MAT4: gl.uniformMatrix4fv(place, false, value); break;
        case gl.UNSIGNED_INT_VEC2: gl.uniform2uiv(place, value); break;
        default: gl.uniform1i(place, value);
      }
    }
  }

  /** Takes the numbers of the land's look or of the light. */
  take(numbers) {
    const { gl } = this;
    const { sky_table: table, ...uniforms } = numbers;
    Object.assign(this.numbers, uniforms);
    if (!table) return;
    const texels = new Float32Array(48 * 32 * 4);
    for (let i = 0; i < 48 * 32; i++) texels.set([...table.slice(3 * i, 3 * i + 3), 1], 4 * i);
    gl.bindTexture(gl.TEXTURE_2D, this.sky);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA16F, 48, 32, 0, gl.RGBA, gl.FLOAT, texels);
  }

  /** Takes the light of the land around a place. */
  takeSurroundings(bytes) {
    const { gl } = this;
    const [x, z, finest, texels, levels, top] = new Float64Array(bytes.buffer, bytes.byteOffset, 6);
    const count = texels * texels * levels;
    const light = new Uint16Array(bytes.buffer, bytes.byteOffset + 48, 4 * count);
    const ground = new Uint8Array(bytes.buffer, bytes.byteOffset + 48 + 8 * count, 4 * count);
    const kind = gl.TEXTURE_2D_ARRAY;
    gl.bindTexture(kind, this.around[0]);
    gl.texImage3D(kind, 0, gl.RGBA16F, texels, texels, levels, 0, gl.RGBA, gl.HALF_FLOAT, light);
    gl.bindTexture(kind, this.around[1]);
    gl.texImage3D(kind, 0, gl.RGBA8, texels, texels, levels, 0, gl.RGBA, gl.UNSIGNED_BYTE, ground);
    this.nest = { centre: [x, z], finest, texels };
    this.numbers.u_nest_levels = [levels, 1, top];
  }

  forgetSurroundings() {
    const { gl } = this;
    this.nest = { centre: [0, 0], finest: 1, texels: 1 };
    this.numbers.u_nest_levels = [0, 0, 0];
    for (const texture of this.around) {
      gl.bindTexture(gl.TEXTURE_2D_ARRAY, texture);
      const texel = new Uint8Array([0, 0, 0, 255]);
      gl.texImage3D(gl.TEXTURE_2D_ARRAY, 0, gl.RGBA8, 1, 1, 1, 0, gl.RGBA, gl.UNSIGNED_BYTE, texel);
    }
  }

  /** Uploads a chunk's vertices. */
  upload(bytes) {
    const { gl } = this;
    const [low, high] = new Float32Array(bytes.buffer, bytes.byteOffset + bytes.length - 8, 2);
    const buffer = gl.createBuffer();
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    gl.bufferData(gl.ARRAY_BUFFER, bytes.subarray(0, bytes.length - 8), gl.STATIC_DRAW);
    const has_river = bytes.length > VERTICES * VERTEX_BYTES + 8;
    const river = has_river ? this.vertices(buffer, VERTICES * VERTEX_BYTES) : null;
    return { low, high, buffer, vertices: this.vertices(buffer, 0), river };
  }

  vertices(buffer, offset) {
    const { gl } = this;
    const array = gl.createVertexArray();
    gl.bindVertexArray(array);
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    const attributes = [
      [3, gl.FLOAT, 0], [1, gl.FLOAT, 12], [4, gl.SHORT, 16], [4, gl.UNSIGNED_BYTE, 24], [4, gl.UNSIGNED_BYTE, 28],
    ];
    attributes.forEach(([size, type, start], i) => {
      gl.enableVertexAttribArray(i);
      gl.vertexAttribPointer(i, size, type, type !== gl.FLOAT, VERTEX_BYTES, offset + start);
    });
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.indices.buffer);
    gl.bindVertexArray(null);
    return array;
  }

  free({ buffer, vertices, river }) {
    const { gl } = this;
    gl.deleteBuffer(buffer);
    gl.deleteVertexArray(vertices);
    if (river) gl.deleteVertexArray(river);
  }

  /**
   * Points the camera. `clearance` is the eye's height over the ground, `reach` the farthest land, `part` the
   * drawn part of the picture: the lowest and highest clip coordinates of x, then of y.
   */
  look({ eye, direction, field, clearance, reach, part = [-1, 1, -1, 1] }) {
    this.origin = [eye[0], eye[2]].map((c) => Math.round(c / ORIGIN_M) * ORIGIN_M);
    const [ox, oz] = this.origin;
    const near = Math.min(Math.max(0.15 * clearance, 0.4), 40);
    const [width, height] = this.size;
    const local = [eye[0] - ox, eye[1], eye[2] - oz];
    const far = 1.5 * reach + 10 * clearance;
    const clip = multiply(perspective(field, width / height, near, far), lookAlong(local, direction));
    // The sky needs only directions, so its camera is at the origin.
    const skyClip = multiply(perspective(field, width / height, 1, 10), lookAlong([0, 0, 0], direction));
    this.planes = [...part, -1, 1].map((bound, i) => [0, 1, 2, 3].map((c) =>
      (i % 2 === 0 ? 1 : -1) * (clip[4 * c + (i >> 1)] - bound * clip[4 * c + 3])));
    Object.assign(this.numbers, {
      u_clip_from_world: clip, u_world_from_clip: invert(skyClip), u_eye: local,
      u_origin: this.origin.map((c) => c >>> 0),
      u_pixel: (2 * Math.tan(field / 2)) / height,
    });
  }

  /** True if a box of the world, given by two corners, may be in the picture. */
  isVisible([x0, y0, z0], [x1, y1, z1]) {
    const [ox, oz] = this.origin;
    return this.planes.every(([a, b, c, d]) =>
      a * ((a > 0 ? x1 : x0) - ox) + b * (b > 0 ? y1 : y0) + c * ((c > 0 ? z1 : z0) - oz) + d >= 0);
  }

  /**
   * Draws the land. `viewer` is x, the height above the ground, and z. `detail` has the octaves of fine relief
   * and the sheets of clouds, `few` to leave out most triangles, and `sketch` to leave out all fine relief.
   */
  frame(land, { viewer, course, detail: { octaves, sheets, few = false, sketch = false } }) {
    const { gl, numbers } = this;
    const [ox, oz] = this.origin;
    gl.viewport(0, 0, ...this.size);
    gl.clearColor(0.66, 0.74, 0.8, 1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    if (!land.morph || !numbers.u_sun_light) return;
    const { centre, finest, texels } = this.nest;
    Object.assign(numbers, {
      u_viewer: [viewer[0] - ox, viewer[1], viewer[2] - oz], u_morph: land.morph.numbers,
      u_octaves: octaves, u_sheets: sheets, u_nest: [centre[0] - ox, centre[1] - oz, finest, texels],
      u_sky_table: 0, u_around_light: 1, u_around_ground: 2,
    });
    const textures = [[gl.TEXTURE_2D, this.sky], [gl.TEXTURE_2D_ARRAY, this.around[0]], [gl.TEXTURE_2D_ARRAY, this.around[1]]];
    textures.forEach(([kind, texture], i) => {
      gl.activeTexture(gl.TEXTURE0 + i);
      gl.bindTexture(kind, texture);
    });
    gl.activeTexture(gl.TEXTURE0);
    const shown = this.shownChunks(land, viewer);
    const triangles = few ? this.indices.few : this.indices.all;
    const natural = (name) => (sketch ? `${name}_sketch` : name);
    this.chunks(course ? "course" : natural("land"), shown, triangles, (chunk) => chunk.vertices);
    if (!course) {
      const sea = numbers.u_sea_m;
      this.chunks(natural("sea"), shown.filter(({ chunk }) => chunk.low <= sea), triangles, (chunk) => chunk.vertices);
      this.chunks(natural("river"), shown.filter(({ chunk }) => chunk.river), this.indices.all, (chunk) => chunk.river);
      const sky = this.program(natural("sky"));
      gl.useProgram(sky.program);
      this.set(sky, numbers);
      gl.bindVertexArray(null);
      gl.drawArrays(gl.TRIANGLES, 0, 3);
    }
    if (this.lines) this.drawLines();
  }

  /** Resolves when the device has drawn everything so far. */
  drawn() {
    const { gl } = this;
    const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    gl.flush();
    return new Promise((resolve) => {
      const ask = () => {
        if (gl.getSyncParameter(fence, gl.SYNC_STATUS) !== gl.SIGNALED) return setTimeout(ask, 5);
        gl.deleteSync(fence);
        return resolve();
      };
      setTimeout(ask);
    });
  }

  /** The visible chunks, nearest first, so that the depth test rejects hidden pixels early. */
  shownChunks(land, viewer) {
    const { spacing_m } = land.morph;
    const shown = [];
    for (const { text, key, tag } of land.leaves) {
      const chunk = land.built.get(text);
      if (!chunk) continue;
      const side = 64 * spacing_m * 2 ** key[0];
      const [x, z] = [key[1] * side, key[2] * side];
      const bottom = Math.min(chunk.low, this.numbers.u_sea_m);
      if (!this.isVisible([x, bottom, z], [x + side, chunk.high + 1, z + side])) continue;
      const distance = Math.hypot(x + side / 2 - viewer[0], z + side / 2 - viewer[2]);
      shown.push({ chunk, corner: [x, z], tag, distance });
    }
    return shown.sort((a, b) => a.distance - b.distance);
  }

  chunks(name, shown, [count, offset], arrayOf) {
    if (shown.length === 0) return;
    const { gl } = this;
    const program = this.program(name);
    gl.useProgram(program.program);
    this.set(program, this.numbers);
    const { u_corner: corner, u_tag: tag } = program.uniforms;
    for (const item of shown) {
      gl.uniform2f(corner.place, item.corner[0] - this.origin[0], item.corner[1] - this.origin[1]);
      gl.uniform1i(tag.place, item.tag);
      gl.bindVertexArray(arrayOf(item.chunk));
      gl.drawElements(gl.TRIANGLES, count, gl.UNSIGNED_SHORT, offset);
    }
    gl.bindVertexArray(null);
  }

  /** Sets the lines over the land: x, y, z of two world points a line. `null` removes them. */
  takeLines(groups) {
    const { gl } = this;
    if (this.lines) this.lines.forEach(({ buffer }) => gl.deleteBuffer(buffer));
    this.lines = groups && groups.map(({ points, colour }) => {
      const buffer = gl.createBuffer();
      return { points, colour, buffer, origin: null };
    });
  }

  drawLines() {
    const { gl } = this;
    const program = this.program("line");
    gl.useProgram(program.program);
    this.set(program, this.numbers);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
    for (const group of this.lines) {
      gl.bindBuffer(gl.ARRAY_BUFFER, group.buffer);
      if (String(group.origin) !== String(this.origin)) {
        group.origin = this.origin;
        const local = group.points.map((c, i) => c - [this.origin[0], 0, this.origin[1]][i % 3]);
        gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(local), gl.STATIC_DRAW);
      }
      gl.enableVertexAttribArray(0);
      gl.vertexAttribPointer(0, 3, gl.FLOAT, false, 0, 0);
      gl.uniform4fv(program.uniforms.u_colour.place, group.colour);
      gl.drawArrays(gl.LINES, 0, group.points.length / 3);
    }
    gl.disable(gl.BLEND);
  }
}
