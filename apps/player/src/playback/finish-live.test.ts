import type Hls from "hls.js";
import { expect, test } from "vitest";
import { finishLive, type LoadedList } from "./finish-live.ts";

type Listener = (event: string, data: { details: LoadedList }) => void;

/** hls.js, as far as it tells what it has. */
function fakeHls() {
  const listeners = new Map<string, Listener>();
  const on = (event: string, listener: Listener) => listeners.set(event, listener);
  finishLive({ on } as unknown as Hls);
  return (event: string, details: LoadedList) => listeners.get(event)?.(event, { details });
}

/** Segments of three parts each. @param loaded which of all parts are there, as in "110" */
const listOf = (loaded: string, live = false): LoadedList => ({
  live,
  partList: [...loaded].map((each, at) => ({ loaded: each === "1", fragment: { sn: Math.floor(at / 3) } })),
});

test.each([
  ["hlsLevelUpdated", "000110"],
  ["hlsAudioTrackUpdated", "000110"],
  ["hlsLevelUpdated", "110000"],
])("a list that ended ends when its half segment is whole (%s, %s)", (event, loaded) => {
  const tell = fakeHls();
  const list = listOf(loaded);
  tell(event, list);
  expect(list.live).toBe(true);
  tell("hlsFragBuffered", list);
  expect(list.live).toBe(true);
  for (const part of list.partList ?? []) part.loaded = true;
  tell("hlsFragBuffered", list);
  expect(list.live).toBe(false);
});

test.each<[string, LoadedList]>([
  ["no parts", { live: false, partList: null }],
  ["no part loaded", listOf("000")],
  ["whole segments only", listOf("111000")],
  ["all parts", listOf("111111")],
])("a list that ended with %s ends at once", (_, list) => {
  fakeHls()("hlsLevelUpdated", list);
  expect(list.live).toBe(false);
});

test("a list that goes on never ends by itself", () => {
  const tell = fakeHls();
  const list = listOf("110", true);
  tell("hlsLevelUpdated", list);
  for (const part of list.partList ?? []) part.loaded = true;
  tell("hlsFragBuffered", list);
  expect(list.live).toBe(true);
});
