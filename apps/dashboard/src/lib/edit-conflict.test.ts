import { expect, test } from "vitest";
import { findOwnChanges, mergeEdits } from "./edit-conflict.ts";

const base = { name: "Harbour", phone: "1", sizes: [12, 20] };

test("only own changes are found", () => {
  expect(findOwnChanges(base, { ...base, phone: "2", sizes: [12, 20] })).toEqual({ phone: "2" });
  expect(findOwnChanges(base, { ...base, sizes: [12] })).toEqual({ sizes: [12] });
});

test("changes by others are merged into untouched fields, and entered values are kept", () => {
  const typed = { ...base, phone: "2" };
  const merged = mergeEdits(base, typed, { ...base, name: "Harbour West", phone: "3" });
  expect(merged.values).toEqual({ name: "Harbour West", phone: "2", sizes: [12, 20] });
  expect(merged.changes).toEqual([
    { field: "name", before: "Harbour", now: "Harbour West", isContested: false },
    { field: "phone", before: "1", now: "3", isContested: true },
  ]);
});

test("the same change by both users is not contested", () => {
  const same = { ...base, name: "Harbour West" };
  expect(mergeEdits(base, same, same).changes).toEqual([
    { field: "name", before: "Harbour", now: "Harbour West", isContested: false },
  ]);
});
