import * as fc from "@shoal/testkit/property";
import { expect, test } from "vitest";
import { canonicalJson, checkRepeat, readIdempotencyKey } from "./repeated-call.ts";

const CURRENT_TIME = new Date("2026-05-01T12:00:00Z");
const LATER_TIME = new Date("2026-05-01T12:00:10Z");
const EARLIER_TIME = new Date("2026-05-01T11:59:50Z");

test.each([
  ["a repetition of an answered call", "a", { state: "answered", claimedUntil: EARLIER_TIME }, "replay"],
  [
    "a different call with the same key",
    "b",
    { state: "answered", claimedUntil: EARLIER_TIME },
    "other_call",
  ],
  [
    "a different call while the first one runs",
    "b",
    { state: "running", claimedUntil: LATER_TIME },
    "other_call",
  ],
  ["a repetition while the call runs", "a", { state: "running", claimedUntil: LATER_TIME }, "in_progress"],
  [
    "a repetition while the response is being stored",
    "a",
    { state: "done", claimedUntil: LATER_TIME },
    "in_progress",
  ],
  [
    "a repetition of a call that was killed after it changed something",
    "a",
    { state: "done", claimedUntil: EARLIER_TIME },
    "answer_lost",
  ],
  // One of the next callers takes over; a second one waits.
  [
    "a repetition of a call that was killed before it changed anything",
    "a",
    { state: "running", claimedUntil: EARLIER_TIME },
    "in_progress",
  ],
] as const)("judges %s", (_, digest, kept, verdict) => {
  expect(checkRepeat({ digest: "a", ...kept }, digest, CURRENT_TIME)).toBe(verdict);
});

test.each([
  ["8e03978e-40d5-43dd-bc93-6894a57f9324", "8e03978e-40d5-43dd-bc93-6894a57f9324"],
  ['"order 7"', "order 7"],
  ["x", "x"],
  ["", undefined],
  ['""', undefined],
  ["  ", undefined],
  ["caf\u00e9", undefined],
  ["a".repeat(255), "a".repeat(255)],
  ["a".repeat(256), undefined],
])("readIdempotencyKey returns the key of %j as %j", (header, key) =>
  expect(readIdempotencyKey(header)).toBe(key),
);

test("canonicalJson ignores the order of fields but not their values", () => {
  expect(canonicalJson({ a: [1, { c: null, b: "x" }], d: undefined })).toBe('{"a":[1,{"b":"x","c":null}]}');
  expect(canonicalJson(undefined)).toBe("null");
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (body) => {
      const turned = Object.fromEntries(Object.entries(body).reverse());
      expect(canonicalJson(turned)).toBe(canonicalJson(body));
      expect(JSON.parse(canonicalJson(body))).toEqual(JSON.parse(JSON.stringify(body)));
    }),
  );
});
