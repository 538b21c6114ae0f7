import { expect, it } from "vitest";
import { LiveTimeline } from "./live-timeline.ts";

type MessageKind = "audio" | "video";
const placeMessages = (...steps: [kind: MessageKind, rawMs: number][]) => {
  const timeline = new LiveTimeline();
  return steps.map(([kind, rawMs]) => timeline.place(kind, rawMs));
};
const timesOf = (...steps: [MessageKind, number][]) => placeMessages(...steps).map(({ atMs }) => atMs);

it("times start at 0 wherever the publisher's clock starts, with one offset for audio and video", () => {
  expect(
    timesOf(["video", 5_000_000], ["audio", 5_000_010], ["video", 5_000_040], ["audio", 5_000_033]),
  ).toEqual([0, 10, 40, 33]);
});

it("audio slightly behind the video and a gap of two seconds are not jumps", () => {
  const steps = placeMessages(
    ["video", 1_000],
    ["video", 1_500],
    ["audio", 1_000],
    ["video", 3_600],
    ["audio", 2_700],
  );
  expect(steps.map(({ atMs }) => atMs)).toEqual([0, 500, 0, 2_600, 1_700]);
  expect(steps.some(({ isJump }) => isJump)).toBe(false);
});

it("times continue when the publisher's clock wraps after 32 bits", () => {
  const steps = placeMessages(["video", 2 ** 32 - 20], ["audio", 2 ** 32 - 10], ["video", 20], ["audio", 30]);
  expect(steps).toEqual([0, 10, 40, 50].map((atMs) => ({ atMs, isJump: false })));
});

it.each([
  ["forward", 10_000_000],
  ["back", 0],
])(
  "times continue without a gap when the clock of the video jumps %s, followed by that of the audio",
  (_way, rawMs) => {
    const steps = placeMessages(
      ...([
        ["video", 100_000],
        ["audio", 100_010],
        ["video", rawMs],
        ["audio", 100_030],
      ] as [MessageKind, number][]),
      ...([
        ["video", rawMs + 40],
        ["audio", rawMs + 13],
        ["audio", rawMs + 34],
      ] as [MessageKind, number][]),
    );
    expect(steps.map(({ atMs }) => atMs)).toEqual([0, 10, 50, 30, 90, 63, 84]);
    expect(steps.map(({ isJump }) => isJump)).toEqual([false, false, true, false, false, false, false]);
  },
);

it("sparse frames keep their distance if they arrive as rarely as their timestamps say; other long steps are jumps", () => {
  const timeline = new LiveTimeline();
  const steps: [MessageKind, number, number][] = [
    ["video", 7_000, 100_000],
    ["video", 12_000, 105_100],
    ["video", 17_000, 109_800],
    // This frame is delayed and arrives together with the next one.
    ["video", 22_000, 119_700],
    ["video", 27_000, 119_800],
    // The clock jumps: this frame arrives immediately after the previous one.
    ["video", 127_000, 119_840],
    ["video", 137_000, 119_880],
  ];
  const placed = steps.map((step) => timeline.place(...step));
  expect(placed.map(({ atMs }) => atMs)).toEqual([0, 5_000, 10_000, 15_000, 20_000, 20_040, 20_080]);
  expect(placed.map(({ isJump }) => isJump)).toEqual([false, false, false, false, false, true, true]);
});

it("a long step of a live with audio and video is a jump even if it took as long to arrive", () => {
  const timeline = new LiveTimeline();
  timeline.place("video", 0, 0);
  timeline.place("audio", 10, 10);
  expect(timeline.place("video", 5_000, 5_000)).toEqual({ atMs: 50, isJump: true });
});

it("times never decrease within one track", () => {
  expect(timesOf(["video", 1_000], ["video", 1_080], ["video", 1_040], ["video", 1_120])).toEqual([
    0, 80, 80, 120,
  ]);
});

it("times stay exact over three wraps of the publisher's clock", () => {
  const timeline = new LiveTimeline();
  const stepMs = 2_000;
  let last = 0;
  for (let n = 0; n * stepMs < 3 * 2 ** 32; n += 1_000_000 / stepMs)
    for (let each = 0; each < 1_000_000 / stepMs; each++)
      last = timeline.place("video", ((n + each) * stepMs) % 2 ** 32).atMs;
  expect(last).toBeGreaterThan(3 * 2 ** 32 - 1_000_000);
  expect(last % stepMs).toBe(0);
});
