// Rows of a label, a slider and a number, for parameters of the land and controls of figures.

const STEPS = 1000;

/** Makes an element with properties and children. */
export function element(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

/** Formats a number with about four digits. */
export function format(value) {
  if (!Number.isFinite(value)) return String(value);
  const digits = Math.max(0, 3 - Math.floor(Math.log10(Math.max(Math.abs(value), 1e-3))));
  return String(+value.toFixed(Math.min(digits, 5)));
}

/** The place of a value on a slider, from 0 to 1. */
function shareOf({ min, max, log }, value) {
  if (log) return Math.log(value / min) / Math.log(max / min);
  return (value - min) / (max - min);
}

function valueAt({ min, max, log, whole }, share) {
  const value = log ? min * (max / min) ** share : min + (max - min) * share;
  if (whole) return Math.round(value);
  return +value.toPrecision(4);
}

/** A range around the value for the slider, because the range of allowed values may be very wide. */
function sliderRange(row) {
  const { min, max, log, value } = row;
  if (log || row.whole || max - min <= 400 || row.exact) return row;
  const wide = Math.max(500, 2 ** Math.ceil(Math.log2(Math.abs(value) + 1)) * 1.5);
  return { ...row, min: Math.max(min, -wide), max: Math.min(max, wide) };
}

let rows = 0;

/**
 * Makes a row. `change(text, isDragged)` gets the new value. Returns the element and a function that shows
 * another value.
 */
export function makeRow(row, change) {
  const element = document.createElement("div");
  element.className = "row";
  element.title = row.doc ?? "";
  const id = `row-${rows++}`;
  const label = document.createElement("label");
  label.textContent = row.label;
  label.htmlFor = id;
  element.append(label);
  if (row.names) return choice(element, row, id, change);
  if (typeof (row.value ?? row.start) === "boolean") return toggle(element, row, id, change);
  if (row.min === undefined) return text(element, row, id, change);
  let range = sliderRange({ ...row, value: row.value ?? row.start });
  const slider = document.createElement("input");
  Object.assign(slider, { type: "range", id, min: 0, step: 1 });
  slider.max = row.whole ? Math.min(range.max - range.min, STEPS) : STEPS;
  slider.dataset.key = row.key;
  const number = document.createElement("input");
  number.className = "number";
  number.inputMode = "decimal";
  number.setAttribute("aria-label", `${row.label}${row.unit ? ` in ${row.unit}` : ""}`);
  // Long units would hide the number.
  const unit = row.unit && row.unit.length <= 3 ? ` ${row.unit}` : "";
  const show = (value) => {
    slider.value = Math.round(shareOf(range, value) * slider.max);
    slider.setAttribute("aria-valuetext", `${format(value)} ${row.unit ?? ""}`);
    number.value = format(value) + unit;
  };
  show(row.value ?? row.start);
  slider.addEventListener("input", () => {
    const value = valueAt(range, slider.value / slider.max);
    number.value = format(value) + unit;
    change(String(value), true);
  });
  slider.addEventListener("change", () => change(String(valueAt(range, slider.value / slider.max)), false));
  number.addEventListener("change", () => change(number.value.trim(), false));
  number.addEventListener("focus", () => number.select());
  element.append(slider, number);
  return { element, key: row.key, show: (next) => {
    range = sliderRange({ ...row, value: next });
    show(next);
  } };
}

function choice(element, row, id, change) {
  const select = document.createElement("select");
  select.id = id;
  row.names.forEach((name, i) => select.add(new Option(name, row.value !== undefined && typeof row.value === "string" ? name : i)));
  select.value = row.value ?? row.start;
  select.addEventListener("change", () => change(select.value, false));
  select.style.gridColumn = "2 / 4";
  element.append(select);
  return { element, key: row.key, show: (value) => (select.value = value) };
}

function toggle(element, row, id, change) {
  const box = document.createElement("input");
  Object.assign(box, { type: "checkbox", id, checked: row.value ?? row.start });
  box.addEventListener("change", () => change(box.checked ? "on" : "off", false));
  element.append(box);
  return { element, key: row.key, show: (value) => (box.checked = Boolean(value)) };
}

function text(element, row, id, change) {
  const input = document.createElement("input");
  Object.assign(input, { id, value: row.value ?? "" });
  input.style.gridColumn = "2 / 4";
  input.addEventListener("change", () => change(input.value, false));
  element.append(input);
  return { element, key: row.key, show: (value) => (input.value = value) };
}
