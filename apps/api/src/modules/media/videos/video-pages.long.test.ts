import { SORT_FIELDS } from "@shoal/contract";
import { afterAll, beforeAll, test } from "vitest";
import { startTestApi, type TestApi } from "../../../test-api.ts";
import { addManyVideos, expectSamePages, WARNING_FILTERS } from "./testing/same-pages.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api?.close());

test("sorting and index walks return the same pages for every sort of every warning", async () => {
  const { clientUuid } = await addManyVideos(api);
  for (const filter of WARNING_FILTERS)
    for (const field of SORT_FIELDS) await expectSamePages(api, clientUuid, field, filter);
});
