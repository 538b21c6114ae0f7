import { expect, it } from "vitest";
import { correctPlaybackRate } from "./live-clock.ts";

const NOW_MS = 1_000_000;

/**
 * Runs `correctPlaybackRate` at second 100, this far behind the clock, with 60–110 s buffered.
 * @returns the resulting position and rate.
 */
function correctOnce(
  behindSec: number,
  changes: { isFollowing?: boolean; paused?: boolean; endSec?: number } = {},
) {
  const { isFollowing = true, paused = false, endSec = 110 } = changes;
  const buffered = { length: 1, start: () => 60, end: () => endSec } as TimeRanges;
  const video = { currentTime: 100, playbackRate: 1.5, paused, buffered };
  correctPlaybackRate({
    video,
    nowMs: () => NOW_MS,
    isFollowing: () => isFollowing,
    shownMs: () => NOW_MS - behindSec * 1000,
  });
  return [video.currentTime, video.playbackRate];
}

it.each([
  ["at the second that all see", 0.1, {}, [100, 1]],
  ["a little behind: it hurries", 0.8, {}, [100, 1.08]],
  ["a little ahead: it waits", -0.8, {}, [100, 0.92]],
  ["far behind: it goes there at once", 4, {}, [104, 1]],
  ["far ahead: it goes back at once", -4, {}, [96, 1]],
  ["far behind, and nothing is there yet: it hurries", 4, { endSec: 104.5 }, [100, 1.08]],
  ["of a viewer who went back: it leaves them there", 20, { isFollowing: false }, [100, 1]],
  ["paused: it waits", 20, { paused: true }, [100, 1]],
])("correctPlaybackRate in a live by the clock, %s", (_what, behindSec, changes, expected) => {
  expect(correctOnce(behindSec, changes)).toEqual(expected);
});
