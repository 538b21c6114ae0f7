import { expect, it } from "vitest";
import { RecentBytes } from "./recent-bytes.ts";

const VIDEO_OF_CLIENT = { client: "c", video: "film" };

it("returns recently loaded bytes by medium, and forgets older ones", () => {
  let nowMs = 0;
  const recent = new RecentBytes(() => nowMs);
  recent.record(VIDEO_OF_CLIENT, { serverBytes: 10, peerBytes: 30 });
  expect(recent.of(VIDEO_OF_CLIENT)).toEqual({ serverBytes: 10, peerBytes: 30 });
  expect(recent.of({ ...VIDEO_OF_CLIENT, video: "other" })).toEqual({ serverBytes: 0, peerBytes: 0 });
  nowMs = 150_000;
  recent.record(VIDEO_OF_CLIENT, { serverBytes: 1, peerBytes: 2 });
  expect(recent.of(VIDEO_OF_CLIENT)).toEqual({ serverBytes: 11, peerBytes: 32 });
  nowMs = 300_000;
  expect(recent.of(VIDEO_OF_CLIENT)).toEqual({ serverBytes: 1, peerBytes: 2 });
  nowMs = 900_000;
  expect(recent.of(VIDEO_OF_CLIENT)).toEqual({ serverBytes: 0, peerBytes: 0 });
});
