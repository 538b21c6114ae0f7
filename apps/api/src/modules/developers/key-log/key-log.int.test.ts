import { randomUUID } from "node:crypto";
import { type KeyLogQuery, routes } from "@shoal/contract";
import { eventually } from "@shoal/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf } from "../../../testing/account-harness.ts";
import { createKeyLogRepository } from "./key-log.repository.ts";
import { createKeyLogWriter } from "./key-log-writer.ts";

let api: TestApi;
let user: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  user = await api.addUser(["manager"]);
});
afterAll(() => api.close());

const addKey = () =>
  user.call(routes.addApiKey, {
    params: { id: user.clientUuid },
    body: { description: "Backend", type: "read" },
  });
const logOf = (key: string, query: KeyLogQuery = {}, by = user) =>
  by.call(routes.listKeyCalls, { params: { id: user.clientUuid, key }, query });
const getWithKey = (key: string, path: string, headers: Record<string, string> = {}) =>
  fetch(`${api.url}${path}`, { headers: { authorization: `Bearer ${key}`, ...headers } });

test("a key's log lists its calls by request id, without their content", async () => {
  const { uuid, key } = await addKey();
  const answer = await getWithKey(key, "/api/videos?search=private", { "x-request-id": "theirs" });
  const refused = await getWithKey(key, `/api/videos/${randomUUID()}?x=1`);
  const requestId = answer.headers.get("x-request-id") ?? "";
  expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
  expect(refused.status).toBe(404);
  const all = await eventually(async () => {
    const { _embedded } = await logOf(uuid);
    expect(_embedded.map(({ status }) => status)).toEqual([404, 200]);
    return _embedded;
  });
  expect(all[1]).toMatchObject({
    requestId,
    call: "listVideos",
    method: "GET",
    path: "/api/videos",
    address: "127.0.0.1",
  });
  expect(JSON.stringify(all)).not.toContain("private");
  expect((await logOf(uuid, { requestId }))._embedded).toEqual([all[1]]);
  expect((await logOf(uuid, { status: "4xx" }))._embedded).toEqual([all[0]]);
  expect((await logOf(uuid, { requestId: randomUUID() }))._embedded).toEqual([]);
});

test("the log has pages, keeps calls for a week, and is deleted with its key", async () => {
  const { uuid } = await addKey();
  const { db } = api.database;
  const entry = (ageMs: number) => ({
    key_uuid: uuid,
    client_uuid: user.clientUuid,
    request_id: randomUUID(),
    at: new Date(Date.now() - ageMs),
    call: "listVideos",
    method: "GET",
    path: "/api/videos",
    status: 200,
    duration_ms: 1,
    address: "127.0.0.1",
  });
  const log = createKeyLogRepository(db);
  await log.addCalls([entry(8 * 86_400_000), ...Array.from({ length: 60 }, (_, n) => entry(1_000 - n))]);
  const first = await logOf(uuid);
  const second = await logOf(uuid, { before: first.next ?? 0 });
  expect([first._embedded.length, second._embedded.length, second.next]).toEqual([50, 10, null]);
  await log.prune();
  const count = async () =>
    (await db.selectFrom("api_key_calls").select("id").where("key_uuid", "=", uuid).execute()).length;
  expect(await count()).toBe(60);
  await db.deleteFrom("api_keys").where("uuid", "=", uuid).execute();
  expect(await count()).toBe(0);
  // A pending call of a deleted key does not prevent others from being logged.
  const other = await addKey();
  await log.addCalls([entry(0), { ...entry(0), key_uuid: other.uuid }]);
  expect((await logOf(other.uuid))._embedded).toHaveLength(1);
});

test("keys of other clients and unknown keys are not found", async () => {
  const { uuid } = await addKey();
  const stranger = await api.addUser(["manager"]);
  expect(await codeOf(logOf(uuid, {}, stranger))).toBe("client_not_found");
  expect(await codeOf(logOf(randomUUID()))).toBe("api_key_not_found");
});

test("calls wait in a bounded queue while the database is down, and further ones are reported as lost", async () => {
  const errors: unknown[] = [];
  const writer = createKeyLogWriter({ db: api.database.db, onError: (error) => errors.push(error) });
  const { uuid } = await addKey();
  const call = {
    key_uuid: uuid,
    client_uuid: user.clientUuid,
    request_id: randomUUID(),
    at: new Date(),
    call: "listVideos",
    method: "GET",
    path: "/api/videos",
    status: 200,
    duration_ms: 1,
    address: "127.0.0.1",
  };
  for (let n = 0; n < 10_003; n += 1) writer.add(call);
  await writer.close();
  expect(errors.map(String)).toEqual(["Error: 3 calls are missing in the logs of API keys"]);
});
