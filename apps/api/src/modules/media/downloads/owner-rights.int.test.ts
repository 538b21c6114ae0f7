import { randomUUID } from "node:crypto";
import { fillPath, type Role, routes } from "@shoal/contract";
import { INTERNAL_SECRET_HEADER, internalRoutes } from "@shoal/contract/edge";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { addVideo } from "../../../testing/video-harness.ts";

let api: TestApi;
let owner: TestUser;
let videoUuid: string;
beforeAll(async () => {
  api = await startTestApi();
  owner = await api.addUser(["manager"]);
  videoUuid = await addVideo(api, owner);
});
afterAll(() => api.close());

/** Checks, like an edge before it serves a link, whether the user may download the video. */
async function hasOwnerRight(user: string, of = videoUuid): Promise<boolean> {
  const path = fillPath(internalRoutes.getOwnerRight.path, { user, video: of });
  const headers = { [INTERNAL_SECRET_HEADER]: api.env.INTERNAL_SECRET ?? "" };
  const response = await fetch(`${api.internalUrl}${path}`, { headers });
  return internalRoutes.getOwnerRight.response.parse(await response.json()).isAllowed;
}
const addMember = (roles: Role[]) => api.addUser(roles, { clientOf: owner });

test("only members of the client and administrators have a right to download a video", async () => {
  const [reader, analyst, admin, stranger] = [
    await addMember([]),
    await addMember(["readAnalytics"]),
    await api.addUser(["admin"]),
    await api.addUser(["manager"]),
  ];
  const users = [owner, reader, analyst, admin, stranger];
  const rights = await Promise.all(users.map(({ userUuid }) => hasOwnerRight(userUuid)));
  expect(rights).toEqual([true, true, false, true, false]);
  expect(await hasOwnerRight(owner.userUuid, randomUUID())).toBe(false);
  expect(await hasOwnerRight(randomUUID())).toBe(false);
});

test("the right ends when the user is deleted, loses the role or changes client", async () => {
  const users = [await addMember(["editor"]), await addMember(["editor"]), await addMember(["editor"])];
  const rights = () => Promise.all(users.map(({ userUuid }) => hasOwnerRight(userUuid)));
  expect(await rights()).toEqual([true, true, true]);
  const [deleted, demoted, moved] = users.map(({ userUuid }) => userUuid);
  await owner.call(routes.deleteUser, { params: { id: deleted ?? "" } });
  const elsewhere = await api.addUser(["manager"]);
  await sql`UPDATE users SET roles = '{readAnalytics}' WHERE uuid = ${demoted}`.execute(api.database.db);
  await sql`UPDATE users SET client_uuid = ${elsewhere.clientUuid} WHERE uuid = ${moved}`.execute(
    api.database.db,
  );
  expect(await rights()).toEqual([false, false, false]);
});

test("a backend has the right while its key is valid and allows reading videos", async () => {
  const params = { id: owner.clientUuid };
  const add = (type: "read" | "upload") =>
    owner.call(routes.addApiKey, { params, body: { type, description: "Backend" } });
  const [reader, uploader] = [await add("read"), await add("upload")];
  expect([await hasOwnerRight(reader.uuid), await hasOwnerRight(uploader.uuid)]).toEqual([true, false]);
  const elsewhere = await addVideo(api, await api.addUser(["manager"]));
  expect(await hasOwnerRight(reader.uuid, elsewhere)).toBe(false);
  await sql`UPDATE api_keys SET expires_at = now() WHERE uuid = ${reader.uuid}`.execute(api.database.db);
  expect(await hasOwnerRight(reader.uuid)).toBe(false);
  await sql`UPDATE api_keys SET expires_at = NULL WHERE uuid = ${reader.uuid}`.execute(api.database.db);
  await owner.call(routes.deleteApiKey, { params: { ...params, key: reader.uuid } });
  expect(await hasOwnerRight(reader.uuid)).toBe(false);
});

test("the route returns 404 without the secret of Shoal's own processes", async () => {
  const path = fillPath(internalRoutes.getOwnerRight.path, { user: owner.userUuid, video: videoUuid });
  expect((await fetch(`${api.internalUrl}${path}`)).status).toBe(404);
});
