import { mkdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createClient } from "@clickhouse/client";
import { routes } from "@shoal/contract";
import { eventually, readMails } from "@shoal/testkit";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { type RunningApi, startApi } from "../../../app.ts";
import { readConfig } from "../../../config.ts";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf, emailOf, errorOf, mailTo, verifyEmailOf } from "../../../testing/account-harness.ts";
import { countOf, makeDeletionDue, makeDeletionDueOf } from "../../../testing/deletion-harness.ts";
import { listenAs } from "../../../testing/realtime-listener.ts";

let api: TestApi;
let admin: TestUser;
beforeAll(async () => {
  api = await startTestApi({ LIMIT_SIGN_IN_PER_ADDRESS: "1000/60" });
  admin = await api.addUser(["admin"]);
});
afterAll(() => api.close());

const buildParams = (user: { clientUuid: string }) => ({ params: { id: user.clientUuid } });
const isDeleted = async (user: TestUser) => (await countOf(api, "clients", user)) === 0;
const fileExists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Adds a client with a video, its media, its jobs and its statistics. */
async function addFullClient() {
  const user = await api.addUser(["manager"]);
  const { uuid } = await user.call(routes.createVideo, { body: { title: "Media", size: 1 } });
  const folder = join(api.folder, "media", "videos", uuid);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "piece.m4s"), "media");
  await sql`INSERT INTO queue.job (name, data) VALUES ('open-video', ${JSON.stringify({ videoUuid: uuid })}::jsonb)`.execute(
    api.database.db,
  );
  const analytics = createClient({ url: api.clickhouseUrl });
  const minute = Math.floor(Date.now() / 60_000) * 60;
  const row = {
    client_uuid: user.clientUuid,
    video_uuid: uuid,
    session_uuid: uuid,
    minute,
    version: Date.now(),
  };
  await analytics.insert({ table: "session_minutes", values: [row], format: "JSONEachRow" });
  await analytics.close();
  await api.database.db
    .insertInto("video_stats")
    .values({ ...NO_FIGURES, video_uuid: uuid, client_uuid: user.clientUuid })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return { user, uuid, folder };
}
const NO_FIGURES = {
  nb_view: 0,
  hourview: 0,
  concurrent_users: 0,
  mean_time_sec: 0,
  best_quality_percent: 100,
  bitrate_kbps: 0,
  rebuff: null,
  offload: 0,
  data_delivered_mb: 0,
  peer_mb: 0,
  startup_ms: null,
  energy_saved_wh: 0,
  energy_spent_wh: 0,
  co2_g: 0,
  water_l: 0,
};

async function countMinutes(user: TestUser): Promise<number> {
  const analytics = createClient({ url: api.clickhouseUrl });
  const result = await analytics.query({
    query: "SELECT count() AS count FROM session_minutes WHERE client_uuid = {client:String}",
    query_params: { client: user.clientUuid },
    format: "JSONEachRow",
  });
  const [row] = await result.json<{ count: number | string }>();
  await analytics.close();
  return Number(row?.count);
}

test("only a manager can schedule and cancel the deletion, of which pages and mails are notified", async () => {
  const manager = await api.addUser(["manager"]);
  await verifyEmailOf(api, manager);
  const editor = await api.addUser(["editor"], { clientOf: manager });
  expect(await codeOf(api.anonymous(routes.planClientDeletion, buildParams(manager)))).toBe("not_signed_in");
  expect(await codeOf(editor.call(routes.planClientDeletion, buildParams(manager)))).toBe("forbidden");
  expect(await codeOf(editor.call(routes.keepClient, buildParams(manager)))).toBe("forbidden");
  const page = await listenAs(api, editor);
  // The clock is fixed at a time at least a week before the end of the month.
  const now = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth(), 10));
  vi.useFakeTimers({ toFake: ["Date"], now });
  onTestFinished(() => void vi.useRealTimers());
  const planned = await manager.call(routes.planClientDeletion, buildParams(manager));
  vi.useRealTimers();
  const endOfMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString();
  expect(planned).toMatchObject({ dataToDelete: true, deletionAt: endOfMonth });
  expect(await page.next("client.changed")).toEqual({ uuid: manager.clientUuid });
  expect((await editor.call(routes.getMe, {})).client_infos[0]).toMatchObject({ dataToDelete: true });
  expect((await mailTo(api, emailOf(manager), /./)).text).toContain(planned.clientname);
  expect(await manager.call(routes.planClientDeletion, buildParams(manager))).toEqual(planned);
  const kept = await manager.call(routes.keepClient, buildParams(manager));
  expect(kept).toMatchObject({ dataToDelete: false, deletionAt: null, revision: planned.revision });
  expect(await page.next("client.changed")).toEqual({ uuid: manager.clientUuid });
  page.close();
});

const mailsTo = async (user: TestUser) =>
  (await readMails(api.env.MAIL_DIR ?? "")).filter(({ to }) => to === emailOf(user));

test("an unverified address gets no mail about the client", async () => {
  const manager = await api.addUser(["manager"]);
  await verifyEmailOf(api, manager);
  // A manager can enter any address for another user, and schedule and cancel the deletion repeatedly.
  const typed = await api.addUser(["manager"], { clientOf: manager });
  await manager.call(routes.planClientDeletion, buildParams(manager));
  await manager.call(routes.keepClient, buildParams(manager));
  await eventually(async () => expect(await mailsTo(manager)).toHaveLength(2));
  expect(await mailsTo(typed)).toEqual([]);
});

test("scheduling a deletion is limited, because each one mails all managers; cancelling one is never refused", async () => {
  const manager = await api.addUser(["manager"]);
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await manager.call(routes.planClientDeletion, buildParams(manager));
    // A repeated call schedules nothing and does not count.
    await manager.call(routes.planClientDeletion, buildParams(manager));
    await manager.call(routes.keepClient, buildParams(manager));
  }
  expect(await codeOf(manager.call(routes.planClientDeletion, buildParams(manager)))).toBe(
    "too_many_requests",
  );
  expect(await codeOf(manager.call(routes.keepClient, buildParams(manager)))).toBe("success");
});

test("the deletion is scheduled at the end of the subscription and moves with it", async () => {
  const manager = await api.addUser(["manager"]);
  const change = async (subscriptionEndsAt: string | null) => {
    const { revision } = await manager.call(routes.getClient, buildParams(manager));
    return admin.call(routes.updateClientAsAdmin, {
      ...buildParams(manager),
      body: { revision, subscriptionEndsAt },
    });
  };
  await change("2031-05-06T07:08:09Z");
  const planned = await manager.call(routes.planClientDeletion, buildParams(manager));
  expect(planned.deletionAt).toBe("2031-05-06T07:08:09.000Z");
  expect((await change("2032-01-01T00:00:00Z")).deletionAt).toBe("2032-01-01T00:00:00.000Z");
  await manager.call(routes.keepClient, buildParams(manager));
});

test("a due deletion is carried out once by two replicas and removes everything but the log", async () => {
  const { user, uuid, folder } = await addFullClient();
  const bystander = await addFullClient();
  const page = await listenAs(api, user);
  await makeDeletionDueOf(api, user);
  const replicas: RunningApi[] = await Promise.all([1, 2].map(() => startApi(readConfig(api.env))));
  try {
    await eventually(() => isDeleted(user));
    await page.ended;
    await eventually(async () => (await countMinutes(user)) === 0);
    await eventually(async () => (await countOf(api, "video_stats", user)) === 0);
    await eventually(async () => !(await fileExists(folder)));
  } finally {
    for (const replica of replicas) await replica.close();
  }
  expect([await countOf(api, "users", user), await countOf(api, "videos", user)]).toEqual([0, 0]);
  const { rows: jobs } = await sql`SELECT 1 FROM queue.job WHERE data->>'videoUuid' = ${uuid}`.execute(
    api.database.db,
  );
  expect(jobs).toEqual([]);
  expect(await codeOf(user.call(routes.getMe, {}))).toBe("not_signed_in");
  const entries = await api.database.db
    .selectFrom("logs")
    .select("username")
    .where("client_uuid", "=", user.clientUuid)
    .where("type", "=", "DELETE /api/clients/{id}/data")
    .orderBy("id")
    .execute();
  // The log contains one entry for the manager who scheduled the deletion, and one for the deletion itself.
  expect(entries.map(({ username }) => username)).toEqual([user.username, null]);
  expect(await fileExists(bystander.folder)).toBe(true);
  expect(await countMinutes(bystander.user)).toBe(1);
  expect(await countOf(api, "videos", bystander.user)).toBe(1);
});

test("a client is not deleted if the deletion was cancelled or if an administrator belongs to it", async () => {
  const kept = await api.addUser(["manager"]);
  const guarded = await api.addUser(["manager"]);
  const due = await api.addUser(["manager"]);
  for (const user of [kept, guarded, due]) await user.call(routes.planClientDeletion, buildParams(user));
  await kept.call(routes.keepClient, buildParams(kept));
  const chief = await api.addUser(["admin"], { clientOf: guarded });
  // The change is made while no api is running, since a running api checks every minute.
  await api.restart(async () => {
    for (const user of [guarded, due]) await makeDeletionDue(api, user);
  });
  await eventually(() => isDeleted(due));
  expect([await isDeleted(kept), await isDeleted(guarded)]).toEqual([false, false]);
  expect(await codeOf(chief.call(routes.getMe, {}))).toBe("success");
  await guarded.call(routes.keepClient, buildParams(guarded));
  expect(await codeOf(guarded.call(routes.planClientDeletion, buildParams(guarded)))).toBe("forbidden");
});

test("the recordings of a deleted client's lives are removed, also of lives that were deleted before", async () => {
  const user = await api.addUser(["manager"]);
  const { db } = api.database;
  const body = { title: "Harbour", type: "live" as const };
  const { uuid: live } = await user.call(routes.createVideo, { body });
  const folders = [`lives/${live}/1/run/`, `lives/${crypto.randomUUID()}/2/run/`];
  for (const [n, folder] of folders.entries()) {
    await mkdir(join(api.folder, "media", folder), { recursive: true });
    await writeFile(join(api.folder, "media", folder, "0.m4s"), "media");
    const row = { client_uuid: user.clientUuid, generation: n + 1, folder, state: "made" as const };
    await db
      .insertInto("live_archives")
      .values({ ...row, live_uuid: n === 0 ? live : null })
      .execute();
  }
  const { clientname } = await user.call(routes.getClient, buildParams(user));
  await admin.call(routes.deleteClient, { ...buildParams(user), body: { clientname } });
  await eventually(async () => {
    const left = await Promise.all(folders.map((folder) => fileExists(join(api.folder, "media", folder))));
    expect(left).toEqual([false, false]);
  });
});

test("an administrator can delete a client at once by repeating its name, except their own", async () => {
  const { user, folder } = await addFullClient();
  const { clientname } = await user.call(routes.getClient, buildParams(user));
  const remove = (name: string, id = user.clientUuid) =>
    admin.call(routes.deleteClient, { params: { id }, body: { clientname: name } });
  const error = await errorOf(remove("another"));
  expect([error.code, error.fields?.[0]?.path]).toEqual(["bad_request", "clientname"]);
  expect(await codeOf(remove(clientname, crypto.randomUUID()))).toBe("client_not_found");
  const own = await admin.call(routes.getClient, buildParams(admin));
  expect(await codeOf(remove(own.clientname, own.uuid))).toBe("forbidden");
  await remove(clientname);
  expect(await isDeleted(user)).toBe(true);
  expect(await codeOf(user.call(routes.getMe, {}))).toBe("not_signed_in");
  await eventually(async () => !(await fileExists(folder)) && (await countMinutes(user)) === 0);
});
