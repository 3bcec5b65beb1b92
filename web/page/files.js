// Files: downloads, share codes, and heightmaps that the user drops.

const $ = (id) => document.getElementById(id);

export class Files {
  /** `studio` gives codes and opens lands; `crew` makes the files. */
  constructor(studio, crew, say) {
    Object.assign(this, { studio, crew, say });
    $("save").addEventListener("click", () => {
      $("code").value = studio.code();
      $("files").showModal();
    });
    $("share").addEventListener("click", () => this.copy(studio.address(), "The address is copied: it holds this land."));
    $("copy-code").addEventListener("click", () => this.copy(studio.code(), "The code is copied: paste it in Orogen with Ctrl+V."));
    for (const button of document.querySelectorAll("[data-file]")) {
      button.addEventListener("click", () => this.download(button.dataset.file));
    }
    $("map").addEventListener("change", (event) => this.open(event.target.files[0]));
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", (event) => {
      event.preventDefault();
      this.open(event.dataTransfer.files[0]);
    });
    addEventListener("paste", (event) => {
      if (/^(INPUT|TEXTAREA)$/.test(event.target.tagName)) return;
      const text = event.clipboardData.getData("text").trim();
      if (text.startsWith("orogen")) studio.openCode(text);
    });
  }

  async copy(text, message) {
    try {
      await navigator.clipboard.writeText(text);
      this.say(message);
    } catch {
      $("code").value = text;
      if (!$("files").open) $("files").showModal();
      $("code").select();
    }
  }

  /** Opens a dropped file: a recipe, or a heightmap. */
  async open(file) {
    if (!file) return;
    $("files").close();
    const bytes = new Uint8Array(await file.arrayBuffer());
    try {
      if (file.name.endsWith(".toml")) this.studio.openCode(new TextDecoder().decode(bytes));
      else await this.studio.importMap(file.name, bytes);
    } catch (error) {
      this.say(error.message);
    }
  }

  async download(kind) {
    const name = `orogen-${this.studio.slug}`;
    try {
      if (kind === "picture") {
        this.save(await this.studio.picture(), `${name}.png`);
        return;
      }
      this.say("Sampling the land…");
      const { crew, studio } = this;
      const index = crew.idlest;
      const [x, , z] = studio.focus;
      await crew.ask(index, { call: "land", code: studio.code() });
      const request = {
        call: "file", kind, middle_m: [Math.round(x), Math.round(z)], side_m: Number($("side").value), samples: Number($("samples").value),
      };
      const { bytes } = await crew.ask(index, request);
      const ending = { png16: "png", r16: "r16", glb: "glb" }[kind];
      this.save(new Blob([bytes]), `${name}.${ending}`);
      this.say(`${name}.${ending} is saved.`);
    } catch (error) {
      this.say(error.message);
    }
  }

  save(blob, name) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }
}
