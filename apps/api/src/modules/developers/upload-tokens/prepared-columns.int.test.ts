import { routes } from "@shoal/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "../../../platform/database.ts";
import { startTestApi, type TestApi } from "../../../test-api.ts";
import { createUploadTokensRepository } from "./upload-tokens.repository.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

test("a connection finds upload tokens after the next release has added columns to their tables", async () => {
  const user = await api.addUser(["manager"]);
  const { uuid } = await user.call(routes.createUploadToken, {
    body: { title: "Entry", maxBytes: 10, origins: ["https://www.example.org"] },
  });
  // The pool has a single connection, which has prepared the query before the change.
  const { db, close } = openDatabase(api.databaseUrl, 1);
  try {
    const tokens = createUploadTokensRepository(db);
    expect(await tokens.findToken(uuid)).toMatchObject({ uuid });
    for (const table of ["upload_tokens", "clients", "users", "api_keys"])
      await api.database.pool.query(`ALTER TABLE ${table} ADD COLUMN later int`);
    expect(await tokens.findToken(uuid)).toMatchObject({ uuid });
  } finally {
    await close();
  }
});
