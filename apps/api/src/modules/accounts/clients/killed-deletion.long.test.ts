import { routes } from "@shoal/contract";
import { eventually } from "@shoal/testkit";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApi } from "../../../app.ts";
import { readConfig } from "../../../config.ts";
import { startTestApi, type TestApi } from "../../../test-api.ts";
import { countOf, makeDeletionDueOf } from "../../../testing/deletion-harness.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api?.close());

test("a client whose deletion was killed is intact and deleted at the next start", async () => {
  const user = await api.addUser(["manager"]);
  const { uuid } = await user.call(routes.createVideo, { body: { title: "Media", size: 1 } });
  await makeDeletionDueOf(api, user);
  const { db } = api.database;
  const holder = await db.startTransaction().execute();
  await holder.selectFrom("videos").select("uuid").where("uuid", "=", uuid).forUpdate().execute();
  const stopped = await startApi(readConfig(api.env));
  const findWaiting = async () => {
    const { rows } = await sql<{ pid: number }>`SELECT pid FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%DELETE FROM videos WHERE client_uuid%'`.execute(
      db,
    );
    return rows;
  };
  const waiting = await eventually(async () => {
    const found = await findWaiting();
    return found.length > 0 && found;
  });
  for (const { pid } of waiting) await sql`SELECT pg_terminate_backend(${pid})`.execute(db);
  await eventually(async () => (await findWaiting()).length === 0);
  await stopped.close();
  await holder.rollback().execute();
  expect([
    await countOf(api, "clients", user),
    await countOf(api, "users", user),
    await countOf(api, "videos", user),
  ]).toEqual([1, 1, 1]);
  await api.restart();
  await eventually(async () => (await countOf(api, "clients", user)) === 0);
  expect(await countOf(api, "videos", user)).toBe(0);
});
