import { attachmentsOfPage, type Inspectable } from "../inspection.ts";
import { el } from "./dom.ts";
import { formatIn } from "./format.ts";
import { PlayerMonitor } from "./player-monitor.ts";
import { createPeers, createRules, createSummary, createSwarm } from "./sections.ts";
import { STYLE } from "./style.ts";
import { type OverlayLanguage, type OverlayTexts, textsOf } from "./texts.ts";
import { createTimeline } from "./timeline.ts";
import { viewOf } from "./view.ts";

const PAINT_INTERVAL_MS = 500;
const OVERLAY_TAG = "shoal-overlay";
/** The event that closes the overlay, whichever copy of this script created it. */
const CLOSE_EVENT = "shoal:close";

export interface OverlayOptions {
  /** The overlay's language; by default the page's, otherwise the browser's. */
  language?: string;
  /** Whether the user opened the overlay. If so, it takes the focus, and returns it when it is closed. */
  takesFocus?: boolean;
}

/**
 * Shows over the page where its players load their data from. Replaces an overlay that is already shown. The styles of page and
 * overlay do not affect each other.
 * @returns a function that closes it.
 */
export function showOverlay({ language, takesFocus = false }: OverlayOptions = {}): () => void {
  document.querySelector(OVERLAY_TAG)?.dispatchEvent(new Event(CLOSE_EVENT));
  const chosen = pickLanguage(language ?? (document.documentElement.lang || navigator.language));
  const texts = textsOf(chosen);
  const listeners = new AbortController();
  const { signal } = listeners;
  const host = document.createElement(OVERLAY_TAG);
  const root = host.attachShadow({ mode: "open" });
  const former = document.activeElement;
  const close = () => {
    if (signal.aborted) return;
    listeners.abort();
    const hadFocus = document.activeElement === host;
    host.remove();
    if (hadFocus && former instanceof HTMLElement) former.focus();
  };
  host.addEventListener(CLOSE_EVENT, close);
  const panel = createPanel(texts, chosen, signal, close);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  root.adoptedStyleSheets = [sheet];
  root.append(panel);
  listenToKeys(panel, close, signal);
  // In full screen, only the full-screen element is visible.
  const mount = () => (document.fullscreenElement ?? document.body).append(host);
  document.addEventListener("fullscreenchange", mount, { signal });
  mount();
  if (takesFocus) panel.focus();
  return close;
}

/** Shows the overlay, or closes it if it is already shown. */
export function toggleOverlay(options: OverlayOptions): void {
  const shown = document.querySelector(OVERLAY_TAG);
  if (shown) shown.dispatchEvent(new Event(CLOSE_EVENT));
  else showOverlay(options);
}

const pickLanguage = (tag: string): OverlayLanguage => (/^fr\b/i.test(tag) ? "fr" : "en");

/** Closes the panel by Escape, and keeps the keys that it handles from reaching the page. */
function listenToKeys(panel: HTMLElement, close: () => void, signal: AbortSignal): void {
  panel.addEventListener("keydown", (event) => {
    if (event.key.length > 1 || event.key === " ") event.stopPropagation();
    if (event.key === "Escape") close();
  });
  document.addEventListener("keydown", ({ key }) => key === "Escape" && close(), { signal });
}

function createPanel(
  texts: OverlayTexts,
  language: OverlayLanguage,
  signal: AbortSignal,
  close: () => void,
): HTMLElement {
  const format = formatIn(language);
  const parts = [createSummary, createTimeline, createPeers, createRules, createSwarm].map((create) =>
    create(texts, format),
  );
  const [name, none] = [el("p", { class: "name" }), el("p", { class: "empty" }, texts.noPlayer)];
  const chooser = el("select", { "aria-label": texts.player });
  const button = el("button", { type: "button", class: "close", "aria-label": texts.close }, "✕");
  button.addEventListener("click", close);
  const head = el("header", {}, el("h2", { id: "title" }, texts.title), chooser, button);
  const content = el("div", {}, ...parts.map(({ element }) => element));
  const body = el(
    "div",
    { class: "body", tabindex: "0", role: "group", "aria-labelledby": "title" },
    name,
    none,
    content,
  );
  const panel = el(
    "div",
    { class: "panel", role: "dialog", "aria-labelledby": "title", tabindex: "-1", lang: language },
    head,
    body,
  );
  const choice = followPlayers(chooser, texts, signal);
  const paint = () => {
    const watch = choice();
    [content.hidden, none.hidden] = [!watch, watch !== undefined];
    const view = watch && viewOf(watch, detectAbilities(), performance.now());
    name.textContent = view?.name ?? "";
    if (view) for (const part of parts) part.paint(view);
    void watch?.readPeers();
  };
  const timer = setInterval(paint, PAINT_INTERVAL_MS);
  signal.addEventListener("abort", () => clearInterval(timer));
  panel.addEventListener("toggle", paint, { capture: true });
  chooser.addEventListener("change", paint);
  paint();
  return panel;
}

const detectAbilities = () => ({
  isSecure: globalThis.isSecureContext,
  hasWebRtc: typeof RTCPeerConnection === "function",
});

/** Follows the page's players. Each is observed from the time at which it was first seen. @returns the chosen player. */
function followPlayers(
  chooser: HTMLSelectElement,
  texts: OverlayTexts,
  signal: AbortSignal,
): () => PlayerMonitor | undefined {
  const watches = new Map<Inspectable, PlayerMonitor>();
  signal.addEventListener("abort", () => {
    for (const watch of watches.values()) watch.close();
  });
  return () => {
    const players = [...attachmentsOfPage()];
    for (const [player, watch] of watches) {
      if (players.includes(player)) continue;
      watch.close();
      watches.delete(player);
    }
    for (const player of players) if (!watches.has(player)) watches.set(player, new PlayerMonitor(player));
    const all = [...watches.values()];
    if (chooser.options.length !== all.length)
      chooser.replaceChildren(...all.map((_, index) => el("option", {}, `${texts.player} ${index + 1}`)));
    chooser.hidden = all.length < 2;
    return all[Math.max(0, chooser.selectedIndex)];
  };
}
