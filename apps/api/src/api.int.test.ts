import { createHash, randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  AppError,
  createApiClient,
  fillPath,
  routes,
  UPLOAD_CHUNK_BYTES,
  type VideoView,
} from "@shoal/contract";
import { INTERNAL_SECRET_HEADER } from "@shoal/contract/edge";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MODULES } from "./modules.ts";
import { PASSWORD, startTestApi, type TestApi, type TestUser } from "./test-api.ts";

let api: TestApi;
let manager: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  manager = await api.addUser(["manager"]);
});
afterAll(() => api.close());

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "success",
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );

interface Chunk {
  uuid: string;
  number: number;
  bytes: Buffer;
  checksum?: string;
  isEnd?: boolean;
}

async function sendChunk(user: TestUser, { uuid, number, bytes, checksum, isEnd }: Chunk) {
  const body = new FormData();
  body.set("checksum", checksum ?? createHash("sha256").update(bytes).digest("hex"));
  if (isEnd) body.set("end", "true");
  body.set("video", new Blob([new Uint8Array(bytes)]));
  const path = fillPath(routes.uploadChunk.path, { uuid, chunkNumber: number });
  const headers = { authorization: `Bearer ${user.credential}` };
  const response = await fetch(api.url + path, { method: "POST", headers, body });
  const answer = (await response.json()) as { code?: string; isComplete?: boolean; received?: number };
  return { status: response.status, ...answer };
}

test("all migrations have been applied", async () => {
  const { rows } = await sql<{ name: string }>`SELECT name FROM kysely_migration`.execute(api.database.db);
  const files = await readdir(join(import.meta.dirname, "platform/migrations"));
  const ofModules = MODULES.flatMap(({ migrations = {} }) => Object.keys(migrations));
  const all = [...files.map((file) => file.replace(/\.ts$/, "")), ...ofModules];
  expect(rows.map(({ name }) => name).toSorted()).toEqual(all.toSorted());
});

test("a user signs in, reads their own account and signs out; the credential is then invalid", async () => {
  const { credential } = await api.anonymous(routes.login, {
    body: { username: manager.username.toUpperCase(), password: PASSWORD },
  });
  const headers = { authorization: `Bearer ${credential}` };
  const me = await fetch(`${api.url}/api/users/my`, { headers });
  expect(await me.json()).toMatchObject({ username: manager.username, passwordModified: true });
  expect((await fetch(`${api.url}/api/logout`, { method: "POST", headers })).status).toBe(204);
  expect((await fetch(`${api.url}/api/users/my`, { headers })).status).toBe(401);
});

test("a wrong password and an unknown name get the same answer", async () => {
  const wrong = await codeOf(
    api.anonymous(routes.login, { body: { username: manager.username, password: "nope" } }),
  );
  const unknown = await codeOf(
    api.anonymous(routes.login, { body: { username: "nobody", password: "nope" } }),
  );
  expect([wrong, unknown]).toEqual(["wrong_credentials", "wrong_credentials"]);
});

test("a user who never changed their initial password can only change it", async () => {
  const user = await api.addUser(["manager"], { isPasswordModified: false });
  expect(await codeOf(user.call(routes.listVideos, { query: {} }))).toBe("password_change_required");
  const change = { currentPassword: PASSWORD, newPassword: "weak", confirmPassword: "weak" };
  const error = await user.call(routes.updateMe, { body: change }).catch((caught: AppError) => caught);
  expect(error).toMatchObject({ code: "password_too_weak" });
  expect((error as AppError).fields?.map((field) => field.reason)).toEqual([
    "too_short",
    "no_uppercase",
    "no_digit",
    "no_special",
  ]);
  const body = {
    currentPassword: PASSWORD,
    newPassword: "Better-horse-2",
    confirmPassword: "Better-horse-2",
  };
  const { credential, ...changed } = await user.call(routes.updateMe, { body });
  expect(changed).toMatchObject({ passwordModified: true });
  const headers = { authorization: `Bearer ${credential}` };
  const videos = await fetch(api.url + routes.listVideos.path, { headers });
  expect(await videos.json()).toEqual({ _embedded: [], _size: 0 });
});

const namesIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);

test("every guarded route refuses anonymous callers and callers without the required role", async () => {
  const reader = await api.addUser(["readAnalytics"], { clientOf: manager });
  for (const [name, route] of Object.entries(routes)) {
    if (route.guard === "public") continue;
    const url =
      api.url +
      fillPath(route.path, {
        ...Object.fromEntries(namesIn(route.path).map((name) => [name, crypto.randomUUID()])),
        chunkNumber: 0,
        t: 0,
      });
    const anonymous = await fetch(url, { method: route.method });
    expect([name, anonymous.status]).toEqual([name, 401]);
    if (route.guard !== "editor") continue;
    const weak = await fetch(url, {
      method: route.method,
      headers: { authorization: `Bearer ${reader.credential}` },
    });
    expect([name, weak.status]).toEqual([name, 403]);
  }
});

test("errors are in French for callers who accept French, wherever they are detected", async () => {
  const french = createApiClient({
    baseUrl: api.url,
    credential: () => manager.credential,
    language: () => "fr",
  });
  const reasonsOf = (answer: Promise<unknown>) =>
    answer.then(
      () => [],
      (error: AppError) => error.fields?.map(({ reason }) => reason),
    );
  expect(await reasonsOf(french(routes.createVideo, { body: { title: "Reef", size: -1 } as never }))).toEqual(
    [expect.stringMatching(/caractère|Trop petit/)],
  );
  await french(routes.addCategory, { body: { name: "Été" } });
  expect(await reasonsOf(french(routes.addCategory, { body: { name: "été" } }))).toEqual([
    "est déjà utilisé",
  ]);
});

test("a response names all invalid fields at once", async () => {
  const error = await manager
    .call(routes.createVideo, {
      body: { title: "a".repeat(1_000), size: -1, tags: ["a|:|b"], extra: 1 } as never,
    })
    .catch((caught: AppError) => caught);
  expect((error as AppError).code).toBe("bad_request");
  expect((error as AppError).fields?.map((field) => field.path).toSorted()).toEqual([
    "size",
    "tags.0",
    "title",
  ]);
  const listing = await manager
    .call(routes.listVideos, { query: { sort: "{nope" as never } })
    .catch((caught: AppError) => caught);
  expect((listing as AppError).fields?.[0]).toMatchObject({ path: "sort", reason: "is not JSON" });
});

test("the source is complete although its chunks arrive out of order and repeatedly", async () => {
  const file = randomBytes(UPLOAD_CHUNK_BYTES * 2 + 1234);
  const { uuid } = await manager.call(routes.createVideo, {
    body: { title: "Out of order", size: file.length, fingerprint: "f1" },
  });
  const chunk = (number: number) =>
    file.subarray(number * UPLOAD_CHUNK_BYTES, (number + 1) * UPLOAD_CHUNK_BYTES);
  expect(await sendChunk(manager, { uuid, number: 2, bytes: chunk(2), isEnd: true })).toMatchObject({
    status: 200,
    isComplete: false,
  });
  expect(await sendChunk(manager, { uuid, number: 0, bytes: chunk(0) })).toMatchObject({
    status: 200,
    received: 2,
  });
  expect(await sendChunk(manager, { uuid, number: 0, bytes: chunk(0) })).toMatchObject({
    status: 200,
    received: 2,
  });
  const state = await manager.call(routes.getUpload, { params: { id: uuid } });
  expect(state.received).toEqual([
    [0, 1],
    [2, 3],
  ]);
  expect(await manager.call(routes.findUploads, { query: { fingerprint: "f1" } })).toMatchObject([{ uuid }]);

  await api.restart();
  expect(await manager.call(routes.getUpload, { params: { id: uuid } })).toEqual(state);
  expect(await sendChunk(manager, { uuid, number: 1, bytes: chunk(1) })).toMatchObject({ isComplete: true });
  expect((await readFile(join(api.folder, "media", "uploads", uuid, "source"))).equals(file)).toBe(true);
  expect(await manager.call(routes.getVideo, { params: { id: uuid } })).toMatchObject({
    encodingStatus: "waiting_for_encoding",
    uploadingPercent: 100,
  });
  expect(await sendChunk(manager, { uuid, number: 1, bytes: chunk(1) })).toMatchObject({
    status: 409,
    code: "upload_not_open",
  });
});

test("a chunk that is damaged, of the wrong size, out of range or for another client's video is refused without effect", async () => {
  const size = UPLOAD_CHUNK_BYTES + 10;
  const { uuid } = await manager.call(routes.createVideo, { body: { title: "Refused", size } });
  const whole = randomBytes(UPLOAD_CHUNK_BYTES);
  const stranger = await api.addUser(["manager"]);
  const refused: [string, Promise<{ code?: string }>][] = [
    [
      "chunk_checksum_mismatch",
      sendChunk(manager, { uuid, number: 0, bytes: whole, checksum: "0".repeat(64) }),
    ],
    ["bad_request", sendChunk(manager, { uuid, number: 0, bytes: whole, checksum: "no" })],
    ["chunk_size_wrong", sendChunk(manager, { uuid, number: 0, bytes: whole.subarray(1) })],
    ["chunk_size_wrong", sendChunk(manager, { uuid, number: 1, bytes: whole })],
    ["bad_request", sendChunk(manager, { uuid, number: 2, bytes: whole })],
    ["bad_request", sendChunk(manager, { uuid, number: 0, bytes: whole, isEnd: true })],
    ["video_not_found", sendChunk(stranger, { uuid, number: 0, bytes: whole })],
    ["video_not_found", sendChunk(manager, { uuid: crypto.randomUUID(), number: 0, bytes: whole })],
  ];
  const answers = await Promise.all(refused.map(([, answer]) => answer));
  expect(answers.map(({ code }) => code)).toEqual(refused.map(([code]) => code));
  expect((await manager.call(routes.getUpload, { params: { id: uuid } })).received).toEqual([]);
  await sendChunk(manager, { uuid, number: 0, bytes: whole });
  const other = await sendChunk(manager, { uuid, number: 0, bytes: randomBytes(UPLOAD_CHUNK_BYTES) });
  expect(other.code).toBe("chunk_checksum_mismatch");
});

test("a client never sees, changes, stops, restarts or deletes another client's video", async () => {
  const { uuid } = await manager.call(routes.createVideo, { body: { title: "Private", size: 10 } });
  const stranger = await api.addUser(["manager"]);
  const id = { params: { id: uuid } };
  const answers = await Promise.all([
    codeOf(stranger.call(routes.getVideo, id)),
    codeOf(stranger.call(routes.updateVideo, { ...id, body: { title: "Mine" } })),
    codeOf(stranger.call(routes.deleteVideo, id)),
    codeOf(stranger.call(routes.stopEncoding, id)),
    codeOf(stranger.call(routes.restartEncoding, id)),
    codeOf(stranger.call(routes.getUpload, id)),
    codeOf(stranger.call(routes.cancelUpload, id)),
    codeOf(stranger.call(routes.listRepresentations, id)),
  ]);
  expect(new Set(answers)).toEqual(new Set(["video_not_found"]));
  await stranger.call(routes.failUploads, { body: { uuids: [uuid] } });
  expect(await manager.call(routes.getVideo, id)).toMatchObject({
    title: "Private",
    encodingStatus: "uploading",
  });
});

test("lists support pages, title search, tag filters and sorting", async () => {
  const user = await api.addUser(["manager"]);
  const titles = ["Été à Lyon", "100% pure", "Zebra", "apple_pie"];
  for (const [index, title] of titles.entries())
    await user.call(routes.createVideo, {
      body: { title, size: 1, tags: index % 2 ? ["odd"] : ["even", "all"] },
    });
  const found = async (query: object) => {
    const page = await user.call(routes.listVideos, { query: query as never });
    return [page._embedded.map((video) => video.title), page._size];
  };
  expect(await found({ search: "été" })).toEqual([["Été à Lyon"], 1]);
  expect(await found({ search: "100%" })).toEqual([["100% pure"], 1]);
  expect(await found({ search: "e_p" })).toEqual([["apple_pie"], 1]);
  expect(await found({ tags: ["even"], excludedTags: ["odd"], sort: { title: 1 } })).toEqual([
    ["Zebra", "Été à Lyon"],
    2,
  ]);
  expect(await found({ pagesize: 3, page: 2, sort: { createdAt: 1 } })).toEqual([["apple_pie"], 4]);
  expect(await found({ pagesize: 0 })).toEqual([[], 4]);
});

test("a user with analytics access only sees figures and names of videos, and nothing else of the client", async () => {
  const manager = await api.addUser(["manager"]);
  const reader = await api.addUser(["readAnalytics"], { clientOf: manager });
  const body = { title: "Seen", size: 1, description: "Not for everybody", tags: ["inner"] };
  const { uuid } = await manager.call(routes.createVideo, { body });
  const page = await reader.call(routes.listVideos, { query: {} });
  const [whole] = (await manager.call(routes.listVideos, { query: {} }))._embedded;
  const { title, type, authorizationKey, createdAt, stats, figuresAsOf } = whole as VideoView;
  expect(page).toEqual({
    _embedded: [{ uuid, title, type, authorizationKey, createdAt, stats, ...stats, figuresAsOf }],
    _size: 1,
  });
  const params = { id: manager.clientUuid };
  const refused = [
    reader.call(routes.getVideo, { params: { id: uuid } }),
    reader.call(routes.getPlayer, { params: { id: uuid } }),
    reader.call(routes.getClient, { params }),
    reader.call(routes.getClientIce, { params }),
    reader.call(routes.listPictures, { query: {} }),
    reader.call(routes.listTrash, { query: {} }),
  ];
  expect(new Set(await Promise.all(refused.map(codeOf)))).toEqual(new Set(["forbidden"]));
  expect(await reader.call(routes.getStorage, {})).toMatchObject({ videoCount: 1 });
});

test("low disk space refuses uploads before bytes are sent", async () => {
  const full = await startTestApi({ DISK_LOW_BYTES: String(Number.MAX_SAFE_INTEGER) });
  try {
    const user = await full.addUser(["manager"]);
    expect(await codeOf(user.call(routes.createVideo, { body: { title: "Too much", size: 1 } }))).toBe(
      "disk_low",
    );
    expect(await user.call(routes.listVideos, { query: {} })).toMatchObject({ _size: 0 });
    // The status tells pages that encodings wait for disk space.
    expect(await full.anonymous(routes.getStatus, {})).toEqual({ isReady: true, encodingsWait: true });
    expect(await api.anonymous(routes.getStatus, {})).toEqual({ isReady: true, encodingsWait: false });
  } finally {
    await full.close();
  }
});

test("a proxy missing from the settings is reported, a configured one is not", async () => {
  const forwarded = { headers: { "x-forwarded-for": "198.51.100.7" } };
  for (const [TRUSTED_PROXIES, isNamed] of [
    ["", false],
    ["127.0.0.1", true],
  ] as const) {
    const own = await startTestApi({ TRUSTED_PROXIES, LOG_LEVEL: "silent" });
    try {
      expect((await fetch(`${own.url}/api/settings`, forwarded)).status).toBe(200);
      const ready = await fetch(`${own.internalUrl}/readyz`);
      expect([ready.status, await ready.json()]).toMatchObject([200, { proxies: isNamed }]);
      const metrics = await (await fetch(`${own.internalUrl}/metrics`)).text();
      expect(metrics).toContain(`shoal_unnamed_proxy ${isNamed ? 0 : 1}`);
    } finally {
      await own.close();
    }
  }
});

test("the process reports its health, readiness and metrics, and hides internal endpoints from the public", async () => {
  for (const url of [api.url, api.internalUrl]) expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect(await (await fetch(`${api.internalUrl}/readyz`)).json()).toEqual({
    status: "ready",
    open: true,
    database: true,
    analytics: true,
    figures: true,
    proxies: true,
  });
  const metrics = await (await fetch(`${api.internalUrl}/metrics`)).text();
  expect(metrics).toContain("shoal_http_request_seconds_bucket");
  const headers = { [INTERNAL_SECRET_HEADER]: api.env.INTERNAL_SECRET ?? "" };
  const inner = ["/readyz", "/metrics", `/internal/descriptors/${crypto.randomUUID()}`, "/internal/changes"];
  // The public address serves none of these endpoints. The internal address requires the secret and does not serve the API.
  for (const path of inner) expect((await fetch(api.url + path, { headers })).status).toBe(404);
  for (const path of [...inner.slice(2), "/api/settings"])
    expect((await fetch(api.internalUrl + path)).status).toBe(404);
});

test("the OpenAPI document is compressed, cacheable and revalidated by its ETag", async () => {
  const fetchDocument = (headers: Record<string, string> = {}) =>
    fetch(`${api.url}/api/openapi.json`, { headers });
  const first = await fetchDocument({ "accept-encoding": "gzip" });
  expect([first.status, first.headers.get("content-encoding")]).toEqual([200, "gzip"]);
  expect(first.headers.get("cache-control")).toBe("public, max-age=300");
  expect(await first.json()).toMatchObject({ openapi: "3.1.0", info: { title: "Shoal" } });
  const again = await fetchDocument({ "if-none-match": first.headers.get("etag") ?? "" });
  expect([again.status, await again.text()]).toEqual([304, ""]);
});
