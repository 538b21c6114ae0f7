import type { PublishedSegment, SwarmEngine } from "@shoal/p2p";
import type Hls from "hls.js";
import { expect, it } from "vitest";
import { followLive } from "./follow-live.ts";

/** Fakes the part of a player that `followLive` uses. */
function fakePlayer({ lowLatencyMode = false, bufferEndSec = 0, isLive = true, syncSec = 20 } = {}) {
  const listeners = new Map<string, (event: string, data: object) => void>();
  const hls = {
    config: { lowLatencyMode },
    loadLevel: 1,
    audioTrack: 0,
    latestLevelDetails: { live: isLive, fragments: detailsOf("v1").fragments },
    liveSyncPosition: syncSec,
    mainForwardBufferInfo: bufferEndSec > 0 ? { end: bufferEndSec } : null,
    on: (name: string, listener: (event: string, data: object) => void) => listeners.set(name, listener),
    off: (name: string) => listeners.delete(name),
  };
  const startSec = bufferEndSec - 4;
  const buffered = { length: bufferEndSec > 0 ? 1 : 0, start: () => startSec };
  const video = { currentTime: Math.max(0, startSec), buffered };
  const published: string[][] = [];
  const composed: [string, readonly string[]][] = [];
  const engine = {
    publish: (segments: readonly PublishedSegment[]) =>
      published.push(segments.map(({ segment }) => segment)),
    compose: (segment: string, parts: readonly string[]) => {
      if (parts.length > 0) composed.push([segment, parts]);
    },
  };
  const follower = followLive(
    hls as unknown as Hls,
    video as unknown as HTMLVideoElement,
    () => engine as unknown as SwarmEngine,
  );
  return {
    follower,

    hls,
    video,
    published,
    composed,
    listeners,
    dispatch: (name: string, data: object) => listeners.get(name)?.(name, data),
  };
}

/** Returns the details of a playlist with segments of 4 s, starting at 16 s. */
const detailsOf = (trackId: string) => ({
  live: true,
  fragments: [4, 5, 6, 7].map((sn) => {
    return { sn, url: `https://e.example/m/token/u/1/${trackId}/${sn}.m4s`, start: sn * 4, duration: 4 };
  }),
  // The last segment has parts that are not complete yet.
  partList: [7.0, 7.1, 8.0].map((place) => {
    return {
      fragment: { sn: Math.floor(place) },
      url: `https://e.example/m/token/u/1/${trackId}/${place.toFixed(1)}.m4s`,
    };
  }),
});

it("published segments after the buffer are passed to the swarm, for the loaded rendition and for audio, by start time", () => {
  const { dispatch, published } = fakePlayer({ bufferEndSec: 24.05 });
  dispatch("hlsLevelUpdated", { level: 1, details: detailsOf("v1") });
  dispatch("hlsLevelUpdated", { level: 0, details: detailsOf("v0") });
  dispatch("hlsAudioTrackUpdated", { id: 0, details: detailsOf("a0") });
  expect(published).toEqual([
    ["u/1/v1/6", "u/1/v1/7"],
    ["u/1/v1/6", "u/1/a0/6", "u/1/v1/7", "u/1/a0/7"],
  ]);
});

it("no segments are passed to the swarm at the live edge, where the player requests parts", () => {
  const { dispatch, published } = fakePlayer({ lowLatencyMode: true, bufferEndSec: 24 });
  dispatch("hlsLevelUpdated", { level: 1, details: detailsOf("v1") });
  expect(published).toEqual([]);
});

it("the parts of complete segments are passed to the swarm at the live edge", () => {
  const { dispatch, composed } = fakePlayer({ lowLatencyMode: true, bufferEndSec: 24 });
  dispatch("hlsLevelUpdated", { level: 1, details: detailsOf("v1") });
  expect(composed).toEqual([["u/1/v1/7", ["u/1/v1/7.0", "u/1/v1/7.1"]]]);
});

it("the position at which a live is joined is known before its first segment arrives", () => {
  const joining = fakePlayer();
  let joined = 0;
  joining.follower.onJoined(() => {
    joined += 1;
  });
  expect(joining.follower.joinsAtSec()).toBe(20);
  joining.dispatch("hlsLevelUpdated", { level: 1, details: detailsOf("v1") });
  expect(joined).toBe(1);
  expect(joining.published).toEqual([["u/1/v1/5", "u/1/v1/6", "u/1/v1/7"]]);
  expect(fakePlayer({ bufferEndSec: 22 }).follower.joinsAtSec()).toBeUndefined();
  expect(fakePlayer({ isLive: false }).follower.joinsAtSec()).toBeUndefined();
});

it("a live is joined at least two seconds before the end of a segment, except at the live edge", () => {
  const joinsAt = (player: Parameters<typeof fakePlayer>[0]) => fakePlayer(player).follower.joinsAtSec();
  expect([21, 22.5, 23.9].map((syncSec) => joinsAt({ syncSec }))).toEqual([21, 22, 22]);
  expect(joinsAt({ syncSec: 23.9, lowLatencyMode: true })).toBe(23.9);
});

it("the joining position stays the same until the player has reached it", () => {
  const { follower, hls, video } = fakePlayer({ bufferEndSec: 24 });
  video.currentTime = 0;
  expect(follower.joinsAtSec()).toBe(20);
  hls.liveSyncPosition = 25;
  expect(follower.joinsAtSec()).toBe(20);
  video.currentTime = 20;
  expect(follower.joinsAtSec()).toBeUndefined();
  video.currentTime = 12;
  expect(follower.joinsAtSec()).toBeUndefined();
});

it("a closed follower has removed its listeners from the player", () => {
  const { follower, listeners } = fakePlayer();
  follower.close();
  expect(listeners.size).toBe(0);
});
