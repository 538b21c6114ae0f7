import { AppError, type ErrorCode } from "@shoal/contract";
import { expect, test } from "vitest";
import { msUntilReload, POLL_INTERVAL_MS } from "./reload-interval.ts";

const failedQuery = (code: ErrorCode) => ({ data: undefined, error: new AppError(code, code) });

test.each([
  ["open", { data: { closedAt: null }, error: null }, POLL_INTERVAL_MS],
  ["closed", { data: { closedAt: "2026-11-26T12:00:00Z" }, error: null }, false],
  ["not there", failedQuery("alert_not_found"), false],
  ["no uuid", failedQuery("bad_request"), false],
  ["not to be had at the moment", failedQuery("unavailable"), POLL_INTERVAL_MS],
] as const)("an alert that is %s is polled only while it can change", (_, state, wanted) => {
  expect(msUntilReload(state)).toBe(wanted);
});
