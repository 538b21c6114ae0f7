import type { SkinContext } from "./context.ts";
import { createHtmlElement, setIconAndLabel } from "./dom.ts";
import { createIcon } from "./icons.ts";
import { createLiveEnd } from "./live.ts";

/** Delay before the spinner appears, since it would only flicker during shorter waits. */
const SPINNER_DELAY_MS = 350;
const MESSAGE_DURATION_MS = 700;

export interface PlayerCentre {
  elements: HTMLElement[];
  /** Shows a short text over the video. The text fades out, and is announced to screen readers. */
  showText(text: string): void;
}

/** Creates the centre of the player: the large play button, the spinner, and short messages. */
export function createCentre(context: SkinContext): PlayerCentre {
  const bezel = createHtmlElement("div", { class: "bezel", role: "status", "aria-live": "polite" });
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    elements: [
      createBigPlay(context),
      createLiveEnd(context),
      createSpinner(context),
      createSoundPill(context),
      bezel,
    ],
    showText(text) {
      clearTimeout(timer);
      bezel.textContent = text;
      bezel.classList.add("is-shown");
      timer = setTimeout(() => bezel.classList.remove("is-shown"), MESSAGE_DURATION_MS);
    },
  };
}

function createBigPlay({ root, video, texts, actions }: SkinContext): HTMLElement {
  const button = createHtmlElement("button", { type: "button", class: "big-play" });
  const paint = () => {
    if (video.ended) setIconAndLabel(button, createIcon("replay"), texts.replay);
    else setIconAndLabel(button, createIcon("play"), texts.play);
    root.classList.toggle("is-begun", video.currentTime > 0 || !video.paused);
  };
  button.addEventListener("click", actions.togglePlay);
  for (const event of ["play", "pause", "ended", "seeked", "emptied"]) video.addEventListener(event, paint);
  paint();
  return button;
}

function createSpinner({ root, video, texts }: SkinContext): HTMLElement {
  const element = createHtmlElement("div", {
    class: "spinner",
    role: "progressbar",
    "aria-label": texts.loading,
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const isWaiting = !video.paused && video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA;
      root.classList.toggle("is-waiting", isWaiting);
    }, SPINNER_DELAY_MS);
  };
  const hide = () => {
    clearTimeout(timer);
    root.classList.remove("is-waiting");
  };
  for (const event of ["waiting", "play", "seeking"]) video.addEventListener(event, show);
  for (const event of ["playing", "canplay", "pause", "ended", "timeupdate"])
    video.addEventListener(event, hide);
  return element;
}

/** Creates the button that turns audio on, which is needed because browsers allow autoplay only without audio. */
function createSoundPill({ root, video, texts, options, actions }: SkinContext): HTMLElement {
  const pill = createHtmlElement("button", { type: "button", class: "sound-pill" }, [
    createIcon("volumeOff"),
    createHtmlElement("span", { text: texts.tapToUnmute }),
  ]);
  pill.addEventListener("click", actions.toggleMute);
  const paint = () => root.classList.toggle("is-silenced", video.muted && !options.muted && !video.paused);
  for (const event of ["volumechange", "playing"]) video.addEventListener(event, paint);
  return pill;
}
