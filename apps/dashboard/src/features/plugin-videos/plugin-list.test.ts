import { expect, test } from "vitest";
import { parseListAddress } from "../../components/ui/table/list-address.ts";
import { isNarrowed, PLUGIN_LIST, requestOf, toSearchParams } from "./plugin-list.ts";

const COLLECTION_UUID = "0c5f5a0e-8f5f-4f2a-9a53-3f2b1c7d9e10";
const stateOf = (address: string) => parseListAddress(new URLSearchParams(address), PLUGIN_LIST, 20);

test("an empty URL requests the newest media that are not hidden", () => {
  const state = stateOf("");
  expect(isNarrowed(state)).toBe(false);
  expect(requestOf(state)).toEqual({ page: 1, pagesize: 20, sort: { createdAt: -1 }, filter: {} });
});

test("search, sort, tags, collection and visibility are requested as in the URL", () => {
  const filters = toSearchParams({
    included: ["sea", "shore"],
    excluded: ["fog"],
    collection: COLLECTION_UUID,
    isHidden: true,
  });
  const state = stateOf(
    `search=harbour&sort=-offload&page=3&size=50&${new URLSearchParams(filters as Record<string, string>)}`,
  );
  expect(isNarrowed(state)).toBe(true);
  expect(requestOf(state)).toEqual({
    page: 3,
    pagesize: 50,
    sort: { offload: -1 },
    search: "harbour",

    tags: ["sea", "shore"],
    excludedTags: ["fog"],
    filter: { collection: COLLECTION_UUID, hidden: true },
  });
});

test("invalid values in the URL are omitted from the request", () => {
  const state = stateOf("sort=status&collection=all&hidden=yes&tags=sea&notags=sea");
  expect(requestOf(state)).toEqual({
    page: 1,
    pagesize: 20,
    sort: { createdAt: -1 },
    tags: ["sea"],
    filter: {},
  });
});
