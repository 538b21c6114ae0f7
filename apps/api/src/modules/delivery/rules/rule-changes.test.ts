import { randomUUID } from "node:crypto";
import type { RuleSettings } from "@shoal/contract";
import { resolveRules, valuesOf } from "@shoal/domain";
import * as fc from "@shoal/testkit/property";
import { expect, test } from "vitest";
import { columnsOf } from "./rule-changes.ts";

const NOW_MS = Date.parse("2026-03-02T10:00:00Z");
const settingsArbitrary: fc.Arbitrary<RuleSettings> = fc.record(
  { p2pWeb: fc.boolean(), uploadPercent: fc.integer({ min: 0, max: 3 }), viewerThreshold: fc.constant(4) },
  { requiredKeys: [] },
);
const collectionUuid = randomUUID();
const createRow = (rules: RuleSettings, ofCollection: RuleSettings) => ({
  rules,
  collection_uuid: collectionUuid,
  collection_rules: ofCollection,
  reported_at: null,
});

test("a video that leaves a collection keeps the collection's rules as its own", () => {
  fc.assert(
    fc.property(settingsArbitrary, settingsArbitrary, settingsArbitrary, (custom, ofCollection, config) => {
      const left = columnsOf(createRow(custom, ofCollection), { rules: {}, collection: null });
      expect(left).toMatchObject({ collection_uuid: null, reported_at: null });
      const own = JSON.parse(left.rules) as RuleSettings;
      const collection = { rules: ofCollection, reportedAtMs: null };
      const before = resolveRules({ custom, collection, config }, NOW_MS);
      const after = resolveRules({ custom: own, config }, NOW_MS);
      expect(valuesOf(after)).toEqual(valuesOf(before));
      const becameOwn = Object.keys({ ...ofCollection, ...custom });
      expect(Object.keys(own).toSorted()).toEqual(becameOwn.toSorted());
    }),
  );
});

test("rules are not copied to a video that keeps its collection, or whose collection is not specified", () => {
  fc.assert(
    fc.property(settingsArbitrary, settingsArbitrary, (custom, ofCollection) => {
      const row = createRow(custom, ofCollection);
      for (const change of [{ rules: {} }, { rules: {}, collection: collectionUuid }])
        expect(JSON.parse(columnsOf(row, change).rules)).toEqual(custom);
    }),
  );
});

test("rules that are cleared in the same change are not copied from the collection that is left", () => {
  const row = createRow({ p2pWeb: false }, { uploadPercent: 30, viewerThreshold: 4 });
  const { rules } = columnsOf(row, { rules: { uploadPercent: null, p2pWeb: null }, collection: null });
  expect(JSON.parse(rules)).toEqual({ viewerThreshold: 4 });
});

test("a video that leaves a reported collection keeps only its peer rules, and its consent rule only where that asks", () => {
  const kept = (ofCollection: RuleSettings) => {
    const row = { ...createRow({ uploadPercent: 10 }, ofCollection), reported_at: new Date(NOW_MS) };
    return JSON.parse(columnsOf(row, { rules: {}, collection: null }).rules) as RuleSettings;
  };
  expect(kept({ p2pWeb: false, uploadPercent: 30, authorizedCountries: ["FR"], asksConsent: false })).toEqual(
    { p2pWeb: false, uploadPercent: 10 },
  );
  expect(kept({ asksConsent: true })).toEqual({ asksConsent: true, uploadPercent: 10 });
});
