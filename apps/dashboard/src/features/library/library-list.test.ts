import { expect, test } from "vitest";
import { listKeyOf, readListAddress, writeListAddress } from "../../components/ui/table/list-address.ts";
import {
  firstDirectionOf,
  hasAdvancedFilters,
  isNarrowed,
  LIBRARY_LIST,
  readFilters,
  requestOf,
  STATUS_CHOICES,
  writeFilters,
} from "./library-list.ts";

const CATEGORY = "0b6f5a52-6a0e-4d0a-8a0a-2f6c7d1f3a10";
const read = (address: string) => readListAddress(new URLSearchParams(address), LIBRARY_LIST, 20);

test("an empty URL requests all videos, newest first", () => {
  expect(requestOf(read(""))).toEqual({ page: 1, pagesize: 20, sort: { createdAt: -1 }, filter: {} });
  expect(isNarrowed(read(""))).toBe(false);
});

test("filters survive a round trip through the URL and are sent with the request", () => {
  const filters = {
    included: ["sea, salt", "été"],
    excluded: ["internal"],
    type: "vod" as const,
    statuses: ["encoding" as const, "error" as const],
    warnings: ["highRebuffering" as const],
    categories: [CATEGORY],
    isNested: true,
  };
  const state = read("search=harbour&sort=title&page=2");
  const written = { ...state, filters: { ...state.filters, ...writeFilters(filters) } };
  const again = read(writeListAddress(new URLSearchParams(), written, LIBRARY_LIST, 20).toString());
  expect(readFilters(again.filters)).toEqual(filters);
  expect(requestOf(again)).toEqual({
    page: 2,
    pagesize: 20,
    sort: { title: 1 },
    search: "harbour",
    tags: ["sea, salt", "été"],
    excludedTags: ["internal"],
    filter: {
      type: "vod",
      status: ["encoding", "segmented", "error"],
      warnings: ["highRebuffering"],
      categories: [CATEGORY],
      isTopLevel: true,
    },
  });
});

test("invalid values in the URL are omitted from the request", () => {
  const { filters } = read(
    "status=gone,error&type=film&warnings=x&categories=7&nested=yes&tags=a&notags=a|:|b",
  );
  expect(readFilters(filters)).toEqual({
    included: ["a"],
    excluded: ["b"],
    type: "",
    statuses: ["error"],
    warnings: [],
    categories: [],
    isNested: false,
  });
});

test("the marker of the advanced filters is shown only for these", () => {
  expect(hasAdvancedFilters(readFilters(read("tags=sea&nested=1").filters))).toBe(false);
  expect(hasAdvancedFilters(readFilters(read("warnings=criticalError").filters))).toBe(true);
});

test("ten statuses can be selected, and the initial direction of a sort follows §5", () => {
  expect(STATUS_CHOICES).toHaveLength(10);
  expect(firstDirectionOf("title")).toBe(1);
  expect(firstDirectionOf("nbView")).toBe(-1);
});

test("pages and orders of one list share a key, and another search has another key", () => {
  expect(listKeyOf(read("search=a&page=2&sort=title"))).toBe(listKeyOf(read("search=a&size=50")));
  expect(listKeyOf(read("search=a"))).not.toBe(listKeyOf(read("search=b")));
});
