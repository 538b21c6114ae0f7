import Hls from "hls.js";
import { beforeEach, expect, test } from "vitest";
import { type FragmentTracking, finishLive, type LoadedList } from "./finish-live.ts";

const PART_DURATION_SEC = 0.5;

let hlsListeners: Map<string, (event: string, data: object) => void>;
/** Where the loaded video and audio end, in seconds. */
let bufferedSec: number;
/** The states that hls.js assigns to segments, by segment number. */
let fragmentStates: Map<number | string, string>;
beforeEach(() => {
  fragmentStates = new Map();
  hlsListeners = new Map();
  bufferedSec = 0;
  const media = { buffered: { length: 1, end: () => bufferedSec } };
  const on = (event: string, listener: (event: string, data: object) => void) =>
    hlsListeners.set(event, listener);
  const fragmentTracker: FragmentTracking["streamController"]["fragmentTracker"] = {
    getState: ({ sn }) => fragmentStates.get(sn) ?? "NOT_LOADED",
    removeFragment: ({ sn }) => fragmentStates.delete(sn),
  };
  finishLive({ on, media, streamController: { fragmentTracker } } as unknown as Hls);
});

const dispatchEvent = (event: string, data: object) => hlsListeners.get(event)?.(event, data);
const updatePlaylist = (event: string, details: LoadedList) => dispatchEvent(event, { details });
/** Reports that a segment, or part of one, was buffered. */
const reportBuffered = (type: string, endSec: number, isPart = true) =>
  dispatchEvent("hlsFragBuffered", {
    frag: { type, end: isPart ? endSec + 9 : endSec },
    part: isPart ? { end: endSec } : null,
  });

/** Makes a playlist with segments of three parts each. @param loaded states for each part whether it is loaded, as in "110". */
const playlistOf = (loaded: string, live = false): LoadedList => ({
  live,
  edge: loaded.length * PART_DURATION_SEC,
  partList: [...loaded].map((each, at) => ({
    loaded: each === "1",
    start: at * PART_DURATION_SEC,
    duration: PART_DURATION_SEC,
    fragment: { sn: Math.floor(at / 3) },
  })),
});

test.each([
  ["hlsLevelUpdated", "000110"],
  ["hlsAudioTrackUpdated", "000110"],
  ["hlsLevelUpdated", "110000"],
])(
  "an ended playlist is marked as ended once its partially loaded segment is complete (%s, %s)",
  (event, loaded) => {
    const type = event === "hlsLevelUpdated" ? "main" : "audio";
    const list = playlistOf(loaded);
    updatePlaylist(event, list);
    expect(list.live).toBe(true);
    reportBuffered(type, 1);
    expect(list.live).toBe(true);
    for (const part of list.partList ?? []) part.loaded = true;
    reportBuffered(type, 1.5);
    expect(list.live).toBe(false);
  },
);

test("a held playlist has no age, since hls.js would otherwise wait for a reload that never comes", () => {
  const held = { ...playlistOf("000110"), advancedDateTime: 1 };
  updatePlaylist("hlsLevelUpdated", held);
  expect(held).toMatchObject({ live: true, advancedDateTime: undefined });
  const running = { ...playlistOf("000110", true), advancedDateTime: 1 };
  updatePlaylist("hlsLevelUpdated", running);
  expect(running.advancedDateTime).toBe(1);
});

test("a partially loaded segment that is marked as loaded is requested again, unless it is in progress", () => {
  fragmentStates.set(0, "OK").set(1, "OK");
  updatePlaylist("hlsLevelUpdated", playlistOf("111110"));
  expect([...fragmentStates.keys()]).toEqual([0]);
  fragmentStates.set(1, "APPENDING");
  updatePlaylist("hlsAudioTrackUpdated", playlistOf("111110"));
  expect(fragmentStates.get(1)).toBe("APPENDING");
});

test("a short last segment that is marked as loaded although nothing of it is loaded is requested", () => {
  fragmentStates.set(0, "OK").set(1, "OK");
  updatePlaylist("hlsLevelUpdated", playlistOf("1110"));
  expect([...fragmentStates.keys()]).toEqual([0]);
  fragmentStates.set(1, "OK");
  reportBuffered("main", 2, false);
  updatePlaylist("hlsLevelUpdated", playlistOf("1110"));
  expect([...fragmentStates.keys()]).toEqual([0, 1]);
});

test("hls.js still has its fragment tracker at the expected place", () => {
  const { fragmentTracker } = (new Hls() as unknown as FragmentTracking).streamController;
  const segment = { sn: 1, type: "main", level: 0, clearElementaryStreamInfo: () => {} };
  expect(fragmentTracker.getState(segment)).toBe("NOT_LOADED");
  expect(() => fragmentTracker.removeFragment(segment)).not.toThrow();
});

test("hls.js waits for a reload of an outdated live playlist, but not of a playlist without an age", () => {
  const { streamController } = new Hls() as unknown as {
    streamController: { waitForLive(level: { details: object }): boolean };
  };
  const outdated = { live: true, expired: true, advancedDateTime: 1 };
  expect(streamController.waitForLive({ details: outdated })).toBe(true);
  expect(streamController.waitForLive({ details: { ...outdated, advancedDateTime: undefined } })).toBe(false);
});

test("a partially loaded segment is complete when the whole segment arrives", () => {
  const list = playlistOf("000110");
  updatePlaylist("hlsLevelUpdated", list);
  reportBuffered("main", 3, false);
  expect(list.live).toBe(false);
});

test("a viewer who seeks back from the end is not held again until the live continues", () => {
  const list = playlistOf("000110");
  updatePlaylist("hlsLevelUpdated", list);
  reportBuffered("main", 3, false);
  reportBuffered("main", 1.5, false);
  expect(list.live).toBe(false);
  updatePlaylist("hlsLevelUpdated", playlistOf("000110", true));
  const again = playlistOf("000110");
  updatePlaylist("hlsLevelUpdated", again);
  expect(again.live).toBe(true);
});

test("a playlist that is reloaded while its partially loaded segment is awaited ends with that segment", () => {
  const [list, again] = [playlistOf("000110"), playlistOf("000110")];
  updatePlaylist("hlsLevelUpdated", list);
  updatePlaylist("hlsLevelUpdated", again);
  expect(again.live).toBe(true);
  reportBuffered("main", 3);
  expect(again.live).toBe(false);
});

test.each<[string, LoadedList]>([
  ["no parts", { live: false, edge: 3, partList: null }],
  ["no part loaded", playlistOf("000")],
  ["whole segments only", playlistOf("111000")],
  ["all parts", playlistOf("111111")],
])("a playlist that ended with %s is marked as ended at once", (_, list) => {
  updatePlaylist("hlsLevelUpdated", list);
  expect(list.live).toBe(false);
});

test("the playlist of a running live is never marked as ended", () => {
  const list = playlistOf("110", true);
  updatePlaylist("hlsLevelUpdated", list);
  for (const part of list.partList ?? []) part.loaded = true;
  reportBuffered("main", 1.5);
  expect(list.live).toBe(true);
});

test("a last part with video but no audio is removed from the playlist", () => {
  const list = playlistOf("111111");
  updatePlaylist("hlsLevelUpdated", list);
  bufferedSec = 2.7;
  reportBuffered("main", 3);
  expect(list.partList).toHaveLength(5);
  // The audio already ends where both tracks are loaded, so no further part is removed.
  reportBuffered("audio", 2.7);
  expect(list.partList).toHaveLength(5);
});

test("no parts are removed while the end is not loaded, nor after a viewer seeked back", () => {
  const list = playlistOf("111111");
  updatePlaylist("hlsLevelUpdated", list);
  bufferedSec = 2.7;
  reportBuffered("main", 2.5);
  expect(list.partList).toHaveLength(6);
  bufferedSec = 1;
  reportBuffered("main", 3);
  expect(list.partList).toHaveLength(6);
});
