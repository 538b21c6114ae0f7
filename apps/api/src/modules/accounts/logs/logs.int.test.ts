import { createHash } from "node:crypto";
import { fillPath, type LogEntry, type QueryOf, routes } from "@shoal/contract";
import { eventually } from "@shoal/testkit";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PASSWORD, startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import {
  codeOf,
  emailOf,
  extractKey,
  mailTo,
  NEW_PASSWORD,
  verifyEmailOf,
} from "../../../testing/account-harness.ts";
import { fetchAs, viewAs } from "../../../testing/viewing.ts";
import { logEntryOf } from "./log-entry.ts";
import { LogWriter } from "./log-writer.ts";
import { createLogsService } from "./logs.service.ts";

let api: TestApi;
let manager: TestUser;
let outsider: TestUser;
let admin: TestUser;
beforeAll(async () => {
  api = await startTestApi({ LIMIT_SIGN_IN_PER_ADDRESS: "1000/60" });
  manager = await api.addUser(["manager"]);
  outsider = await api.addUser(["manager"]);
  admin = await api.addUser(["admin"]);
});
afterAll(() => api.close());

type LogQuery = Partial<QueryOf<typeof routes.listLogs>>;
const list = async (user: Pick<TestUser, "call">, query: LogQuery = {}) =>
  (await user.call(routes.listLogs, { query: { pagesize: 1000, ...query } as never }))._embedded;
/** Waits for an entry, since entries are written after the response. */
const waitForEntry = (user: Pick<TestUser, "call">, query: LogQuery): Promise<LogEntry> =>
  eventually(async () => (await list(user, query))[0] ?? false);
const typesOf = (entries: LogEntry[]) => entries.map(({ type }) => type);

test("only managers can read the log of their client", async () => {
  const editor = await api.addUser(["editor"], { clientOf: manager });
  const path = routes.exportLogs.path;
  expect(await codeOf(api.anonymous(routes.listLogs, { query: {} }))).toBe("not_signed_in");
  expect(await codeOf(editor.call(routes.listLogs, { query: {} }))).toBe("forbidden");
  expect((await fetch(api.url + path)).status).toBe(401);
  expect((await fetchAs(api, editor, path)).status).toBe(403);
  const faulty = await fetchAs(api, manager, `${path}?from=yesterday&page=1`);
  expect(((await faulty.json()) as { fields: { path: string }[] }).fields.map((field) => field.path)).toEqual(
    ["from", "page"],
  );
});

test("a user's changes are logged with call, target and address, but not reads and failed calls", async () => {
  const { uuid } = await manager.call(routes.createVideo, { body: { title: "Logged", size: 1 } });
  const params = { id: uuid };
  await manager.call(routes.updateVideo, { params, body: { title: "Renamed" } });
  await manager.call(routes.updateVideo, { params, body: { uploadingPercent: 50, uploadingETA: 3 } });
  await codeOf(
    manager.call(routes.updateVideo, { params: { id: crypto.randomUUID() }, body: { title: "x" } }),
  );
  await manager.call(routes.getVideo, { params });
  await manager.call(routes.failUploads, { body: { uuids: [uuid] } });
  await sendChunk(manager, uuid);
  await manager.call(routes.deleteVideo, { params });
  await waitForEntry(manager, { search: uuid, type: "DELETE /api/videos/{id}" });
  const entries = await list(manager, { search: uuid, sort: { at: 1 } });
  expect(typesOf(entries)).toEqual(["POST /api/videos", "PUT /api/videos/{id}", "DELETE /api/videos/{id}"]);
  const { clientname } = await manager.call(routes.getClient, { params: { id: manager.clientUuid } });
  expect(entries[0]).toMatchObject({
    username: manager.username,
    userUuid: manager.userUuid,
    clientname,
    viewedClientname: null,
    target: uuid,
    status: 201,
    address: "127.0.0.1",
  });
  expect(await list(outsider, { search: uuid })).toEqual([]);
});

async function sendChunk(user: TestUser, uuid: string): Promise<void> {
  const body = new FormData();
  body.set("checksum", createHash("sha256").update("a").digest("hex"));
  body.set("video", new Blob(["a"]));
  const path = fillPath(routes.uploadChunk.path, { uuid, chunkNumber: 0 });
  const headers = { authorization: `Bearer ${user.credential}` };
  const response = await fetch(api.url + path, { method: "POST", headers, body });
  expect(response.status).toBe(200);
}

test("sign-ins and failed attempts are logged, but not page views or entered text that is no username", async () => {
  const user = await api.addUser(["manager"]);
  await user.call(routes.recordLogin, { body: { type: "login" } });
  const signIn = (username: string, password: string) =>
    codeOf(api.anonymous(routes.login, { body: { username, password } }));
  expect(await signIn(user.username.toUpperCase(), "Wrong-horse-1")).toBe("wrong_credentials");
  expect(await signIn(PASSWORD, user.username)).toBe("wrong_credentials");
  const failed = await eventually(
    async () => (await list(user, { type: "POST /api/login" })).find(({ status }) => status === 401) ?? false,
  );
  expect(failed).toMatchObject({ username: user.username, userUuid: user.userUuid, address: "127.0.0.1" });
  const entries = await list(user, { type: "POST /api/login" });
  expect(entries.filter(({ status }) => status === 200)).toHaveLength(1);
  const { rows } = await sql<{ text: string }>`SELECT string_agg(logs::text, ' ') AS text FROM logs`.execute(
    api.database.db,
  );
  expect(rows[0]?.text).not.toContain(PASSWORD);
  // Entries are written in the order of the responses. A page view that was logged would be visible by now.
  const written = await api.database.db
    .selectFrom("logs")
    .select("type")
    .where("user_uuid", "=", user.userUuid)
    .execute();
  expect(written.map(({ type }) => type)).not.toContain("login");
});

test("a failed sign-in with an unverified address is not assigned to the user who entered that address", async () => {
  const typist = await api.addUser(["manager"]);
  const entries = [typist.username, emailOf(typist)].map((attemptedLogin) =>
    logEntryOf({ type: "POST /api/login", attemptedLogin }),
  );
  const writer = new LogWriter({ db: api.database.db, onError: () => undefined });
  for (const entry of entries) writer.add(entry);
  await writer.close();
  expect(entries.map(({ username }) => username)).toEqual([typist.username, null]);
});

test("page views that earlier versions wrote are neither listed, counted nor exported", async () => {
  const user = await addEntries([
    { username: "a", type: "login", target: null, at: "2020-01-01T00:00:00Z" },
    { username: "b", type: "PUT /api/x", target: null, at: "2020-01-02T00:00:00Z" },
  ]);
  const query = { to: "2021-01-01T00:00:00Z" };
  expect((await list(user, query)).map(({ username }) => username)).toEqual(["b"]);
  expect(await user.call(routes.listLogs, { query: { ...query, pagesize: 0 } })).toMatchObject({ _size: 1 });
  const file = await fetchAs(api, user, `${routes.exportLogs.path}?to=${query.to}`);
  expect((await file.text()).trimEnd().split("\r\n")).toHaveLength(2);
});

test("refused calls are logged, only the first of too many, and so is a password set by a link", async () => {
  const editor = await api.addUser(["editor"], { clientOf: manager });
  expect(
    await codeOf(editor.call(routes.createUser, { body: { username: "no-right", roles: ["editor"] } })),
  ).toBe("forbidden");
  expect(await codeOf(editor.call(routes.deleteMe, { body: { currentPassword: "Wrong-horse-1" } }))).toBe(
    "current_password_wrong",
  );
  const refused = (await list(manager, { search: editor.username })).filter(({ status }) => status >= 400);
  expect(typesOf(refused)).toEqual(["DELETE /api/users/my", "POST /api/users"]);

  const locked = await api.addUser(["manager"]);
  const signIn = () =>
    codeOf(api.anonymous(routes.login, { body: { username: locked.username, password: "Wrong-horse-1" } }));
  for (let attempt = 0; attempt < 13; attempt += 1) await signIn();
  expect(await signIn()).toBe("too_many_requests");
  const entries = await eventually(async () => {
    const found = await list(locked, { type: "POST /api/login" });
    return found.some(({ status }) => status === 429) && found;
  });
  expect(entries.filter(({ status }) => status === 429)).toHaveLength(1);

  await verifyEmailOf(api, locked);
  await api.anonymous(routes.forgot, { params: { id: locked.username }, body: {} });
  const key = extractKey(await mailTo(api, emailOf(locked), /Choose a new Shoal password/));
  const body = { password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };
  await api.anonymous(routes.resetPassword, { params: { id: key }, body });
  const [reset] = await list(
    { call: viewAs(api, admin, locked.clientUuid) },
    { type: "PUT /api/users/{id}/forgot" },
  );
  expect(reset).toMatchObject({ username: locked.username, status: 204, target: null });
});

test("an administrator's view of a client is logged before the first answer, once an hour", async () => {
  const seen = await api.addUser(["manager"]);
  const viewed = viewAs(api, admin, seen.clientUuid);
  await viewed(routes.listVideos, { query: {} });
  await viewed(routes.getClient, { params: { id: seen.clientUuid } });
  expect(await list(seen, { type: "view" })).toMatchObject([
    { username: admin.username, viewedClientname: expect.any(String) as string, address: "127.0.0.1" },
  ]);
});

test("an administrator's actions in a client are logged before the answer, and its managers see them", async () => {
  const id = { params: { id: outsider.clientUuid } };
  const { revision, clientname } = await admin.call(routes.getClient, id);
  const viewed = viewAs(api, admin, outsider.clientUuid);
  await viewed(routes.updateClient, { ...id, body: { revision, phone: "1" } });
  const [seen] = await list(outsider, { type: "PUT /api/clients/{id}" });
  const own = await admin.call(routes.getClient, { params: { id: admin.clientUuid } });
  expect(seen).toMatchObject({
    username: admin.username,
    clientname: own.clientname,
    viewedClientname: clientname,
    target: outsider.clientUuid,
  });
  await admin.call(routes.updateClientAsAdmin, { ...id, body: { revision: revision + 1, vireed: true } });
  expect(await list(outsider, { type: "PUT /api/clientsadmin/{id}" })).toMatchObject([
    { viewedClientname: clientname },
  ]);
  const invited = await outsider.call(routes.createUser, {
    body: { username: `new-${outsider.username}`, roles: ["editor"] },
  });
  await outsider.call(routes.deleteUser, { params: { id: invited.user.uuid } });
  const [removed, added] = await list(outsider, { search: invited.user.username });
  expect([added?.type, removed?.type]).toEqual(["POST /api/users", "DELETE /api/users/{id}"]);
  expect(added).toMatchObject({ viewedClientname: null, target: invited.user.username });
});

test("an administrator can read the log of all clients, or of the one they view", async () => {
  const all = await list(admin);
  const names = new Set(all.map(({ username }) => username));
  expect([manager, outsider].every(({ username }) => names.has(username))).toBe(true);
  const one = await list({ call: viewAs(api, admin, outsider.clientUuid) });
  expect(one).toEqual(await list(outsider));
  expect(await list({ call: viewAs(api, admin, outsider.clientUuid) }, { search: manager.username })).toEqual(
    [],
  );
});

test("the log can be searched, limited to a period, sorted, paged and counted", async () => {
  const user = await addEntries([
    { username: "b_1", type: "POST /api/login", target: null, at: "2020-01-01T00:00:00.000001Z" },
    { username: "bx1", type: "PUT /api/x", target: "100%", at: "2020-01-02T00:00:00Z" },
    { username: "a", type: "PUT /api/x", target: "1000", at: "2020-01-03T00:00:00Z" },
  ]);
  const names = async (query: LogQuery) => (await list(user, query)).map(({ username }) => username);
  const to = "2021-01-01T00:00:00Z";
  expect(await names({ to })).toEqual(["a", "bx1", "b_1"]);
  expect(await names({ to, sort: { username: 1 } })).toEqual(["a", "b_1", "bx1"]);
  expect(await names({ to, sort: { type: 1 }, pagesize: 1, page: 2 })).toEqual(["a"]);
  expect(await names({ search: "B_1" })).toEqual(["b_1"]);
  expect(await names({ search: "100%" })).toEqual(["bx1"]);
  expect(await names({ from: "2020-01-02T00:00:00Z", to: "2020-01-03T00:00:00Z" })).toEqual(["bx1"]);
  const page = await user.call(routes.listLogs, { query: { pagesize: 0, to } });
  expect(page).toEqual({ _embedded: [], _size: 3 });
});

async function addEntries(
  entries: { username: string; type: string; target: string | null; at: string }[],
): Promise<TestUser> {
  const user = await api.addUser(["manager"]);
  await api.database.db
    .insertInto("logs")
    .values(entries.map((entry) => ({ ...entry, client_uuid: user.clientUuid, status: 200 })))
    .execute();
  return user;
}

test("the exported file contains every entry once in the reader's language, safe for spreadsheets", async () => {
  const count = 2_345;
  const entries = Array.from({ length: count }, (_, index) => ({
    username: `=cmd${index}`,
    type: "PUT /api/x",
    target: 'a,"b"',
    // Many entries have the same time, so that the next page must also compare their numbers.
    at: `2020-01-0${1 + Math.floor(index / 1_000)}T00:00:00.000007Z`,
  }));
  const user = await addEntries(entries);
  await user.call(routes.updateMe, { body: { language: "FR" } });
  const response = await fetchAs(api, user, `${routes.exportLogs.path}?to=2021-01-01T00:00:00Z`);
  expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(response.headers.get("content-disposition")).toMatch(
    /^attachment; filename="shoal-log-\d{4}-\d\d-\d\d\.csv"$/,
  );
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(bytes.subarray(0, 3).toString("hex")).toBe("efbbbf");
  const lines = bytes.subarray(3).toString("utf8").split("\r\n");
  expect(lines[0]).toBe("Date (UTC),Identifiant,Client,Client consulté,Action,Objet,Statut,Adresse");
  expect(lines.at(-1)).toBe("");
  const rows = lines.slice(1, -1);
  expect(rows[0]).toBe(`2020-01-03T00:00:00.000Z,'=cmd2344,,,PUT /api/x,"a,""b""",200,`);
  expect(new Set(rows).size).toBe(count);
  expect(rows).toHaveLength(count);
});

test("entries older than the configured days are deleted", async () => {
  const user = await addEntries([
    { username: "old", type: "x", target: null, at: "2020-01-01T00:00:00Z" },
    { username: "new", type: "x", target: null, at: "2020-02-05T00:00:00Z" },
  ]);
  const service = createLogsService({ db: api.database.db, keptDays: 30 });
  await service.prune(new Date("2020-02-10T00:00:00Z"));
  expect((await list(user, { type: "x" })).map(({ username }) => username)).toEqual(["new"]);
});

test("waiting entries are written when the process stops, also after a failure of the database", async () => {
  const user = await api.addUser(["manager"]);
  const faults: unknown[] = [];
  const writer = new LogWriter({ db: api.database.db, onError: (error) => faults.push(error) });
  const entry = (type: string) => ({
    at: new Date(),
    clientUuid: user.clientUuid,
    clientName: null,
    isViewed: false,
    userUuid: null,

    username: null,
    type,
    target: null,
    status: 200,
    address: null,
  });
  await sql`ALTER TABLE logs RENAME TO logs_away`.execute(api.database.db);
  writer.add(entry("first"));
  await writer.flush();
  // If the writer retried on its own, it would have done so by now.
  expect(faults).toHaveLength(1);
  await sql`ALTER TABLE logs_away RENAME TO logs`.execute(api.database.db);
  for (let index = 0; index < 250; index += 1) writer.add(entry("many"));
  await writer.close();
  expect(typesOf(await list(user, { type: "first" }))).toEqual(["first"]);
  expect(await list(user, { type: "many" })).toHaveLength(250);
});

test("an api that stops writes its waiting log entries", async () => {
  const { uuid } = await manager.call(routes.createVideo, { body: { title: "Last act", size: 1 } });
  await api.restart();
  expect(typesOf(await list(manager, { search: uuid }))).toEqual(["POST /api/videos"]);
});
