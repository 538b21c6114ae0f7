import { type AppError, routes } from "@shoal/contract";
import { eventually } from "@shoal/testkit";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { PASSWORD, startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import {
  clearLimits,
  codeOf,
  emailOf,
  errorOf,
  NEW_PASSWORD,
  verifyEmailOf,
} from "../../../testing/account-harness.ts";
import { createAdministration, hashPassword } from "./index.ts";

let api: TestApi;
let manager: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  manager = await api.addUser(["manager"]);
});
beforeEach(() => clearLimits(api));
afterAll(() => api.close());

const signIn = (username: string, password = PASSWORD) =>
  api.anonymous(routes.login, { body: { username, password } });

test("users can sign in with their username or verified email address, ignoring case", async () => {
  const user = await api.addUser(["editor"]);
  expect((await signIn(user.username.toUpperCase())).user.uuid).toBe(user.userUuid);
  expect(await codeOf(signIn(emailOf(user)))).toBe("wrong_credentials");
  await verifyEmailOf(api, user);
  expect((await signIn(emailOf(user).toUpperCase())).user.uuid).toBe(user.userUuid);
});

test("a verified email address signs in its owner even if another user has it as username", async () => {
  const owner = await api.addUser(["editor"]);
  const other = await api.addUser(["editor"]);
  await verifyEmailOf(api, owner);
  const rename = api.database.db.updateTable("users").set({ username: emailOf(owner) });
  await rename.where("uuid", "=", other.userUuid).execute();
  expect((await signIn(emailOf(owner))).user.uuid).toBe(owner.userUuid);
});

test("unknown names, wrong passwords and users without a password or activation get the same answer", async () => {
  const without = await api.addUser(["editor"]);
  const inactive = await api.addUser(["editor"]);
  const { db } = api.database;
  await db.updateTable("users").set({ password_hash: null }).where("uuid", "=", without.userUuid).execute();
  await db.updateTable("users").set({ activated_at: null }).where("uuid", "=", inactive.userUuid).execute();
  const errors = await Promise.all([
    errorOf(signIn("nobody-at-all")),
    errorOf(signIn(manager.username, "Wrong-horse-1")),
    errorOf(signIn(without.username)),
    errorOf(signIn(inactive.username)),
  ]);
  expect(new Set(errors.map((error) => JSON.stringify(error.toBody()))).size).toBe(1);
  expect(errors[0]?.code).toBe("wrong_credentials");
});

test("a sign-in records its time, and its session is listed with its address", async () => {
  const user = await api.addUser(["editor"]);
  const before = Date.now() - 1_000;
  const opened = await signIn(user.username);
  expect(Date.parse(opened.user.lastLoginAt ?? "")).toBeGreaterThan(before);
  const sessions = await user.call(routes.listSessions, {});
  expect(sessions).toHaveLength(2);
  expect(sessions.find((session) => session.isCurrent)).toMatchObject({ address: "127.0.0.1" });
  expect(sessions.every((session) => Date.parse(session.expiresAt) > Date.now())).toBe(true);
});

test("a sign-in with a password that is being changed opens no session", async () => {
  const user = await api.addUser(["editor"]);
  const { db } = api.database;
  const isWaiting = sql<{ count: number }>`SELECT count(*)::int AS count FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%sessions%'`;
  const signedIn = await db.transaction().execute(async (tx) => {
    const password_hash = await hashPassword(NEW_PASSWORD);
    await tx.updateTable("users").set({ password_hash }).where("uuid", "=", user.userUuid).execute();
    await tx.deleteFrom("sessions").where("user_uuid", "=", user.userUuid).execute();
    // Compares the old password, which is valid until this transaction ends.
    const answer = codeOf(signIn(user.username));
    await eventually(async () => expect((await isWaiting.execute(db)).rows).toEqual([{ count: 1 }]));
    return { answer };
  });
  expect(await signedIn.answer).toBe("wrong_credentials");
  const sessions = db.selectFrom("sessions").selectAll().where("user_uuid", "=", user.userUuid);
  expect(await sessions.execute()).toEqual([]);
  expect(await codeOf(signIn(user.username, NEW_PASSWORD))).toBe("success");
});

test("a session ends 90 days after its start even if it is in use", async () => {
  const user = await api.addUser(["editor"]);
  const { db } = api.database;
  const age = async (created: string, changes: object = {}) =>
    db
      .updateTable("sessions")
      .set({
        created_at: sql<Date>`now() - ${sql.lit(created)}::interval`,
        last_used_at: sql<Date>`now() - interval '1 day'`,
        ...changes,
      })
      .where("user_uuid", "=", user.userUuid)
      .execute();
  await age("89 days 23 hours");
  const [session] = await user.call(routes.listSessions, {});
  const leftMs = Date.parse(session?.expiresAt ?? "") - Date.now();
  expect(leftMs).toBeGreaterThan(0);
  expect(leftMs).toBeLessThanOrEqual(3_600_000);
  // An earlier version could extend a session beyond 90 days, so the limit must also end such a session.
  await age("91 days", { expires_at: sql<Date>`now() + interval '10 days'` });
  expect(await codeOf(user.call(routes.listSessions, {}))).toBe("not_signed_in");
});

test("a session never expires later than after 90 days, even with a longer configured lifetime", async () => {
  const long = await startTestApi({ SESSION_HOURS: String(24 * 365) });
  try {
    const { username } = await long.addUser(["editor"]);
    const { expiresAt } = await long.anonymous(routes.login, { body: { username, password: PASSWORD } });
    expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(90 * 24 * 3_600_000);
  } finally {
    await long.close();
  }
});

test("users can end only their own sessions, one by one or all others", async () => {
  const user = await api.addUser(["editor"]);
  const first = await signIn(user.username);
  const second = await signIn(user.username);
  const as = (credential: string) =>
    fetch(`${api.url}/api/users/my`, { headers: { authorization: `Bearer ${credential}` } });
  const sessions = await user.call(routes.listSessions, {});
  const stranger = await api.addUser(["manager"]);
  const [other] = sessions.filter((session) => !session.isCurrent);
  const params = { id: other?.id ?? "" };
  expect(await codeOf(stranger.call(routes.deleteSession, { params }))).toBe("not_found");
  await user.call(routes.deleteSession, { params });
  expect(await codeOf(user.call(routes.deleteSession, { params }))).toBe("not_found");
  const alive = [(await as(first.credential)).status, (await as(second.credential)).status];
  expect(alive.toSorted()).toEqual([200, 401]);
  await user.call(routes.deleteOtherSessions, {});
  expect((await as(first.credential)).status).toBe(401);
  expect((await as(second.credential)).status).toBe(401);
  expect(await user.call(routes.listSessions, {})).toHaveLength(1);
});

test("the eleventh failure of a name is refused with the time to wait, even for an unknown name", async () => {
  const user = await api.addUser(["editor"]);
  for (const username of [user.username, "nobody-by-this-name"]) {
    const codes = [];
    for (let attempt = 1; attempt <= 11; attempt += 1)
      codes.push(await codeOf(signIn(username, "Wrong-horse-1")));
    expect(codes.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => "wrong_credentials"));
    expect(codes[10]).toBe("too_many_requests");
  }
  const body = JSON.stringify({ username: user.username, password: PASSWORD });
  const headers = { "content-type": "application/json" };
  const refused = await fetch(`${api.url}/api/login`, { method: "POST", headers, body });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(900);
  expect((await signIn(manager.username)).user.username).toBe(manager.username);
});

test("a successful sign-in clears the failures of its name, and concurrent attempts are all counted", async () => {
  const user = await api.addUser(["editor"]);
  for (let attempt = 0; attempt < 9; attempt += 1) await codeOf(signIn(user.username, "Wrong-horse-1"));
  await signIn(user.username);
  const codes = await Promise.all(
    Array.from({ length: 14 }, () => codeOf(signIn(user.username, "Wrong-horse-1"))),
  );
  expect(codes.filter((code) => code === "wrong_credentials")).toHaveLength(10);
  expect(codes.filter((code) => code === "too_many_requests")).toHaveLength(4);
});

test("an address that tries many names is refused for all of them", async () => {
  const few = await startTestApi({ LIMIT_SIGN_IN_PER_ADDRESS: "3/900" });
  try {
    const codes = [];
    for (let name = 0; name < 4; name += 1)
      codes.push(
        await codeOf(few.anonymous(routes.login, { body: { username: `name-${name}`, password: PASSWORD } })),
      );
    expect(codes).toEqual([...Array.from({ length: 3 }, () => "wrong_credentials"), "too_many_requests"]);
    await few.restart();
    const again = few.anonymous(routes.login, { body: { username: "name-9", password: PASSWORD } });
    expect(await codeOf(again)).toBe("too_many_requests");
  } finally {
    await few.close();
  }
});

test("the public settings contain the support address, the version and that no provider is set up", async () => {
  expect(await api.anonymous(routes.getSettings, {})).toEqual({
    supportEmail: "support@shoal.example",
    version: "0.1.0",
    edgeUrl: "http://127.0.0.1:8081",
    github: false,
  });
  expect(await codeOf(api.anonymous(routes.startGithub, {}))).toBe("provider_not_configured");
});

test("changing the password ends other sessions and renews the credential, and a weak one is refused with reasons", async () => {
  const user = await api.addUser(["editor"]);
  const other = await signIn(user.username);
  const error = await errorOf(
    user.call(routes.updateMe, {
      body: { currentPassword: "Wrong-1", newPassword: "weak", confirmPassword: "w" },
    }),
  );
  expect(error.code).toBe("current_password_wrong");
  expect(error.message).toBe(
    "Your current password is incorrect. Your password or email have not been modified.",
  );
  expect(new Set(error.fields?.map((field) => field.path))).toEqual(
    new Set(["currentPassword", "newPassword", "confirmPassword"]),
  );
  const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };
  const { credential = "" } = await user.call(routes.updateMe, { body });
  const statusWith = async (bearer: string) =>
    (await fetch(`${api.url}/api/users/my`, { headers: { authorization: `Bearer ${bearer}` } })).status;
  expect(await Promise.all([other.credential, user.credential, credential].map(statusWith))).toEqual([
    401, 401, 200,
  ]);
  expect(await codeOf(signIn(user.username))).toBe("wrong_credentials");
  expect((await signIn(user.username, NEW_PASSWORD)).user.uuid).toBe(user.userUuid);
});

test.each([
  { sent: { confirmPassword: NEW_PASSWORD }, missing: "newPassword" },
  { sent: { newPassword: NEW_PASSWORD }, missing: "confirmPassword" },
])("a change of the password without $missing is refused", async ({ sent, missing }) => {
  const user = await api.addUser(["editor"]);
  const error = await errorOf(user.call(routes.updateMe, { body: { currentPassword: PASSWORD, ...sent } }));
  expect({ code: error.code, fields: error.fields }).toEqual({
    code: "bad_request",
    fields: [{ path: missing, reason: "is missing" }],
  });
});

test("the password of a signed-in user cannot be guessed from their screen", async () => {
  const user = await api.addUser(["editor"]);
  const guess = () => codeOf(user.call(routes.deleteMe, { body: { currentPassword: "Wrong-horse-1" } }));
  const codes = [];
  for (let attempt = 0; attempt < 11; attempt += 1) codes.push(await guess());
  expect(codes.at(9)).toBe("current_password_wrong");
  expect(codes.at(10)).toBe("too_many_requests");
});

test("deleting an account ends its sessions and keeps its videos; the last manager cannot leave", async () => {
  const first = await api.addUser(["manager"]);
  const second = await api.addUser(["manager"], { clientOf: first });
  const created = await first.call(routes.createVideo, { body: { title: "Stays", size: 1 } });
  const body = { currentPassword: PASSWORD };
  const codes = await Promise.all(
    [first, second].map((user) => codeOf(user.call(routes.deleteMe, { body }))),
  );
  expect(codes.toSorted()).toEqual(["last_manager", "success"]);
  const [stays, gone] = codes[0] === "last_manager" ? [first, second] : [second, first];
  expect(await codeOf(gone.call(routes.getMe, {}))).toBe("not_signed_in");
  const uuid = (created as { uuid: string }).uuid;
  const video = await stays.call(routes.getVideo, { params: { id: uuid } }).catch((error: AppError) => error);
  expect(video).toMatchObject({ title: "Stays" });
});

test("expired sessions, links, provider visits, counts and unverified addresses are deleted", async () => {
  const user = await api.addUser(["editor"]);
  const kept = await api.addUser(["editor"]);
  const { db } = api.database;
  const past = new Date(Date.now() - 60_000);
  await db.updateTable("sessions").set({ expires_at: past }).where("user_uuid", "=", user.userUuid).execute();
  await db
    .updateTable("users")
    .set({ new_email: "stale@example.org" })
    .where("uuid", "=", user.userUuid)
    .execute();
  await kept.call(routes.updateMe, { body: { email: "waits@example.org", currentPassword: PASSWORD } });
  const link = { key_hash: Buffer.from("old"), user_uuid: user.userUuid, expires_at: past };
  await db
    .insertInto("account_links")
    .values({ ...link, purpose: "password" })
    .execute();
  const flow = { state_hash: Buffer.from("old"), code_verifier: "v", expires_at: past };
  await db.insertInto("provider_flows").values(flow).execute();
  await db.insertInto("rate_limits").values({ key: "old", points: 1, expire: past.getTime() }).execute();
  await api.restart();
  const left = async () => {
    const of = (table: "sessions" | "account_links") =>
      db.selectFrom(table).select("expires_at").where("expires_at", "<", new Date()).execute();
    const flows = await db.selectFrom("provider_flows").select("expires_at").execute();
    const counts = await db.selectFrom("rate_limits").select("key").where("key", "=", "old").execute();
    return [await of("sessions"), await of("account_links"), flows, counts].map((rows) => rows.length);
  };
  await expect.poll(left).toEqual([0, 0, 0, 0]);
  const addresses = await db
    .selectFrom("users")
    .select(["uuid", "new_email"])
    .where("uuid", "in", [user.userUuid, kept.userUuid])
    .execute();
  expect(new Map(addresses.map((row) => [row.uuid, row.new_email]))).toEqual(
    new Map([
      [user.userUuid, null],
      [kept.userUuid, "waits@example.org"],
    ]),
  );
});

test("a socket ends with its session, and only with its own", async () => {
  const user = await api.addUser(["editor"]);
  const other = await signIn(user.username);
  const sockets = await Promise.all(
    [user.credential, other.credential].map((credential) => openSocket(credential)),
  );
  const [own, ended] = sockets as [WebSocket, WebSocket];
  const closed = new Promise((resolve) => ended.addEventListener("close", resolve, { once: true }));
  await user.call(routes.deleteOtherSessions, {});
  await closed;
  expect([own.readyState, ended.readyState]).toEqual([WebSocket.OPEN, WebSocket.CLOSED]);
  own.close();
});

test("an administrator who lost all credentials can regain access on the machine", async () => {
  const administration = createAdministration(api.database.db);
  const first = await administration.resetAdministrator();
  const opened = await signIn(first.username, first.password);
  await api.database.db
    .updateTable("users")
    .set({ totp_secret: "v1.lost", totp_confirmed_at: new Date() })
    .where("username", "=", first.username)
    .execute();
  expect(await codeOf(signIn(first.username, first.password))).toBe("two_factor_required");
  const second = await administration.resetAdministrator();
  expect((await signIn(second.username, second.password)).user).toMatchObject({
    passwordModified: false,
    twoFactor: false,
  });
  const headers = { authorization: `Bearer ${opened.credential}` };
  expect((await fetch(`${api.url}/api/users/my`, { headers })).status).toBe(401);
});

/** Opens a realtime socket, which speaks Socket.IO 5 on Engine.IO 4, and waits until it is admitted. */
function openSocket(credential: string): Promise<WebSocket> {
  const socket = new WebSocket(`${api.url.replace(/^http/, "ws")}/realtime/?EIO=4&transport=websocket`);
  return new Promise((resolve, reject) => {
    socket.addEventListener("message", ({ data }) => {
      if (String(data).startsWith("0{")) socket.send(`40${JSON.stringify({ credential })}`);
      if (String(data).startsWith("40")) resolve(socket);
      if (String(data).startsWith("44")) reject(new Error(String(data)));
    });
    socket.addEventListener("error", reject, { once: true });
  });
}
