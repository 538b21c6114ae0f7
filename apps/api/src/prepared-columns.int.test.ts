import { routes } from "@shoal/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApiKeysRepository } from "./modules/accounts/api-keys/api-keys.repository.ts";
import { createAccountsRepository } from "./modules/accounts/auth/accounts.repository.ts";
import { createUploadTokensRepository } from "./modules/developers/upload-tokens/upload-tokens.repository.ts";
import { openDatabase } from "./platform/database.ts";
import { startTestApi, type TestApi } from "./test-api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

test("a connection finds users, API keys and upload tokens after the next release has added a column to every table", async () => {
  const user = await api.addUser(["manager"]);
  const { uuid: key } = await user.call(routes.addApiKey, {
    params: { id: user.clientUuid },
    body: { description: "Backend", type: "read" },
  });
  const { uuid: token } = await user.call(routes.createUploadToken, {
    body: { title: "Entry", maxBytes: 10, origins: ["https://www.example.org"] },
  });
  // One connection, so that it has prepared each query before the change.
  const { db, close } = openDatabase(api.databaseUrl, 1);
  const findEach = async () => [
    (await createAccountsRepository(db).findByLogin(user.username))?.uuid,
    (await createApiKeysRepository(db).findKey(key))?.uuid,
    (await createUploadTokensRepository(db).findToken(token))?.uuid,
  ];
  try {
    expect(await findEach()).toEqual([user.userUuid, key, token]);
    const { rows } = await sql<{ name: string }>`SELECT c.oid::regclass::text AS name FROM pg_class c
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition`.execute(
      db,
    );
    expect(rows.length).toBeGreaterThan(50);
    for (const { name } of rows) await api.database.pool.query(`ALTER TABLE ${name} ADD COLUMN later int`);
    expect(await findEach()).toEqual([user.userUuid, key, token]);
  } finally {
    await close();
  }
});
