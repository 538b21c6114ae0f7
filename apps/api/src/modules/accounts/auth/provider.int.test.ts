import { randomInt } from "node:crypto";
import { routes } from "@shoal/contract";
import { type FakeGithub, type GithubAccount, startFakeGithub } from "@shoal/testkit";
import { generate } from "otplib";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { PASSWORD, startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import {
  clearLimits,
  codeOf,
  emailOf,
  type MailHarness,
  mailTo,
  NEW_PASSWORD,
  openMailHarness,
  verifyEmailOf,
} from "../../../testing/account-harness.ts";

const OAUTH_APP = { clientId: "shoal-client", clientSecret: "a secret of the app" };
let github: FakeGithub;
let api: TestApi;
let mailHarness: MailHarness;
let manager: TestUser;
beforeAll(async () => {
  github = await startFakeGithub(OAUTH_APP);
  api = await startTestApi({
    GITHUB_CLIENT_ID: OAUTH_APP.clientId,
    GITHUB_CLIENT_SECRET: OAUTH_APP.clientSecret,
    GITHUB_URL: github.url,
    GITHUB_API_URL: github.url,
  });
  mailHarness = await openMailHarness(api);
  manager = await api.addUser(["manager"]);
});
beforeEach(async () => {
  github.fail(undefined);
  await clearLimits(api);
});
afterAll(async () => {
  await mailHarness.close();
  await api.close();
  await github.close();
});

const newAccount = (): GithubAccount => {
  const id = randomInt(1, 2 ** 40);
  return { id, login: `octo-${id}` };
};

interface ProviderReturn {
  code: string;
  state: string;
  error: string | null;
}

/** Follows a browser's steps to the provider, back to the api and on to the page. */
async function visitGithub(
  account: GithubAccount | undefined,
  begin: () => Promise<{ url: string; state: string }> = () => api.anonymous(routes.startGithub, {}),
): Promise<ProviderReturn> {
  github.signInAs(account);
  const { url, state } = await begin();
  const atProvider = await fetch(url, { redirect: "manual" });
  const back = new URL(atProvider.headers.get("location") ?? "");
  const atApi = await fetch(api.url + back.pathname + back.search, { redirect: "manual" });
  expect([atProvider.status, atApi.status]).toEqual([302, 302]);
  const [site, page] = (atApi.headers.get("location") ?? "").split("#");
  expect(site).toBe("http://127.0.0.1:8080/");
  const query = new URL(page ?? "", "http://page").searchParams;
  expect(query.get("state")).toBe(state);
  return { code: query.get("code") ?? "", state, error: query.get("error") };
}

/** Visits GitHub as a signed-in user who links their account. */
const visitToLink = (user: TestUser, account: GithubAccount, currentPassword = PASSWORD) =>
  visitGithub(account, () => user.call(routes.startGithubLink, { body: { currentPassword } }));

const finishLinking = (user: TestUser, { code, state }: ProviderReturn) =>
  user.call(routes.linkGithub, { body: { code, state } });
const linkAccount = async (user: TestUser, account: GithubAccount) =>
  finishLinking(user, await visitToLink(user, account));
const signIn = ({ code, state }: ProviderReturn, twoFactorCode?: string) =>
  api.anonymous(routes.loginGithub, { body: { code, state, ...(twoFactorCode ? { twoFactorCode } : {}) } });

test("a user can sign in with a linked account until it is unlinked, and is notified of the link", async () => {
  const user = await api.addUser(["editor"]);
  await verifyEmailOf(api, user);
  const account = newAccount();
  expect(await codeOf(signIn(await visitGithub(account)))).toBe("provider_account_unknown");
  expect(await linkAccount(user, account)).toMatchObject({ github: account.login });
  await mailTo(api, emailOf(user), /GitHub account was linked/);
  expect((await signIn(await visitGithub(account))).user.uuid).toBe(user.userUuid);
  expect(await user.call(routes.unlinkGithub, {})).toMatchObject({ github: null });
  expect(await codeOf(signIn(await visitGithub(account)))).toBe("provider_account_unknown");
});

test("an account can be linked only in a visit that the same user started with their password", async () => {
  const [user, other] = [await api.addUser(["editor"]), await api.addUser(["editor"])];
  const account = newAccount();
  expect(await codeOf(visitToLink(user, account, "Wrong-horse-1"))).toBe("current_password_wrong");
  expect(await codeOf(finishLinking(user, await visitGithub(account)))).toBe("provider_answer_wrong");
  expect(await codeOf(finishLinking(user, await visitToLink(other, account)))).toBe("provider_answer_wrong");
  expect(await codeOf(signIn(await visitToLink(user, account)))).toBe("provider_answer_wrong");
  expect(await codeOf(linkAccount(user, account))).toBe("success");
});

test("a new password unlinks the account and ends the session's credential", async () => {
  const user = await api.addUser(["editor"]);
  const account = newAccount();
  await linkAccount(user, account);
  const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };
  const changed = await user.call(routes.updateMe, { body });
  expect(changed).toMatchObject({ github: null });
  expect(await codeOf(signIn(await visitGithub(account)))).toBe("provider_account_unknown");
  expect(await codeOf(user.call(routes.getMe, {}))).toBe("not_signed_in");
  const headers = { authorization: `Bearer ${changed.credential}` };
  const me = await fetch(`${api.url}/api/users/my`, { headers });
  expect(await me.json()).toMatchObject({ username: user.username });
});

test("the public settings contain that the provider is set up", async () => {
  expect(await api.anonymous(routes.getSettings, {})).toMatchObject({ github: true });
});

test("a state and a code can be used once and only together", async () => {
  const user = await api.addUser(["editor"]);
  const account = newAccount();
  await linkAccount(user, account);
  const first = await visitGithub(account);
  const codes = await Promise.all([codeOf(signIn(first)), codeOf(signIn(first))]);
  expect(codes.toSorted()).toEqual(["provider_answer_wrong", "success"]);
  // A code only works with the verifier of the same visit.
  const [mine, other] = [await visitGithub(account), await visitGithub(account)];
  expect(await codeOf(signIn({ ...mine, code: other.code }))).toBe("provider_answer_wrong");
  expect(await codeOf(signIn({ ...other, state: "x".repeat(43) }))).toBe("provider_answer_wrong");
});

test("a visit to the provider expires", async () => {
  const visit = await visitGithub(newAccount());
  const past = new Date(Date.now() - 1_000);
  await api.database.db.updateTable("provider_flows").set({ expires_at: past }).execute();
  expect(await codeOf(signIn(visit))).toBe("provider_answer_wrong");
});

test("a refusal at the provider is passed on to the page", async () => {
  expect(await visitGithub(undefined)).toMatchObject({ code: "", error: "access_denied" });
});

test("only escaped parameters of the protocol are passed on to the page", async () => {
  const query = new URLSearchParams({
    code: "a&b=#c",
    state: '"><script>',
    next: "https://elsewhere.example",
  });
  const response = await fetch(`${api.url}/redirect?${query}`, { redirect: "manual" });
  expect(response.headers.get("location")).toBe(
    "http://127.0.0.1:8080/#/redirect?code=a%26b%3D%23c&state=%22%3E%3Cscript%3E",
  );
  const long = await fetch(`${api.url}/redirect?code=${"x".repeat(600)}`, { redirect: "manual" });
  expect(long.headers.get("location")).toBe("http://127.0.0.1:8080/#/redirect?error=invalid_request");
});

test("an account at the provider can be linked to only one user", async () => {
  const [first, second] = [await api.addUser(["editor"]), await api.addUser(["editor"])];
  const account = newAccount();
  await linkAccount(first, account);
  expect(await codeOf(linkAccount(second, account))).toBe("provider_account_taken");
  expect(await codeOf(linkAccount(first, account))).toBe("success");
});

test("an invited user activates with a provider account, without a password, and then cannot unlink it", async () => {
  const { userUuid, username } = await mailHarness.addInvited(manager, null);
  const { key } = await mailHarness.invite(userUuid);
  const account = newAccount();
  const { code, state } = await visitGithub(account);
  const signUp = { params: { id: key }, body: { code, state } };
  const opened = await api.anonymous(routes.signupGithub, signUp);
  expect(opened.user).toMatchObject({
    username,
    activated: true,
    passwordModified: true,
    hasPassword: false,
    github: account.login,
  });
  const headers = { authorization: `Bearer ${opened.credential}` };
  const unlink = await fetch(`${api.url}/api/users/my/github`, { method: "DELETE", headers });
  expect(await unlink.json()).toMatchObject({ code: "illegal_transition" });
  expect((await signIn(await visitGithub(account))).user.username).toBe(username);
  expect(await codeOf(api.anonymous(routes.signupGithub, signUp))).toBe("link_expired");
});

test("a taken account does not use up the activation link", async () => {
  const user = await api.addUser(["editor"]);
  const account = newAccount();
  await linkAccount(user, account);
  const { userUuid } = await mailHarness.addInvited(manager, null);
  const { key } = await mailHarness.invite(userUuid);
  const signUp = async (as: GithubAccount) => {
    const { code, state } = await visitGithub(as);
    return codeOf(api.anonymous(routes.signupGithub, { params: { id: key }, body: { code, state } }));
  };
  expect(await signUp(account)).toBe("provider_account_taken");
  expect(await signUp(newAccount())).toBe("success");
});

test("signing in with the provider requires the second factor, which can be sent with the same state", async () => {
  const user = await api.addUser(["editor"]);
  const account = newAccount();
  await linkAccount(user, account);
  const { secret } = await user.call(routes.startTwoFactor, { body: { currentPassword: PASSWORD } });
  const body = { code: await generate({ secret }) };
  const { recoveryCodes } = await user.call(routes.confirmTwoFactor, { body });
  const visit = await visitGithub(account);
  expect(await codeOf(signIn(visit))).toBe("two_factor_required");
  expect(await codeOf(signIn(visit, "aaaa-aaaa-aaaa-aaaa"))).toBe("two_factor_wrong");
  expect((await signIn(visit, recoveryCodes[0])).user.uuid).toBe(user.userUuid);
  expect(await codeOf(signIn(visit, recoveryCodes[1]))).toBe("provider_answer_wrong");
});

test("someone else who knows the password cannot lock the user out of signing in with the provider", async () => {
  const user = await api.addUser(["editor"]);
  const account = newAccount();
  await linkAccount(user, account);
  const { secret } = await user.call(routes.startTwoFactor, { body: { currentPassword: PASSWORD } });
  const codeAt = (afterSec: number) => generate({ secret, epoch: Math.floor(Date.now() / 1_000) + afterSec });
  await user.call(routes.confirmTwoFactor, { body: { code: await codeAt(0) } });
  const body = { username: user.username, password: PASSWORD, twoFactorCode: await codeAt(-3_000) };
  const codes = [];
  for (let attempt = 0; attempt < 11; attempt += 1) {
    codes.push(await codeOf(api.anonymous(routes.login, { body })));
    await api.database.db.deleteFrom("rate_limits").where("key", "like", "sign-in%").execute();
  }
  expect(codes.slice(9)).toEqual(["two_factor_wrong", "too_many_requests"]);
  const visit = await visitGithub(account);
  expect(await codeOf(signIn(visit, await codeAt(-3_000)))).toBe("two_factor_wrong");
  expect((await signIn(visit, await codeAt(30))).user.uuid).toBe(user.userUuid);
});

test.each(["down", "redirects", "endless"] as const)(
  "a sign-in at a provider that is %s fails as unavailable",
  async (fault) => {
    const visit = await visitGithub(newAccount());
    github.fail(fault);
    expect(await codeOf(signIn(visit))).toBe("provider_unavailable");
  },
);

test("failed sign-ins at the provider are limited by address", async () => {
  const codes = [];
  const answer = { code: "x", state: "y".repeat(43), error: null };
  for (let attempt = 0; attempt < 51; attempt += 1) codes.push(await codeOf(signIn(answer)));
  expect(codes.indexOf("too_many_requests")).toBe(50);
});
