import type { RuleSettings } from "@shoal/contract";
import { expect, test } from "vitest";
import { digestLevels, digestSettings } from "./rule-digests.ts";

test("equal rules have equal digests, whatever the order of their keys", () => {
  const time = { days: [1, 2], from: "08:00", to: "09:00" };
  const turned = { to: "09:00", from: "08:00", days: [1, 2] };
  const one: RuleSettings = { p2pWeb: false, activeTimes: [time] };
  const other: RuleSettings = { activeTimes: [turned], p2pWeb: false };
  expect(digestSettings(one)).toBe(digestSettings(other));
  expect(digestSettings(one)).not.toBe(digestSettings({ ...one, p2pWeb: true }));
});

test("an empty level has the digest of a missing one, and each level has a digest of its own", () => {
  const none = digestLevels({}, undefined);
  expect(digestLevels({ custom: {}, config: {} }, { rules: {}, timeZone: "UTC" })).toEqual(none);
  const changed = digestLevels({ collection: { rules: { p2pWeb: false }, reportedAtMs: 1 } }, undefined);
  expect({ ...changed, collection: none.collection }).toEqual(none);
  expect(changed.collection).not.toBe(none.collection);
  expect(digestLevels({}, { rules: {}, timeZone: "Europe/Paris" }).client).not.toBe(none.client);
});
