import { expect, test } from "vitest";
import { findMissedVersion, isOlderVersion } from "./plugin-versions.ts";

test.each([
  ["1.2.9", "1.2.10", true],
  ["1.2.10", "1.2.9", false],
  ["1.2.3", "1.2.3", false],
  ["0.9.9", "1.2.0", true],
  ["2.0.0", "1.2.10", false],
  ["1.2.3-beta", "1.2.6", true],
  ["unknown", "1.2.6", false],
  ["1.2", "1.2.6", false],
])("isOlderVersion compares %s with %s: %s", (version, least, isOlder) => {
  expect(isOlderVersion(version, least)).toBe(isOlder);
});

test.each([
  ["1.2.2", "1.2.3"],
  ["1.2.3", "1.2.10"],
  ["1.2.10", undefined],
  ["1.3.0", undefined],
  ["made up", undefined],
])("the lowest minimum version that plugin %s does not reach is %s", (version, missed) => {
  expect(findMissedVersion(version)).toBe(missed);
});
