import { el } from "../overlay/dom.ts";
import { consentKey, readConsent, storeConsent } from "./consent-memory.ts";
import { STYLE } from "./style.ts";
import { type ConsentTexts, textsOf } from "./texts.ts";

/** How long the button stays visible after the pointer last moved over the video, in ms. */
const BUTTON_VISIBLE_DURATION_MS = 3_000;

export interface ConsentOptions {
  video: HTMLVideoElement;
  /** The client to whose videos the answer applies. */
  clientId: string;
  /** The language of the question: a tag such as `fr-CA`. */
  language: string;
  /** Whether a button over the video reopens the question; if false, the page calls `reopen`. */
  hasEntry: boolean;
  /** Called when the viewer's answer is known: given now, earlier, or in another window. */
  onAnswer(isGiven: boolean): void;
}

export interface ConsentAsked {
  /** The dialog's element, to be placed at the top of the video. */
  element: HTMLElement;
  /** Returns the viewer's answer, or undefined until there is one. */
  choice(): boolean | undefined;
  choose(isGiven: boolean): void;
  close(): void;
}

/** All visible dialogs on this page. An answer for one player applies to all players of the same client. */
const visibleDialogs = new Set<{ clientId: string; apply(isGiven: boolean): void }>();

/**
 * Asks whether a viewer agrees to share data, unless they have already answered. Playback does not wait for the answer. The page's
 * styles do not affect the dialog.
 */
export function askConsent({ video, clientId, language, hasEntry, onAnswer }: ConsentOptions): ConsentAsked {
  const texts = textsOf(language);
  const listeners = new AbortController();
  const { signal } = listeners;
  const element = document.createElement("shoal-consent");
  const root = element.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  root.adoptedStyleSheets = [sheet];
  let choice: boolean | undefined;

  const entry = createEntry(video, signal);
  const notice = createNotice(texts, language, (isGiven) => {
    const hadFocus = root.activeElement !== null;
    choose(isGiven);
    if (hadFocus && hasEntry) entry.focus();
  });
  const show = (isOpen: boolean) => {
    notice.element.hidden = !isOpen;
    // With this attribute, pages that show their own content at the top of the video can make room for the dialog.
    element.toggleAttribute("data-open", isOpen);
    entry.hidden = isOpen || !hasEntry;
    notice.mark(choice);
    const name = choice ? texts.isOn : texts.isOff;
    entry.setAttribute("aria-label", name);
    entry.title = name;
    entry.classList.toggle("is-off", !choice);
  };
  const own = {
    clientId,
    apply(isGiven: boolean) {
      if (isGiven !== choice) onAnswer(isGiven);
      choice = isGiven;
      show(false);
    },
  };
  function choose(isGiven: boolean): void {
    storeConsent(clientId, isGiven, openStorage(), Date.now());
    for (const other of visibleDialogs) if (other.clientId === clientId) other.apply(isGiven);
  }
  const applyStored = () => {
    const kept = readConsent(clientId, openStorage(), Date.now());
    if (kept !== undefined) own.apply(kept);
  };
  entry.addEventListener("click", () => {
    show(true);
    notice.focus();
  });
  element.addEventListener("keydown", (event) => {
    // The player must not also react to keys that the dialog handles.
    if (event.key !== "Tab") event.stopPropagation();
    if (event.key !== "Escape" || notice.element.hidden) return;
    show(false);
    if (hasEntry) entry.focus();
  });
  window.addEventListener("storage", ({ key }) => key === consentKey(clientId) && applyStored(), { signal });
  visibleDialogs.add(own);
  root.append(notice.element, entry);
  show(true);
  applyStored();
  return {
    element,
    choice: () => choice,
    choose,
    close() {
      listeners.abort();
      visibleDialogs.delete(own);
      element.remove();
    },
  };
}

/** Returns the browser's storage, or a substitute if it is blocked. In that case, merely accessing the storage throws. */
function openStorage(): Pick<Storage, "getItem" | "setItem" | "removeItem"> {
  try {
    return localStorage;
  } catch {
    return { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
  }
}

interface ConsentNotice {
  element: HTMLElement;
  mark(choice: boolean | undefined): void;
  focus(): void;
}

function createNotice(
  texts: ConsentTexts,
  language: string,
  answer: (isGiven: boolean) => void,
): ConsentNotice {
  const question = el("p", { role: "status" });
  const buttons = [true, false].map((isGiven) => {
    const button = el("button", { type: "button" }, isGiven ? texts.yes : texts.no);
    button.addEventListener("click", () => answer(isGiven));
    return { isGiven, button };
  });
  const answers = el("div", { class: "answers" }, ...buttons.map(({ button }) => button));
  const element = el(
    "section",
    { class: "notice", "aria-label": texts.name, lang: language },
    question,
    answers,
  );
  // Screen readers announce content that is added to an existing element, so the text is added last.
  requestAnimationFrame(() => question.append(texts.question));
  return {
    element,
    mark(choice) {
      for (const { isGiven, button } of buttons)
        if (choice !== undefined) button.setAttribute("aria-pressed", String(choice === isGiven));
    },
    focus: () => buttons[0]?.button.focus(),
  };
}

const BUTTON_ICON = "M4 8h13l-4-4M20 16H7l4 4";

/** Creates the button that reopens the question, visible while the pointer moves over the video or the video is paused. */
function createEntry(video: HTMLVideoElement, signal: AbortSignal): HTMLButtonElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", BUTTON_ICON);
  svg.append(path);
  const entry = el("button", { type: "button", class: "entry" }, svg);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wake = () => {
    clearTimeout(timer);
    entry.classList.remove("is-quiet");
    timer = setTimeout(() => entry.classList.toggle("is-quiet", !video.paused), BUTTON_VISIBLE_DURATION_MS);
  };
  for (const name of ["pointermove", "pointerdown", "pause", "play"])
    video.addEventListener(name, wake, { signal });
  entry.addEventListener("pointermove", wake);
  signal.addEventListener("abort", () => clearTimeout(timer));
  wake();
  return entry;
}
