import type { RuleSettings } from "@shoal/contract";
import * as fc from "@shoal/testkit/property";
import { expect, test } from "vitest";
import { MAX_COLLECTION_REPORT_AGE_MS, type RuleLevels, resolveRules, rulesExpireAtMs } from "./index.ts";

const NOW_MS = Date.parse("2026-03-02T10:00:00Z");
const MAX_REPORT_AGE_MS = MAX_COLLECTION_REPORT_AGE_MS;

/** A subset of three rules, which two levels may set to equal values. */
const anySettings: fc.Arbitrary<RuleSettings> = fc.record(
  {
    p2pWeb: fc.boolean(),
    uploadPercent: fc.integer({ min: 0, max: 3 }),
    authorizedCountries: fc.subarray(["FR", "BE"]),
  },
  { requiredKeys: [] },
);
/** Ages around the limit, and from clocks that are ahead. */
const anyReportedAtMs = fc.oneof(
  fc.constant(null),
  fc.integer({ min: -2 * MAX_REPORT_AGE_MS, max: MAX_REPORT_AGE_MS }).map((atMs) => NOW_MS + atMs),
  fc
    .constantFrom(-MAX_REPORT_AGE_MS - 1, -MAX_REPORT_AGE_MS, -MAX_REPORT_AGE_MS + 1)
    .map((atMs) => NOW_MS + atMs),
);
const anyCollection = fc.record({ rules: anySettings, reportedAtMs: anyReportedAtMs });
const anyLevels: fc.Arbitrary<RuleLevels> = fc.record(
  { custom: anySettings, collection: anyCollection, config: anySettings, client: anySettings },
  { requiredKeys: [] },
);
const anyLaterMs = fc.integer({ min: 0, max: 3 * MAX_REPORT_AGE_MS });

/** Returns the levels without the collection, whose rules must have no effect once its report has expired. */
const removeCollection = ({ collection: _left, ...rest }: RuleLevels): RuleLevels => rest;

test("a reported collection's rules apply for exactly five minutes after the report", () => {
  const sameAs = (given: RuleLevels, atMs: number, expected: RuleLevels) =>
    expect(resolveRules(given, atMs)).toEqual(resolveRules(expected, atMs));
  fc.assert(
    fc.property(anyLevels, anyCollection, anyLaterMs, (rest, reported, afterMs) => {
      const given = { ...rest, collection: { ...reported, reportedAtMs: NOW_MS } };
      sameAs(given, NOW_MS + MAX_REPORT_AGE_MS + afterMs, removeCollection(given));
      const { source, reportedAtMs } = resolveRules(
        given,
        NOW_MS + (afterMs % MAX_REPORT_AGE_MS),
      ).uploadPercent;
      const isOwn = rest.custom?.uploadPercent !== undefined;
      const isReported = reported.rules.uploadPercent !== undefined;
      expect(source === "collection").toBe(!isOwn && isReported);
      expect(reportedAtMs).toBe(source === "collection" ? NOW_MS : undefined);
    }),
  );
});

test("without updates, rules change only at the returned expiry time", () => {
  fc.assert(
    fc.property(anyLevels, anyLaterMs, (given, afterMs) => {
      const expiresAtMs = rulesExpireAtMs(given, NOW_MS);
      const atMs = NOW_MS + afterMs;
      const isOver = expiresAtMs !== undefined && atMs >= expiresAtMs;
      const now = resolveRules(given, NOW_MS);
      expect(resolveRules(given, atMs)).toEqual(isOver ? resolveRules(removeCollection(given), NOW_MS) : now);
    }),
  );
});

test("a new report makes the collection's rules apply for another five minutes", () => {
  fc.assert(
    fc.property(anyLevels, anyCollection, anyLaterMs, (rest, reported, silentMs) => {
      const againAtMs = NOW_MS + silentMs;
      const given = (atMs: number) => ({ ...rest, collection: { ...reported, reportedAtMs: atMs } });
      const valuesAt = (held: RuleLevels, atMs: number) =>
        Object.values(resolveRules(held, atMs)).map(({ value, source }) => [value, source]);
      expect(valuesAt(given(againAtMs), againAtMs)).toEqual(valuesAt(given(NOW_MS), NOW_MS));
      expect(rulesExpireAtMs(given(againAtMs), againAtMs)).toBe(againAtMs + MAX_REPORT_AGE_MS);
    }),
  );
});

test("an empty collection changes nothing, whatever its age", () => {
  fc.assert(
    fc.property(anyLevels, anyReportedAtMs, anyLaterMs, (given, atMs, afterMs) => {
      const silent = { ...given, collection: { rules: {}, reportedAtMs: atMs } };
      expect(resolveRules(silent, NOW_MS + afterMs)).toEqual(
        resolveRules(removeCollection(given), NOW_MS + afterMs),
      );
    }),
  );
});
