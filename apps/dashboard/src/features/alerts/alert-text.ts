import { type AlertKind, type AlertView, MAX_STATISTICS_DAYS } from "@shoal/contract";
import { type FigureUnit, figureText } from "../../components/analytics/figure-text.ts";

const UNITS_OF_KINDS: Record<AlertKind, FigureUnit> = {
  stream_down: "seconds",
  rebuffering: "secPerHour",
  errors: "percent",
  quota: "percent",
  offload_lost: "percent",
  unverified: "percent",
  address_quota: "percent",
};
const LINK_MARGIN_MS = 15 * 60_000;
const DAY_MS = 86_400_000;

export const unitOf = (kind: AlertKind): FigureUnit => UNITS_OF_KINDS[kind];

/** Writes a value of an alert with its unit. @example valueText("errors", 12.5, "fr") // "12,5 %" */
export function valueText(kind: AlertKind, value: number, language: string): string {
  const unit = UNITS_OF_KINDS[kind];
  // Thresholds are round numbers and need no decimals.
  return unit === "seconds"
    ? figureText(value, unit, language)
    : figureText(value, unit, language, { largest: value });
}

/** Writes the duration of an open or closed alert. */
export const durationText = ({ openedAt, closedAt }: AlertView, nowMs: number, language: string): string =>
  figureText(
    Math.max(0, ((closedAt ? Date.parse(closedAt) : nowMs) - Date.parse(openedAt)) / 1_000),
    "seconds",
    language,
  );

/** Returns the link to the analytics of an alert's video, for the time of the alert and a short time before and after it. */
export function analyticsLink(
  { subject, openedAt, closedAt }: Pick<AlertView, "subject" | "openedAt" | "closedAt">,
  nowMs: number,
): string {
  const endMs = Math.min(nowMs, (closedAt ? Date.parse(closedAt) : nowMs) + LINK_MARGIN_MS);
  const fromMs = Math.max(Date.parse(openedAt) - LINK_MARGIN_MS, endMs - MAX_STATISTICS_DAYS * DAY_MS);
  const iso = (ms: number) => new Date(ms).toISOString();
  const period = new URLSearchParams({ range: "own", from: iso(fromMs), to: iso(endMs) });
  const page = subject.video === null ? "/analytics" : `/analytics/${encodeURIComponent(subject.video)}`;
  return `${page}?${period}`;
}
