import { randomBytes } from "node:crypto";
import { type AppError, type BodyOf, fillPath, routes } from "@shoal/contract";
import { waitForMail } from "@shoal/testkit";
import { generate } from "otplib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PASSWORD, startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import {
  codeOf,
  emailOf,
  errorOf,
  extractKey,
  mailTo,
  NEW_PASSWORD,
  verifyEmailOf,
} from "../../../testing/account-harness.ts";
import { fetchAs, viewAs } from "../../../testing/viewing.ts";

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

const newName = () => `guest-${randomBytes(4).toString("hex")}x`;
const inviteUser = (user: TestUser, body: Partial<BodyOf<typeof routes.createUser>> = {}) =>
  user.call(routes.createUser, { body: { username: newName(), roles: ["editor"], ...body } });

test("mails to others are limited per recipient and per client, and saving a form again sends none", async () => {
  const own = await startTestApi({ LIMIT_MAILS_PER_ACCOUNT: "2/60", LIMIT_INVITATIONS_PER_CLIENT: "4/60" });
  try {
    const host = await own.addUser(["manager"]);
    const { user } = await inviteUser(host, { email: "guest@example.org" });
    const renew = () => codeOf(host.call(routes.renewActivation, { params: { id: user.uuid } }));
    expect([await renew(), await renew()]).toEqual(["success", "too_many_requests"]);
    for (let time = 0; time < 3; time += 1) {
      const { revision } = await host.call(routes.getUser, { params: { id: user.uuid } });
      const body = { revision, email: "guest@example.org" };
      expect(await codeOf(host.call(routes.updateUser, { params: { id: user.uuid }, body }))).toBe("success");
    }
    const others = ["a", "b", "c"].map(
      (name) => () => codeOf(inviteUser(host, { email: `${name}@example.org` })),
    );
    const codes: string[] = [];
    for (const other of others) codes.push(await other());
    expect(codes).toEqual(["success", "success", "too_many_requests"]);
    expect(await codeOf(inviteUser(host))).toBe("success");
    // Invitations from one client do not use up the allowance of another.
    const neighbour = await own.addUser(["manager"]);
    expect(await codeOf(inviteUser(neighbour, { email: "guest@example.org" }))).toBe("success");
  } finally {
    await own.close();
  }
});

test("only managers can reach the calls about users, and every invalid field is named", async () => {
  const editor = await api.addUser(["editor"], { clientOf: manager });
  expect(await codeOf(api.anonymous(routes.listUsers, { query: {} }))).toBe("not_signed_in");
  expect(await codeOf(editor.call(routes.listUsers, { query: {} }))).toBe("forbidden");
  expect(await codeOf(manager.call(routes.listAllUsers, { query: {} }))).toBe("forbidden");
  const body = { username: "a b", roles: [], email: "nobody", language: "DE", extra: 1 };
  const error = await errorOf(manager.call(routes.createUser, { body: body as never }));
  expect(error.code).toBe("bad_request");
  expect(error.fields?.map(({ path }) => path).toSorted()).toEqual([
    "email",
    "language",
    "roles",
    "username",
  ]);
});

test("a collaborator can be invited and changed by the role that screens show", async () => {
  const send = async (method: string, path: string, body: object) => {
    const response = await fetch(`${api.url}/api/users${path}`, {
      method,
      headers: { authorization: manager.credential, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return { status: response.status, content: (await response.json()) as never };
  };
  const username = newName();
  const collaborator = { username, name: username, email: "", role: "video manager" };
  const invited = await send("POST", "/", collaborator);
  expect(invited).toMatchObject({
    status: 201,
    content: { user: { username, roles: ["editor"], role: "video manager" } },
  });
  const { user } = invited.content as { user: { uuid: string } };
  expect(await send("PUT", `/${user.uuid}`, { role: "account manager" })).toMatchObject({
    content: { roles: ["manager"], role: "account manager" },
  });
  const wrong = { username: newName(), role: "boss" };
  expect(await send("POST", "", wrong)).toMatchObject({
    status: 400,
    content: { fields: [{ path: "role" }] },
  });
  expect(await send("POST", "", { username: newName() })).toMatchObject({
    status: 400,
    content: { fields: [{ path: "roles", reason: "is missing" }] },
  });
});

test("an invited user can activate with the returned link and has their role in the client", async () => {
  const { user, activationLink, isMailed, expiresAt } = await inviteUser(manager, { name: " " });
  expect(user).toMatchObject({ activated: false, roles: ["editor"], role: "video manager", name: null });
  expect(isMailed).toBe(false);
  expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now());
  expect(activationLink).toMatch(/^http:\/\/127\.0\.0\.1:8080\/#\/signup\/.{20,}$/);
  const id = activationLink.split("/").at(-1) ?? "";
  const body = { password: PASSWORD, confirmPassword: PASSWORD };
  const session = await api.anonymous(routes.signup, { params: { id }, body });
  expect(session.user).toMatchObject({ username: user.username, client: manager.clientUuid });
  expect(await codeOf(manager.call(routes.renewActivation, { params: { id: user.uuid } }))).toBe(
    "illegal_transition",
  );
});

test("the activation link is mailed to the user, and a renewed link ends the previous one", async () => {
  const email = `${newName()}@example.org`;
  const { user, isMailed, activationLink } = await inviteUser(manager, { email, language: "FR" });
  expect(isMailed).toBe(true);
  const mail = await mailTo(api, email, /./);
  expect(mail.text).toContain(user.username);
  const renewed = await manager.call(routes.renewActivation, { params: { id: user.uuid } });
  const keyOf = (link: string) => link.split("/").at(-1) ?? "";
  const opened = (id: string) => codeOf(api.anonymous(routes.getSignup, { params: { id } }));
  expect(await opened(keyOf(activationLink))).toBe("link_expired");
  expect(await opened(extractKey(mail))).toBe("link_expired");
  expect(await opened(keyOf(renewed.activationLink))).toBe("success");
  expect(await codeOf(outsider.call(routes.renewActivation, { params: { id: user.uuid } }))).toBe(
    "user_not_found",
  );
});

test("a taken username, in any case, is refused with the next free one, even for concurrent calls", async () => {
  const username = newName();
  const requests = await Promise.allSettled([
    inviteUser(manager, { username }),
    inviteUser(outsider, { username: username.toUpperCase() }),
  ]);
  expect(requests.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  await inviteUser(outsider, { username: `${username}2` });
  const error = await errorOf(inviteUser(manager, { username }));
  expect(error).toMatchObject({ code: "username_taken", suggestion: `${username}3`, status: 409 });
  expect(error.fields).toEqual([{ path: "username", reason: "is already in use" }]);
  for (let number = 3; number <= 9; number += 1)
    await inviteUser(outsider, { username: `${username}${number}` });
  const last = await errorOf(inviteUser(manager, { username }));
  expect(last.suggestion).toMatch(new RegExp(`^${username}\\d{4,6}$`));
});

test("an email address can belong to only one user of a client", async () => {
  const colleague = await api.addUser(["editor"], { clientOf: manager });
  const error = await errorOf(inviteUser(manager, { email: emailOf(colleague).toUpperCase() }));
  expect(error).toMatchObject({
    code: "collaborator_email_used",
    message: "email already used by a collaborator",
    fields: [{ path: "email", reason: "is already in use" }],
  });
  const both = await errorOf(inviteUser(manager, { username: outsider.username, email: emailOf(colleague) }));
  expect(both.fields?.map(({ path }) => path)).toEqual(["username", "email"]);
  const strange = await errorOf(
    inviteUser(manager, { username: outsider.username, email: emailOf(outsider) }),
  );
  expect(strange.fields?.map(({ path }) => path)).toEqual(["username"]);
});

/** Signs up by the link that was mailed to this user. */
async function signUpByMail(email: string, { username }: { username: string }) {
  const mail = await waitForMail(
    api.env.MAIL_DIR ?? "",
    ({ to, text }) => to === email && text.includes(username),
  );
  const body = { password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };
  return api.anonymous(routes.signup, { params: { id: extractKey(mail) }, body });
}

test("inviting the address of another client's user works like any other, and it still signs in that user", async () => {
  const owner = await api.addUser(["editor"]);
  await verifyEmailOf(api, owner);
  const email = emailOf(owner);
  const shapeOf = ({ user, isMailed }: Awaited<ReturnType<typeof inviteUser>>) => [
    isMailed,
    Object.keys(user),
  ];
  const invitation = await inviteUser(manager, { email });
  expect(shapeOf(invitation)).toEqual(
    shapeOf(await inviteUser(manager, { email: `${newName()}@example.org` })),
  );
  const { user } = await signUpByMail(email, invitation.user);
  expect(user).toMatchObject({ activated: true, emailVerified: false });
  const signedIn = await api.anonymous(routes.login, { body: { username: email, password: PASSWORD } });
  expect(signedIn.user.uuid).toBe(owner.userUuid);
  const { revision } = await manager.call(routes.getUser, { params: { id: user.uuid } });
  const body = { revision, email: emailOf(outsider) };
  expect(await codeOf(manager.call(routes.updateUser, { params: { id: user.uuid }, body }))).toBe("success");
});

test("an address that another client invited can still be invited and verified", async () => {
  const email = `${newName()}@example.org`;
  const squatted = await inviteUser(outsider, { email });
  const hired = await inviteUser(manager, { email });
  expect((await signUpByMail(email, hired.user)).user.emailVerified).toBe(true);
  expect((await signUpByMail(email, squatted.user)).user.emailVerified).toBe(false);
});

test("users can be searched by name, paged, sorted and counted, only within the client", async () => {
  const own = await api.addUser(["manager"]);
  await inviteUser(own, { username: "zz-100", name: "Camera team" });
  await inviteUser(own, { username: "zz-1000", name: "Night desk" });
  await inviteUser(own, { username: "zz_200", name: "Archive" });
  const list = async (query: object) => {
    const page = await own.call(routes.listUsers, { query: query as never });
    return [page._embedded.map(({ name }) => name), page._size];
  };
  expect(await list({ search: "zz_" })).toEqual([["Archive"], 1]);
  expect(await list({ search: "NIGHT" })).toEqual([["Night desk"], 1]);
  expect(await list({ search: "zz", sort: { name: -1 } })).toEqual([
    ["Night desk", "Camera team", "Archive"],
    3,
  ]);
  expect(await list({ search: "zz", sort: { name: 1 }, page: 2, pagesize: 2 })).toEqual([["Night desk"], 3]);
  expect(await list({ pagesize: 0 })).toEqual([[], 4]);
  expect(await list({ search: outsider.username })).toEqual([[], 0]);
});

test("an administrator can list the users of all clients, of one, or of the viewed one", async () => {
  const everywhere = await admin.call(routes.listAllUsers, { query: { pagesize: 1000 } });
  const clients = new Set(everywhere._embedded.map(({ client }) => client));
  expect([manager, outsider, admin].every(({ clientUuid }) => clients.has(clientUuid))).toBe(true);
  expect(everywhere._size).toBe(everywhere._embedded.length);
  const { client_infos } = await outsider.call(routes.getMe, {});
  const search = client_infos[0]?.clientname ?? "";
  const byClientName = await admin.call(routes.listAllUsers, { query: { search, pagesize: 1000 } });
  expect(new Set(byClientName._embedded.map(({ client }) => client))).toEqual(new Set([outsider.clientUuid]));
  const one = await admin.call(routes.listAllUsers, { query: { client: outsider.clientUuid } });
  const viewed = await viewAs(api, admin, outsider.clientUuid)(routes.listUsers, { query: {} });
  expect(viewed).toEqual(one);
  expect((await admin.call(routes.listUsers, { query: {} }))._embedded.map(({ uuid }) => uuid)).toEqual([
    admin.userUuid,
  ]);
});

test("administrators can add users to the client that they name or view, managers only to their own", async () => {
  const named = await inviteUser(admin, { client: outsider.clientUuid });
  expect(named.user.client).toBe(outsider.clientUuid);
  const viewed = await viewAs(
    api,
    admin,
    manager.clientUuid,
  )(routes.createUser, {
    body: { username: newName(), roles: ["readAnalytics"] },
  });
  expect(viewed.user.client).toBe(manager.clientUuid);
  expect(await codeOf(inviteUser(manager, { client: outsider.clientUuid }))).toBe("forbidden");
  expect(await codeOf(inviteUser(admin, { client: crypto.randomUUID() }))).toBe("client_not_found");
});

test("a user of another client cannot be found", async () => {
  const params = { id: outsider.userUuid };
  const role = { ...params, privId: "editor" as const };
  const answers = await Promise.all([
    codeOf(manager.call(routes.getUser, { params })),
    codeOf(manager.call(routes.updateUser, { params, body: { revision: 1, name: "Mine" } })),
    codeOf(manager.call(routes.deleteUser, { params })),
    codeOf(manager.call(routes.renewActivation, { params })),
    codeOf(manager.call(routes.listUserVideos, { params, query: {} })),
    codeOf(manager.call(routes.listPrivileges, { params })),
    codeOf(manager.call(routes.grantPrivilege, { params: role })),
    codeOf(manager.call(routes.revokePrivilege, { params: role })),
  ]);
  expect(new Set(answers)).toEqual(new Set(["user_not_found"]));
});

test("a change of a user with an old revision is refused", async () => {
  const { user } = await inviteUser(manager);
  const params = { id: user.uuid };
  const changed = await manager.call(routes.updateUser, {
    params,
    body: { revision: user.revision, name: "First", language: "FR", roles: ["readAnalytics", "editor"] },
  });
  expect(changed).toMatchObject({ name: "First", language: "FR", roles: ["editor", "readAnalytics"] });
  const late = { params, body: { revision: user.revision, name: "Second" } };
  expect(await codeOf(manager.call(routes.updateUser, late))).toBe("edit_conflict");
  expect(await manager.call(routes.getUser, { params })).toEqual(changed);
  const body = { revision: changed.revision, name: "" };
  expect(await manager.call(routes.updateUser, { params, body })).toMatchObject({ name: null });
});

test("a changed email address is unverified and gets a verification mail, and links to the old one end", async () => {
  const user = await api.addUser(["editor"], { clientOf: manager });
  await verifyEmailOf(api, user);
  await api.anonymous(routes.forgot, { params: { id: user.username }, body: {} });
  const forgotten = await mailTo(api, emailOf(user), /password/i);
  const { revision } = await manager.call(routes.getUser, { params: { id: user.userUuid } });
  const email = `${newName()}@example.org`;
  const change = (body: BodyOf<typeof routes.updateUser>) =>
    manager.call(routes.updateUser, { params: { id: user.userUuid }, body });
  expect(await change({ revision, email })).toMatchObject({ email, emailVerified: false });
  const mail = await mailTo(api, email, /./);
  const seen = await user.call(routes.verifyMail, { body: { mail: email, key: extractKey(mail) } });
  expect(seen.emailVerified).toBe(true);
  expect(await codeOf(api.anonymous(routes.getForgot, { params: { id: extractKey(forgotten) } }))).toBe(
    "link_expired",
  );
  const upper = await change({ revision: seen.revision, email: email.toUpperCase() });
  expect(upper.emailVerified).toBe(true);
  expect(await change({ revision: upper.revision, email: null })).toMatchObject({
    email: null,
    emailVerified: false,
  });
});

test("users cannot change their own email address with the call of managers, which requires no password", async () => {
  const { revision } = await manager.call(routes.getMe, {});
  const body = { revision, email: `${newName()}@example.org` };
  const own = { params: { id: manager.userUuid }, body };
  expect(await codeOf(manager.call(routes.updateUser, own))).toBe("forbidden");
});

test("changing the address of an invited user mails a new invitation and ends the previous one", async () => {
  const wrong = `${newName()}@example.org`;
  const { user } = await inviteUser(manager, { email: wrong });
  const first = await mailTo(api, wrong, /./);
  const email = `${newName()}@example.org`;
  await manager.call(routes.updateUser, {
    params: { id: user.uuid },
    body: { revision: user.revision, email },
  });
  const second = await mailTo(api, email, /./);
  const opened = (id: string) => codeOf(api.anonymous(routes.getSignup, { params: { id } }));
  expect([await opened(extractKey(first)), await opened(extractKey(second))]).toEqual([
    "link_expired",
    "success",
  ]);
});

test("an administrator renames a user and moves them to another client, which applies to their session at once", async () => {
  const user = await api.addUser(["editor"], { clientOf: manager });
  const params = { id: user.userUuid };
  const username = newName();
  const moved = await admin.call(routes.updateUserAsAdmin, {
    params,
    body: { revision: 1, username, client: outsider.clientUuid },
  });
  expect(moved).toMatchObject({ username, client: outsider.clientUuid });
  expect((await user.call(routes.getMe, {})).client_infos[0]?.uuid).toBe(outsider.clientUuid);
  const body = { revision: moved.revision, username: manager.username };
  const taken = await errorOf(admin.call(routes.updateUserAsAdmin, { params, body }));
  expect(taken.code).toBe("username_taken");
  const nowhere = { params, body: { revision: moved.revision, client: crypto.randomUUID() } };
  expect(await codeOf(admin.call(routes.updateUserAsAdmin, nowhere))).toBe("client_not_found");
  expect(await codeOf(manager.call(routes.updateUserAsAdmin, nowhere))).toBe("forbidden");
});

test("the videos of a single user can be listed, also by an administrator who views that user", async () => {
  const editor = await api.addUser(["editor"], { clientOf: manager });
  const made = await editor.call(routes.createVideo, { body: { title: "Mine alone", size: 1 } });
  await manager.call(routes.createVideo, { body: { title: "The manager's", size: 1 } });
  const uuids = (page: { _embedded: { uuid: string }[]; _size: number }) => [
    page._embedded.map(({ uuid }) => uuid),
    page._size,
  ];
  const params = { id: editor.userUuid };
  expect(uuids(await editor.call(routes.listMyVideos, { query: {} }))).toEqual([[made.uuid], 1]);
  expect(uuids(await editor.call(routes.listUserVideos, { params, query: {} }))).toEqual([[made.uuid], 1]);
  const searched = { params, query: { search: "manager" } };
  expect(uuids(await manager.call(routes.listUserVideos, searched))).toEqual([[], 0]);
  const view = { clientUuid: manager.clientUuid, userUuid: editor.userUuid };
  const seen = await fetchAs(api, admin, routes.listMyVideos.path, view);
  expect(uuids((await seen.json()) as never)).toEqual([[made.uuid], 1]);
  const elsewhere = await fetchAs(api, admin, routes.listMyVideos.path, {
    ...view,
    clientUuid: outsider.clientUuid,
  });
  expect(((await elsewhere.json()) as AppError).code).toBe("user_not_found");
});

test("a deleted user is signed out, and their videos stay", async () => {
  const editor = await api.addUser(["editor"], { clientOf: manager });
  const { uuid } = await editor.call(routes.createVideo, { body: { title: "Stays", size: 1 } });
  await manager.call(routes.deleteUser, { params: { id: editor.userUuid } });
  expect(await codeOf(editor.call(routes.getMe, {}))).toBe("not_signed_in");
  expect(await manager.call(routes.getVideo, { params: { id: uuid } })).toMatchObject({ user: null });
  expect(await codeOf(manager.call(routes.deleteUser, { params: { id: editor.userUuid } }))).toBe(
    "user_not_found",
  );
  const path = fillPath(routes.deleteUser.path, { id: manager.userUuid });
  const headers = { authorization: `Bearer ${manager.credential}` };
  const self = await fetch(api.url + path, { method: "DELETE", headers });
  expect(((await self.json()) as AppError).code).toBe("forbidden");
});

test("only a manager can send a password link to a locked-out user, who may then try again", async () => {
  const editor = await api.addUser(["editor"], { clientOf: manager });
  const send = (by: TestUser) =>
    codeOf(by.call(routes.sendPasswordLink, { params: { id: editor.userUuid } }));
  expect(await send(manager)).toBe("illegal_transition");
  await verifyEmailOf(api, editor);
  const signIn = (password: string) =>
    codeOf(api.anonymous(routes.login, { body: { username: editor.username, password } }));
  for (let attempt = 0; attempt < 11; attempt += 1) await signIn("Wrong-horse-1");
  expect(await signIn(PASSWORD)).toBe("too_many_requests");
  expect([await send(outsider), await send(editor)]).toEqual(["user_not_found", "forbidden"]);
  expect(await send(manager)).toBe("success");
  expect(await signIn(PASSWORD)).toBe("success");
  const key = extractKey(await mailTo(api, emailOf(editor), /Choose a new Shoal password/));
  expect(await api.anonymous(routes.getForgot, { params: { id: key } })).toMatchObject({
    username: editor.username,
  });
});

test("a manager can turn off a user's second factor with their own password, which is logged and mailed", async () => {
  const editor = await api.addUser(["editor"], { clientOf: manager });
  await verifyEmailOf(api, editor);
  const clear = (by: TestUser, currentPassword = PASSWORD) =>
    codeOf(by.call(routes.clearTwoFactor, { params: { id: editor.userUuid }, body: { currentPassword } }));
  expect(await clear(manager)).toBe("illegal_transition");
  const { secret } = await editor.call(routes.startTwoFactor, { body: { currentPassword: PASSWORD } });
  await editor.call(routes.confirmTwoFactor, { body: { code: await generate({ secret }) } });
  expect([await clear(outsider), await clear(editor), await clear(manager, "Wrong-horse-1")]).toEqual([
    "user_not_found",
    "forbidden",
    "current_password_wrong",
  ]);
  expect(await clear(manager)).toBe("success");
  const body = { username: editor.username, password: PASSWORD };
  expect(await codeOf(api.anonymous(routes.login, { body }))).toBe("success");
  expect((await mailTo(api, emailOf(editor), /turned off by another user/)).text).toContain(manager.username);
  const { _embedded } = await manager.call(routes.listLogs, { query: { search: editor.userUuid } as never });
  expect(_embedded[0]).toMatchObject({
    type: "DELETE /api/users/{id}/twofactor",
    username: manager.username,
    target: editor.userUuid,
  });
  expect(
    await codeOf(
      manager.call(routes.clearTwoFactor, {
        params: { id: manager.userUuid },
        body: { currentPassword: PASSWORD },
      }),
    ),
  ).toBe("forbidden");
});

test("managers cannot restore access for an administrator", async () => {
  const above = await api.addUser(["admin"], { clientOf: manager });
  await verifyEmailOf(api, above);
  const id = { params: { id: above.userUuid } };
  expect(await codeOf(manager.call(routes.sendPasswordLink, id))).toBe("forbidden");
  const clear = manager.call(routes.clearTwoFactor, { ...id, body: { currentPassword: PASSWORD } });
  expect(await codeOf(clear)).toBe("forbidden");
});
