import { expect, test } from "vitest";
import { canChangeUser, canGiveRole, findDeletionDate, listUsernameCandidates, sortRoles } from "../index.ts";

test.each([
  ["ann", ["ann2", "ann3", "ann4"]],
  ["ann9", ["ann10", "ann11", "ann12"]],
  ["studio-007", ["studio-0072", "studio-0073", "studio-0074"]],
  ["user20261121", ["user202611212", "user202611213", "user202611214"]],
  ["42", ["422", "423", "424"]],
])("listUsernameCandidates offers the next numbers for the taken name %s: %j", (taken, first) => {
  expect(listUsernameCandidates(taken, []).slice(0, 3)).toEqual(first);
});

test("listUsernameCandidates shortens long names so that the number fits, and lists random numbers last", () => {
  const candidates = listUsernameCandidates("é".repeat(60), [123_456]);
  expect(candidates.every((name) => [...name].length <= 60)).toBe(true);
  expect(candidates.at(-1)).toBe(`${"é".repeat(54)}123456`);
  expect(new Set(candidates).size).toBe(candidates.length);
});

test("managers grant the roles of a client, and only administrators grant, revoke or change administrators", () => {
  expect(
    (["admin", "manager", "editor", "readAnalytics"] as const).map((role) => canGiveRole(["manager"], role)),
  ).toEqual([false, true, true, true]);
  expect(canGiveRole(["admin"], "admin")).toBe(true);
  expect(canGiveRole(["editor"], "readAnalytics")).toBe(false);
  expect(canChangeUser(["manager"], ["admin", "editor"])).toBe(false);
  expect(canChangeUser(["manager"], [])).toBe(true);
  expect(canChangeUser(["admin"], ["admin"])).toBe(true);
  expect(sortRoles(["editor", "admin", "editor"])).toEqual(["admin", "editor"]);
});

test("a client's scheduled deletion takes place at the end of its subscription, or at the end of the month without one", () => {
  const now = new Date("2026-12-10T23:30:00Z");
  const later = new Date("2027-03-15T12:00:00Z");
  expect(findDeletionDate(later, now)).toEqual(later);
  expect(findDeletionDate(null, now)).toEqual(new Date("2027-01-01T00:00:00Z"));
  expect(findDeletionDate(new Date("2026-01-01T00:00:00Z"), now)).toEqual(new Date("2027-01-01T00:00:00Z"));
});

test("a client is never deleted within 7 days, even if its month or subscription ends earlier", () => {
  const now = new Date("2026-12-31T23:30:00Z");
  const inAWeek = new Date("2027-01-07T23:30:00Z");
  expect(findDeletionDate(null, now)).toEqual(inAWeek);
  expect(findDeletionDate(new Date("2027-01-01T12:00:00Z"), now)).toEqual(inAWeek);
  expect(findDeletionDate(inAWeek, now)).toEqual(inAWeek);
});
