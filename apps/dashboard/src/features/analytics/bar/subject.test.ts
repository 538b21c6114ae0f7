import { expect, test } from "vitest";
import { parseAddress } from "../address/analytics-address.ts";
import { ALL_SUBJECTS, applyToLatest, combineSubjects, selectSubjects, subjectsOf } from "./subject.ts";

const stateOf = (text: string, video = "") => parseAddress(new URLSearchParams(text), video);
const NO_SELECTION = { config: "", collection: "", videos: [], filters: {} };

test.each([
  [[], "", NO_SELECTION],
  [["config:c"], "", { ...NO_SELECTION, config: "c" }],
  [["collection:Films: part 1"], "", { ...NO_SELECTION, collection: "Films: part 1" }],
  [["video:v"], "v", NO_SELECTION],
  [["video:v", "video:w: x"], "", { ...NO_SELECTION, videos: ["v", "w: x"] }],
])("the subjects %s survive a round trip through the URL", (subjects, video, change) => {
  expect(selectSubjects(subjects)).toEqual({ video, change });
  expect(subjectsOf({ ...stateOf(""), ...change }, video)).toEqual(subjects);
});

test.each([
  ["a second video beside the first", ["video:a"], ["video:a", "video:b"], ["video:a", "video:b"]],
  ["a config instead of videos", ["video:a", "video:b"], ["video:a", "video:b", "config:c"], ["config:c"]],
  ["a video instead of a config", ["config:c"], ["config:c", "video:a"], ["video:a"]],
  ["everything instead of anything", ["video:a"], ["video:a", ALL_SUBJECTS], []],
  ["the others where one is taken away", ["video:a", "video:b"], ["video:b"], ["video:b"]],
])("together selects %s", (_name, before, chosen, after) => {
  expect(combineSubjects(before, chosen)).toEqual(after);
});

test.each([
  ["a video is added to one that is not shown yet", ["video:a"], [], ["video:b"], ["video:a", "video:b"]],
  ["the same video is chosen twice", ["video:a"], [], ["video:a"], ["video:a"]],
  ["all are cleared", ["video:a", "video:b"], ["video:a"], [], []],
  [
    "one is removed",
    ["video:a", "video:b", "video:c"],
    ["video:a", "video:b"],
    ["video:b"],
    ["video:b", "video:c"],
  ],
])("a choice applies to the latest subjects when %s", (_name, latest, shown, chosen, after) => {
  expect(applyToLatest(latest, shown, chosen)).toEqual(after);
});
