import type { Counter, MinuteBook } from "../metrics/minute-book.ts";
import type { MinuteNotes, PlayedCounter } from "./minute-notes.ts";

const PLAYED: ReadonlySet<string> = new Set<PlayedCounter>([
  "secServer",
  "secPeer",
  "kbpsSeconds",
  "secBestQuality",
]);

/**
 * Notes by renditions what a book counts as played, from now on. It stands before the book: both have the very same amounts
 * in the same minutes, and the core that counts needs no room for listeners.
 * @param heightNow of what is under the playhead; undefined where the player does not know it, which is then as it was.
 */
export function hearPlayed(
  book: Pick<MinuteBook, "add">,
  notes: Pick<MinuteNotes, "countPlayed">,
  heightNow: () => number | undefined,
): void {
  const add = book.add.bind(book);
  let height = 0;
  function addAndNote(counter: Counter, amount: number, nowMs = Date.now()): void {
    add(counter, amount, nowMs);
    if (!isPlayed(counter) || !(amount > 0)) return;
    height = heightNow() || height;
    notes.countPlayed(nowMs, height, counter, amount);
  }
  book.add = addAndNote;
}

const isPlayed = (counter: Counter): counter is PlayedCounter => PLAYED.has(counter);
