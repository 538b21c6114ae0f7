import { routes } from "@shoal/contract";
import { readMails } from "@shoal/testkit";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { PASSWORD, startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import {
  clearLimits,
  codeOf,
  emailOf,
  errorOf,
  extractKey,
  type MailHarness,
  mailTo,
  NEW_PASSWORD,
  openMailHarness,
  verifyEmailOf,
} from "../../../testing/account-harness.ts";
import { FORGOTTEN_PASSWORD } from "./forgotten-password.service.ts";

let api: TestApi;
let mailHarness: MailHarness;
let manager: TestUser;
beforeAll(async () => {
  // The api takes the callers' addresses from the proxy's header, so each test can choose its own.
  api = await startTestApi({ TRUSTED_PROXIES: "127.0.0.1/32" });
  mailHarness = await openMailHarness(api);
  manager = await api.addUser(["manager"]);
});
beforeEach(() => clearLimits(api));
afterAll(async () => {
  await mailHarness.close();
  await api.close();
});

const NEW_PASSWORD_TWICE = { password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };
const signIn = (username: string, password = PASSWORD) =>
  api.anonymous(routes.login, { body: { username, password } });
const signUp = (key: string, body = NEW_PASSWORD_TWICE) =>
  api.anonymous(routes.signup, { params: { id: key }, body });
const callAs = (credential: string, path: string) =>
  fetch(api.url + path, { headers: { authorization: `Bearer ${credential}` } });
const expireLinks = (userUuid: string) =>
  api.database.db
    .updateTable("account_links")
    .set({ expires_at: sql<Date>`now() - interval '1 second'` })
    .where("user_uuid", "=", userUuid)
    .execute();
const readUser = (userUuid: string) =>
  api.database.db.selectFrom("users").selectAll().where("uuid", "=", userUuid).executeTakeFirstOrThrow();

test("an invited user activates by a mail in their language, is signed in and has a verified address", async () => {
  const { userUuid, username } = await mailHarness.addInvited(manager, "invited@example.org");
  const invitation = await mailHarness.invite(userUuid);
  expect(invitation.isMailed).toBe(true);
  const mail = await mailTo(api, "invited@example.org", /Activez votre compte/);
  const params = { id: extractKey(mail) };
  expect(params.id).not.toBe(invitation.key);
  expect(await api.anonymous(routes.getSignup, { params })).toMatchObject({ username, language: "FR" });
  const opened = await signUp(params.id);
  expect(opened.user).toMatchObject({
    username,
    activated: true,
    passwordModified: true,
    emailVerified: true,
  });
  expect((await callAs(opened.credential, "/api/videos")).status).toBe(200);
  expect((await signIn("invited@example.org", NEW_PASSWORD)).user.username).toBe(username);
});

test("an activation link that was handed over does not verify the address", async () => {
  const { userUuid } = await mailHarness.addInvited(manager, "unproven@example.org");
  const { key } = await mailHarness.invite(userUuid);
  expect((await signUp(key)).user).toMatchObject({ activated: true, emailVerified: false });
  const without = await mailHarness.addInvited(manager, null);
  const handed = await mailHarness.invite(without.userUuid);
  expect(handed).toMatchObject({ isMailed: false, url: `http://127.0.0.1:8080/#/signup/${handed.key}` });
  expect((await signUp(handed.key)).user.username).toBe(without.username);
});

test("an activation link works once, even if it is used twice at the same time, and ends the user's other links", async () => {
  const { userUuid } = await mailHarness.addInvited(manager, "sisters@example.org");
  const { key } = await mailHarness.invite(userUuid);
  const mailed = extractKey(await mailTo(api, "sisters@example.org", /Activez/));
  const codes = await Promise.all([codeOf(signUp(key)), codeOf(signUp(key)), codeOf(signUp(mailed))]);
  expect(codes.toSorted()).toEqual(["link_expired", "link_expired", "success"]);
  const error = await errorOf(api.anonymous(routes.getSignup, { params: { id: mailed } }));
  expect(error.message).toBe(
    "This link has expired. Please ask your administrator to create your user again.",
  );
  expect(error.status).toBe(410);
});

test("a second invitation ends the first, and an activation link expires after a week", async () => {
  const { userUuid } = await mailHarness.addInvited(manager, null);
  const first = await mailHarness.invite(userUuid);
  const second = await mailHarness.invite(userUuid);
  expect(Math.round((second.expiresAt.getTime() - Date.now()) / 86_400_000)).toBe(7);
  expect(await codeOf(signUp(first.key))).toBe("link_expired");
  await expireLinks(userUuid);
  expect(await codeOf(signUp(second.key))).toBe("link_expired");
  expect((await readUser(userUuid)).password_hash).toBeNull();
});

test("a weak password and a differing confirmation are reported together, and the link stays valid", async () => {
  const { userUuid } = await mailHarness.addInvited(manager, null);
  const { key } = await mailHarness.invite(userUuid);
  const error = await errorOf(signUp(key, { password: "weak", confirmPassword: "other" }));
  expect(error.code).toBe("password_too_weak");
  expect(new Set(error.fields?.map((field) => field.path))).toEqual(new Set(["password", "confirmPassword"]));
  const common = await errorOf(signUp(key, { password: "Password1!", confirmPassword: "Password1!" }));
  expect(common).toMatchObject({
    code: "password_too_weak",
    fields: [{ path: "password", reason: "too_common" }],
  });
  const differing = signUp(key, { password: NEW_PASSWORD, confirmPassword: PASSWORD });
  expect(await codeOf(differing)).toBe("password_mismatch");
  expect(await codeOf(signUp(key))).toBe("success");
});

test("the database and the queue do not contain the keys of links", async () => {
  const { userUuid } = await mailHarness.addInvited(manager, null);
  const { key } = await mailHarness.invite(userUuid);
  const rows = await api.database.db.selectFrom("account_links").selectAll().execute();
  expect(
    JSON.stringify(rows.map((row) => [...Object.values(row), row.key_hash.toString("latin1")])),
  ).not.toContain(key);
  const { rows: jobs } = await sql`SELECT data::text FROM queue.job`.execute(api.database.db);
  expect(JSON.stringify(jobs)).not.toContain(key);
});

test("a link replaces a forgotten password once, ends every session and mails a notice", async () => {
  const user = await api.addUser(["editor"]);
  await verifyEmailOf(api, user);
  await api.anonymous(routes.forgot, { params: { id: user.username }, body: {} });
  const key = extractKey(await mailTo(api, emailOf(user), /Choose a new Shoal password/));
  const params = { id: key };
  expect(await api.anonymous(routes.getForgot, { params })).toMatchObject({ username: user.username });
  const reset = () => codeOf(api.anonymous(routes.resetPassword, { params, body: NEW_PASSWORD_TWICE }));
  expect((await Promise.all([reset(), reset()])).toSorted()).toEqual(["link_expired", "success"]);
  expect(await codeOf(user.call(routes.getMe, {}))).toBe("not_signed_in");
  expect(await codeOf(signIn(user.username))).toBe("wrong_credentials");
  expect((await signIn(user.username, NEW_PASSWORD)).user.uuid).toBe(user.userUuid);
  await mailTo(api, emailOf(user), /password was changed/);
});

test("a locked-out user signs in right after choosing a new password", async () => {
  const user = await api.addUser(["editor"]);
  await verifyEmailOf(api, user);
  for (let attempt = 0; attempt < 11; attempt += 1) await codeOf(signIn(user.username, "Wrong-horse-1"));
  expect(await codeOf(signIn(user.username))).toBe("too_many_requests");
  await api.anonymous(routes.forgot, { params: { id: emailOf(user) }, body: {} });
  const key = extractKey(await mailTo(api, emailOf(user), /new Shoal password/));
  // Clients of the old API set the password with the same call that sends the link.
  await api.anonymous(routes.forgot, { params: { id: key }, body: { password: NEW_PASSWORD } });
  expect(await codeOf(signIn(user.username, NEW_PASSWORD))).toBe("success");
});

test("every request for a password has the same answer, and unverified addresses get no mail", async () => {
  const unverified = await api.addUser(["editor"]);
  const marker = await api.addUser(["editor"]);
  await verifyEmailOf(api, marker);
  const statuses = [];
  for (const login of ["nobody-here", unverified.username, emailOf(unverified), emailOf(marker)])
    statuses.push((await fetch(`${api.url}/api/users/${login}/forgot`, { method: "POST" })).status);
  expect(statuses).toEqual([204, 204, 204, 204]);
  await mailTo(api, emailOf(marker), /new Shoal password/);
  await allTasksDone();
  const mails = await readMails(api.env.MAIL_DIR ?? "");
  expect(mails.filter((mail) => mail.to === emailOf(unverified))).toEqual([]);
});

test("several password links are valid until one is used, and expire after a day", async () => {
  const user = await api.addUser(["editor"]);
  await verifyEmailOf(api, user);
  await mailHarness.queue.sendTask(api.database.db, FORGOTTEN_PASSWORD, { login: user.username });
  const older = extractKey(await mailTo(api, emailOf(user), /new Shoal password/));
  await mailHarness.queue.sendTask(api.database.db, FORGOTTEN_PASSWORD, { login: user.username });
  await allTasksDone();
  const mails = (await readMails(api.env.MAIL_DIR ?? "")).filter((mail) => mail.to === emailOf(user));
  const newer = extractKey(mails.at(-1) as (typeof mails)[number]);
  const opened = (id: string) => codeOf(api.anonymous(routes.getForgot, { params: { id } }));
  expect(await Promise.all([older, newer].map(opened))).toEqual(["success", "success"]);
  await api.anonymous(routes.resetPassword, { params: { id: older }, body: NEW_PASSWORD_TWICE });
  expect(await Promise.all([older, newer].map(opened))).toEqual(["link_expired", "link_expired"]);
  await mailHarness.queue.sendTask(api.database.db, FORGOTTEN_PASSWORD, { login: user.username });
  await allTasksDone();
  const all = (await readMails(api.env.MAIL_DIR ?? "")).filter(
    (mail) => mail.to === emailOf(user) && /new Shoal password/.test(mail.subject),
  );
  const last = extractKey(all.at(-1) as (typeof mails)[number]);
  expect(await opened(last)).toBe("success");
  await expireLinks(user.userUuid);
  const late = api.anonymous(routes.resetPassword, { params: { id: last }, body: NEW_PASSWORD_TWICE });
  expect(await codeOf(late)).toBe("link_expired");
});

test("requests for another user's password leave the owner's allowance untouched, and the owner's links valid", async () => {
  const user = await api.addUser(["editor"]);
  await verifyEmailOf(api, user);
  const requestLink = async (from: string) => {
    const headers = { "x-forwarded-for": from };
    return (await fetch(`${api.url}/api/users/${user.username}/forgot`, { method: "POST", headers })).status;
  };
  expect(await requestLink("198.51.100.7")).toBe(204);
  const own = extractKey(await mailTo(api, emailOf(user), /new Shoal password/));
  for (const from of ["203.0.113.1", "203.0.113.2"]) {
    const answers = [];
    for (let turn = 0; turn < 6; turn += 1) answers.push(await requestLink(from));
    expect(answers).toEqual([204, 204, 204, 204, 204, 429]);
  }
  expect(await requestLink("198.51.100.7")).toBe(204);
  await allTasksDone();
  const mails = (await readMails(api.env.MAIL_DIR ?? "")).filter((mail) => mail.to === emailOf(user));
  expect(mails).toHaveLength(5);
  const keys = mails.map(extractKey);
  expect(keys).toContain(own);
  const opened = keys.map((id) => codeOf(api.anonymous(routes.getForgot, { params: { id } })));
  expect(await Promise.all(opened)).toEqual(keys.map(() => "success"));
  expect(
    await codeOf(api.anonymous(routes.resetPassword, { params: { id: own }, body: NEW_PASSWORD_TWICE })),
  ).toBe("success");
});

test("a link of one kind cannot be used as another kind", async () => {
  const { userUuid } = await mailHarness.addInvited(manager, null);
  const { key } = await mailHarness.invite(userUuid);
  const params = { id: key };
  expect(await codeOf(api.anonymous(routes.resetPassword, { params, body: NEW_PASSWORD_TWICE }))).toBe(
    "link_expired",
  );
  expect(await codeOf(manager.call(routes.verifyMail, { body: { mail: "a@example.org", key } }))).toBe(
    "link_expired",
  );
  expect(await codeOf(api.anonymous(routes.getSignup, { params }))).toBe("success");
});

test("mails and wrong links are limited by account and by address", async () => {
  const codes = [];
  for (let turn = 0; turn < 6; turn += 1)
    codes.push(await codeOf(api.anonymous(routes.forgot, { params: { id: "nobody-asks" }, body: {} })));
  expect(codes).toEqual([...Array.from({ length: 5 }, () => "success"), "too_many_requests"]);
  const others = [];
  for (let turn = 0; turn < 15; turn += 1)
    others.push(await codeOf(api.anonymous(routes.forgot, { params: { id: `nobody-${turn}` }, body: {} })));
  expect(others.indexOf("too_many_requests")).toBe(14);
  const guesses = [];
  for (let turn = 0; turn < 31; turn += 1)
    guesses.push(
      await codeOf(api.anonymous(routes.getSignup, { params: { id: `${turn}`.padStart(43, "x") } })),
    );
  expect(guesses.indexOf("too_many_requests")).toBe(30);
});

test("a user's first address is set without a password and verified by its mail", async () => {
  const user = await api.addUser(["editor"], { isPasswordModified: false });
  await api.database.db.updateTable("users").set({ email: null }).where("uuid", "=", user.userUuid).execute();
  const email = `first-${user.username}@example.org`;
  const colleague = await api.addUser(["editor"], { clientOf: user });
  const taken = await errorOf(
    user.call(routes.updateMe, { body: { email: emailOf(colleague).toUpperCase() } }),
  );
  expect(taken.code).toBe("email_already_used");
  expect(taken.message).toBe("This email address is already used by another account.");
  const changed = await user.call(routes.updateMe, { body: { email } });
  expect(changed).toMatchObject({ email, emailVerified: false, newEmail: null });
  const mail = await mailTo(api, email, /Confirm your email address/);
  const body = { mail: email.toUpperCase(), key: extractKey(mail) };
  expect(await codeOf(manager.call(routes.verifyMail, { body }))).toBe("link_expired");
  expect(await codeOf(user.call(routes.verifyMail, { body: { ...body, mail: emailOf(manager) } }))).toBe(
    "link_expired",
  );
  expect(await user.call(routes.verifyMail, { body })).toMatchObject({ email, emailVerified: true });
  expect(await codeOf(user.call(routes.verifyMail, { body }))).toBe("link_expired");
  expect(await codeOf(user.call(routes.sendVerification, {}))).toBe("illegal_transition");
});

test("only the owner of an address learns that a user of another client has it", async () => {
  const [user, stranger] = [await api.addUser(["editor"]), await api.addUser(["editor"])];
  await verifyEmailOf(api, stranger);
  const email = emailOf(stranger);
  const response = await user.call(routes.updateMe, { body: { email, currentPassword: PASSWORD } });
  expect(response).toMatchObject({ email: emailOf(user), newEmail: email });
  const key = extractKey(await mailTo(api, email, /Confirm/));
  expect(await codeOf(user.call(routes.verifyMail, { body: { mail: email, key } }))).toBe(
    "email_already_used",
  );
  expect((await signIn(email)).user.uuid).toBe(stranger.userUuid);
});

test("changing the address needs the password and a verification, and notifies the old address", async () => {
  const user = await api.addUser(["editor"]);
  await verifyEmailOf(api, user);
  const email = `new-${user.username}@example.org`;
  const error = await errorOf(user.call(routes.updateMe, { body: { email } }));
  expect(error.code).toBe("current_password_wrong");
  const body = { email, currentPassword: PASSWORD };
  expect(await user.call(routes.updateMe, { body })).toMatchObject({ email: emailOf(user), newEmail: email });
  await mailTo(api, emailOf(user), /about to change/);
  const first = extractKey(await mailTo(api, email, /Confirm/));
  await user.call(routes.sendVerification, {});
  await allTasksDone();
  const mails = (await readMails(api.env.MAIL_DIR ?? "")).filter((mail) => mail.to === email);
  const second = extractKey(mails.at(-1) as (typeof mails)[number]);
  expect(await codeOf(user.call(routes.verifyMail, { body: { mail: email, key: first } }))).toBe(
    "link_expired",
  );
  expect(await user.call(routes.verifyMail, { body: { mail: email, key: second } })).toMatchObject({
    email,
    emailVerified: true,
    newEmail: null,
  });
  expect((await signIn(email)).user.uuid).toBe(user.userUuid);
});

test("an address that another user verified in the meantime is refused, and entering the current one cancels the change", async () => {
  const [user, rival] = [await api.addUser(["editor"]), await api.addUser(["editor"])];
  const email = `wanted-${user.username}@example.org`;
  await user.call(routes.updateMe, { body: { email, currentPassword: PASSWORD } });
  const key = extractKey(await mailTo(api, email, /Confirm/));
  const { db } = api.database;
  await db.updateTable("users").set({ email }).where("uuid", "=", rival.userUuid).execute();
  await verifyEmailOf(api, rival);
  expect(await codeOf(user.call(routes.verifyMail, { body: { mail: email, key } }))).toBe(
    "email_already_used",
  );
  const body = { email: emailOf(user), currentPassword: PASSWORD };
  expect(await user.call(routes.updateMe, { body })).toMatchObject({ email: emailOf(user), newEmail: null });
  expect(await codeOf(user.call(routes.verifyMail, { body: { mail: email, key } }))).toBe("link_expired");
});

test("changing name or language needs no password and raises the user's revision", async () => {
  const user = await api.addUser(["editor"]);
  const before = await user.call(routes.getMe, {});
  const changed = await user.call(routes.updateMe, { body: { name: "Studio", language: "french" } });
  expect(changed).toMatchObject({ name: "Studio", language: "FR", revision: before.revision + 1 });
});

/** Resolves once the queue is empty. Mails that were not sent by then will never be. */
async function allTasksDone(): Promise<void> {
  const { db } = api.database;
  await expect
    .poll(
      async () => {
        const { rows } = await sql<{ waiting: number }>`SELECT count(*)::int AS waiting FROM queue.job
          WHERE name IN ('send-mail', 'forgotten-password') AND state < 'completed'`.execute(db);
        return rows[0]?.waiting;
      },
      { interval: 100 },
    )
    .toBe(0);
}
