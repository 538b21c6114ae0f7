import type { SkinContext } from "./context.ts";
import { createHtmlElement } from "./dom.ts";
import { formatTime } from "./format.ts";

/** How long the offer is shown once the video plays, in ms: enough time to read it and reach for the mouse. */
const OFFER_DURATION_MS = 8_000;

/** Informs the viewer that playback resumes where they stopped, and offers to start over. */
export function showStartOver({ root, video, texts, actions }: SkinContext, positionSec: number): void {
  root.querySelector(".start-over")?.remove();
  const text = createHtmlElement("span", {
    text: texts.resumedAt.replace("{time}", formatTime(positionSec)),
  });
  const button = createHtmlElement("button", { type: "button", text: texts.startOver });
  const element = createHtmlElement("div", { class: "start-over", role: "status" }, [text, button]);
  button.addEventListener("click", () => {
    element.remove();
    actions.seekTo(0);
    if (video.paused) actions.togglePlay();
  });
  video.addEventListener("playing", () => setTimeout(() => element.remove(), OFFER_DURATION_MS), {
    once: true,
  });
  root.append(element);
}
