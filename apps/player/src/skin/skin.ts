import type { PlayTheme } from "@shoal/contract";
import type { PlayPreview, PlaySession } from "@shoal/contract/player";
import type { Language, PlayerTexts } from "../i18n/texts.ts";
import type { PlayerOptions } from "../options.ts";
import type { Playback } from "../playback/playback.ts";
import { createActions } from "./actions.ts";
import { createBar } from "./bar.ts";
import { type Captions, createCaptions } from "./captions.ts";
import { createCentre } from "./centre.ts";
import { SKIN_EVENTS, type SkinContext } from "./context.ts";
import { createHtmlElement } from "./dom.ts";
import { createHelp } from "./help.ts";
import { listenToKeys } from "./keyboard.ts";
import { isSeekable, positionOf, seekableRangeOf, updateLiveTime } from "./live.ts";
import { createNotice, type NoticeType } from "./notice.ts";
import { listenToPointer } from "./pointer.ts";
import { showStartOver } from "./start-over.ts";

export interface SkinHost {
  root: HTMLElement;
  texts: PlayerTexts;
  language: Language;
  options: PlayerOptions;
  /** Called when the viewer starts playback. */
  play(): void;
  retry(): void;
  /** The viewer's answer about sharing data; undefined if they were not asked. */
  consent: SkinContext["consent"];
}

export interface PlayerSkin {
  video: HTMLVideoElement;
  captions: Captions;
  setSession(session: PlaySession): void;
  /** Called when the session has a new token. */
  renewSession(session: PlaySession): void;
  /** Shows the title and poster of a video that does not play yet. */
  showPreview(preview: PlayPreview): void;
  /** Informs the viewer that playback resumes at a position, and how to start over. */
  offerStartOver(positionSec: number): void;
  setPlayback(playback: Playback): void;
  seekTo(positionSec: number): void;
  qualitiesChanged(): void;
  /** Shows a notice. @param count the number of viewers ahead in the queue. */
  showNotice(type: NoticeType, count?: number): void;
  hideNotice(): void;
}

/** Creates all visible elements once. They follow the video element and the calls of the player. */
export function createSkin(host: SkinHost): PlayerSkin {
  const video = createVideo(host);
  let session: PlaySession | undefined;
  let playback: Playback | undefined;
  const held = { session: () => session, playback: () => playback };
  const captions = createCaptions({ ...host, video, session: held.session });
  const actions = createActions(
    { root: host.root, video, reach: () => seekableRangeOf(context), positionSec: () => positionOf(context) },
    {
      play: host.play,
      beginAt: (positionSec) => playback?.beginAt(positionSec),
      sought: (positionSec) => playback?.sought(positionSec) ?? false,
      toggleCaptions: captions.toggle,
    },
  );
  const context: SkinContext = { ...host, ...held, video, actions };
  const notice = createNotice(host.texts, host.retry);
  assembleSkin(context, captions, notice.element);
  updateLiveTime(context);
  return {
    video,
    captions,
    renewSession(next) {
      session = next;
    },
    setSession(next) {
      session = next;
      if (next.thumbnailUrl && video.readyState === 0) video.poster = next.thumbnailUrl;
      showTheme(next.theme);
      host.root.classList.toggle("is-unseekable", !isSeekable(held));
      host.root.dispatchEvent(new Event(SKIN_EVENTS.session));
    },
    showPreview: ({ title, thumbnailUrl, theme }) => {
      if (title) document.title = title;
      showTheme(theme);
      if (thumbnailUrl) video.poster = thumbnailUrl;
    },
    offerStartOver: (positionSec) => showStartOver(context, positionSec),
    setPlayback(next) {
      playback = next;
    },
    seekTo: actions.seekTo,
    qualitiesChanged: () => void host.root.dispatchEvent(new Event(SKIN_EVENTS.qualities)),
    showNotice: (type, count) => {
      notice.show(type, count);
      host.root.classList.add("has-notice");
    },
    hideNotice: () => {
      notice.hide();
      host.root.classList.remove("has-notice");
    },
  };
}

function createVideo({ options }: SkinHost): HTMLVideoElement {
  const video = createHtmlElement("video", {
    class: "picture",
    playsinline: "",
    preload: "auto",
    tabindex: "-1",
  });
  video.muted = options.muted;
  video.loop = options.loop;
  return video;
}

function assembleSkin(context: SkinContext, captions: Captions, noticeElement: HTMLElement): void {
  const { root, video, texts, options } = context;
  root.classList.add("player");
  root.classList.toggle("is-bare", !options.hasControls);
  root.setAttribute("aria-label", texts.player);
  const centre = createCentre(context);
  const help = createHelp(context);
  const title = createTitle(context);
  const shade = createHtmlElement("div", { class: "shade" });
  const bar = options.hasControls ? [createBar(context, captions)] : [];
  root.append(video, shade, captions.element, title, ...centre.elements, ...bar, noticeElement, help.element);
  const pointer = listenToPointer(context, video, centre.showText);
  listenToKeys(context, {
    showText: centre.showText,
    wake: pointer.wake,
    toggleHelp: help.toggle,
    toggleDelivery: () => toggleDelivery(context.language),
  });
}

function createTitle({ root, session, options }: SkinContext): HTMLElement {
  const element = createHtmlElement("div", { class: "title" });
  element.hidden = options.hasTitle === false;
  root.addEventListener(SKIN_EVENTS.session, () => {
    element.hidden = !(options.hasTitle ?? session()?.theme.hasTitle ?? true);
    element.textContent = session()?.title ?? "";
    document.title = session()?.title ?? document.title;
  });
  return element;
}

/** Shows or hides where each segment comes from. The script for this is loaded on first use. */
function toggleDelivery(language: Language): void {
  void import("@shoal/sdk/overlay").then(
    ({ toggleOverlay }) => toggleOverlay({ language, takesFocus: true }),
    // If the script cannot be loaded, the viewer can press the key again.
    () => undefined,
  );
}

/** The CSS property for each colour of a theme. */
const COLOUR_PROPERTIES = {
  accent: "--accent",
  accentInk: "--accent-ink",
  accentText: "--accent-text",
  background: "--backdrop",
} as const satisfies Partial<Record<keyof PlayTheme, string>>;

/** Applies the colours of the video's client. */
function showTheme(theme: PlayTheme): void {
  const { style } = document.documentElement;
  for (const name of Object.keys(COLOUR_PROPERTIES) as (keyof typeof COLOUR_PROPERTIES)[])
    style.setProperty(COLOUR_PROPERTIES[name], theme[name]);
}
