import type { Counter, MinuteCounters } from "../metrics/minute-counters.ts";
import type { MinuteRecords, PlayedCounter } from "./minute-records.ts";

const PLAYED_COUNTERS: ReadonlySet<string> = new Set<PlayedCounter>([
  "secServer",
  "secPeer",
  "kbpsSeconds",
  "secBestQuality",
]);

/**
 * Records by rendition what the counters count as played. It wraps the counters, so both have the same amounts in the same minutes,
 * and the counting core needs no listeners.
 * @param heightNow returns the height of the rendition at the playhead. If the player does not know it, the result is undefined,
 * and the previous height is used.
 */
export function recordPlayed(
  counters: Pick<MinuteCounters, "add">,
  notes: Pick<MinuteRecords, "countPlayed">,
  heightNow: () => number | undefined,
): void {
  const add = counters.add.bind(counters);
  let height = 0;
  function addAndNote(counter: Counter, amount: number, nowMs = Date.now()): void {
    add(counter, amount, nowMs);
    if (!isPlayed(counter) || !(amount > 0)) return;
    height = heightNow() || height;
    notes.countPlayed(nowMs, height, counter, amount);
  }
  counters.add = addAndNote;
}

const isPlayed = (counter: Counter): counter is PlayedCounter => PLAYED_COUNTERS.has(counter);
