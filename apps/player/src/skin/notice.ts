import type { PlayerFaultType } from "@shoal/sdk";
import type { PlayerTexts } from "../i18n/texts.ts";
import { createHtmlElement } from "./dom.ts";
import { createIcon, type IconName } from "./icons.ts";

/** What a notice reports: an error from which playback does not recover automatically, or what playback is waiting for. */
export type NoticeType =
  | Exclude<PlayerFaultType, "tracker" | "integrity" | "password_required" | "password_wrong">
  | "places_taken"
  | "live_young"
  | "live_ended";

export interface PlayerNotice {
  element: HTMLElement;
  /** Shows a notice. @param count the number of viewers ahead in the queue. */
  show(type: NoticeType, count?: number): void;
  hide(): void;
}

const NOTICE_ICONS: Record<NoticeType, IconName> = {
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
/** The notices that disappear without any action of the viewer. */
const TEMPORARY_NOTICES: readonly NoticeType[] = [
  "not_ready",
  "live_offline",
  "not_started",
  "places_taken",
  "live_young",
];
/** The notices that report no error, and therefore do not use its colours. */
const NEUTRAL_NOTICES: readonly NoticeType[] = [...TEMPORARY_NOTICES, "live_ended"];
const RETRYABLE_NOTICES: readonly NoticeType[] = ["network", "media"];

/** Creates the notice over the video. It explains why there is no playback and what happens next. */
export function createNotice(texts: PlayerTexts, retry: () => void): PlayerNotice {
  const element = createHtmlElement("div", { class: "notice", role: "status", "aria-live": "polite" });
  element.hidden = true;
  const button = createHtmlElement("button", { type: "button", class: "notice-retry", text: texts.retry });
  button.addEventListener("click", retry);
  return {
    element,
    show(type, count) {
      const tone = NEUTRAL_NOTICES.includes(type) ? "calm" : type;
      const picture = createHtmlElement("div", { class: `notice-icon is-${tone}` }, [
        createIcon(NOTICE_ICONS[type]),
      ]);
      const title = createHtmlElement("h1", { text: texts[`${type}Title`] });
      const text = createHtmlElement("p", { text: texts[`${type}Text`] });
      const line =
        count === undefined
          ? []
          : [createHtmlElement("p", { class: "notice-line", text: queueText(texts, count) })];
      const wait = TEMPORARY_NOTICES.includes(type)
        ? [createHtmlElement("div", { class: "notice-wait" })]
        : [];
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

function queueText(texts: PlayerTexts, before: number): string {
  if (before === 0) return texts.lineFirst;
  return before === 1 ? texts.lineOne : texts.lineMany.replace("{count}", String(before));
}
