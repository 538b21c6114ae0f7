import type { PlayerFaultType } from "@shoal/sdk";
import type { Texts } from "../i18n/texts.ts";
import { el } from "./dom.ts";
import { type IconName, icon } from "./icons.ts";

/** What a notice reports: faults that do not recover automatically, and what playback is waiting for. */
export type NoticeType =
  | Exclude<PlayerFaultType, "tracker" | "integrity" | "password_required" | "password_wrong">
  | "places_taken"
  | "live_young"
  | "live_ended";

export interface Notice {
  element: HTMLElement;
  /** Shows a notice. @param count the number of viewers ahead in the queue. */
  show(type: NoticeType, count?: number): void;
  hide(): void;
}

const ICONS: Record<NoticeType, IconName> = {
  not_ready: "clock",
  live_offline: "clock",
  not_started: "clock",
  places_taken: "clock",
  live_young: "clock",
  live_ended: "check",
  not_found: "alert",
  link_ended: "lock",
  denied: "lock",
  streaming_off: "lock",
  address_denied: "lock",
  country_denied: "lock",
  vpn_denied: "lock",
  website_denied: "lock",
  subdomain_denied: "lock",
  authorization_required: "lock",
  authorization_invalid: "lock",
  suspended: "clock",
  encoding_failed: "alert",
  network: "offline",
  media: "alert",
  unsupported: "alert",
};
/** The notices that disappear without an action of the viewer. */
const TEMPORARY_NOTICES: readonly NoticeType[] = [
  "not_ready",
  "live_offline",
  "not_started",
  "places_taken",
  "live_young",
];
/** The notices that report no fault and therefore do not have its colour. */
const NEUTRAL_NOTICES: readonly NoticeType[] = [...TEMPORARY_NOTICES, "live_ended"];
const RETRYABLE_NOTICES: readonly NoticeType[] = ["network", "media"];

/** Creates the notice over the video, which shows why nothing plays and what happens next. */
export function createNotice(texts: Texts, retry: () => void): Notice {
  const element = el("div", { class: "notice", role: "status", "aria-live": "polite" });
  element.hidden = true;
  const button = el("button", { type: "button", class: "notice-retry", text: texts.retry });
  button.addEventListener("click", retry);
  return {
    element,
    show(type, count) {
      const tone = NEUTRAL_NOTICES.includes(type) ? "calm" : type;
      const picture = el("div", { class: `notice-icon is-${tone}` }, [icon(ICONS[type])]);
      const title = el("h1", { text: texts[`${type}Title`] });
      const text = el("p", { text: texts[`${type}Text`] });
      const line =
        count === undefined ? [] : [el("p", { class: "notice-line", text: queueText(texts, count) })];
      const wait = TEMPORARY_NOTICES.includes(type) ? [el("div", { class: "notice-wait" })] : [];
      element.replaceChildren(
        picture,
        title,
        text,
        ...line,
        ...wait,
        ...(RETRYABLE_NOTICES.includes(type) ? [button] : []),
      );
      element.hidden = false;
    },
    hide() {
      element.hidden = true;
      element.replaceChildren();
    },
  };
}

function queueText(texts: Texts, before: number): string {
  if (before === 0) return texts.lineFirst;
  return before === 1 ? texts.lineOne : texts.lineMany.replace("{count}", String(before));
}
