import type { Captions } from "./captions.ts";
import { createChapterButton } from "./chapters.ts";
import { durationOf, SKIN_EVENTS, type SkinContext } from "./context.ts";
import { createHtmlElement, setIconAndLabel } from "./dom.ts";
import { formatTime } from "./format.ts";
import { createIcon, type IconName } from "./icons.ts";
import { behindSec, createLiveButton, describePosition, hasLiveEnded, isLive, positionOf } from "./live.ts";
import { canFullscreen, canPictureInPicture } from "./screen.ts";
import { createScrubber } from "./scrubber.ts";
import { createSettings } from "./settings.ts";
import { createVolume } from "./volume.ts";

const SKIP_STEP_SEC = 10;

/** Creates the control bar, with the timeline above a row of buttons. */
export function createBar(context: SkinContext, captions: Captions): HTMLElement {
  const { texts, actions } = context;
  const skip = (name: IconName, label: string, offsetSec: number, key: string) => {
    const button = iconButton("button skip", createIcon(name, String(SKIP_STEP_SEC)), label, key);
    button.addEventListener("click", () => actions.seekBy(offsetSec));
    return button;
  };
  const left = createHtmlElement("div", { class: "bar-side" }, [
    createPlayButton(context),
    skip("back", texts.back, -SKIP_STEP_SEC, "j"),
    skip("forward", texts.forward, SKIP_STEP_SEC, "l"),
    createVolume(context),
    createLiveButton(context),
    createClock(context),
  ]);
  const right = createHtmlElement("div", { class: "bar-side" }, [
    createCaptionsButton(context, captions),
    createSettings(context, captions),
    ...createScreenButtons(context),
  ]);
  const row = createHtmlElement("div", { class: "bar-row" }, [left, createChapterButton(context), right]);
  return createHtmlElement("div", { class: "bar" }, [createScrubber(context), row]);
}

function iconButton(name: string, picture: SVGElement, label: string, shortcut: string): HTMLButtonElement {
  const button = createHtmlElement("button", { type: "button", class: name });
  setIconAndLabel(button, picture, label, shortcut);
  return button;
}

function createPlayButton({ video, texts, actions }: SkinContext): HTMLElement {
  const button = createHtmlElement("button", { type: "button", class: "button" });
  const paint = () => {
    if (video.ended) setIconAndLabel(button, createIcon("replay"), texts.replay, "k");
    else if (video.paused) setIconAndLabel(button, createIcon("play"), texts.play, "k");
    else setIconAndLabel(button, createIcon("pause"), texts.pause, "k");
  };
  button.addEventListener("click", actions.togglePlay);
  for (const event of ["play", "pause", "ended", "seeked"]) video.addEventListener(event, paint);
  paint();
  return button;
}

function createClock(context: SkinContext): HTMLElement {
  const { video, root } = context;
  const position = createHtmlElement("span");
  const duration = createHtmlElement("span", { class: "clock-duration" });
  const slash = createHtmlElement("span", { class: "clock-slash", text: "/" });
  const clock = createHtmlElement("div", { class: "clock", "aria-hidden": "true" }, [
    position,
    slash,
    duration,
  ]);
  const paint = () => {
    const live = isLive(context);
    // A live has no length. Its live button shows whether the viewer is at the live edge.
    clock.hidden = live && !hasLiveEnded(context) && behindSec(context) === 0;
    [slash.hidden, duration.hidden] = [live, live];
    position.textContent = describePosition(context, positionOf(context));
    duration.textContent = formatTime(durationOf(context));
  };
  for (const event of ["timeupdate", "seeking", "durationchange"]) video.addEventListener(event, paint);
  for (const name of [SKIN_EVENTS.session, SKIN_EVENTS.live]) root.addEventListener(name, paint);
  paint();
  return clock;
}

function createCaptionsButton({ root, texts }: SkinContext, captions: Captions): HTMLElement {
  const button = iconButton("button captions-button", createIcon("captions"), texts.captions, "c");
  const paint = () => {
    button.hidden = captions.list().length === 0;
    button.setAttribute("aria-pressed", String(captions.chosen() !== undefined));
  };
  button.addEventListener("click", captions.toggle);
  root.addEventListener(SKIN_EVENTS.session, paint);
  root.addEventListener(SKIN_EVENTS.captions, paint);
  paint();
  return button;
}

function createScreenButtons({ video, texts, actions }: SkinContext): HTMLElement[] {
  const buttons: HTMLElement[] = [];
  if (canPictureInPicture()) {
    const pip = iconButton("button pip", createIcon("pip"), texts.pip, "i");
    pip.addEventListener("click", actions.togglePip);
    buttons.push(pip);
  }
  if (canFullscreen(video)) {
    const full = createHtmlElement("button", { type: "button", class: "button" });
    const paint = () => {
      const isFull = document.fullscreenElement !== null;
      if (isFull) setIconAndLabel(full, createIcon("exitFullscreen"), texts.exitFullscreen, "f");
      else setIconAndLabel(full, createIcon("fullscreen"), texts.fullscreen, "f");
    };
    full.addEventListener("click", actions.toggleFullscreen);
    document.addEventListener("fullscreenchange", paint);
    paint();
    buttons.push(full);
  }
  return buttons;
}
