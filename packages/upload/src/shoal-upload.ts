import { STYLE } from "./style.ts";
import { EN, FR, type UploadTexts } from "./texts.ts";
import { createUploader, type RefusedFile, type Uploader, type UploaderFile } from "./uploader.ts";

const MAX_FILES = 20;
/** Extensions of videos whose types browsers do not know. */
const ACCEPTED_TYPES = "video/*,.mxf,.mkv,.mts,.m2ts,.ts,.flv,.avi,.mov,.mpg,.wmv,.webm,.ogv";
/** Screen readers announce progress at each of these steps. */
const ANNOUNCE_STEP_PCT = 25;
const AUTHORIZE_TIMEOUT_MS = 30_000;

/** Servers render pages without a DOM, where this is a plain class. */
const ElementBase = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

/** `<shoal-upload url="…" authorize-url="…">`: uploads files that visitors drop or choose to an installation. */
export class ShoalUploadElement extends ElementBase {
  static readonly observedAttributes = ["url", "accept", "language", "disabled", "max-files"];

  /**
   * Replaces `authorize-url`: returns an upload token for a file. It is only declared: a field would delete what a page sets
   * before this script is loaded.
   */
  declare authorize: ((file: File) => Promise<string>) | undefined;

  #uploader: Uploader | undefined;
  #rows = new Map<string, FileRow>();
  #ended = new Set<string>();
  /** The unfinished files that are shown, with their language, as text. */
  #shownUnfinished = "";
  #parts: ElementParts | undefined;
  #texts = EN;

  connectedCallback(): void {
    this.#texts = this.#language() === "fr" ? FR : EN;
    this.#parts ??= this.#build();
    if (!this.#uploader) this.#open();
    this.#render();
  }

  disconnectedCallback(): void {
    // Deferred, so that an element that is only moved within the page keeps uploading.
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#uploader?.close();
      this.#uploader = undefined;
    });
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (!this.isConnected || !this.#parts || before === after) return;
    this.#texts = this.#language() === "fr" ? FR : EN;
    if (name === "url") {
      this.#uploader?.close();
      this.#open();
    }
    for (const { element } of this.#rows.values()) element.remove();
    this.#rows.clear();
    this.#render();
  }

  /** Adds files to the list, like dropping them. */
  addFiles(files: Iterable<File>): void {
    if (!this.#uploader || !this.#parts || this.hasAttribute("disabled")) return;
    const all = [...files];
    const max = Number(this.getAttribute("max-files") ?? MAX_FILES);
    const room = Math.max(0, max - this.#uploader.files().length);
    const refused = this.#uploader.add(all.slice(0, room));
    const texts = refused.map(({ name, reason }: RefusedFile) => this.#texts[reason](name));
    if (all.length > room) texts.push(this.#texts.tooMany(max));
    this.#parts.refused.textContent = texts.join(" ");
  }

  /** The files on the list. */
  get files(): readonly UploaderFile[] {
    return this.#uploader?.files() ?? [];
  }

  #language(): string {
    const named = this.getAttribute("language") ?? this.closest("[lang]")?.getAttribute("lang");
    return (named ?? navigator.language).slice(0, 2).toLowerCase();
  }

  #open(): void {
    this.#ended.clear();
    this.#uploader = createUploader({
      url: this.getAttribute("url") ?? "",
      authorize: (file) => (this.authorize ?? ((one) => this.#requestToken(one)))(file),
    });
    this.#uploader.subscribe(() => this.#render());
  }

  async #requestToken(file: File): Promise<string> {
    const response = await fetch(this.getAttribute("authorize-url") ?? "", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name: file.name, sizeBytes: file.size }),
      signal: AbortSignal.timeout(AUTHORIZE_TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`The page's server answered ${response.status} for an upload token`);
    const { token } = (await response.json()) as { token: string };
    return token;
  }

  #build(): ElementParts {
    const root = this.attachShadow({ mode: "open" });
    const style = document.createElement("style");
    style.textContent = STYLE;
    const input = makeElement("input", { type: "file", hidden: true, multiple: true });
    const hint = makeElement("span");
    const choose = makeElement("button", { type: "button", className: "choose" });
    const drop = makeElement("div", { className: "drop" });
    const refused = makeElement("p", { className: "refused" });
    const unfinished = makeElement("ul", { className: "unfinished" });
    const list = makeElement("ul");
    const liveRegion = makeElement("div", { className: "visually-hidden" });
    drop.setAttribute("part", "drop");
    choose.setAttribute("part", "button");
    refused.setAttribute("role", "alert");
    liveRegion.setAttribute("aria-live", "polite");
    drop.append(hint, choose, input);
    root.append(style, drop, refused, unfinished, list, liveRegion);
    choose.addEventListener("click", () => input.click());
    input.addEventListener("change", () => {
      this.addFiles(input.files ?? []);
      // Lets visitors choose the same file again.
      input.value = "";
    });
    for (const type of ["dragenter", "dragover"])
      drop.addEventListener(type, (event) => {
        event.preventDefault();
        drop.classList.toggle("over", !this.hasAttribute("disabled"));
      });
    drop.addEventListener("dragleave", () => drop.classList.remove("over"));
    drop.addEventListener("drop", (event) => {
      event.preventDefault();
      drop.classList.remove("over");
      this.addFiles((event as DragEvent).dataTransfer?.files ?? []);
    });
    return { input, hint, choose, refused, unfinished, list, liveRegion };
  }

  #render(): void {
    const { input, hint, choose, list } = this.#parts as ElementParts;
    const texts = this.#texts;
    const isDisabled = this.hasAttribute("disabled");
    input.accept = this.getAttribute("accept") ?? ACCEPTED_TYPES;
    hint.textContent = texts.drop;
    choose.textContent = texts.choose;
    choose.disabled = isDisabled;
    list.setAttribute("aria-label", texts.files);
    const files = this.files;
    for (const file of files) this.#renderFile(file);
    for (const [id, row] of this.#rows)
      if (!files.some((file) => file.id === id)) {
        row.element.remove();
        this.#rows.delete(id);
      }
    this.#renderUnfinished();
    this.#emit("shoal-change", { files });
  }

  /** Shows the unfinished files. Elements that are still right stay: they may have the focus, or be in the middle of a click. */
  #renderUnfinished(): void {
    const { unfinished, choose } = this.#parts as ElementParts;
    const texts = this.#texts;
    const files = this.#uploader?.unfinished() ?? [];
    const wanted = JSON.stringify([texts.forget, ...files.map(({ name }) => name)]);
    if (wanted !== this.#shownUnfinished)
      unfinished.replaceChildren(
        ...files.map(({ name }) => {
          const item = makeElement("li");
          const message = makeElement("span", { textContent: texts.unfinished(name) });
          const button = makeElement("button", { type: "button", textContent: texts.forget });
          button.setAttribute("aria-label", texts.forgetOf(name));
          item.append(message, button);
          return item;
        }),
      );
    this.#shownUnfinished = wanted;
    for (const [at, button] of unfinished.querySelectorAll("button").entries())
      button.onclick = () => {
        files[at]?.forget();
        choose.focus();
      };
  }

  #renderFile(file: UploaderFile): void {
    const row = this.#rows.get(file.id) ?? this.#addRow(file);
    const { texts, uploader } = { texts: this.#texts, uploader: this.#uploader as Uploader };
    const { status } = file;
    const isOver = status === "uploaded" || status === "error";
    row.progress.value = file.percent;
    row.progress.hidden = status === "uploaded" || status === "error";
    row.state.textContent = stateText(file, texts);
    row.state.classList.toggle("failed", status === "error");
    row.element.dataset.status = status;
    const toggle = status === "paused" ? "resume" : status === "error" ? "retry" : "pause";
    row.toggle.hidden = status === "uploaded" || status === "cancelling";
    row.toggle.textContent = { pause: "⏸", resume: "▶", retry: "↻" }[toggle];
    row.toggle.title = texts[toggle](file.name);
    row.toggle.setAttribute("aria-label", texts[toggle](file.name));
    row.toggle.onclick = () => uploader[toggle](file.id);
    row.cancel.disabled = status === "cancelling";
    row.cancel.title = texts[isOver ? "remove" : "cancel"](file.name);
    row.cancel.setAttribute("aria-label", row.cancel.title);
    row.cancel.onclick = () => {
      void uploader.cancel(file.id);
      this.#parts?.choose.focus();
    };
    this.#announce(file, row);
  }

  #addRow(file: UploaderFile): FileRow {
    const row: FileRow = {
      element: makeElement("li"),
      state: makeElement("span", { className: "state" }),
      progress: makeElement("progress", { max: 100 }),
      toggle: makeElement("button", { type: "button", className: "icon" }),
      cancel: makeElement("button", { type: "button", className: "icon", textContent: "✕" }),
      reportedPct: 0,
    };
    const name = makeElement("span", { className: "name", textContent: file.name, title: file.name });
    const actions = makeElement("span", { className: "actions" });
    row.element.setAttribute("part", "file");
    for (const button of [row.toggle, row.cancel]) button.setAttribute("part", "button");
    row.progress.setAttribute("aria-label", this.#texts.progressOf(file.name));
    actions.append(row.toggle, row.cancel);
    row.element.append(name, actions, row.state, row.progress);
    this.#parts?.list.append(row.element);
    this.#rows.set(file.id, row);
    return row;
  }

  /** Announces steps and results, once each. */
  #announce(file: UploaderFile, row: FileRow): void {
    const { name, status, uuid, fault, percent } = file;
    const isEnd = status === "uploaded" || status === "error";
    if (!isEnd) this.#ended.delete(file.id);
    const step = Math.floor(percent / ANNOUNCE_STEP_PCT) * ANNOUNCE_STEP_PCT;
    const isNews = isEnd ? !this.#ended.has(file.id) : step > row.reportedPct;
    if (!isNews || !this.#parts) return;
    row.reportedPct = step;
    this.#parts.liveRegion.textContent = `${name}: ${stateText(file, this.#texts)}`;
    if (!isEnd) return;
    this.#ended.add(file.id);
    if (status === "uploaded") this.#emit("shoal-uploaded", { uuid, name });
    else this.#emit("shoal-failed", { name, code: fault });
  }

  #emit(type: string, detail: object): void {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  }
}

interface ElementParts {
  input: HTMLInputElement;
  hint: HTMLElement;
  choose: HTMLButtonElement;
  refused: HTMLElement;
  unfinished: HTMLElement;
  list: HTMLElement;
  liveRegion: HTMLElement;
}

interface FileRow {
  element: HTMLLIElement;
  state: HTMLElement;
  progress: HTMLProgressElement;
  toggle: HTMLButtonElement;
  cancel: HTMLButtonElement;
  /** The progress last announced to screen readers, in percent. */
  reportedPct: number;
}

function makeElement<K extends keyof HTMLElementTagNameMap>(
  name: K,
  values: Partial<HTMLElementTagNameMap[K]> = {},
): HTMLElementTagNameMap[K] {
  return Object.assign(document.createElement(name), values);
}

function stateText(
  { status, percent, etaSec, fault, isReconnecting }: UploaderFile,
  texts: UploadTexts,
): string {
  if (status === "error") return texts.faults[fault ?? ""] ?? texts.fault;
  if (isReconnecting) return texts.reconnecting;
  if (status !== "uploading") return texts[status];
  const left = etaSec === null ? [] : [texts.left(Math.ceil(etaSec))];
  return [texts.percent(Math.floor(percent)), ...left].join(" · ");
}

/** Defines the element once, however often it is imported. */
export function defineShoalUpload(name = "shoal-upload"): void {
  if (globalThis.customElements && !customElements.get(name)) customElements.define(name, ShoalUploadElement);
}
