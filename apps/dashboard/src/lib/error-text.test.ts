import { expect, test } from "vitest";
import { inTime } from "./error-text.ts";

test.each([
  [1, "en", "in 1 minute"],
  [60, "en", "in 1 minute"],
  [850, "en", "in 15 minutes"],
  [3_600, "fr", "dans 60 minutes"],
  [3_700, "fr", "dans 2 heures"],
])("%d s in %s are told as %s", (waitSec, language, text) => {
  expect(inTime(waitSec, language)).toBe(text);
});
