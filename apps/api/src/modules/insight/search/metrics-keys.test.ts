import { metricsKeyOf } from "@shoal/domain/metrics-key";
import { expect, test } from "vitest";
import { daysOf } from "./cdn-days.ts";
import { parseKeys } from "./metrics-keys.ts";

const VIDEO_UUID = "0190a8f0-0000-4000-8000-000000000001";

test.each(["", "*", "_*", "_hour", "_day", "_week", "_month", "_day*"])(
  "the suffix %j does not change the meaning of a key, also for cameras",
  (suffix) => {
    for (const liveType of ["camera", null]) {
      const name = metricsKeyOf({ uuid: VIDEO_UUID, liveType }) + suffix;
      expect(parseKeys(name, "key")).toEqual([{ kind: "video", uuid: VIDEO_UUID, name }]);
    }
    const name = `global${VIDEO_UUID}${suffix}`;
    expect(parseKeys(name, "key")).toEqual([{ kind: "global", clientUuid: VIDEO_UUID, name }]);
  },
);

test("several keys are separated by commas, and global stands for all videos that the caller can read", () => {
  expect(parseKeys(`${VIDEO_UUID} , global*`, "key")).toEqual([
    { kind: "video", uuid: VIDEO_UUID, name: VIDEO_UUID },
    { kind: "global", clientUuid: undefined, name: "global*" },
  ]);
});

test.each([
  [`${VIDEO_UUID}_year`, "bad_request"],
  [`${VIDEO_UUID}-1`, "bad_request"],
  ["globally", "bad_request"],
  [",", "bad_request"],
  [Array(501).fill(VIDEO_UUID).join(","), "bad_request"],
  ["film", "not_found"],
  [`x${VIDEO_UUID}`, "not_found"],
])("%s is not a valid key", (text, code) => {
  expect(() => parseKeys(text, "key")).toThrow(expect.objectContaining({ code }));
});

test.each([
  [["2026-01-01T10:00:00Z"], ["2026-01-01"]],
  [
    ["2026-01-01T23:00:00-02:00", "2026-01-03T00:00:00Z"],
    ["2026-01-02", "2026-01-03"],
  ],
  [["2026-01-02T00:00:00Z", "2026-01-01T00:00:00Z"], undefined],
  [["2026-01-01T00:00:00Z", "2026-01-04T00:00:00Z"], undefined],
])("the days of %j are %j", (dates, days) => {
  expect(daysOf(dates, 3)).toEqual(days);
});
