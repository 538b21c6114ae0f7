import type { PlayerFaultType } from "@shoal/sdk";
import type { Texts } from "../i18n/texts.ts";
import { el } from "./dom.ts";
import { type IconName, icon } from "./icons.ts";

/** Faults that a viewer is told of; the others cure themselves. */
export type NoticeType = Exclude<
  PlayerFaultType,
  "tracker" | "integrity" | "password_required" | "password_wrong"
>;

export interface Notice {
  element: HTMLElement;
  show(type: NoticeType): void;
  hide(): void;
}

const ICONS: Record<NoticeType, IconName> = {
  not_ready: "clock",
  live_offline: "clock",
  not_started: "clock",
  not_found: "alert",
  link_ended: "lock",
  denied: "lock",
  streaming_off: "lock",
  address_denied: "lock",
  country_denied: "lock",
  vpn_denied: "lock",
  website_denied: "lock",
  encoding_failed: "alert",
  network: "offline",
  media: "alert",
  unsupported: "alert",
};
/** Those that end by themselves. */
const WAITED: readonly NoticeType[] = ["not_ready", "live_offline", "not_started"];
const RETRIED: readonly NoticeType[] = ["network", "media"];

/** Says over the picture, in the viewer's words, why nothing plays and what happens next. */
export function createNotice(texts: Texts, retry: () => void): Notice {
  const element = el("div", { class: "notice", role: "status", "aria-live": "polite" });
  element.hidden = true;
  const button = el("button", { type: "button", class: "notice-retry", text: texts.retry });
  button.addEventListener("click", retry);
  return {
    element,
    show(type) {
      const picture = el("div", { class: `notice-icon is-${type}` }, [icon(ICONS[type])]);
      const title = el("h1", { text: texts[`${type}Title`] });
      const text = el("p", { text: texts[`${type}Text`] });
      const wait = WAITED.includes(type) ? [el("div", { class: "notice-wait" })] : [];
      element.replaceChildren(picture, title, text, ...wait, ...(RETRIED.includes(type) ? [button] : []));
      element.hidden = false;
    },
    hide() {
      element.hidden = true;
      element.replaceChildren();
    },
  };
}
