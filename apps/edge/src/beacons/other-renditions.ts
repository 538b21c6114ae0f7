import type { BeaconMinute, PlayedRendition, SessionMinuteRow } from "@shoal/contract/player";

type MainColumns = Pick<SessionMinuteRow, "sec_server" | "sec_peer" | "kbps_seconds" | "sec_best_quality">;
type RenditionColumns = Pick<
  SessionMinuteRow,
  "other_heights" | "other_ms_server" | "other_ms_peer" | "other_ms_best" | "other_kbits"
>;

/**
 * Returns the part of a minute played in renditions other than its main one, in whole milliseconds and kbit. Values are capped at
 * the minute's totals, so that the remainder belongs to the main rendition and the sum equals the minute.
 * @param whole the totals of the minute's row.
 * @param share the share of the reported values that is accepted, from 0 to 1.
 */
export function otherRenditionsOf(minute: BeaconMinute, whole: MainColumns, share: number): RenditionColumns {
  const others = (minute.otherRenditions ?? []).filter(isDistinctRendition(minute.height ?? 0));
  if (others.length === 0) return {};
  const list = (counter: keyof PlayedRendition, most: number, scale: number) =>
    capTotal(
      others.map((each) => Math.round(each[counter] * share * scale)),
      most,
    );
  return {
    other_heights: others.map(({ height }) => height),
    other_ms_server: list("secServer", Math.round(whole.sec_server * 1_000), 1_000),
    other_ms_peer: list("secPeer", Math.round(whole.sec_peer * 1_000), 1_000),
    other_ms_best: list("secBestQuality", Math.round(whole.sec_best_quality * 1_000), 1_000),
    other_kbits: list("kbpsSeconds", Math.floor(whole.kbps_seconds), 1),
  };
}

/** Whether a rendition differs from the main one and from those listed before it. Duplicates count towards the main rendition. */
const isDistinctRendition =
  (main: number) =>
  ({ height }: PlayedRendition, place: number, all: readonly PlayedRendition[]): boolean =>
    height !== main && all.findIndex((other) => other.height === height) === place;

function capTotal(amounts: readonly number[], most: number): number[] {
  let left = most;
  return amounts.map((amount) => {
    const taken = Math.min(amount, left);
    left -= taken;
    return taken;
  });
}
