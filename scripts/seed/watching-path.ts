import type { WatchEvent } from "@shoal/contract/player";

/** The minimum duration of a demo video with chapters, in seconds. */
const MIN_CHAPTERS_DURATION_SEC = 120;
const CHAPTER_TITLES = [
  { share: 0, title: "Welcome" },
  { share: 0.12, title: "Numbers of the year" },
  { share: 0.4, title: "Demonstration" },
  { share: 0.7, title: "Questions" },
];
/**
 * The second at which one viewer in three skips to a chapter, and the second at which one viewer in seven jumps back by `SKIP_BACK_SEC` seconds.
 */
const SKIP_TO_CHAPTER_AT_SEC = 45;
const SKIP_BACK_AT_SEC = 100;
const SKIP_BACK_SEC = 25;

/** Returns the chapters of a demo video. */
export const demoChapters = (durationSec: number): { start: number; title: string }[] =>
  durationSec < MIN_CHAPTERS_DURATION_SEC
    ? []
    : CHAPTER_TITLES.map(({ share, title }) => ({ start: Math.floor(share * durationSec), title }));

export interface WatchedMinute {
  /** The start and end of each played span, alternating. */
  played: number[];
  replayed: number[];
  seeks: WatchEvent[];
  isAtEnd: boolean;
}

/**
 * Returns the seconds of the video that a session plays in each of its minutes.
 * @param secondsOf the number of seconds played in each minute.
 */
export function pathOf(place: number, durationSec: number, secondsOf: readonly number[]): WatchedMinute[] {
  const lengthSec = Math.floor(durationSec);
  const seen = new Set<number>();
  let [clockSec, at] = [0, 0];
  return secondsOf.map((seconds) => {
    const minute: WatchedMinute = { played: [], replayed: [], seeks: [], isAtEnd: false };
    for (let second = 0; second < seconds && at < lengthSec; second += 1) {
      const to = jumpOf(place, { clockSec, at, durationSec });
      if (to !== undefined) {
        at = to;
        minute.seeks.push({ atMs: second * 1_000, type: "seek", value: to });
      }
      extendSpans(seen.has(at) ? minute.replayed : minute.played, at);
      seen.add(at);
      clockSec += 1;
      at += 1;
    }
    minute.isAtEnd = at >= lengthSec;
    return minute;
  });
}

function jumpOf(
  place: number,
  { clockSec, at, durationSec }: { clockSec: number; at: number; durationSec: number },
): number | undefined {
  if (place % 3 === 1 && clockSec === SKIP_TO_CHAPTER_AT_SEC)
    return demoChapters(durationSec)[1 + (Math.floor(place / 3) % 3)]?.start;
  return place % 7 === 3 && clockSec === SKIP_BACK_AT_SEC ? Math.max(0, at - SKIP_BACK_SEC) : undefined;
}

/** Adds a second to spans. A second that follows the last span extends it. */
function extendSpans(spans: number[], second: number): void {
  if (spans.at(-1) === second) spans[spans.length - 1] = second + 1;
  else spans.push(second, second + 1);
}
