import type { SkinContext } from "./context.ts";
import { createHtmlElement, setIconAndLabel } from "./dom.ts";
import { createIcon, type IconName } from "./icons.ts";

/** Creates the mute button and, for viewers with a mouse, a slider next to it. */
export function createVolume({ video, texts, actions }: SkinContext): HTMLElement {
  const button = createHtmlElement("button", { type: "button", class: "button" });
  const slider = createHtmlElement("input", {
    type: "range",
    class: "volume-slider",
    min: "0",
    max: "1",
    step: "0.05",
    "aria-label": texts.volume,
  });
  const paint = () => {
    const level = video.muted ? 0 : video.volume;
    const label = level === 0 ? texts.unmute : texts.mute;
    delete button.dataset.label;
    setIconAndLabel(button, createIcon(iconOf(level)), label, "m");
    slider.value = String(level);
    slider.style.setProperty("--level", `${level * 100}%`);
  };
  button.addEventListener("click", actions.toggleMute);
  slider.addEventListener("input", () => actions.setVolume(Number(slider.value)));
  video.addEventListener("volumechange", paint);
  paint();
  return createHtmlElement("div", { class: "volume" }, [button, slider]);
}

function iconOf(level: number): IconName {
  if (level === 0) return "volumeOff";
  return level < 0.5 ? "volumeLow" : "volumeHigh";
}
