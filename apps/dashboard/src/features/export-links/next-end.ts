import type { ExportLinkView } from "@shoal/contract";

/** The longest delay, in ms, until links are reloaded. Much longer delays overflow the browsers' timers. */
const MAX_TIMER_MS = 24 * 3_600_000;

/** Returns the time until the first active link ends, in ms; false if no link will end. */
export function msUntilNextEnd(
  page: { _embedded: Pick<ExportLinkView, "endsAt">[] } | undefined,
  nowMs: number,
): number | false {
  const waitsMs = (page?._embedded ?? [])
    .map(({ endsAt }) => (endsAt ? Date.parse(endsAt) - nowMs : 0))
    .filter((waitMs) => waitMs > 0);
  return waitsMs.length > 0 && Math.min(MAX_TIMER_MS, ...waitsMs);
}
