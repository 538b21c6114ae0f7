import { readFile } from "node:fs/promises";
import { createApiClient, routes } from "@shoal/contract";
import { expect, test } from "vitest";
import { readListAddress } from "../../components/ui/table/list-address.ts";
import { LIBRARY_LIST, requestOf } from "./library-list.ts";

const PAGE = new URL("../../../index.html", import.meta.url);
const PAGE_SIZE = 20;

test("the page asks for the library's first list by the very address that the library uses", async () => {
  const asked: string[] = [];
  const call = createApiClient({
    baseUrl: "",
    credential: () => undefined,
    fetch: async (address) => {
      asked.push(String(address));
      return new Response("{}");
    },
  });
  const list = readListAddress(new URLSearchParams(), LIBRARY_LIST, PAGE_SIZE);
  await call(routes.listVideos, { query: requestOf(list) });
  expect(await readFile(PAGE, "utf8")).toContain(`["${asked[0]}"]`);
});
