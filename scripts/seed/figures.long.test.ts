import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi } from "../../apps/api/src/test-api.ts";
import { addWatching, listUnwatched } from "./figures.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api?.close());

test("a seed that is resumed after an interruption adds the missing sessions and duplicates none", async () => {
  const clientUuid = randomUUID();
  const [first, second] = [1, 2].map(() => ({
    uuid: randomUUID(),
    clientUuid,
    sessions: 3,
    durationSec: 20,
  }));
  if (!first || !second) throw new Error("two videos");
  const add = (watched: (typeof first)[]) => addWatching(api, { watched, nowMs: Date.now() });
  await add([first]);
  expect(await listUnwatched(api.clickhouseUrl, [first, second])).toEqual([second]);
  await add([first, second]);
  expect(await listUnwatched(api.clickhouseUrl, [first, second])).toEqual([]);
});
