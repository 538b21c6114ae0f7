import { expect, test } from "vitest";
import { type ListShape, readListAddress, writeListAddress } from "./list-address.ts";

const shape: ListShape<"name" | "at", "client"> = {
  sortFields: ["name", "at"],
  defaultSort: { name: 1 },
  filters: ["client"],
};
const initial = { page: 1, pageSize: 20, search: "", sort: { name: 1 }, filters: { client: "" } } as const;

test.each([
  ["", initial],
  ["page=3&size=50&search=sea", { ...initial, page: 3, pageSize: 50, search: "sea" }],
  ["sort=-at&client=c-1", { ...initial, sort: { at: -1 }, filters: { client: "c-1" } }],
  ["sort=name", initial],
  ["page=0&size=17&sort=-password", initial],
])("reads the state of a list from the address '%s'", (address, state) => {
  expect(readListAddress(new URLSearchParams(address), shape, 20)).toEqual(state);
});

test("defaults are omitted from the address, and parameters that do not belong to the list are kept", () => {
  const before = new URLSearchParams("page=4&edit=u-1&client=c-1");
  expect(writeListAddress(before, initial, shape, 20).toString()).toBe("edit=u-1");
  const sorted = { ...initial, page: 2, pageSize: 12, sort: { at: -1 as const }, filters: { client: "c-2" } };
  const params = writeListAddress(before, sorted, shape, 20);
  expect(readListAddress(params, shape, 20)).toEqual(sorted);
  expect(params.get("edit")).toBe("u-1");
});
