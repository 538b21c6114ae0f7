import { expect, test } from "vitest";
import { findRecordingType } from "./recording-type.ts";
import { sourceFaultOf } from "./sources.ts";

const errorWithName = (name: string) => Object.assign(new Error("No"), { name });

test.each([
  ["NotAllowedError", "denied"],
  ["NotFoundError", "noDevice"],
  ["OverconstrainedError", "noDevice"],
  ["NotReadableError", "busy"],
  ["TypeError", "failed"],
])("the browser's error %s means %s", (name, fault) => {
  expect(sourceFaultOf(errorWithName(name))).toBe(fault);
});

test.each([
  ["records it", ["h264", "vp8"], "video/webm;codecs=h264,opus"],
  ["does not", ["vp9", "vp8"], "video/webm;codecs=vp8,opus"],
])("the recording uses H.264 only if the browser %s", (_, codecs, type) => {
  expect(findRecordingType((each) => codecs.some((codec) => each.includes(codec)))).toBe(type);
});

test("there is no recording type if the browser supports none that the servers accept", () => {
  expect(findRecordingType((type) => type.startsWith("video/mp4"))).toBeUndefined();
});
