import { CLIENT_VIEW_HEADER, type CreateUploadToken, routes } from "@shoal/contract";
import { eventually } from "@shoal/testkit";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PASSWORD, startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf, NEW_PASSWORD } from "../../../testing/account-harness.ts";

const PAGE_ORIGIN = "https://www.example.org";
let api: TestApi;
let user: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  user = await api.addUser(["manager"]);
});
afterAll(() => api.close());

const addToken = (more: Partial<CreateUploadToken> = {}, by = user) =>
  by.call(routes.createUploadToken, {
    body: { title: "Entry", tags: ["contest"], maxBytes: 10, origins: [PAGE_ORIGIN], ...more },
  });

interface TokenRequest {
  method?: string;
  body?: unknown;
  origin?: string | undefined;
  headers?: Record<string, string>;
}
async function sendWithToken(
  token: string,
  path: string,
  { method, body, origin = PAGE_ORIGIN, headers }: TokenRequest = {},
) {
  const isForm = body instanceof FormData;
  const answer = await fetch(`${api.url}${path}`, {
    method: method ?? (body === undefined ? "GET" : "POST"),
    headers: {
      authorization: `Bearer ${token}`,
      ...(origin === "" ? {} : { origin }),
      ...(body === undefined || isForm ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  const read = (text === "" ? {} : JSON.parse(text)) as Record<string, unknown> & { uuid: string };
  return {
    status: answer.status,
    code: read.code,
    body: read,
    allowed: answer.headers.get("access-control-allow-origin"),
  };
}
const announceUpload = (token: string, body: object = { size: 4 }, sent: TokenRequest = {}) =>
  sendWithToken(token, "/api/videos", { body, ...sent });
function chunkForm(text: string): FormData {
  const form = new FormData();
  form.append("video", new Blob([text]), "video");
  return form;
}

test("a page uploads the one video of its token, and reads its progress", async () => {
  const { token, uuid } = await addToken({ description: "From the site" });
  expect((await sendWithToken(token, "/api/uploadtokens/current")).body).toMatchObject({
    maxBytes: 10,
    video: null,
  });
  const announced = await announceUpload(token);
  expect(announced).toMatchObject({ status: 201, allowed: PAGE_ORIGIN });
  const video = announced.body.uuid;
  expect((await sendWithToken(token, `/api/videos/${video}/uploading`)).body).toMatchObject({
    received: [],
    size: 4,
  });
  expect(
    (await sendWithToken(token, `/api/videos/${video}/0`, { body: chunkForm("four") })).body,
  ).toMatchObject({
    isComplete: true,
  });
  expect((await sendWithToken(token, "/api/uploadtokens/current")).body).toMatchObject({
    video: { uuid: video, embedUrl: expect.stringContaining(video) },
  });
  expect(await user.call(routes.getVideo, { params: { id: video } })).toMatchObject({
    title: "Entry",
    description: "From the site",
    tags: ["contest"],
    user: user.username,
  });
  const [listed] = await user.call(routes.listUploadTokens, {});
  expect(listed).toMatchObject({ uuid, video, createdBy: user.username, isRevoked: false });
});

test("a token creates one video, even for two concurrent calls, and a repeated call gets the first response", async () => {
  const { token } = await addToken();
  const key = { headers: { "idempotency-key": "entry" } };
  const answers = await Promise.all([announceUpload(token), announceUpload(token)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect((await announceUpload(token)).code).toBe("upload_token_used");
  const other = await addToken();
  const first = await announceUpload(other.token, { size: 4 }, key);
  expect((await announceUpload(other.token, { size: 4 }, key)).body).toEqual(first.body);
});

test("fields that the token fixes or does not offer are refused", async () => {
  const { token } = await addToken();
  for (const body of [
    { size: 4, title: "Mine" },
    { size: 4, tags: [] },
    { size: 4, type: "live" },
    { url: "https://example.org/a.mp4" },
    { size: 4, password: "secret-1" },
    {},
    [],
  ])
    expect([400, 415]).toContain((await announceUpload(token, body)).status);
  const form = new FormData();
  form.append("title", "Mine");
  expect((await sendWithToken(token, "/api/videos", { body: form })).status).toBe(415);
  expect((await announceUpload(token, { size: 4, title: "Entry" })).status).toBe(201);
});

test("more bytes than the token allows can neither be announced nor sent", async () => {
  const { token } = await addToken();
  expect((await announceUpload(token, { size: 11 })).code).toBe("file_too_large");
  const { body } = await announceUpload(token, { size: 10 });
  expect(
    (await sendWithToken(token, `/api/videos/${body.uuid}/0`, { body: chunkForm("eleven byte") })).code,
  ).toBe("chunk_size_wrong");
  expect((await sendWithToken(token, `/api/videos/${body.uuid}/1`, { body: chunkForm("x") })).code).toBe(
    "bad_request",
  );
});

test("a token gives no access to other videos, calls, pages or clients", async () => {
  const own = await user.call(routes.createVideo, { body: { title: "Own", size: 4 } });
  const { token, uuid } = await addToken();
  for (const path of [`/api/videos/${own.uuid}/uploading`, `/api/videos/${own.uuid}/0`])
    expect(
      (await sendWithToken(token, path, path.endsWith("0") ? { body: chunkForm("four") } : {})).code,
    ).toBe("video_not_found");
  const { body } = await announceUpload(token);
  expect((await sendWithToken(token, `/api/videos/${own.uuid}/uploading`)).code).toBe("video_not_found");
  for (const [method, path] of [
    ["GET", "/api/videos"],
    ["GET", `/api/videos/${body.uuid}`],
    ["DELETE", `/api/videos/${body.uuid}`],
    ["GET", "/api/uploadtokens"],
    ["DELETE", `/api/uploadtokens/${uuid}`],
  ] as const)
    expect((await sendWithToken(token, path, { method })).code).toBe("upload_token_not_allowed");
  for (const origin of ["https://other.example.org", "http://www.example.org", "null", ""])
    expect(await sendWithToken(token, "/api/uploadtokens/current", { origin })).toMatchObject({
      code: "upload_token_origin_refused",
      allowed: null,
    });
  expect((await sendWithToken(`${token.slice(0, -1)}~`, "/api/uploadtokens/current")).status).toBe(401);
  const stranger = await api.addUser(["manager"]);
  expect(await codeOf(stranger.call(routes.revokeUploadToken, { params: { id: uuid } }))).toBe(
    "upload_token_not_found",
  );
  expect(await codeOf(user.call(routes.getCurrentUpload, {}))).toBe("upload_token_not_found");
});

test("an expired token cannot start an upload; a started one can be finished within a day", async () => {
  const [late, begun] = [await addToken(), await addToken()];
  const { body } = await announceUpload(begun.token);
  const expire = (change: object) =>
    api.database.db
      .updateTable("upload_tokens")
      .set(change)
      .where("client_uuid", "=", user.clientUuid)
      .execute();
  await expire({ expires_at: new Date(Date.now() - 1_000) });
  expect(await announceUpload(late.token)).toMatchObject({
    code: "upload_token_ended",
    allowed: PAGE_ORIGIN,
  });
  expect((await sendWithToken(begun.token, `/api/videos/${body.uuid}/uploading`)).status).toBe(200);
  await api.database.db
    .updateTable("upload_tokens")
    .set({ used_at: new Date(Date.now() - 86_401_000) })
    .where("uuid", "=", begun.uuid)
    .execute();
  expect(
    (await sendWithToken(begun.token, `/api/videos/${body.uuid}/0`, { body: chunkForm("four") })).code,
  ).toBe("upload_token_ended");
});

test("a revoked token is refused immediately, even during its upload", async () => {
  const { token, uuid } = await addToken();
  const { body } = await announceUpload(token);
  await user.call(routes.revokeUploadToken, { params: { id: uuid } });
  expect((await sendWithToken(token, `/api/videos/${body.uuid}/0`, { body: chunkForm("four") })).code).toBe(
    "upload_token_ended",
  );
});

test("secrets of a token are not stored as plain text, and a backend can create tokens with a key", async () => {
  const { key } = await user.call(routes.addApiKey, {
    params: { id: user.clientUuid },
    body: { description: "Site", type: "upload" },
  });
  const made = await fetch(`${api.url}/api/uploadtokens`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ title: "A", maxBytes: 9, origins: [PAGE_ORIGIN], password: "hidden-word" }),
  });
  expect(made.status).toBe(201);
  const { token } = (await made.json()) as { token: string };
  const rows = JSON.stringify(await api.database.db.selectFrom("upload_tokens").selectAll().execute());
  expect(rows).not.toContain("hidden-word");
  expect(rows).not.toContain(token.slice(-43));
  expect((await announceUpload(token)).status).toBe(201);
});

test("a token ends when the key that created it is revoked, expires, or gets another secret", async () => {
  const addKey = () =>
    user.call(routes.addApiKey, {
      params: { id: user.clientUuid },
      body: { description: "Site", type: "upload" },
    });
  /** Starts an upload with a token that an API key created. */
  async function begin(key: string) {
    const made = await fetch(`${api.url}/api/uploadtokens`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ title: "A", maxBytes: 9, origins: [PAGE_ORIGIN] }),
    });
    const { token, uuid } = (await made.json()) as { token: string; uuid: string };
    const { body } = await announceUpload(token);
    const sendChunk = async () =>
      (await sendWithToken(token, `/api/videos/${body.uuid}/0`, { body: chunkForm("four") })).code ?? "sent";
    return { uuid, sendChunk };
  }
  const paramsOf = (key: string) => ({ id: user.clientUuid, key });
  const [revoked, expired, rotated, kept] = [await addKey(), await addKey(), await addKey(), await addKey()];
  const begun = {
    revoked: await begin(revoked.key),
    expired: await begin(expired.key),
    rotated: await begin(rotated.key),
    kept: await begin(kept.key),
  };
  await user.call(routes.deleteApiKey, { params: paramsOf(revoked.uuid) });
  const expires = { expires_at: new Date(Date.now() - 1) };
  await api.database.db.updateTable("api_keys").set(expires).where("uuid", "=", expired.uuid).execute();
  const rotate = (uuid: string, overlapSec: number) =>
    user.call(routes.rotateApiKey, { params: paramsOf(uuid), body: { overlapSec } });
  const renewed = await begin((await rotate(rotated.uuid, 0)).key);
  await rotate(kept.uuid, 60);
  for (const ended of [begun.revoked, begun.expired, begun.rotated])
    expect(await ended.sendChunk()).toBe("upload_token_key_ended");
  for (const open of [begun.kept, renewed]) expect(await open.sendChunk()).toBe("sent");
  const listed = await user.call(routes.listUploadTokens, {});
  const isRevoked = (uuid: string) => listed.find((token) => token.uuid === uuid)?.isRevoked;
  expect([isRevoked(begun.revoked.uuid), isRevoked(begun.kept.uuid)]).toEqual([true, false]);
});

test("a token ends when its creator is deleted, moves to another client, or may no longer upload", async () => {
  const addTokenFor = async (client: string, { credential }: TestUser) => {
    const made = await fetch(`${api.url}/api/uploadtokens`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${credential}`,
        "content-type": "application/json",
        [CLIENT_VIEW_HEADER]: client,
      },
      body: JSON.stringify({ title: "A", maxBytes: 9, origins: [PAGE_ORIGIN] }),
    });
    return (await made.json()) as { token: string; uuid: string };
  };
  const begin = async (maker: TestUser, viewed?: string) => {
    const { token, uuid } = viewed ? await addTokenFor(viewed, maker) : await addToken({}, maker);
    const { body } = await announceUpload(token);
    const sendChunk = async () =>
      (await sendWithToken(token, `/api/videos/${body.uuid}/0`, { body: chunkForm("four") })).code ?? "sent";
    return { token, uuid, sendChunk };
  };
  const addEditor = () => api.addUser(["editor"], { clientOf: user });
  const [deleted, lowered, moved, kept] = [
    await addEditor(),
    await addEditor(),
    await addEditor(),
    await addEditor(),
  ];
  const elsewhere = await api.addUser(["manager"]);
  const [support, formerSupport] = [await api.addUser(["admin"]), await api.addUser(["admin"])];
  const begun = {
    deleted: await begin(deleted),
    lowered: await begin(lowered),
    moved: await begin(moved),
    kept: await begin(kept),
    support: await begin(support, user.clientUuid),
    formerSupport: await begin(formerSupport, user.clientUuid),
  };
  const unused = await addToken({}, deleted);
  await user.call(routes.deleteUser, { params: { id: deleted.userUuid } });
  const lower = { params: { id: lowered.userUuid }, body: { roles: ["readAnalytics" as const] } };
  await user.call(routes.updateUser, lower);
  const { db } = api.database;
  const change = (uuid: string, columns: { client_uuid: string } | { roles: "editor"[] }) =>
    db.updateTable("users").set(columns).where("uuid", "=", uuid).execute();
  await change(moved.userUuid, { client_uuid: elsewhere.clientUuid });
  await change(formerSupport.userUuid, { roles: ["editor"] });
  for (const ended of [begun.deleted, begun.lowered, begun.moved, begun.formerSupport])
    expect(await ended.sendChunk()).toBe("upload_token_ended");
  expect((await announceUpload(unused.token)).code).toBe("upload_token_ended");
  for (const open of [begun.kept, begun.support]) expect(await open.sendChunk()).toBe("sent");
  const listed = await user.call(routes.listUploadTokens, {});
  const isRevoked = (uuid: string) => listed.find((token) => token.uuid === uuid)?.isRevoked;
  expect([isRevoked(begun.deleted.uuid), isRevoked(begun.kept.uuid)]).toEqual([true, false]);
});

test("a new password ends the upload tokens that the user has created, and no others", async () => {
  const editor = await api.addUser(["editor"], { clientOf: user });
  const [unused, started, ofOther] = [
    await addToken({}, editor),
    await addToken({}, editor),
    await addToken(),
  ];
  const { body } = await announceUpload(started.token);
  await editor.call(routes.updateMe, {
    body: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD, confirmPassword: NEW_PASSWORD },
  });
  expect((await announceUpload(unused.token)).code).toBe("upload_token_ended");
  const sent = await sendWithToken(started.token, `/api/videos/${body.uuid}/0`, { body: chunkForm("four") });
  expect(sent.code).toBe("upload_token_ended");
  expect((await announceUpload(ofOther.token)).status).toBe(201);
});

test("a token that is requested while the user's password changes is refused", async () => {
  const editor = await api.addUser(["editor"], { clientOf: user });
  const { db } = api.database;
  const { request } = await db.transaction().execute(async (tx) => {
    const change = tx.updateTable("users").set({ password_hash: "changed" });
    await change.where("uuid", "=", editor.userUuid).execute();
    const request = codeOf(addToken({}, editor));
    await eventually(async () => {
      const { rows } = await sql`SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%for share%'`.execute(
        db,
      );
      expect(rows).toHaveLength(1);
    });
    return { request };
  });
  expect(await request).toBe("not_signed_in");
});

test("a new password ends only tokens that can still be used, so that it does not wait for the deletion of old ones", async () => {
  const editor = await api.addUser(["editor"], { clientOf: user });
  const [old, recent] = [await addToken({}, editor), await addToken({}, editor)];
  const { db } = api.database;
  await sql`UPDATE upload_tokens SET expires_at = now() - interval '31 days' WHERE uuid = ${old.uuid}`.execute(
    db,
  );
  await sql`UPDATE upload_tokens SET expires_at = now() - interval '1 hour' WHERE uuid = ${recent.uuid}`.execute(
    db,
  );
  await db.transaction().execute(async (tx) => {
    await sql`DELETE FROM upload_tokens WHERE uuid = ${old.uuid}`.execute(tx);
    const changed = editor.call(routes.updateMe, {
      body: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD, confirmPassword: NEW_PASSWORD },
    });
    expect(await codeOf(changed)).toBe("success");
  });
  const { revoked_at } = await db
    .selectFrom("upload_tokens")
    .select("revoked_at")
    .where("uuid", "=", recent.uuid)
    .executeTakeFirstOrThrow();
  expect(revoked_at).not.toBeNull();
});

test("a profile change that keeps the password keeps the user's upload tokens", async () => {
  const editor = await api.addUser(["editor"], { clientOf: user });
  const { token } = await addToken({}, editor);
  await editor.call(routes.updateMe, { body: { name: "Another name" } });
  expect((await announceUpload(token)).status).toBe(201);
});

test("preflight requests from any page are allowed for these calls only", async () => {
  const preflight = (path: string, method: string) =>
    fetch(`${api.url}${path}`, {
      method: "OPTIONS",
      headers: { origin: PAGE_ORIGIN, "access-control-request-method": method },
    });
  const allowed = await preflight("/api/videos", "POST");
  expect([allowed.status, allowed.headers.get("access-control-allow-origin")]).toEqual([204, PAGE_ORIGIN]);
  expect(allowed.headers.get("access-control-allow-headers")).toContain("Authorization");
  for (const [path, method] of [
    ["/api/videos", "GET"],
    ["/api/users", "GET"],
  ] as const)
    expect((await preflight(path, method)).headers.get("access-control-allow-origin")).toBeNull();
});
