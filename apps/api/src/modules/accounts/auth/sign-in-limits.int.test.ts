import { type AppError, routes } from "@shoal/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { PASSWORD, startTestApi, type TestApi } from "../../../test-api.ts";
import { clearLimits, emailOf, verifyEmailOf } from "../../../testing/account-harness.ts";
import { isPassword } from "./passwords.ts";

const WRONG_PASSWORD = "Wrong-horse-1";
const HOME_ADDRESS = "198.51.100.7";
let api: TestApi;
beforeAll(async () => {
  // The api takes the callers' addresses from the proxy's header, so each test can choose its own.
  api = await startTestApi({ TRUSTED_PROXIES: "127.0.0.1/32" });
});
beforeEach(() => clearLimits(api));
afterAll(() => api.close());

interface SignInResponse {
  code: string;
  text: string;
  knownBrowser: string;
}

async function signIn(
  username: string,
  password: string,
  { from, knownBrowsers }: { from: string; knownBrowsers?: string[] },
): Promise<SignInResponse> {
  const response = await fetch(api.url + routes.login.path, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": from },
    body: JSON.stringify({ username, password, ...(knownBrowsers ? { knownBrowsers } : {}) }),
  });
  const text = await response.text();
  const { code = "success", knownBrowser = "" } = JSON.parse(text) as Partial<SignInResponse & AppError>;
  return { code, text, knownBrowser };
}

/** Sends ten wrong passwords from each of this many addresses. */
async function guessPasswords(username: string, addresses: number): Promise<void> {
  for (let address = 1; address <= addresses; address += 1)
    await Promise.all(
      Array.from({ length: 10 }, () => signIn(username, WRONG_PASSWORD, { from: `203.0.113.${address}` })),
    );
}

/** Returns a hash that matches no password and costs as much to verify as a real one. */
const createHashText = (memory: number, passes: number) =>
  `argon2id$${memory}$${passes}$${"c".repeat(22)}$${"t".repeat(43)}`;
const CHEAP_HASH = createHashText(8, 1);

test("an address that fills the password queue must wait, and other addresses are not affected", async () => {
  const { username } = await api.addUser(["editor"]);
  const from = "203.0.113.77";
  // The first verifications take most of a second, during which all other verifications wait.
  const flood = Promise.allSettled(
    Array.from({ length: 40 }, (_, n) =>
      isPassword("guess", n < 2 ? createHashText(19_456, 60) : CHEAP_HASH, from),
    ),
  );
  const response = await fetch(api.url + routes.login.path, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": from },
    body: JSON.stringify({ username, password: WRONG_PASSWORD }),
  });
  expect([response.status, response.headers.get("retry-after")]).toEqual([429, "2"]);
  expect((await signIn(username, PASSWORD, { from: HOME_ADDRESS })).code).toBe("success");
  const refused = (await flood).filter(({ status }) => status === "rejected");
  expect(refused.length).toBe(14);
  // Attempts that were never verified do not count as wrong passwords.
  for (let failed = 0; failed < 9; failed += 1) await signIn(username, WRONG_PASSWORD, { from });
  expect((await signIn(username, PASSWORD, { from })).code).toBe("success");
});

test("a browser in which the user has signed in is not blocked by a flood from many addresses", async () => {
  const { username } = await api.addUser(["editor"]);
  const { knownBrowser } = await signIn(username, PASSWORD, { from: HOME_ADDRESS });
  let guessed = 0;
  const flood = Array.from({ length: 60 }, (_, n) =>
    // Comparing the first thirty guesses takes about a second in total.
    isPassword("guess", n < 30 ? createHashText(19_456, 8) : CHEAP_HASH, `203.0.113.${n}`).then(() => {
      guessed += 1;
    }),
  );
  expect((await signIn(username, PASSWORD, { from: HOME_ADDRESS, knownBrowsers: [knownBrowser] })).code).toBe(
    "success",
  );
  expect(guessed).toBeLessThan(30);
  await Promise.all(flood);
});

test("ten wrong passwords from each of five addresses block these addresses but not the user", async () => {
  const { username } = await api.addUser(["editor"]);
  await guessPasswords(username, 5);
  expect((await signIn(username, PASSWORD, { from: "203.0.113.1" })).code).toBe("too_many_requests");
  expect((await signIn(username, PASSWORD, { from: HOME_ADDRESS })).code).toBe("success");
});

test("a hundred failures from many addresses block unknown browsers but not one in which the user has signed in", async () => {
  const user = await api.addUser(["editor"]);
  const other = await api.addUser(["editor"]);
  const { knownBrowser } = await signIn(user.username, PASSWORD, { from: HOME_ADDRESS });
  const ofOther = (await signIn(other.username, PASSWORD, { from: HOME_ADDRESS })).knownBrowser;
  await guessPasswords(user.username, 11);
  const codeWith = async (knownBrowsers: string[]) =>
    (await signIn(user.username, PASSWORD, { from: HOME_ADDRESS, knownBrowsers })).code;
  expect(await codeWith([])).toBe("too_many_requests");
  expect(await codeWith([ofOther, "made up"])).toBe("too_many_requests");
  expect(await codeWith([ofOther, knownBrowser])).toBe("success");
  // Too many failures by other people in the same office do not block the known browser either.
  await Promise.all(
    Array.from({ length: 51 }, (_, n) =>
      signIn(`nobody-${n}`, WRONG_PASSWORD, { from: HOME_ADDRESS, knownBrowsers: [] }),
    ),
  );
  expect(await codeWith([])).toBe("too_many_requests");
  expect(await codeWith([knownBrowser])).toBe("success");
});

test("a known browser cannot try more passwords than any other", async () => {
  const { username } = await api.addUser(["editor"]);
  const { knownBrowser } = await signIn(username, PASSWORD, { from: HOME_ADDRESS });
  const codes = [];
  for (let attempt = 0; attempt < 11; attempt += 1)
    codes.push(
      (
        await signIn(username, WRONG_PASSWORD, {
          from: `203.0.113.${attempt}`,
          knownBrowsers: [knownBrowser],
        })
      ).code,
    );
  expect(codes.slice(9)).toEqual(["wrong_credentials", "too_many_requests"]);
});

test("a user's two names count as one, and responses do not reveal that they belong together", async () => {
  const user = await api.addUser(["editor"]);
  await verifyEmailOf(api, user);
  const answersTo = async (names: string[]) => {
    const answers = [];
    for (const name of names)
      for (let attempt = 0; attempt < 6; attempt += 1)
        answers.push((await signIn(name, WRONG_PASSWORD, { from: HOME_ADDRESS })).text);
    return answers;
  };
  const known = await answersTo([user.username, emailOf(user)]);
  await clearLimits(api);
  expect(known).toEqual(await answersTo(["nobody-here", "nobody-here@example.org"]));
  await clearLimits(api);
  await answersTo([user.username, emailOf(user)]);
  // After twelve attempts, the correct password is no longer checked under either name.
  for (const name of [user.username, emailOf(user)])
    expect((await signIn(name, PASSWORD, { from: HOME_ADDRESS })).code).toBe("wrong_credentials");
});

test("a locked-out user can sign in again after a manager sent a password link", async () => {
  const manager = await api.addUser(["manager"]);
  const user = await api.addUser(["editor"], { clientOf: manager });
  await verifyEmailOf(api, user);
  await guessPasswords(user.username, 11);
  await manager.call(routes.sendPasswordLink, { params: { id: user.userUuid } });
  expect((await signIn(user.username, PASSWORD, { from: "203.0.113.1" })).code).toBe("success");
});
