import { createApiClient, routes } from "@shoal/contract";
import { expect, test } from "vitest";
import page from "../../../index.html?raw";
import { parseListAddress } from "../../components/ui/table/list-address.ts";
import { LIBRARY_LIST, requestOf } from "./library-list.ts";

const PAGE_SIZE = 20;

test("index.html preloads the library's first list with the same URL that the library requests", async () => {
  const asked: string[] = [];
  const call = createApiClient({
    baseUrl: "",
    credential: () => undefined,
    fetch: async (address) => {
      asked.push(String(address));
      return new Response("{}");
    },
  });
  const list = parseListAddress(new URLSearchParams(), LIBRARY_LIST, PAGE_SIZE);
  await call(routes.listVideos, { query: requestOf(list) });
  expect(page).toContain(`["${asked[0]}"]`);
});
