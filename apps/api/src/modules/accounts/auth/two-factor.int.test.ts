import { routes } from "@shoal/contract";
import { generate } from "otplib";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { PASSWORD, startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import {
  clearLimits,
  codeOf,
  emailOf,
  errorOf,
  mailTo,
  verifyEmailOf,
} from "../../../testing/account-harness.ts";

const CODE_STEP_MS = 30_000;
let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
beforeEach(async () => {
  await clearLimits(api);
  // The clock is fixed in the middle of a step, so that a code is never one step older than intended.
  vi.useFakeTimers({
    toFake: ["Date"],
    now: Math.floor(Date.now() / CODE_STEP_MS) * CODE_STEP_MS + CODE_STEP_MS / 2,
  });
});
afterAll(async () => {
  vi.useRealTimers();
  await api.close();
});

const codeAt = (secret: string, steps: number) =>
  generate({ secret, epoch: Math.floor((Date.now() + steps * CODE_STEP_MS) / 1_000) });
const signIn = (username: string, twoFactorCode?: string, password = PASSWORD) =>
  api.anonymous(routes.login, { body: { username, password, ...(twoFactorCode ? { twoFactorCode } : {}) } });

/** Adds a user with two-factor authentication, confirmed with the code of the previous time step. */
async function addProtected(): Promise<{ user: TestUser; secret: string; recoveryCodes: string[] }> {
  const user = await api.addUser(["editor"]);
  await verifyEmailOf(api, user);
  const { secret } = await user.call(routes.startTwoFactor, { body: { currentPassword: PASSWORD } });
  const body = { code: await codeAt(secret, -1) };
  const { recoveryCodes } = await user.call(routes.confirmTwoFactor, { body });
  return { user, secret, recoveryCodes };
}

test("two-factor authentication is on only after a correct code confirmed it", async () => {
  const user = await api.addUser(["editor"]);
  await verifyEmailOf(api, user);
  expect(await codeOf(user.call(routes.confirmTwoFactor, { body: { code: "123456" } }))).toBe(
    "illegal_transition",
  );
  const wrong = user.call(routes.startTwoFactor, { body: { currentPassword: "Wrong-horse-1" } });
  expect(await codeOf(wrong)).toBe("current_password_wrong");
  const { secret, otpauthUrl } = await user.call(routes.startTwoFactor, {
    body: { currentPassword: PASSWORD },
  });
  expect(new URL(otpauthUrl).searchParams.get("secret")).toBe(secret);
  const late = await codeAt(secret, -3);
  expect(await codeOf(user.call(routes.confirmTwoFactor, { body: { code: late } }))).toBe("two_factor_wrong");
  expect(await codeOf(signIn(user.username))).toBe("success");
  const code = (await codeAt(secret, 0)).replace(/(...)/, "$1 ");
  const { recoveryCodes } = await user.call(routes.confirmTwoFactor, { body: { code } });
  expect(new Set(recoveryCodes).size).toBe(10);
  expect(await user.call(routes.getMe, {})).toMatchObject({ twoFactor: true });
  const again = user.call(routes.startTwoFactor, { body: { currentPassword: PASSWORD } });
  expect(await codeOf(again)).toBe("illegal_transition");
  await mailTo(api, emailOf(user), /Two-factor authentication was turned on/);
});

test("signing in requires a code only after the correct password, and accepts each code once", async () => {
  const { user, secret } = await addProtected();
  expect(await codeOf(signIn(user.username, undefined, "Wrong-horse-1"))).toBe("wrong_credentials");
  expect(await codeOf(signIn(user.username, await codeAt(secret, 0), "Wrong-horse-1"))).toBe(
    "wrong_credentials",
  );
  const required = await errorOf(signIn(user.username));
  expect([required.code, required.status]).toEqual(["two_factor_required", 401]);
  expect(await codeOf(signIn(user.username, await codeAt(secret, -1)))).toBe("two_factor_wrong");
  const code = await codeAt(secret, 0);
  const codes = await Promise.all([codeOf(signIn(user.username, code)), codeOf(signIn(user.username, code))]);
  expect(codes.toSorted()).toEqual(["success", "two_factor_wrong"]);
  expect(await codeOf(signIn(user.username, await codeAt(secret, 1)))).toBe("success");
  expect(await codeOf(signIn(user.username, await codeAt(secret, 2)))).toBe("two_factor_wrong");
});

test("a recovery code works once in place of a code of the app, in any spelling", async () => {
  const { user, recoveryCodes } = await addProtected();
  const [first = "", second = ""] = recoveryCodes;
  const typed = ` ${first.toUpperCase().replaceAll("-", " ")} `;
  expect(await codeOf(signIn(user.username, typed))).toBe("success");
  expect(await codeOf(signIn(user.username, first))).toBe("two_factor_wrong");
  const both = await Promise.all([
    codeOf(signIn(user.username, second)),
    codeOf(signIn(user.username, second)),
  ]);
  expect(both.toSorted()).toEqual(["success", "two_factor_wrong"]);
});

test("the secret and the recovery codes are not readable in the database", async () => {
  const { user, secret, recoveryCodes } = await addProtected();
  const row = await api.database.db
    .selectFrom("users")
    .select(["totp_secret", "recovery_codes"])
    .where("uuid", "=", user.userUuid)
    .executeTakeFirstOrThrow();
  expect(row.totp_secret).toMatch(/^v1\./);
  const text = JSON.stringify(row);
  for (const hidden of [secret, ...recoveryCodes]) expect(text).not.toContain(hidden);
  expect(row.recovery_codes).toHaveLength(10);
});

/** Signs in with a code of the app that was valid long ago, without the limits on passwords. */
async function guessCode({ user, secret }: { user: TestUser; secret: string }): Promise<string> {
  const code = await codeOf(signIn(user.username, await codeAt(secret, -100)));
  await api.database.db.deleteFrom("rate_limits").where("key", "like", "sign-in%").execute();
  return code;
}

test("wrong codes are limited by user", async () => {
  const target = await addProtected();
  const codes = [];
  for (let attempt = 0; attempt < 11; attempt += 1) codes.push(await guessCode(target));
  expect(codes.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => "two_factor_wrong"));
  expect(codes[10]).toBe("too_many_requests");
  const right = await codeAt(target.secret, 0);
  expect(await codeOf(signIn(target.user.username, right))).toBe("too_many_requests");
});

test("someone else who knows the password cannot lock the user out of a known browser, of recovery codes, or of the account page", async () => {
  const target = await addProtected();
  const { user, secret, recoveryCodes } = target;
  const first = { username: user.username, password: PASSWORD, twoFactorCode: await codeAt(secret, 0) };
  const { knownBrowser } = await api.anonymous(routes.login, { body: first });
  for (let attempt = 0; attempt < 11; attempt += 1) await guessCode(target);
  const [lost = "", stopping = ""] = recoveryCodes;
  const known = { ...first, twoFactorCode: await codeAt(secret, 1), knownBrowsers: [knownBrowser] };
  expect(await codeOf(api.anonymous(routes.login, { body: known }))).toBe("success");
  expect(await codeOf(signIn(user.username, lost))).toBe("success");
  const stop = { currentPassword: PASSWORD, code: stopping };
  expect(await codeOf(user.call(routes.stopTwoFactor, { body: stop }))).toBe("success");
});

test("a sign-in of the user does not reset the attempts of someone else who knows the password", async () => {
  const target = await addProtected();
  for (let attempt = 0; attempt < 9; attempt += 1) await guessCode(target);
  expect(await codeOf(signIn(target.user.username, await codeAt(target.secret, 0)))).toBe("success");
  expect(await guessCode(target)).toBe("two_factor_wrong");
  expect(await guessCode(target)).toBe("too_many_requests");
});

test("known browsers have no more attempts for codes than others", async () => {
  const { user, secret } = await addProtected();
  const body = { username: user.username, password: PASSWORD };
  const { knownBrowser } = await api.anonymous(routes.login, {
    body: { ...body, twoFactorCode: await codeAt(secret, 0) },
  });
  const guess = async () => {
    const wrong = { ...body, twoFactorCode: await codeAt(secret, -100), knownBrowsers: [knownBrowser] };
    const code = await codeOf(api.anonymous(routes.login, { body: wrong }));
    await api.database.db.deleteFrom("rate_limits").where("key", "like", "sign-in%").execute();
    return code;
  };
  const codes = [];
  for (let attempt = 0; attempt < 11; attempt += 1) codes.push(await guess());
  expect(codes.slice(9)).toEqual(["two_factor_wrong", "too_many_requests"]);
});

test("turning two-factor authentication off requires the password and a code", async () => {
  const { user, secret, recoveryCodes } = await addProtected();
  const stop = (currentPassword: string, code: string) =>
    codeOf(user.call(routes.stopTwoFactor, { body: { currentPassword, code } }));
  expect(await stop("Wrong-horse-1", await codeAt(secret, 0))).toBe("current_password_wrong");
  expect(await stop(PASSWORD, "000000")).toBe("two_factor_wrong");
  expect(await stop(PASSWORD, recoveryCodes[3] ?? "")).toBe("success");
  expect(await stop(PASSWORD, await codeAt(secret, 1))).toBe("illegal_transition");
  expect(await codeOf(signIn(user.username))).toBe("success");
  await mailTo(api, emailOf(user), /Two-factor authentication was turned off/);
});
