import type { CaptionCue } from "@shoal/contract";
import { describe, expect, it } from "vitest";
import {
  addRow,
  addRowAfter,
  changeRow,
  findCueFaults,
  mergeRow,
  parseDelta,
  removeRow,
  rowsOfCues,
  searchRows,
  shiftRows,
  splitRow,
  toCue,
} from "./cue-rows.ts";
import { adoptSavedRows, mergeCues, rebaseRows, rowsOfSaved } from "./merge-cues.ts";

const cue = (startMs: number, endMs: number, text: string): CaptionCue => ({
  startMs,
  endMs,
  text,
  settings: "",
});
const BASE_CUES = [cue(0, 1_000, "One two"), cue(2_000, 4_000, "Three"), cue(5_000, 6_000, "Été")];
const BASE_ROWS = rowsOfCues(BASE_CUES);
const summaryOf = (list: typeof BASE_ROWS) =>
  list.map(toCue).map(({ startMs, endMs, text }) => [startMs, endMs, text]);

describe("rows of cues", () => {
  it("findCueFaults names the fault of each field", () => {
    const wrong = [
      {
        key: "a",
        start: "x",
        end: "-1:00",
        text: " ",
        settings: "",
      },
      {
        key: "b",
        start: "0:05",
        end: "0:05",
        text: "a".repeat(2_001),
        settings: "",
      },
      {
        key: "c",
        start: "0:05",
        end: "0:06,5",
        text: "fine",
        settings: "",
      },
    ];
    expect([...findCueFaults(wrong)]).toEqual([
      ["a", { start: "unreadable", end: "unreadable", text: "missing" }],
      ["b", { end: "early", text: "long" }],
    ]);
  });

  it("a new cue ends before the next one, or starts at the end of the previous one", () => {
    const here = addRow(BASE_ROWS, 1_500);
    expect(here.rows.map(({ key }) => key)[1]).toBe(here.key);
    expect(summaryOf(here.rows)[1]).toEqual([1_500, 2_000, ""]);
    expect(summaryOf(addRowAfter(BASE_ROWS, "saved-2").rows)[3]).toEqual([6_000, 8_000, ""]);
  });

  it("a cue is split at the caret and the preview's time, or in the middle", () => {
    expect(summaryOf(splitRow(BASE_ROWS, "saved-0").rows).slice(0, 2)).toEqual([
      [0, 429, "One"],
      [429, 1_000, "two"],
    ]);
    expect(summaryOf(splitRow(BASE_ROWS, "saved-1", { caret: 2, ms: 3_500 }).rows).slice(1, 3)).toEqual([
      [2_000, 3_500, "Th"],
      [3_500, 4_000, "ree"],
    ]);
    expect(splitRow(BASE_ROWS, "none").rows).toEqual(BASE_ROWS);
  });

  it("cues can be joined with the next, deleted, and found without accents", () => {
    expect(summaryOf(mergeRow(BASE_ROWS, "saved-0"))[0]).toEqual([0, 4_000, "One two\nThree"]);
    expect(mergeRow(BASE_ROWS, "saved-2")).toEqual(BASE_ROWS);
    expect(removeRow(BASE_ROWS, "saved-1")).toHaveLength(2);
    expect(searchRows(BASE_ROWS, " ETE").map(({ key }) => key)).toEqual(["saved-2"]);
  });

  it("all cues are shifted together, but not before the start of the video", () => {
    expect(summaryOf(shiftRows(BASE_ROWS, 250) ?? [])[0]).toEqual([250, 1_250, "One two"]);
    expect(shiftRows(BASE_ROWS, -1)).toBeUndefined();
    expect(["-1.5", "+0,25", "2", "−1", "x", ""].map(parseDelta)).toEqual([
      -1_500,
      250,
      2_000,
      -1_000,
      undefined,
      undefined,
    ]);
  });
});

describe("mergeCues", () => {
  it("merges changes to different cues", () => {
    const mine = changeRow(BASE_ROWS, "saved-0", { text: "Mine" });
    const theirs = [BASE_CUES[0] as CaptionCue, cue(2_000, 4_500, "Theirs"), cue(9_000, 9_500, "New")];
    const merged = mergeCues(BASE_CUES, mine, theirs);
    expect([merged.foreignCount, merged.contested]).toEqual([2, []]);
    expect(summaryOf(merged.rows)).toEqual([
      [0, 1_000, "Mine"],
      [2_000, 4_500, "Theirs"],
      [9_000, 9_500, "New"],
    ]);
  });

  it("reports cues that both users changed, and keeps a cue that one deleted and the other changed", () => {
    const mine = removeRow(changeRow(BASE_ROWS, "saved-0", { text: "Mine" }), "saved-1");
    const both = changeRow(mine, "saved-2", { text: "Mine too" });
    const theirs = [cue(0, 1_000, "Theirs"), cue(2_000, 4_000, "Three!")];
    const merged = mergeCues(BASE_CUES, both, theirs);
    expect(merged.contested).toEqual([{ key: "saved-0", theirs: theirs[0] }]);
    expect(summaryOf(merged.rows)).toEqual([
      [0, 1_000, "Mine"],
      [2_000, 4_000, "Three!"],
      [5_000, 6_000, "Mine too"],
    ]);
    const next = rebaseRows(merged.rows, theirs, merged.contested);
    expect(next.rows.map(({ key }) => key)).toEqual(["saved-0", "saved-1", "own-saved-2"]);
    expect(mergeCues(theirs, next.rows, theirs).contested).toEqual([]);
  });
});

describe("rows after a save", () => {
  const added = {
    ...BASE_ROWS[0],
    key: "new-1",
    start: "00:00:01.500",
    end: "00:00:01.900",
    text: "Between",
  };
  const sent = [BASE_ROWS[0], added, BASE_ROWS[1], BASE_ROWS[2]].filter(
    (row) => row !== undefined,
  ) as typeof BASE_ROWS;
  const saved = sent.map(toCue);

  it("rows keep their keys, including those of added cues", () => {
    expect(rowsOfSaved(sent, saved).map(({ key }) => key)).toEqual([
      "saved-0",
      "new-1",
      "saved-1",
      "saved-2",
    ]);
  });

  it("rows keep text that was typed while they were being saved", () => {
    const typed = changeRow(sent, "saved-1", { text: "Three and a half" });
    const after = adoptSavedRows(typed, sent, rowsOfSaved(sent, saved));
    expect(after.map(({ text }) => text)).toEqual(["One two", "Between", "Three and a half", "Été"]);
  });

  it("rows can be merged with changes of others by their keys", () => {
    const after = rowsOfSaved(sent, saved);
    const own = changeRow(after, "saved-1", { text: "Mine" });
    const theirs = saved.map((each, at) => (at === 0 ? { ...each, text: "Theirs" } : each));
    const keys = after.map(({ key }) => key);
    expect(summaryOf(mergeCues(saved, own, theirs, keys).rows).map(([, , text]) => text)).toEqual([
      "Theirs",
      "Between",
      "Mine",
      "Été",
    ]);
  });
});
