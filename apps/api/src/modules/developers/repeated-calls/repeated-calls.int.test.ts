import { randomUUID } from "node:crypto";
import { routes } from "@shoal/contract";
import { eventually } from "@shoal/testkit";
import { createSecretBox } from "@shoal/tokens";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "../../../platform/database.ts";
import { recordResponse, withRecorder } from "../../../platform/recorded-changes.ts";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { createRepeatedCallsService } from "./repeated-calls.service.ts";

let api: TestApi;
let user: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  user = await api.addUser(["manager"]);
});
afterAll(() => api.close());

const createCalls = (db = api.database.db) =>
  createRepeatedCallsService({
    db,
    box: createSecretBox("installation", "test"),
    installationSecret: "installation",
    onError: (error) => {
      throw error;
    },
  });
const newCall = (content: unknown = {}) => ({
  clientUuid: user.clientUuid,
  callerUuid: user.userUuid,
  route: "POST /api/things",
  key: randomUUID(),
  content,
  status: 201,
});
/** Expires all claims, as if a process had been killed 20 seconds ago. */
const expireClaims = () =>
  api.database.db
    .updateTable("repeated_calls")
    .set({ claimed_until: new Date(Date.now() - 5_000) })
    .execute();

async function postWithKey(
  path: string,
  { key, body, by = user }: { key?: string; body?: unknown; by?: TestUser },
) {
  const answer = await fetch(`${api.url}${path}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${by.credential}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(key === undefined ? {} : { "idempotency-key": key }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    body: text === "" ? undefined : (JSON.parse(text) as Record<string, unknown>),
    isReplayed: answer.headers.get("idempotency-replayed") === "true",
    retryAfter: answer.headers.get("retry-after"),
  };
}
const countVideos = async (title: string) =>
  (await user.call(routes.listVideos, { query: { search: title } }))._size;

test("a repeated call creates nothing and gets the first response; different calls are not affected", async () => {
  const key = randomUUID();
  const body = { title: `Film ${key}`, size: 7, tags: ["a"] };
  const first = await postWithKey("/api/videos", { key, body });
  expect(first).toMatchObject({ status: 201, isReplayed: false });
  const again = await postWithKey("/api/videos", { key, body: { tags: ["a"], size: 7, title: body.title } });
  expect(again).toEqual({ ...first, isReplayed: true });
  expect(await postWithKey("/api/videos", { key, body: { ...body, size: 8 } })).toMatchObject({
    status: 409,
    body: { code: "idempotency_key_reused" },
  });
  expect(await countVideos(body.title)).toBe(1);
  const other = await api.addUser(["manager"], { clientOf: user });
  expect(await postWithKey("/api/videos", { key, body, by: other })).toMatchObject({
    status: 201,
    isReplayed: false,
  });
  expect(await postWithKey("/api/categories", { key, body: { name: `Of ${key}` } })).toMatchObject({
    status: 201,
  });
  // The entry of the other user was written last.
  const entries = await eventually(async () => {
    const log = await user.call(routes.listLogs, { query: { type: "POST /api/videos", page: 1 } });
    expect(log._embedded.map(({ username }) => username)).toContain(other.username);
    return log._embedded;
  });
  expect(entries).toHaveLength(2);
});

test("a repeated call returns a secret that is otherwise returned once, and it is stored encrypted", async () => {
  const key = randomUUID();
  const path = `/api/clients/${user.clientUuid}/apikeys`;
  const body = { description: "Backend" };
  const first = await postWithKey(path, { key, body });
  expect((await postWithKey(path, { key, body })).body).toEqual(first.body);
  const rows = await api.database.db.selectFrom("repeated_calls").selectAll().execute();
  const secret = String(first.body?.secret);
  expect(secret).toHaveLength(43);
  expect(JSON.stringify(rows)).not.toContain(secret);
  expect(JSON.stringify(rows)).not.toContain(key);
});

test("a refused call can be corrected with the same key, and an invalid key is reported with its field", async () => {
  const key = randomUUID();
  expect(await postWithKey("/api/videos", { key, body: { title: "A film", size: -1 } })).toMatchObject({
    status: 400,
  });
  expect(await postWithKey("/api/videos", { key, body: { title: "A film" } })).toMatchObject({ status: 201 });
  expect(await postWithKey("/api/videos", { key: " ", body: { title: "A film" } })).toMatchObject({
    status: 400,
    body: { fields: [{ path: "Idempotency-Key" }] },
  });
});

test("concurrent calls with the same key create one object", async () => {
  const key = randomUUID();
  const body = { title: `At once ${key}` };
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => postWithKey("/api/videos", { key, body })),
  );
  expect(await countVideos(body.title)).toBe(1);
  for (const { status, body: answer, retryAfter } of answers)
    if (status === 409) {
      expect(answer?.code).toBe("idempotency_in_progress");
      expect(retryAfter).toBe("1");
    } else expect(status).toBe(201);
});

test("after an api is killed, the next one repeats a call without committed changes, but none with them", async () => {
  const { db } = api.database;
  const before = newCall({ n: 1 });
  await createCalls().begin(before);
  await expect(createCalls().begin(before)).rejects.toMatchObject({
    code: "idempotency_in_progress",
    retryAfterSec: 1,
  });
  await expireClaims();
  expect(await createCalls().begin(before)).toHaveProperty("run");

  const after = newCall({ n: 2 });
  const begun = await createCalls().begin(after);
  if (!("run" in begun)) throw new Error("It was not begun");
  const addCategory = () =>
    db.insertInto("categories").values({ client_uuid: user.clientUuid, name: randomUUID() }).execute();
  await withRecorder(begun.run, addCategory);
  await expireClaims();
  await expect(createCalls().begin(after)).rejects.toMatchObject({ code: "idempotency_answer_lost" });

  const recent = newCall({ n: 3 });
  const third = await createCalls().begin(recent);
  if (!("run" in third)) throw new Error("It was not begun");
  await withRecorder(third.run, () =>
    db.transaction().execute(async (tx) => {
      await tx
        .insertInto("categories")
        .values({ client_uuid: user.clientUuid, name: randomUUID() })
        .execute();
      recordResponse({ uuid: "u" });
    }),
  );
  await expireClaims();
  expect(await createCalls().begin(recent)).toEqual({ given: { status: 201, text: '{"uuid":"u"}' } });
});

test("a stalled call changes nothing once another process has taken it over", async () => {
  const database = openDatabase(api.databaseUrl, 2);
  const call = newCall();
  const stopped = await createCalls(database.db).begin(call);
  await expireClaims();
  await createCalls().begin(call);
  if (!("run" in stopped)) throw new Error("It was not begun");
  const name = randomUUID();
  const change = withRecorder(stopped.run, () =>
    database.db.insertInto("categories").values({ client_uuid: user.clientUuid, name }).execute(),
  );
  await expect(change).rejects.toMatchObject({ code: "unavailable" });
  await database.close();
  const found = await api.database.db.selectFrom("categories").where("name", "=", name).execute();
  expect(found).toHaveLength(0);
});

test("a failed call is repeated if it changed nothing, and not repeated otherwise", async () => {
  const { db } = api.database;
  const failed = newCall();
  const first = await createCalls().begin(failed);
  if (!("run" in first)) throw new Error("It was not begun");
  await first.run.settle({ status: 500, text: "{}" });
  const second = await createCalls().begin(failed);
  if (!("run" in second)) throw new Error("It was not begun");
  await withRecorder(second.run, () =>
    db.insertInto("categories").values({ client_uuid: user.clientUuid, name: randomUUID() }).execute(),
  );
  await second.run.settle({ status: 500, text: "{}" });
  await expect(createCalls().begin(failed)).rejects.toMatchObject({ code: "idempotency_answer_lost" });
});
