import { expect, test } from "vitest";
import { readListState, writeListState } from "./list-address.ts";

test.each([
  ["", { page: 1, pageSize: 20, search: "" }],
  ["page=3&size=50&search=sea", { page: 3, pageSize: 50, search: "sea" }],
  ["page=-1&size=17", { page: 1, pageSize: 20, search: "" }],
  ["page=x", { page: 1, pageSize: 20, search: "" }],
])("the address '%s' tells the list's state", (address, state) => {
  expect(readListState(new URLSearchParams(address), 20)).toEqual(state);
});

test("defaults stay out of the address", () => {
  expect(writeListState({ page: 1, pageSize: 20, search: "" }, 20).toString()).toBe("");
  expect(writeListState({ page: 2, pageSize: 12, search: "sea" }, 20).toString()).toBe(
    "search=sea&page=2&size=12",
  );
});
