// The panel: presets as pictures, seed and dice, the first screen's parameters, mood and style.

import { makeRow } from "./rows.js";

const $ = (id) => document.getElementById(id);

/** Shows the pictures of presets, which lie in one file. */
export function showPictures(file) {
  document.documentElement.style.setProperty("--pictures", `url(${URL.createObjectURL(file)})`);
}

export class Panel {
  /** `studio` opens scenes and sets parameters. */
  constructor(studio, tables) {
    this.studio = studio;
    this.rows = [];
    this.makePresets(tables.presets);
    const mood = $("mood");
    mood.add(new Option("Its own", ""));
    tables.moods.forEach(({ slug, title }) => mood.add(new Option(title, slug)));
    mood.addEventListener("change", () => mood.value && studio.mood(mood.value));
    $("style").addEventListener("change", (event) => studio.set("look.style", event.target.value));
    $("seed").addEventListener("change", (event) => studio.set("world.seed", event.target.value));
    $("dice").addEventListener("click", () => studio.dice());
    $("fold").addEventListener("click", () => this.fold($("fold").ariaExpanded === "true"));
    if (matchMedia("(max-width: 760px)").matches) this.fold(true);
  }

  fold(closed) {
    $("fold").setAttribute("aria-expanded", String(!closed));
    $("fold").ariaExpanded = String(!closed);
  }

  makePresets(presets) {
    const list = $("presets");
    // The pictures are sorted by name.
    const order = presets.map(({ slug }) => slug).sort();
    const last = order.length - 1;
    for (const { slug, title, doc } of presets) {
      const option = document.createElement("div");
      option.className = "preset";
      option.id = `preset-${slug}`;
      option.role = "option";
      option.title = doc;
      option.dataset.slug = slug;
      option.style.backgroundPosition = `0 ${(100 * order.indexOf(slug)) / last}%`;
      const name = document.createElement("span");
      name.textContent = title;
      option.append(name);
      option.addEventListener("click", () => this.studio.preset(slug));
      list.append(option);
    }
    this.presets = presets;
    list.addEventListener("keydown", (event) => {
      const by = { ArrowRight: 1, ArrowDown: 3, ArrowLeft: -1, ArrowUp: -3 }[event.key];
      if (by === undefined) return;
      event.preventDefault();
      const now = presets.findIndex(({ slug }) => slug === this.slug);
      const next = Math.min(Math.max(now + by, 0), presets.length - 1);
      this.studio.preset(presets[next].slug);
    });
  }

  /** Marks the open preset; after an import or a code, no preset is marked. */
  choose(slug, title) {
    this.slug = slug;
    const preset = this.presets.find((row) => row.slug === slug);
    $("land-title").textContent = preset?.title ?? title ?? "A land of your own";
    $("preset-doc").textContent = preset?.doc ?? "";
    const list = $("presets");
    for (const option of list.children) option.ariaSelected = String(option.dataset.slug === slug);
    list.setAttribute("aria-activedescendant", preset ? `preset-${slug}` : "");
    const chosen = $(`preset-${slug}`);
    if (chosen) {
      list.scrollTop = chosen.offsetTop - list.offsetTop - 70;
      list.scrollLeft = chosen.offsetLeft - list.offsetLeft - 100;
    }
  }

  /** Shows the state of a scene. */
  show(summary) {
    $("mood").value = summary.mood ?? "";
    $("style").value = summary.style;
    const [seed, ...rows] = summary.rows;
    if (document.activeElement !== $("seed")) $("seed").value = seed.value;
    const keys = rows.map((row) => row.key).join();
    if (keys !== this.keys) {
      this.keys = keys;
      this.rows = rows.map((row) => makeRow(row, (value, dragged) => this.studio.set(row.key, value, dragged)));
      $("rows").replaceChildren(...this.rows.map((row) => row.element));
    } else {
      this.rows.forEach((row, i) => {
        if (!row.element.contains(document.activeElement)) row.show(rows[i].value);
      });
    }
  }
}
