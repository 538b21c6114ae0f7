import { randomUUID } from "node:crypto";
import {
  type AddedApiKey,
  API_KEY_TYPES,
  type ApiKeyType,
  CLIENT_VIEW_HEADER,
  fillPath,
  MAX_API_KEYS,
  type RouteSpec,
  routes,
  SCOPES_OF_TYPE,
  scopesOf,
} from "@shoal/contract";
import { canKeyCall } from "@shoal/domain";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { UNLIMITED } from "../../../testing/unlimited.ts";

let api: TestApi;
let manager: TestUser;
/** One key of each type; all keys belong to the manager's client. */
const keysByType = new Map<ApiKeyType, AddedApiKey>();
beforeAll(async () => {
  api = await startTestApi(UNLIMITED);
  manager = await api.addUser(["manager"]);
  for (const type of API_KEY_TYPES) keysByType.set(type, await addKey({ type }));
});
afterAll(() => api.close());

const clientParams = () => ({ id: manager.clientUuid });
const addKey = (input: object): Promise<AddedApiKey> =>
  manager.call(routes.addApiKey, {
    params: clientParams(),
    body: { description: "Encoder", ...input } as never,
  });
const keyOf = (type: ApiKeyType): AddedApiKey => {
  const key = keysByType.get(type);
  if (!key) throw new Error(`There is no key of type ${type}`);
  return key;
};

interface KeyAnswer {
  status: number;
  code: string;
  // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes.
  body: any;
}
async function callWithKey(
  authorization: string,
  route: RouteSpec,
  call: {
    params?: Record<string, string>;
    query?: string;
    body?: unknown;
    headers?: Record<string, string>;
  } = {},
): Promise<KeyAnswer> {
  const isForm = call.body instanceof FormData;
  const response = await fetch(`${api.url}${fillPath(route.path, call.params)}${call.query ?? ""}`, {
    method: route.method,
    headers: {
      authorization,
      ...(call.body && !isForm ? { "content-type": "application/json" } : {}),
      ...call.headers,
    },
    ...(call.body ? { body: isForm ? (call.body as FormData) : JSON.stringify(call.body) } : {}),
  });
  const text = await response.text();
  const body = text.startsWith("{") || text.startsWith("[") ? JSON.parse(text) : {};
  return { status: response.status, code: body.code ?? "", body };
}
const formatBearer = (key: AddedApiKey) => `Bearer ${key.key}`;
const updateKey = (key: AddedApiKey, set: object) =>
  api.database.db.updateTable("api_keys").set(set).where("uuid", "=", key.uuid).execute();
const codeWith = async (key: AddedApiKey) => (await callWithKey(formatBearer(key), routes.listVideos)).code;

test("every call that a type of key may not make is refused", async () => {
  const given: Record<string, string> = {};
  const expected: Record<string, string> = {};
  const walk = Object.entries(routes as Record<string, RouteSpec>).map(async ([name, route]) => {
    const type = API_KEY_TYPES.find((each) => !canKeyCall(route, SCOPES_OF_TYPE[each]));
    if (!type || route.guard === "public" || route.guard === "guest") return;
    const ids = Object.fromEntries(
      [...route.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => [parameter, randomUUID()]),
    );
    given[name] = (await callWithKey(formatBearer(keyOf(type)), route, { params: ids })).code;
    expected[name] = scopesOf(route).length > 0 ? "api_key_scope_missing" : "api_key_not_allowed";
  });
  await Promise.all(walk);
  expect(Object.keys(given).length).toBeGreaterThan(350);
  expect(given).toEqual(expected);
});

test("a key can be sent in a header as one text or two parts, and is refused in a URL even for public calls", async () => {
  const { key, uuid, secret } = keyOf("read");
  const basic = btoa(`${uuid}:${secret}`);
  for (const authorization of [key, `Bearer ${key}`, `Basic ${basic}`, `ApiKey ${basic}`])
    expect((await callWithKey(authorization, routes.listVideos)).status).toBe(200);
  const other = key.slice(0, -1) + (key.endsWith("A") ? "B" : "A");
  for (const authorization of [`Bearer ${other}`, "Bearer shoal_x", `Basic ${btoa(`${uuid}:no`)}`, "Basic x"])
    expect(await callWithKey(authorization, routes.listVideos)).toMatchObject({
      status: 401,
      code: "not_signed_in",
    });
  for (const query of [`?token=${key}`, `?search=${key.replaceAll("_", "%5F").replace("s", "%73")}`])
    for (const route of [routes.listVideos, routes.getStatus])
      expect(await callWithKey(`Bearer ${manager.credential}`, route, { query })).toMatchObject({
        status: 401,
        code: "api_key_in_address",
      });
  const headers = { [CLIENT_VIEW_HEADER]: randomUUID() };
  expect((await callWithKey(formatBearer(keyOf("full")), routes.listVideos, { headers })).code).toBe(
    "forbidden",
  );
});

test("the reason why a key is refused is returned only to callers with its secret", async () => {
  const key = await addKey({ type: "read", addresses: ["203.0.113.0/24", "2001:db8::/32"] });
  expect(await callWithKey(formatBearer(key), routes.listVideos)).toMatchObject({
    status: 403,
    code: "api_key_address_refused",
  });
  await updateKey(key, { addresses: ["127.0.0.0/8", "::1"] });
  expect(await codeWith(key)).toBe("");
  await updateKey(key, { expires_at: new Date(Date.now() - 1) });
  expect(await codeWith(key)).toBe("api_key_expired");
  await manager.call(routes.deleteApiKey, { params: { ...clientParams(), key: key.uuid } });
  expect(await codeWith(key)).toBe("api_key_revoked");
  expect((await callWithKey(`Bearer ${key.key}x`, routes.listVideos)).code).toBe("not_signed_in");
  const past = { description: "Over", expiresAt: "2020-01-01T00:00:00Z" };
  await expect(addKey(past)).rejects.toMatchObject({ code: "bad_request", fields: [{ path: "expiresAt" }] });
});

test("a rotated key works with both secrets during the overlap, and any earlier secret ends", async () => {
  const first = await addKey({ type: "read" });
  const rotate = (body: { overlapSec?: number }) =>
    manager.call(routes.rotateApiKey, { params: { ...clientParams(), key: first.uuid }, body });
  const second = await rotate({});
  const overlapMs = Date.parse(second.oldSecretUntil ?? "") - Date.now();
  expect(Math.abs(overlapMs - 86_400_000)).toBeLessThan(60_000);
  expect([await codeWith(first), await codeWith(second)]).toEqual(["", ""]);
  const third = await rotate({ overlapSec: 60 });
  expect([await codeWith(first), await codeWith(second), await codeWith(third)]).toEqual([
    "not_signed_in",
    "",
    "",
  ]);
  await updateKey(first, { old_secret_until: new Date(Date.now() - 1) });
  expect([await codeWith(second), await codeWith(third)]).toEqual(["not_signed_in", ""]);
  const fourth = await rotate({ overlapSec: 0 });
  expect([await codeWith(third), await codeWith(fourth)]).toEqual(["not_signed_in", ""]);
  await expect(rotate({ overlapSec: 604_801 })).rejects.toMatchObject({ code: "bad_request" });
});

test("a video created with a key belongs to the client and no user, and the log names the key", async () => {
  const key = keyOf("upload");
  const { status, body } = await callWithKey(formatBearer(key), routes.createVideo, {
    body: { title: "By key", size: 10, fingerprint: "f" },
  });
  expect(status).toBe(201);
  const video = await manager.call(routes.getVideo, { params: { id: body.uuid } });
  expect(video.title).toBe("By key");
  const found = await callWithKey(formatBearer(key), routes.findUploads, { query: "?fingerprint=f" });
  expect(found.body).toMatchObject([{ uuid: body.uuid }]);
  const row = await api.database.db
    .selectFrom("videos")
    .select(["user_uuid", "client_uuid"])
    .where("uuid", "=", body.uuid)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ user_uuid: null, client_uuid: manager.clientUuid });
  const name = `API key: Encoder (${key.uuid.slice(0, 8)})`;
  await expect
    .poll(async () => (await manager.call(routes.listLogs, { query: { search: name } as never }))._embedded, {
      timeout: 60_000,
    })
    .toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          username: name,
          userUuid: null,
          type: "POST /api/videos",
          target: body.uuid,
        }),
      ]),
    );
  expect(
    (await callWithKey(formatBearer(key), routes.createVideo, { body: { title: "L", type: "live" } })).code,
  ).toBe("api_key_scope_missing");
  expect(
    (
      await callWithKey(formatBearer(keyOf("live")), routes.createVideo, {
        body: { title: "L", type: "live" },
      })
    ).status,
  ).toBe(201);
});

test("fixed parameters apply to JSON and multipart bodies, and contradicting fields are refused", async () => {
  const config = await manager.call(routes.addConfig, { body: { name: "Partners" } });
  const fixedParameters = { tag: "partner", titlePrefix: "P: ", maxSizeBytes: 100, config: config.uuid };
  const key = await addKey({ type: "full", fixedParameters });
  const form = new FormData();
  for (const [field, value] of Object.entries({ title: "Form", size: "10", tags: "sea" }))
    form.set(field, value);
  for (const body of [{ title: "JSON", size: 10, tags: ["sea"] }, form]) {
    const made = await callWithKey(formatBearer(key), routes.createVideo, { body });
    expect(made.status).toBe(201);
    const video = await manager.call(routes.getVideo, { params: { id: made.body.uuid } });
    expect(video).toMatchObject({
      title: expect.stringMatching(/^P: (JSON|Form)$/),
      tags: ["partner", "sea"],
    });
    const rules = await manager.call(routes.getVideoRules, { params: { id: made.body.uuid } });
    expect(rules.config).toMatchObject({ uuid: config.uuid });
    const changed = await callWithKey(formatBearer(key), routes.updateVideo, {
      params: { id: made.body.uuid },
      body: { tags: [] },
    });
    expect(changed.body.tags).toEqual(["partner"]);
    expect(
      await callWithKey(formatBearer(key), routes.updateVideoRules, {
        params: { id: made.body.uuid },
        body: { revision: 1 },
      }),
    ).toMatchObject({ status: 403, code: "api_key_fixed_parameter" });
  }
  expect(
    await callWithKey(formatBearer(key), routes.createVideo, { body: { title: "Large", size: 101 } }),
  ).toMatchObject({
    status: 403,
    code: "api_key_fixed_parameter",
    body: { fields: [{ path: "size" }] },
  });
  await expect(addKey({ fixedParameters: { config: randomUUID() } })).rejects.toMatchObject({
    code: "config_not_found",
  });
});

test("a key of type live can change lives but no other videos", async () => {
  const live = formatBearer(keyOf("live"));
  const { body: made } = await callWithKey(live, routes.createVideo, {
    body: { type: "live", title: "Morning" },
  });
  const updateKey = (id: string) =>
    callWithKey(live, routes.updateVideo, { params: { id }, body: { title: "Evening", autoplay: true } });
  expect(await updateKey(made.uuid)).toMatchObject({
    status: 200,
    body: { title: "Evening", autoplay: true },
  });
  const film = await manager.call(routes.createVideo, { body: { title: "Film", size: 4 } });
  expect((await updateKey(film.uuid)).code).toBe("api_key_scope_missing");
  expect((await updateKey(randomUUID())).code).toBe("video_not_found");
});

test("keys can be paged and found by words and uuid among ten thousand, and a client can have a thousand", async () => {
  const { db } = api.database;
  const full = await api.addUser(["manager"]);
  await sql`INSERT INTO clients (name, type) SELECT 'of many keys ' || n, 'platform' FROM generate_series(1, 9) n`.execute(
    db,
  );
  await sql`INSERT INTO api_keys (client_uuid, type, description, secret_hash)
    SELECT clients.uuid, 'read', 'Backend ' || n, '\\x00' FROM clients, generate_series(1, 1000) n
    WHERE clients.uuid = ${full.clientUuid} OR clients.name LIKE 'of many keys %'`.execute(db);
  const call = { params: { id: full.clientUuid } };
  const list = (query: object) => full.call(routes.listApiKeys, { ...call, query });
  const page = await list({ page: 2, pagesize: 12 });
  expect([page._embedded.length, page._size]).toEqual([12, MAX_API_KEYS]);
  expect((await list({ search: "backend 99" }))._size).toBe(19);
  const [one] = page._embedded;
  expect((await list({ search: one?.uuid.slice(0, 13).toUpperCase() }))._embedded).toEqual([one]);
  expect((await list({ pagesize: 0 }))._embedded).toEqual([]);
  await expect(
    full.call(routes.addApiKey, { ...call, body: { description: "One more" } }),
  ).rejects.toMatchObject({
    code: "api_keys_too_many",
  });
});
