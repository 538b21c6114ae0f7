import type { PlaySession } from "@shoal/contract/player";
import { expect, it } from "vitest";
import { describePosition, hasLiveEnded, isSeekable, seekableRangeOf } from "./live.ts";

const contextOf = (live: PlaySession["live"]) =>
  ({
    session: () => ({ ...(live && { live }), durationSec: 90 }),
    playback: () => ({ liveRange: () => ({ startSec: 10, endSec: 70 }) }),
    video: { duration: Number.NaN },
  }) as unknown as Parameters<typeof seekableRangeOf>[0];

it.each<[string, PlaySession["live"], boolean, { startSec: number; endSec: number }]>([
  ["a video", undefined, true, { startSec: 0, endSec: 90 }],
  ["a live that can be gone back in", { latencySec: 4 }, true, { startSec: 10, endSec: 70 }],
  ["one that says so", { latencySec: 4, isSeekable: true }, true, { startSec: 10, endSec: 70 }],
  [
    "a live that is watched as it happens",
    { latencySec: 4, isSeekable: false },
    false,
    { startSec: 70, endSec: 70 },
  ],
])("isSeekable and reachOf return the seekable range in %s", (_, live, isFree, reach) => {
  expect(isSeekable(contextOf(live))).toBe(isFree);
  expect(seekableRangeOf(contextOf(live))).toEqual(reach);
});

const positionAtSec = (positionSec: number, playback: object, video: object = {}) => {
  const context = {
    ...contextOf({ latencySec: 4 }),
    playback: () => ({ liveRange: () => ({ startSec: 10, endSec: 70 }), ...playback }),
    video: { duration: Number.NaN, ended: false, ...video },
    texts: { live: "Live" },
  } as unknown as Parameters<typeof describePosition>[0];
  return [hasLiveEnded(context), describePosition(context, positionSec)];
};

it("the position in a live is announced as the distance from the edge, and after its end as in a video", () => {
  expect(positionAtSec(70, { isOver: () => false })).toEqual([false, "Live"]);
  expect(positionAtSec(40, {})).toEqual([false, "−0:30"]);
  expect(positionAtSec(70, { isOver: () => true })).toEqual([true, "1:00"]);
  expect(positionAtSec(70, {}, { ended: true })).toEqual([true, "1:00"]);
});
