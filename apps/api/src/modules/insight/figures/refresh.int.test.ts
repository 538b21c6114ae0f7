import { createClient } from "@clickhouse/client";
import { routes } from "@shoal/contract";
import { eventually } from "@shoal/testkit";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf } from "../../../testing/account-harness.ts";
import { pauseFigures } from "../../../testing/pause-figures.ts";
import { addVideo } from "../../../testing/video-harness.ts";

let api: TestApi;
let manager: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  manager = await api.addUser(["manager"]);
});
afterAll(() => api.close());

const refreshFigures = (user: TestUser) => user.call(routes.refresh, {});
const setViews = (uuid: string, views: number) =>
  sql`UPDATE video_stats SET nb_view = ${views} WHERE video_uuid = ${uuid}`.execute(api.database.db);
const viewsOf = async (user: TestUser, id: string) =>
  (await user.call(routes.getVideo, { params: { id } })).stats.nbView;

/** Keeps every refresh from finishing. @returns a function that releases them. */
async function blockRefreshes(): Promise<() => Promise<void>> {
  const [held, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = api.database.db.transaction().execute(async (tx) => {
    await sql`LOCK TABLE video_stats`.execute(tx);
    held.resolve();
    await over.promise;
  });
  await held.promise;
  return () => {
    over.resolve();
    return holding;
  };
}

/** Adds views, by video, reported so long ago that no run of the mirror still covers them. */
async function addOldViews(users: Record<string, TestUser>): Promise<void> {
  const analytics = createClient({ url: api.clickhouseUrl });
  const atSec = Math.floor(Date.now() / 1_000) - 26 * 3_600;
  const values = Object.entries(users).map(([videoUuid, user]) => ({
    client_uuid: user.clientUuid,
    video_uuid: videoUuid,
    session_uuid: videoUuid,
    minute: Math.floor(atSec / 60) * 60,
    version: atSec * 1_000,
    sec_server: 60,
    views: 1,
  }));
  const goOn = await pauseFigures(api);
  await analytics.insert({ table: "session_minutes", values, format: "JSONEachRow" });
  await api.database.db.deleteFrom("cursors").execute();
  await goOn();
  await analytics.close();
}

test("a refresh computes only the figures of the client's own videos again", async () => {
  const stranger = await api.addUser(["manager"]);
  const editor = await api.addUser(["editor"], { clientOf: manager });
  expect(await codeOf(refreshFigures(editor))).toBe("forbidden");
  const [own, theirs] = [await addVideo(api, manager), await addVideo(api, stranger)];
  await addOldViews({ [own]: manager, [theirs]: stranger });
  await refreshFigures(manager);
  await refreshFigures(stranger);
  await eventually(async () => {
    expect([await viewsOf(manager, own), await viewsOf(stranger, theirs)]).toEqual([1, 1]);
  });
  await Promise.all([own, theirs].map((uuid) => setViews(uuid, 99)));
  await eventually(async () => expect(await codeOf(refreshFigures(manager))).toBe("success"));
  await eventually(async () => expect(await viewsOf(manager, own)).toBe(1));
  expect(await viewsOf(stranger, theirs)).toBe(99);
});

test("one refresh runs at a time for each client", async () => {
  const [one, two] = [await api.addUser(["manager"]), await api.addUser(["manager"])];
  await addVideo(api, one);
  const goOn = await blockRefreshes();
  const answers = await Promise.all([one, one, one, two].map((user) => codeOf(refreshFigures(user))));
  await goOn();
  expect(answers.slice(0, 3).toSorted()).toEqual(["success", "too_many_requests", "too_many_requests"]);
  expect(answers[3]).toBe("success");
  await eventually(async () => expect(await codeOf(refreshFigures(one))).toBe("success"));
});
