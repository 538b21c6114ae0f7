import { expect, test } from "vitest";
import { listKeyOf, parseListAddress, toListAddress } from "../../components/ui/table/list-address.ts";
import {
  firstDirectionOf,
  hasAdvancedFilters,
  isNarrowed,
  LIBRARY_LIST,
  parseFilters,
  requestOf,
  STATUS_CHOICES,
  toSearchParams,
} from "./library-list.ts";

const CATEGORY_UUID = "0b6f5a52-6a0e-4d0a-8a0a-2f6c7d1f3a10";
const parseList = (address: string) => parseListAddress(new URLSearchParams(address), LIBRARY_LIST, 20);

test("an empty URL requests all videos, newest first", () => {
  expect(requestOf(parseList(""))).toEqual({ page: 1, pagesize: 20, sort: { createdAt: -1 }, filter: {} });
  expect(isNarrowed(parseList(""))).toBe(false);
});

test("filters survive a round trip through the URL and are sent with the request", () => {
  const filters = {
    included: ["sea, salt", "été"],
    excluded: ["internal"],
    type: "vod" as const,
    statuses: ["encoding" as const, "error" as const],
    warnings: ["highRebuffering" as const],
    categories: [CATEGORY_UUID],
    isNested: true,
  };
  const state = parseList("search=harbour&sort=title&page=2");
  const written = { ...state, filters: { ...state.filters, ...toSearchParams(filters) } };
  const again = parseList(toListAddress(new URLSearchParams(), written, LIBRARY_LIST, 20).toString());
  expect(parseFilters(again.filters)).toEqual(filters);
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
      categories: [CATEGORY_UUID],
      isTopLevel: true,
    },
  });
});

test("invalid values in the URL are omitted from the request", () => {
  const { filters } = parseList(
    "status=gone,error&type=film&warnings=x&categories=7&nested=yes&tags=a&notags=a|:|b",
  );
  expect(parseFilters(filters)).toEqual({
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
  expect(hasAdvancedFilters(parseFilters(parseList("tags=sea&nested=1").filters))).toBe(false);
  expect(hasAdvancedFilters(parseFilters(parseList("warnings=criticalError").filters))).toBe(true);
});

test("ten statuses can be selected, and the initial direction of a sort follows §5", () => {
  expect(STATUS_CHOICES).toHaveLength(10);
  expect(firstDirectionOf("title")).toBe(1);
  expect(firstDirectionOf("nbView")).toBe(-1);
});

test("pages and orders of one list share a key, and another search has another key", () => {
  expect(listKeyOf(parseList("search=a&page=2&sort=title"))).toBe(listKeyOf(parseList("search=a&size=50")));
  expect(listKeyOf(parseList("search=a"))).not.toBe(listKeyOf(parseList("search=b")));
});
