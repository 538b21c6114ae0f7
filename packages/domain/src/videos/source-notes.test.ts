import { expect, it } from "vitest";
import { sourceNotes } from "./source-notes.ts";

it.each([
  ["nothing of pictures that last as long as the sound", { startSec: 0.02, endSec: 11.9 }, []],
  ["of a late beginning", { startSec: 6, endSec: 12 }, ["picture_begins_late 6"]],
  ["of an early end", { startSec: 0, endSec: 4 }, ["picture_ends_early 4"]],
  ["nothing of a plan that does not know", {}, []],
])("notes gaps in the video track: %s", (_, video, expected) => {
  const notes = sourceNotes({ durationSec: 12, video });
  expect(notes.map(({ kind, atSec }) => `${kind} ${atSec}`)).toEqual(expected);
});
