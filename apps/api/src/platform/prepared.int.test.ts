import { routes } from "@shoal/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PASSWORD, startTestApi, type TestApi } from "../test-api.ts";

const ORIGIN = "https://www.example.org";
let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

test("an api continues on its connections after the next release has added a column to every table", async () => {
  const user = await api.addUser(["manager"]);
  const { key } = await user.call(routes.addApiKey, {
    params: { id: user.clientUuid },
    body: { description: "Backend", type: "read" },
  });
  const { token } = await user.call(routes.createUploadToken, {
    body: { title: "Entry", maxBytes: 10, origins: [ORIGIN] },
  });
  await user.call(routes.createVideo, { body: { title: "A", size: 4 } });
  const { uuid: room } = await user.call(routes.openSupportChatRoom, {});
  const statusWith = async (credential: string, path: string) => {
    const headers = { authorization: `Bearer ${credential}`, origin: ORIGIN };
    return (await fetch(`${api.url}${path}`, { headers })).status;
  };
  /** One call after another, so that each runs on the connection of the previous one. */
  const useEach = async () => [
    (await api.anonymous(routes.login, { body: { username: user.username, password: PASSWORD } })).user.uuid,
    await statusWith(user.credential, "/api/videos"),
    await statusWith(user.credential, `/api/chat/rooms/${room}/messages`),
    await statusWith(key, "/api/videos"),
    await statusWith(token, "/api/uploadtokens/current"),
  ];
  const before = await useEach();
  expect(before).toEqual([user.userUuid, 200, 200, 200, 200]);
  const { rows } = await sql<{ name: string }>`SELECT c.oid::regclass::text AS name FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition`.execute(
    api.database.db,
  );
  expect(rows.length).toBeGreaterThan(50);
  await api.database.pool.query(
    rows.map(({ name }) => `ALTER TABLE ${name} ADD COLUMN of_next_release int`).join(";"),
  );
  expect(await useEach()).toEqual(before);
});
