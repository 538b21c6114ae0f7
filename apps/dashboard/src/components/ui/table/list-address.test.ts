import { expect, test } from "vitest";
import { type ListShape, parseListAddress, toListAddress } from "./list-address.ts";

const LIST_SHAPE: ListShape<"name" | "at", "client"> = {
  sortFields: ["name", "at"],
  defaultSort: { name: 1 },
  filters: ["client"],
};
const INITIAL_STATE = {
  page: 1,
  pageSize: 20,
  search: "",
  sort: { name: 1 },
  filters: { client: "" },
} as const;

test.each([
  ["", INITIAL_STATE],
  ["page=3&size=50&search=sea", { ...INITIAL_STATE, page: 3, pageSize: 50, search: "sea" }],
  ["sort=-at&client=c-1", { ...INITIAL_STATE, sort: { at: -1 }, filters: { client: "c-1" } }],
  ["sort=name", INITIAL_STATE],
  ["page=0&size=17&sort=-password", INITIAL_STATE],
])("reads the state of a list from the address '%s'", (address, state) => {
  expect(parseListAddress(new URLSearchParams(address), LIST_SHAPE, 20)).toEqual(state);
});

test("defaults are omitted from the address, and parameters that do not belong to the list are kept", () => {
  const before = new URLSearchParams("page=4&edit=u-1&client=c-1");
  expect(toListAddress(before, INITIAL_STATE, LIST_SHAPE, 20).toString()).toBe("edit=u-1");
  const sorted = {
    ...INITIAL_STATE,
    page: 2,
    pageSize: 12,
    sort: { at: -1 as const },
    filters: { client: "c-2" },
  };
  const params = toListAddress(before, sorted, LIST_SHAPE, 20);
  expect(parseListAddress(params, LIST_SHAPE, 20)).toEqual(sorted);
  expect(params.get("edit")).toBe("u-1");
});
