import { BeaconMinute } from "@shoal/contract/player";
import { expect, it } from "vitest";
import { DirectCounters } from "./direct-counters.ts";
import { type DirectSource, withDirect } from "./direct-source.ts";

const MINUTE_MS = 60_000;
const SWARM_STATS = { bytesServer: 7, bytesPeer: 20, bytesUp: 0, peers: 2, audience: 3 };
const SEGMENT_RENDITION = { transport: "server" as const, kbps: 500, isBest: false };
const createDirectState = () => ({ isShown: true, sentBytes: 0, isStill: false, isTakingOver: false });
const fakeVideo = () => ({
  currentTime: 7,
  paused: false,
  seeking: false,
  ended: false,
  readyState: 4,

  HAVE_FUTURE_DATA: 3 as const,
  addEventListener: () => undefined,
  requestVideoFrameCallback: () => 1,
});
const createSource = (state: ReturnType<typeof createDirectState>): DirectSource => ({
  rendition: () => (state.isShown ? { transport: "peer", kbps: 900, isBest: true } : undefined),
  bytes: () => state.sentBytes,
  isStill: () => state.isStill,
  isTakingOver: () => state.isTakingOver,
});

it("direct seconds and bytes are counted per minute, in addition to those of all peers", () => {
  const state = createDirectState();
  const counters = new DirectCounters(createSource(state));
  state.sentBytes = 300;
  counters.add("secPeer", 2, 0);
  counters.add("bytesPeer", 500, 0);
  state.isShown = false;
  counters.add("secPeer", 3, 0);
  state.sentBytes = 1_000;
  counters.add("bytesPeer", 700, MINUTE_MS);
  const { minutes } = counters.collect();
  expect(minutes).toMatchObject([
    { minute: 0, secPeer: 5, secDirect: 2, bytesPeer: 500, bytesDirect: 300 },
    { minute: 1, secPeer: 0, secDirect: 0, bytesPeer: 700, bytesDirect: 700 },
  ]);
  for (const minute of minutes) expect(BeaconMinute.parse(minute)).toEqual(minute);
});

it("a viewer who only plays segments has no counter of direct seconds", () => {
  const state = { ...createDirectState(), isShown: false };
  const counters = new DirectCounters(createSource(state));
  counters.add("secServer", 4, 0);
  expect(Object.keys(counters.collect().minutes[0] ?? {})).not.toContain("secDirect");
});

it("the publishing page counts as a peer while its stream is shown", () => {
  const state = createDirectState();
  const source = withDirect(
    {
      video: fakeVideo(),
      renditionAt: () => SEGMENT_RENDITION,

      awaited: () => "server",
      swarm: () => SWARM_STATS,
    },
    createSource(state),
  );
  state.sentBytes = 100;
  expect(source.swarm()).toEqual({ ...SWARM_STATS, bytesPeer: 120, peers: 3 });
  expect([source.awaited(), source.renditionAt(0).kbps]).toEqual(["peer", 900]);
  state.isShown = false;
  expect(source.swarm()).toEqual({ ...SWARM_STATS, bytesPeer: 120, peers: 2 });
  expect([source.awaited(), source.renditionAt(0)]).toEqual(["server", SEGMENT_RENDITION]);
});

it("a frozen frame counts as a stall, even if audio continues or the end of the stream pauses the element", () => {
  const state = createDirectState();
  const video = fakeVideo();
  const source = {
    video,
    renditionAt: () => SEGMENT_RENDITION,
    awaited: () => "server" as const,
    swarm: () => SWARM_STATS,
  };
  const watched = withDirect(source, createSource(state)).video;
  const read = () => [watched.currentTime, watched.readyState, watched.paused, watched.seeking];
  expect(read()).toEqual([7, 4, false, false]);
  state.isStill = true;
  Object.assign(video, { currentTime: 9, paused: true });
  expect(read()).toEqual([7, 0, false, false]);
  Object.assign(state, { isStill: false, isTakingOver: true });
  expect(read()).toEqual([9, 4, true, true]);
});
