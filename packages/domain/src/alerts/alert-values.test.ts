import { ALERT_KINDS } from "@shoal/contract";
import { expect, test } from "vitest";
import {
  isBeyond,
  type Measured,
  minutesToEvaluate,
  thresholdOf,
  USUAL_ALERT_RULES,
  worseOf,
} from "./index.ts";

const createMeasurement = (
  kind: Measured["kind"],
  value: number | null,
  rest: Partial<Measured> = {},
): Measured => ({
  kind,
  value,
  sessions: 10,
  usual: null,
  ...rest,
});

test.each<[string, Measured, boolean]>([
  ["50 s/h of rebuffering", createMeasurement("rebuffering", 50), true],
  ["49.9 s/h of rebuffering", createMeasurement("rebuffering", 49.9), false],
  ["rebuffering of nine viewers", createMeasurement("rebuffering", 900, { sessions: 9 }), false],
  ["a tenth of sessions with errors", createMeasurement("errors", 10), true],
  ["80 % of the monthly limit, without viewers", createMeasurement("quota", 80, { sessions: null }), true],
  ["a stream without a publisher", createMeasurement("stream_down", 10, { sessions: null }), true],
  ["half of the usual offload", createMeasurement("offload_lost", 30, { usual: 60 }), true],
  ["more than half of the usual offload", createMeasurement("offload_lost", 31, { usual: 60 }), false],
  [
    "the loss of an offload that was almost nothing",
    createMeasurement("offload_lost", 0, { usual: 9 }),
    false,
  ],
  ["an offload without history", createMeasurement("offload_lost", 0), false],
  ["a video without viewers", createMeasurement("rebuffering", null, { sessions: 0 }), false],
])("isBeyond judges %s against the default threshold", (_, what, expected) => {
  expect(isBeyond(what, USUAL_ALERT_RULES)).toBe(expected);
});

test("a changed threshold applies immediately", () => {
  const rules = { ...USUAL_ALERT_RULES, rebuffering: { isOn: true, threshold: 20 } };
  expect(isBeyond(createMeasurement("rebuffering", 30), USUAL_ALERT_RULES)).toBe(false);
  expect(isBeyond(createMeasurement("rebuffering", 30), rules)).toBe(true);
});

test("every alert kind has a threshold in the unit of its value", () => {
  const all = ALERT_KINDS.map((kind) => [kind, thresholdOf(kind, USUAL_ALERT_RULES, 70)]);
  expect(Object.fromEntries(all)).toEqual({
    stream_down: 0,
    rebuffering: 50,
    errors: 10,
    quota: 80,
    offload_lost: 35,
    unverified: 10,
    address_quota: 50,
  });
});

test("a lower value is worse for offload, a higher one for all other kinds", () => {
  expect(worseOf("offload_lost", 10, 5)).toBe(5);
  expect(worseOf("errors", 10, 5)).toBe(10);
});

const minuteAt = (number: number) => Date.UTC(2026, 10, 26, 12, number);

test.each<[string, number | undefined, number, number[]]>([
  ["judges a minute 20 s after its end", minuteAt(3), minuteAt(4) + 20_000, [minuteAt(3)]],
  ["does not judge a minute earlier", minuteAt(3), minuteAt(4) + 19_999, []],
  ["judges only the last minute at first", undefined, minuteAt(4) + 30_000, [minuteAt(3)]],
  ["judges missed minutes", minuteAt(1), minuteAt(4) + 20_000, [minuteAt(1), minuteAt(2), minuteAt(3)]],
  ["waits after the clock moved back slightly", minuteAt(3), minuteAt(3) - 10_000, []],
  ["starts again after the clock moved back far", minuteAt(59), minuteAt(4) + 20_000, [minuteAt(3)]],
])("%s", (_, evaluatedUntilMs, nowMs, expected) => {
  expect(minutesToEvaluate(evaluatedUntilMs, nowMs)).toEqual(expected);
});

test("only the latest ten minutes are judged after a long gap", () => {
  expect(minutesToEvaluate(minuteAt(0), minuteAt(50) + 20_000)).toEqual(
    Array.from({ length: 10 }, (_, index) => minuteAt(40 + index)),
  );
});
