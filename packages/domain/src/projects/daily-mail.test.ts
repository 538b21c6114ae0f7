import { expect, test } from "vitest";
import { dailyMailDue } from "./daily-mail.ts";

test.each([
  ["UTC", "2026-11-28T08:00:00Z", "2026-11-28T08:00:00Z"],
  ["UTC", "2026-11-28T07:59:59Z", "2026-11-27T08:00:00Z"],
  ["Europe/Paris", "2026-11-28T07:30:00Z", "2026-11-28T07:00:00Z"],
  // Local time is past midnight while it is still the day before in UTC, and vice versa.
  ["Asia/Tokyo", "2026-11-27T23:30:00Z", "2026-11-27T23:00:00Z"],
  ["Asia/Tokyo", "2026-11-27T15:30:00Z", "2026-11-26T23:00:00Z"],
  ["America/Los_Angeles", "2026-11-28T05:00:00Z", "2026-11-27T16:00:00Z"],
  ["Asia/Kathmandu", "2026-11-28T02:15:00Z", "2026-11-28T02:15:00Z"],
  // The clocks changed during the night.
  ["Europe/Paris", "2026-10-25T07:00:00Z", "2026-10-25T07:00:00Z"],
  ["Europe/Paris", "2026-10-25T06:59:59Z", "2026-10-24T06:00:00Z"],
  ["Europe/Paris", "2026-03-29T06:00:00Z", "2026-03-29T06:00:00Z"],
  ["Europe/Paris", "2026-03-29T05:59:59Z", "2026-03-28T07:00:00Z"],
])("the daily mail in %s at %s was last due at %s", (timeZone, now, due) => {
  expect(new Date(dailyMailDue(Date.parse(now), timeZone)).toISOString()).toBe(due.replace("Z", ".000Z"));
});
