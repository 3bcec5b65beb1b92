// A pane over a figure of the lab, to move and scale its plane.

import { element } from "./rows.js";

/** The part of a figure's picture that shows a plane, which the pointer pans and the wheel zooms. */
export function makePane(lab, { at, side, middle, scale }, size) {
  const pane = element("div", { tabIndex: 0, ariaLabel: "The plane: drag or press arrows to move, plus and minus to zoom", role: "application" });
  Object.assign(pane.style, {
    position: "absolute", touchAction: "none", cursor: "move", left: `${(100 * at[0]) / size[0]}%`,
    top: `${(100 * at[1]) / size[1]}%`, width: `${(100 * side) / size[0]}%`, height: `${(100 * side) / size[1]}%`,
  });
  const pan = (sides) => middle.forEach((key, i) => {
    if (key) lab.values[key] = lab.figure.values[key] + sides[i] * lab.figure.values[scale];
  });
  const zoom = (by) => {
    lab.values[scale] = lab.figure.values[scale] - 0.1 * by;
    lab.draw();
  };
  pane.addEventListener("pointerdown", (event) => {
    let last = [event.clientX, event.clientY];
    const width = pane.clientWidth;
    const move = (next) => {
      pan([(last[0] - next.clientX) / width, (next.clientY - last[1]) / width]);
      last = [next.clientX, next.clientY];
      Object.assign(lab.figure.values, lab.values);
      lab.draw(true);
    };
    const end = () => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      lab.draw();
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
  });
  pane.addEventListener("wheel", (event) => {
    event.preventDefault();
    zoom(-Math.sign(event.deltaY));
  }, { passive: false });
  pane.addEventListener("keydown", (event) => {
    const direction = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (direction) pan(direction.map((c) => 0.1 * c));
    else if (event.key === "+" || event.key === "-") zoom(event.key === "+" ? 1 : -1);
    else return;
    event.preventDefault();
    event.stopPropagation();
    lab.draw();
  });
  return pane;
}
