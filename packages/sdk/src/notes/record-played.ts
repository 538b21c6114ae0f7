import type { Counter, MinuteCounters } from "../metrics/minute-counters.ts";
import type { MinuteRecords, PlayedCounter } from "./minute-records.ts";

const PLAYED: ReadonlySet<string> = new Set<PlayedCounter>([
  "secServer",
  "secPeer",
  "kbpsSeconds",
  "secBestQuality",
]);

/**
 * Notes by renditions what a counters counts as played, from now on. It stands before the counters: both have the very same amounts
 * in the same minutes, and the core that counts needs no room for listeners.
 * @param heightNow of what is under the playhead; undefined where the player does not know it, which is then as it was.
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

const isPlayed = (counter: Counter): counter is PlayedCounter => PLAYED.has(counter);
