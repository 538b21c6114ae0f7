import type { PlayPreview } from "@shoal/contract/player";
import { createHtmlElement } from "../skin/dom.ts";
import { createIcon } from "../skin/icons.ts";
import "./gate.css";
import type { Countdown, GateContext } from "./gate.types.ts";

const TICK_INTERVAL_MS = 250;
const TIME_UNITS = [
  ["days", 86_400],
  ["hours", 3_600],
  ["minutes", 60],
  ["seconds", 1],
] as const;

/**
 * Creates the countdown to a video's start, with the start date in the viewer's time zone.
 * @param start called once the countdown is over.
 */
export function createCountdown(context: GateContext, start: () => void): Countdown {
  const { texts, preview } = context;
  const date = createHtmlElement("p", { class: "gate-date" });
  const timer = createHtmlElement("div", { class: "gate-timer", role: "timer" });
  const element = createHtmlElement("section", { class: "gate", "aria-label": texts.not_startedTitle }, [
    createHtmlElement("div", { class: "gate-icon" }, [createIcon("clock")]),
    createHtmlElement("h1", { text: preview.title || texts.not_startedTitle }),
    createHtmlElement("p", { class: "gate-kicker", text: texts.startsOn }),
    date,
    timer,
    createHtmlElement("p", { class: "gate-note", text: texts.not_startedText }),
  ]);
  let count: ReturnType<typeof setInterval> | undefined;
  const begin = (next: PlayPreview) => {
    clearInterval(count);
    const startMs = Date.parse(next.startsAt ?? next.serverTime);
    const nowMs = startServerClock(next.serverTime);
    date.textContent = formatDate(startMs, context.language);
    const tick = () => {
      const leftSec = Math.ceil((startMs - nowMs()) / 1000);
      drawTimer(timer, Math.max(0, leftSec), context);
      if (leftSec > 0) return;
      clearInterval(count);
      start();
    };
    count = setInterval(tick, TICK_INTERVAL_MS);
    tick();
  };
  begin(preview);
  return {
    type: "countdown",
    element,
    update: begin,
    close() {
      clearInterval(count);
      element.remove();
    },
  };
}

/** Formats a date in the viewer's time zone, with the name of the zone. */
function formatDate(atMs: number, language: string): string {
  const parts = { weekday: "long", day: "numeric", month: "long", year: "numeric" } as const;
  const time = { hour: "2-digit", minute: "2-digit", timeZoneName: "short" } as const;
  // British English is used for its 24-hour clock and its order of day and month.
  return new Date(atMs).toLocaleString(language === "en" ? "en-GB" : language, { ...parts, ...time });
}

function drawTimer(timer: HTMLElement, leftSec: number, { texts, language }: GateContext): void {
  const values = TIME_UNITS.map(([unit, unitSec], at) => {
    const [, upper] = TIME_UNITS[at - 1] ?? ["", 1];
    return { unit, value: Math.floor((at === 0 ? leftSec : leftSec % upper) / unitSec) };
  });
  const shown = leftSec >= 86_400 ? values : values.slice(1);
  timer.setAttribute("aria-label", shown.map(({ unit, value }) => `${value} ${texts[unit]}`).join(" "));
  timer.replaceChildren(
    ...shown.map(({ unit, value }) =>
      createHtmlElement("div", { class: "gate-unit", "aria-hidden": "true" }, [
        createHtmlElement("span", {
          class: "gate-number",
          text: value.toLocaleString(language, { minimumIntegerDigits: 2 }),
        }),
        createHtmlElement("span", { class: "gate-label", text: texts[unit] }),
      ]),
    ),
  );
}

/**
 * Starts a clock with the edge's time, from a response that has just arrived. The viewer's own clock may be wrong or may be changed
 * during playback.
 * @returns ms since 1970, by a monotonic clock.
 */
function startServerClock(serverTime: string): () => number {
  const offsetMs = Date.parse(serverTime) - performance.now();
  return () => performance.now() + offsetMs;
}
