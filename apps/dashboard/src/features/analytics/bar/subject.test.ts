import { expect, test } from "vitest";
import { readAddress } from "../address/analytics-address.ts";
import { changeTo, EVERYTHING, subjectOf } from "./subject.ts";

const stateOf = (text: string, video = "") => readAddress(new URLSearchParams(text), video);
const NOTHING = { config: "", collection: "", filters: {} };

test.each([
  [EVERYTHING, "", NOTHING],
  ["config:c", "", { ...NOTHING, config: "c" }],
  ["collection:Films: part 1", "", { ...NOTHING, collection: "Films: part 1" }],
  ["video:v", "v", NOTHING],
])("the subject %s leads to what shows it, and is read from there again", (subject, video, change) => {
  expect(changeTo(subject)).toEqual({ video, change });
  expect(subjectOf({ ...stateOf(""), ...change }, video)).toBe(subject);
});
