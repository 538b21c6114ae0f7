import type { PlaySession } from "@shoal/contract/player";
import { expect, it } from "vitest";
import { announcePosition, hasLiveEnded, isSeekable, seekableRangeOf } from "./live.ts";

const watching = (live: PlaySession["live"]) =>
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
  expect(isSeekable(watching(live))).toBe(isFree);
  expect(seekableRangeOf(watching(live))).toEqual(reach);
});

const at = (positionSec: number, playback: object, video: object = {}) => {
  const context = {
    ...watching({ latencySec: 4 }),
    playback: () => ({ liveRange: () => ({ startSec: 10, endSec: 70 }), ...playback }),
    video: { duration: Number.NaN, ended: false, ...video },
    texts: { live: "Live" },
  } as unknown as Parameters<typeof announcePosition>[0];
  return [hasLiveEnded(context), announcePosition(context, positionSec)];
};

it("the position in a live is announced as the distance from the edge, and after its end as in a video", () => {
  expect(at(70, { isOver: () => false })).toEqual([false, "Live"]);
  expect(at(40, {})).toEqual([false, "−0:30"]);
  expect(at(70, { isOver: () => true })).toEqual([true, "1:00"]);
  expect(at(70, {}, { ended: true })).toEqual([true, "1:00"]);
});
