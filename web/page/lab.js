// The lab: figures as SVG with steps, the point p, controls, formulas, code, questions and challenges.

import { makePane } from "./pane.js";
import { element, format, makeRow } from "./rows.js";

const $ = (id) => document.getElementById(id);
const FIRST_POINT = [1.7, 2.3];

export class Lab {
  /** `ask` answers requests of figures, `studio` sets parameters, `onChange` is called when the figure changes. */
  constructor(ask, studio, tables, onChange) {
    Object.assign(this, { ask, studio, tables, onChange });
    this.byName = new Map(tables.figures.map((row) => [row.name, row]));
    this.choices = new Map();
    this.point = [...FIRST_POINT];
    this.octave = 0;
    this.gradients = [];
    this.textbook = true;
    this.makeList();
    addEventListener("keydown", (event) => this.key(event));
  }

  makeList() {
    const nav = $("figure-nav");
    const select = $("figure-select");
    for (const screen of this.tables.screens) {
      const group = element("optgroup", { label: screen });
      nav.append(element("h3", { textContent: screen }));
      for (const { name, title } of this.tables.figures.filter((row) => row.screen === screen)) {
        const button = element("button", { textContent: title, onclick: () => this.open({ name }) });
        button.dataset.name = name;
        nav.append(button);
        group.append(new Option(title, name));
      }
      select.append(group);
    }
    select.addEventListener("change", () => this.open({ name: select.value }));
  }

  /** Opens a figure at a step, counted from 1, and a point. Unknown names open the first figure. */
  open({ name, step, point }) {
    this.row = this.byName.get(name) ?? this.tables.figures[0];
    this.step = Math.min(Math.max((step ?? 1) - 1, 0), this.row.steps - 1);
    if (point) this.point = point;
    this.isOpen = true;
    $("lab").hidden = false;
    $("figure-select").value = this.row.name;
    for (const button of $("figure-nav").querySelectorAll("button")) {
      button.setAttribute("aria-current", String(button.dataset.name === this.row.name));
      if (button.dataset.name === this.row.name) button.scrollIntoView({ block: "nearest" });
    }
    this.makeArticle();
    this.draw();
  }

  close() {
    this.isOpen = false;
    $("lab").hidden = true;
  }

  /** The figure's part of the address. */
  get spot() {
    return { figure: this.row.name, step: this.step + 1, p: this.point.map((c) => +c.toFixed(3)).join(",") };
  }

  get values() {
    if (!this.choices.has(this.row.name)) this.choices.set(this.row.name, {});
    return this.choices.get(this.row.name);
  }

  makeArticle() {
    const { row } = this;
    const questions = this.tables.questions.map(({ text, figure, step }) =>
      element("button", { textContent: text, onclick: () => this.open({ name: figure, step: step + 1 }) }));
    this.parts = {
      drawing: element("div", { className: "drawing" }),
      dots: element("div", { className: "dots", role: "group", ariaLabel: "Steps" }),
      caption: element("p", { className: "caption" }),
      formula: element("div", { className: "formula", tabIndex: 0, ariaLabel: "The formula with its numbers" }),
      controls: element("div", { className: "controls" }),
      code: element("pre", { tabIndex: 0, ariaLabel: "The method as code" }),
      done: element("p"),
    };
    this.parts.caption.setAttribute("aria-live", "polite");
    for (let i = 0; i < row.steps; i++) {
      const dot = element("button", { textContent: i + 1, ariaLabel: `Step ${i + 1}`, onclick: () => this.go(i) });
      this.parts.dots.append(dot);
    }
    const textbookBox = element("input", { type: "checkbox", checked: this.textbook, id: "textbook" });
    textbookBox.addEventListener("change", () => {
      this.textbook = textbookBox.checked;
      this.draw();
    });
    const challenge = element("section", { className: "challenge" },
      element("strong", { textContent: "Try it" }), element("p", { textContent: row.task }),
      element("details", {}, element("summary", { textContent: "A hint" }), element("p", { textContent: row.hint })),
      this.parts.done);
    this.parts.challenge = challenge;
    const steps = element("div", { className: "steps" },
      element("button", { textContent: "◀ Back", onclick: () => this.go(this.step - 1) }), this.parts.dots,
      element("button", { textContent: "Next ▶", onclick: () => this.go(this.step + 1) }));
    const article = $("figure");
    article.replaceChildren(
      element("div", { className: "questions" }, ...questions),
      element("h2", { id: "figure-title", textContent: row.title, tabIndex: -1 }),
      element("p", { className: "question", textContent: row.question }),
      this.parts.drawing, steps, this.parts.caption, this.parts.controls, this.parts.formula,
      element("details", {}, element("summary", { textContent: "The method as code" }), this.parts.code),
      challenge,
      element("label", { className: "switch" }, textbookBox, "Textbook numbers in place of my land’s"),
      element("button", { textContent: "Reset this figure", onclick: () => this.reset() }));
    article.scrollTop = 0;
    this.controlRows = null;
  }

  go(step) {
    this.step = Math.min(Math.max(step, 0), this.row.steps - 1);
    this.draw();
  }

  reset() {
    this.choices.delete(this.row.name);
    Object.assign(this, { point: [...FIRST_POINT], gradients: [], octave: 0, step: 0 });
    this.controlRows = null;
    this.draw();
  }

  key(event) {
    if (!this.isOpen || event.ctrlKey || event.altKey || event.metaKey) return;
    if (/^(INPUT|SELECT|TEXTAREA|BUTTON|SUMMARY)$/.test(event.target.tagName)) return;
    if (event.key === "ArrowRight" || event.key === " ") this.go(this.step + 1);
    else if (event.key === "ArrowLeft") this.go(this.step - 1);
    else return;
    event.preventDefault();
  }

  /** Draws the figure. Of several waiting requests only the newest is answered. */
  async draw(dragged = false) {
    this.onChange();
    this.request = {
      call: "figure", name: this.row.name, step: this.step, point: this.point, octave: this.octave,
      values: this.values, gradients: this.gradients, dragged, textbook: this.textbook,
      dark: document.documentElement.dataset.theme !== "light",
    };
    if (this.isBusy) return;
    this.isBusy = true;
    while (this.request) {
      const { request } = this;
      this.request = null;
      try {
        const figure = await this.ask(request);
        if (request.name === this.row.name) this.show(figure, request);
      } catch (error) {
        this.parts.caption.textContent = error.message;
      }
    }
    this.isBusy = false;
  }

  /** Draws figures whose pictures are made once in each worker, before the user asks for them. */
  async prepare() {
    const { crew } = this.studio;
    for (const name of this.tables.prepared) {
      const step = this.byName.get(name).steps - 1;
      const request = { call: "figure", name, step, point: FIRST_POINT, dark: true, textbook: true };
      // A free worker is left for the user's figure.
      for (let index = 0; index < crew.members.length; index++) await crew.ask(index, request);
    }
  }

  show(figure, { step }) {
    const { parts, row } = this;
    this.prepared ??= this.prepare();
    this.figure = figure;
    this.showDrawing(figure);
    [...parts.dots.children].forEach((dot, i) => dot.setAttribute("aria-pressed", String(i === step)));
    parts.caption.textContent = figure.caption;
    parts.formula.hidden = figure.formula.length === 0;
    if (!parts.formula.contains(document.activeElement)) {
      parts.formula.replaceChildren(...figure.formula.map((line) => element("div", {}, ...line.map((term) => this.term(term)))));
    }
    parts.code.replaceChildren(...row.code.map((line, i) =>
      element("span", { className: i === figure.code_line ? "here" : "", textContent: `${line}\n` })));
    parts.challenge.classList.toggle("done", figure.done);
    parts.done.textContent = figure.done ? "✔ done" : "";
    this.showControls(figure);
  }

  showDrawing({ svg, size, handles, plane }) {
    const { drawing } = this.parts;
    const focused = drawing.querySelector(":focus")?.dataset.handle;
    if (!drawing.firstChild) drawing.append(element("div"));
    const paper = drawing.firstChild;
    paper.innerHTML = svg;
    const picture = paper.firstChild;
    drawing.style.background = picture.querySelector("rect").getAttribute("fill");
    picture.removeAttribute("width");
    picture.removeAttribute("height");
    picture.setAttribute("role", "img");
    picture.setAttribute("aria-label", this.row.title);
    // Leaves room in the window for the steps below.
    paper.style.maxWidth = `min(${1.6 * size[0]}px, ${Math.round((58 * size[0]) / size[1])}dvh)`;
    paper.style.margin = "auto";
    paper.style.position = "relative";
    if (plane) paper.append(makePane(this, plane, size));
    handles.forEach((handle, i) => paper.append(this.handle(handle, i, size)));
    if (focused !== undefined) paper.querySelector(`[data-handle="${focused}"]`)?.focus();
    if (this.dragging !== undefined) paper.querySelector(`[data-handle="${this.dragging}"]`)?.focus();
  }

  handle(handle, index, size) {
    const button = element("button", { className: "handle", title: handle.label, ariaLabel: handle.label });
    button.dataset.handle = index;
    button.style.left = `${(100 * handle.at[0]) / size[0]}%`;
    button.style.top = `${(100 * handle.at[1]) / size[1]}%`;
    button.addEventListener("pointerdown", (event) => this.startDrag(event, handle, index, size));
    button.addEventListener("keydown", (event) => {
      const direction = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[event.key];
      if (!direction) return;
      event.preventDefault();
      event.stopPropagation();
      const by = event.shiftKey ? 20 : 4;
      this.move(handle, this.valuesOf(handle), direction.map((c) => c * by));
      this.draw();
    });
    // A pointer's click ends in `startDrag`; this click comes from the keyboard.
    button.addEventListener("click", (event) => event.detail === 0 && this.click(handle));
    return button;
  }

  /** The values of the two numbers that a handle changes. */
  valuesOf(handle) {
    return [handle.x, handle.y].map((axis) => axis && this.valueOf(axis.target));
  }

  startDrag(event, handle, index, size) {
    event.preventDefault();
    const paper = this.parts.drawing.firstChild;
    const scale = size[0] / paper.clientWidth;
    const from = [event.clientX, event.clientY];
    const start = this.valuesOf(handle);
    this.dragging = index;
    this.hasMoved = false;
    const move = (next) => {
      const by = [next.clientX - from[0], next.clientY - from[1]].map((c) => c * scale);
      if (Math.hypot(...by) > 2) this.hasMoved = true;
      if (!this.hasMoved) return;
      this.move(handle, start, by);
      this.draw(true);
    };
    const end = () => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      this.dragging = undefined;
      if (this.hasMoved) this.draw();
      else this.click(handle);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }

  move(handle, start, by) {
    [handle.x, handle.y].forEach((axis, i) => {
      if (axis) this.assign(axis.target, start[i] + by[i] * axis.per_point);
    });
  }

  click({ click }) {
    if (!click) return;
    if (click.set !== undefined) {
      this.values[click.set] = click.value;
    } else {
      const { octave, cell, gradient } = click;
      if (!gradient) return;
      // Turned by the golden angle, so that several clicks spread well.
      const [sin, cos] = [Math.sin(2.39996323), Math.cos(2.39996323)];
      const [x, y] = this.gradientOf(octave, cell)?.[2] ?? gradient;
      this.setGradient(octave, cell, [x * cos - y * sin, x * sin + y * cos]);
    }
    this.draw();
  }

  gradientOf(octave, cell) {
    return this.gradients.find((g) => g[0] === octave && String(g[1]) === String(cell));
  }

  setGradient(octave, cell, gradient) {
    this.gradients = this.gradients.filter((g) => g !== this.gradientOf(octave, cell));
    this.gradients.push([octave, cell, gradient]);
  }

  /** The present value of a number that the user can change. */
  valueOf(target) {
    if (target.point !== undefined) return this.point[target.point];
    if (target.control !== undefined) return this.figure.values[target.control];
    if (target.recipe !== undefined) return this.figure.recipe.find((row) => row.key.endsWith(target.recipe))?.value ?? 0;
    return this.gradientOf(target.octave, target.cell)?.[2][target.axis] ?? target.gradient?.[target.axis] ?? 0;
  }

  assign(target, value) {
    if (!Number.isFinite(value)) return;
    if (target.point !== undefined) this.point[target.point] = value;
    else if (target.control !== undefined) this.values[target.control] = value;
    else if (target.recipe !== undefined) this.studio.set(target.recipe, String(value));
    else {
      const before = this.gradientOf(target.octave, target.cell)?.[2] ?? [...(target.gradient ?? [0, 0])];
      const next = [...before];
      next[target.axis] = value;
      this.setGradient(target.octave, target.cell, next);
    }
  }

  term({ text, edits, value }) {
    if (edits && !edits.cell) {
      const input = element("input", { value: format(value), inputMode: "decimal", ariaLabel: "A number of the formula" });
      input.addEventListener("change", () => {
        this.assign(edits, Number(input.value.replace(",", ".").replace("−", "-")));
        input.blur();
        this.draw();
      });
      return input;
    }
    return element("span", { className: value === null ? "" : "value", textContent: text });
  }

  showControls({ values, recipe }) {
    const { row, parts } = this;
    if (this.controlRows) {
      for (const made of this.controlRows) {
        const value = values[made.key] ?? recipe.find((r) => r.key === made.key)?.value;
        if (!made.element.contains(document.activeElement)) made.show(typeof made.start === "boolean" ? value >= 0.5 : value);
      }
      return;
    }
    const own = row.controls.filter((control) => !control.recipe).map((control) => {
      const start = control.start;
      const shown = typeof start === "boolean" ? values[control.key] >= 0.5 : values[control.key];
      const made = makeRow({ ...control, value: shown, exact: true }, (text, dragged) => {
        const value = { on: 1, off: 0 }[text] ?? Number(text.replace(",", "."));
        if (!Number.isFinite(value)) return;
        this.values[control.key] = value;
        this.draw(dragged);
      });
      return { ...made, start };
    });
    const ofRecipe = recipe.map((r) => makeRow(r, (text) => {
      this.textbook = false;
      document.getElementById("textbook").checked = false;
      this.studio.set(r.key, text);
      this.draw();
    }));
    this.controlRows = [...own, ...ofRecipe];
    parts.controls.replaceChildren(...this.controlRows.map((made) => made.element));
  }
}
