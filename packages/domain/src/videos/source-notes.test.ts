import { expect, it } from "vitest";
import { sourceNotes } from "./source-notes.ts";

it.each([
  ["none if the video is as long as the audio", { startSec: 0.02, endSec: 11.9 }, []],
  ["a late start", { startSec: 6, endSec: 12 }, ["picture_begins_late 6"]],
  ["an early end", { startSec: 0, endSec: 4 }, ["picture_ends_early 4"]],
  ["none if the times are unknown", {}, []],
])("sourceNotes reports gaps in the video track: %s", (_, video, expected) => {
  const notes = sourceNotes({ durationSec: 12, video });
  expect(notes.map(({ kind, atSec }) => `${kind} ${atSec}`)).toEqual(expected);
});
