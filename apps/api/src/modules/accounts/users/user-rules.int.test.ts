import { ROLES, type Role, routes } from "@shoal/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf } from "../../../testing/account-harness.ts";
import { listenAs } from "../../../testing/realtime-listener.ts";
import { viewAs } from "../../../testing/viewing.ts";

let api: TestApi;
let admin: TestUser;
beforeAll(async () => {
  api = await startTestApi({ LIMIT_SIGN_IN_PER_ADDRESS: "1000/60" });
  admin = await api.addUser(["admin"]);
});
afterAll(() => api.close());

const revisionOf = async (by: TestUser, user: TestUser) =>
  (await by.call(routes.getUser, { params: { id: user.userUuid } })).revision;
const setRoles = async (by: TestUser, user: TestUser, roles: Role[]) =>
  by.call(routes.updateUser, {
    params: { id: user.userUuid },
    body: { revision: await revisionOf(by, user), roles },
  });
const removeUser = (by: TestUser, user: TestUser) =>
  by.call(routes.deleteUser, { params: { id: user.userUuid } });
const privilegeParams = (user: TestUser, privId: Role) => ({ params: { id: user.userUuid, privId } });

test("managers can grant every role except administrator, which only administrators can grant", async () => {
  const manager = await api.addUser(["manager"]);
  const user = await api.addUser(["editor"], { clientOf: manager });
  const body = { username: `chief-${user.username}`, roles: ["admin" as const] };
  expect(await codeOf(manager.call(routes.createUser, { body }))).toBe("forbidden");
  expect(await codeOf(setRoles(manager, user, ["editor", "admin"]))).toBe("forbidden");
  expect(await codeOf(manager.call(routes.grantPrivilege, privilegeParams(user, "admin")))).toBe("forbidden");
  expect(await codeOf(manager.call(routes.revokePrivilege, privilegeParams(user, "admin")))).toBe(
    "forbidden",
  );
  expect((await setRoles(manager, user, ["readAnalytics", "manager"])).role).toBe("account manager");
  const viewed = viewAs(api, admin, manager.clientUuid);
  const granted = await viewed(routes.grantPrivilege, privilegeParams(user, "admin"));
  expect(granted).toEqual(ROLES.map((id) => ({ id, granted: id !== "editor" })));
});

test("privileges grant and revoke single roles, which apply to the next call", async () => {
  const manager = await api.addUser(["manager"]);
  const user = await api.addUser(["editor"], { clientOf: manager });
  const params = { id: user.userUuid };
  const granted = (list: { id: Role; granted: boolean }[]) =>
    list.filter((each) => each.granted).map(({ id }) => id);
  expect(granted(await manager.call(routes.listPrivileges, { params }))).toEqual(["editor"]);
  expect(granted(await manager.call(routes.grantPrivilege, privilegeParams(user, "manager")))).toEqual([
    "manager",
    "editor",
  ]);
  expect(await codeOf(user.call(routes.listUsers, { query: {} }))).toBe("success");
  await manager.call(routes.revokePrivilege, privilegeParams(user, "manager"));
  expect(await codeOf(user.call(routes.listUsers, { query: {} }))).toBe("forbidden");
  expect(granted(await manager.call(routes.revokePrivilege, privilegeParams(user, "editor")))).toEqual([]);
  expect(await codeOf(user.call(routes.createVideo, { body: { title: "No", size: 1 } }))).toBe("forbidden");
});

test("only administrators can change or delete an administrator", async () => {
  const manager = await api.addUser(["manager"]);
  const chief = await api.addUser(["admin"], { clientOf: manager });
  expect(await codeOf(setRoles(manager, chief, ["admin"]))).toBe("forbidden");
  expect(await codeOf(removeUser(manager, chief))).toBe("forbidden");
  const params = { id: chief.userUuid };
  expect(await codeOf(viewAs(api, admin, manager.clientUuid)(routes.deleteUser, { params }))).toBe("success");
});

test("the last manager of a client cannot be demoted, moved or deleted", async () => {
  const manager = await api.addUser(["manager"]);
  const editor = await api.addUser(["editor"], { clientOf: manager });
  await manager.call(routes.createUser, {
    body: { username: `invited-${editor.username}`, roles: ["manager"] },
  });
  const viewed = viewAs(api, admin, manager.clientUuid);
  expect(await codeOf(setRoles(manager, manager, ["editor"]))).toBe("last_manager");
  expect(await codeOf(manager.call(routes.revokePrivilege, privilegeParams(manager, "manager")))).toBe(
    "last_manager",
  );
  expect(await codeOf(viewed(routes.deleteUser, { params: { id: manager.userUuid } }))).toBe("last_manager");
  const body = { revision: await revisionOf(manager, manager), client: admin.clientUuid };
  const moved = admin.call(routes.updateUserAsAdmin, { params: { id: manager.userUuid }, body });
  expect(await codeOf(moved)).toBe("last_manager");
  await manager.call(routes.grantPrivilege, privilegeParams(editor, "manager"));
  expect(await codeOf(setRoles(manager, manager, ["editor"]))).toBe("success");
});

test("the last administrator of the platform cannot be demoted", async () => {
  const own = await startTestApi();
  try {
    const first = await own.addUser(["admin"]);
    expect(await codeOf(first.call(routes.revokePrivilege, privilegeParams(first, "admin")))).toBe(
      "last_manager",
    );
    const second = await own.addUser(["admin"], { clientOf: first });
    expect(await codeOf(second.call(routes.revokePrivilege, privilegeParams(first, "admin")))).toBe(
      "success",
    );
  } finally {
    await own.close();
  }
});

test("if two managers delete each other at once, one stays", async () => {
  for (let round = 0; round < 5; round += 1) {
    const one = await api.addUser(["manager"]);
    const two = await api.addUser(["manager"], { clientOf: one });
    await Promise.allSettled([removeUser(one, two), removeUser(two, one)]);
    const left = await api.database.db
      .selectFrom("users")
      .select("roles")
      .where("client_uuid", "=", one.clientUuid)
      .execute();
    expect(left).toEqual([{ roles: ["manager"] }]);
  }
});

test("a manager who was just deleted cannot delete another manager", async () => {
  for (let round = 0; round < 5; round += 1) {
    const one = await api.addUser(["manager"]);
    const two = await api.addUser(["manager"], { clientOf: one });
    await api.addUser(["manager"], { clientOf: one });
    await Promise.allSettled([removeUser(one, two), removeUser(two, one)]);
    const { count } = await api.database.db
      .selectFrom("users")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("client_uuid", "=", one.clientUuid)
      .executeTakeFirstOrThrow();
    expect(count).toBe(2);
  }
});

test("a user's pages are notified of a new name, and their sockets end when their roles change or they are deleted", async () => {
  const manager = await api.addUser(["manager"]);
  const user = await api.addUser(["readAnalytics"], { clientOf: manager });
  const page = await listenAs(api, user);
  await manager.call(routes.updateUser, {
    params: { id: user.userUuid },
    body: { name: "Another name", revision: 1 },
  });
  expect(await page.next("client.changed")).toEqual({ uuid: manager.clientUuid });
  await manager.call(routes.grantPrivilege, privilegeParams(user, "editor"));
  await page.ended;
  const another = await listenAs(api, user);
  await removeUser(manager, user);
  await another.ended;
});

test("a user whose roles change receives only the events of the new roles", async () => {
  const manager = await api.addUser(["manager"]);
  const user = await api.addUser(["readAnalytics"], { clientOf: manager });
  const asAnalyst = await listenAs(api, user);
  await manager.call(routes.grantPrivilege, privilegeParams(user, "editor"));
  await asAnalyst.ended;
  const asEditor = await listenAs(api, user);
  await manager.call(routes.revokePrivilege, privilegeParams(user, "editor"));
  await asEditor.ended;
});

test("a user who is moved to another client receives no more events of the previous one", async () => {
  const manager = await api.addUser(["manager"]);
  const user = await api.addUser(["editor"], { clientOf: manager });
  const page = await listenAs(api, user);
  await admin.call(routes.updateUserAsAdmin, {
    params: { id: user.userUuid },
    body: { revision: 1, client: admin.clientUuid },
  });
  await page.ended;
});
