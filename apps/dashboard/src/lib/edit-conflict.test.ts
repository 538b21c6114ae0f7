import { expect, test } from "vitest";
import { findOwnChanges, mergeEdits } from "./edit-conflict.ts";

const BASE_VALUES = { name: "Harbour", phone: "1", sizes: [12, 20] };

test("only own changes are found", () => {
  expect(findOwnChanges(BASE_VALUES, { ...BASE_VALUES, phone: "2", sizes: [12, 20] })).toEqual({
    phone: "2",
  });
  expect(findOwnChanges(BASE_VALUES, { ...BASE_VALUES, sizes: [12] })).toEqual({ sizes: [12] });
});

test("changes by others are merged into untouched fields, and entered values are kept", () => {
  const typed = { ...BASE_VALUES, phone: "2" };
  const merged = mergeEdits(BASE_VALUES, typed, { ...BASE_VALUES, name: "Harbour West", phone: "3" });
  expect(merged.values).toEqual({ name: "Harbour West", phone: "2", sizes: [12, 20] });
  expect(merged.changes).toEqual([
    { field: "name", before: "Harbour", now: "Harbour West", isContested: false },
    { field: "phone", before: "1", now: "3", isContested: true },
  ]);
});

test("the same change by both users is not contested", () => {
  const same = { ...BASE_VALUES, name: "Harbour West" };
  expect(mergeEdits(BASE_VALUES, same, same).changes).toEqual([
    { field: "name", before: "Harbour", now: "Harbour West", isContested: false },
  ]);
});
