import { routes } from "@shoal/contract";
import type { CollectionReport } from "@shoal/contract/edge";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { createCollectionReportsRepository } from "./collection-reports.repository.ts";
import { storeCollectionReports } from "./collection-reports.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const playedReport = (user: TestUser, video: string): CollectionReport => ({
  clientId: user.clientUuid,
  video,
  atMs: Date.now(),
});
const list = async (user: TestUser) => (await user.call(routes.listPluginVideos, { query: {} }))._embedded;
const findUuid = async (user: TestUser, name: string) =>
  (await list(user)).find((each) => each.name === name)?.uuid ?? "";

test("a new name in a full list replaces an idle one that was never watched or configured", async () => {
  const user = await api.addUser(["manager"]);
  for (const name of ["idle", "recent", "kept", "watched"])
    await storeCollectionReports(api.database.db, [playedReport(user, name)]);
  const params = { id: await findUuid(user, "kept") };
  await user.call(routes.updatePluginVideo, { params, body: { title: "Kept" } });
  const { db } = api.database;
  await sql`UPDATE plugin_videos SET last_reported_at = now() - interval '2 days'
    WHERE client_uuid = ${user.clientUuid} AND name <> 'recent'`.execute(db);
  await sql`UPDATE video_stats SET nb_view = 3 WHERE video_uuid = ${await findUuid(user, "watched")}`.execute(
    db,
  );
  const report = async (name: string) => {
    const repository = createCollectionReportsRepository(db, 4);
    await repository.makeRoom([playedReport(user, name)]);
    await repository.recordPluginVideos([playedReport(user, name)]);
    return (await list(user)).map((each) => each.name).toSorted();
  };
  expect(await report("idle")).toEqual(["idle", "kept", "recent", "watched"]);
  await sql`UPDATE plugin_videos SET last_reported_at = now() - interval '2 days'
    WHERE client_uuid = ${user.clientUuid} AND name = 'idle'`.execute(db);
  expect(await report("new")).toEqual(["kept", "new", "recent", "watched"]);
  expect(await report("newer")).toEqual(["kept", "new", "recent", "watched"]);
});
