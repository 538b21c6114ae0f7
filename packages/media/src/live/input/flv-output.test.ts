import { expect, test } from "vitest";
import { isNotCopied } from "./flv-output.ts";

test.each([
  ["HEVC", "[flv @ 0x5583] [error] Video codec hevc not compatible with flv\n", true],
  [
    "MPEG-2, by its stream type",
    "[flv @ 0x5574] [error] Tag [2][0][0][0] incompatible with output codec id '2' ([0][0][0][0])\n[error] Could not write header",
    true,
  ],
  ["a broken connection", "[error] pipe:3: Broken pipe\n", false],
])("isNotCopied recognises video that is not H.264: %s", (_, stderrTail, isOther) => {
  expect(isNotCopied(stderrTail)).toBe(isOther);
});
