import { randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { type RuleSettings, routes } from "@shoal/contract";
import { LiveClipRequest, liveClipFolderOf } from "@shoal/contract/ingest";
import { eventually } from "@shoal/testkit";
import { type Kysely, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createVideosRepository, type VideoRow } from "../modules/media/videos/index.ts";
import { INHERITED_ACCESS_ENTRY, up } from "../platform/migrations/043-inherited-access.ts";
import { startTestApi, type TestApi, type TestUser } from "../test-api.ts";
import { addEncoded } from "../testing/encoding-harness.ts";
import { createReport, RUNNING, storeSegments, TestIngest } from "../testing/ingest-harness.ts";
import { findDescriptor } from "../testing/video-harness.ts";

const DAY_MS = 86_400_000;
const PASSWORD_HASH = "scrypt$1024$8$1$c2FsdA$a2V5";
/** The number of segments of a live that a clip or an archive contains. */
const SEGMENT_COUNT = 3;

let api: TestApi;
let editor: TestUser;
let collectionName: string;
let configUuid: string;
let ingestServer: Server;
beforeAll(async () => {
  api = await startTestApi();
  editor = await api.addUser(["manager"]);
  const { db } = api.database;
  await db.updateTable("clients").set({ scenelist: true }).where("uuid", "=", editor.clientUuid).execute();
  const rules = { authorizedCountries: ["FR"] };
  const body = { name: "Members", rules };
  ({ uuid: collectionName } = await editor.call(routes.addCollection, { body }));
  ({ uuid: configUuid } = await editor.call(routes.addConfig, { body: { name: "Shop", rules } }));
  ingestServer = createServer(async (request, response) => {
    const { clipId } = LiveClipRequest.parse(await json(request));
    const [uuid = ""] = /[0-9a-f-]{36}/.exec(request.url ?? "") ?? [];
    await storeSegments(api, liveClipFolderOf(uuid, clipId), SEGMENT_COUNT);
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ durationSec: SEGMENT_COUNT * 2 }));
  });
  await new Promise<void>((ready) => ingestServer.listen(0, "127.0.0.1", ready));
});
afterAll(async () => {
  await new Promise((resolve) => ingestServer.close(resolve));
  await api.close();
});

type RestrictVideo = (uuid: string) => Promise<unknown>;
const buildParams = (id: string) => ({ params: { id } });
const setColumns = (uuid: string, columns: object) =>
  api.database.db.updateTable("videos").set(columns).where("uuid", "=", uuid).execute();
const setRules = async (uuid: string, rules: RuleSettings, more: object = {}) => {
  const { revision } = await editor.call(routes.getVideoRules, buildParams(uuid));
  return editor.call(routes.updateVideoRules, { ...buildParams(uuid), body: { revision, rules, ...more } });
};
const restrictByRules =
  (rules: RuleSettings): RestrictVideo =>
  (uuid) =>
    setRules(uuid, rules);

/** Each way to restrict a video or its peer connections. */
const VIDEO_RESTRICTIONS: [string, RestrictVideo][] = [
  ["a password", (uuid) => setColumns(uuid, { password_hash: PASSWORD_HASH })],
  ["a start date", (uuid) => setColumns(uuid, { starts_at: new Date(Date.now() + DAY_MS) })],
  ["a deletion date", (uuid) => setColumns(uuid, { delete_at: new Date(Date.now() + DAY_MS) })],
  ["allowed countries", restrictByRules({ authorizedCountries: ["FR"] })],
  [
    "allowed and blocked websites",
    restrictByRules({ authorizedWebsites: ["example.org"], unauthorizedSubdomains: ["a.example.org"] }),
  ],
  [
    "allowed and blocked addresses",
    restrictByRules({ unauthorizedIPs: ["198.51.100.0/24"], authorizedIPs: ["192.0.2.0/24"] }),
  ],
  ["a block of VPNs", restrictByRules({ authorizedVPNs: false, authorizedVPNsList: ["192.0.2.7"] })],
  ["a streaming authorization", restrictByRules({ streaming: "token" })],
  ["peer rules", restrictByRules({ p2pWeb: false, interISP: false, asksConsent: true })],
  ["a collection chosen by hand", (uuid) => setRules(uuid, {}, { collection: collectionName })],
  ["a config", (uuid) => setRules(uuid, {}, { config: configUuid })],
];

/** Returns everything that determines who may watch a video, and when. */
async function conditionsOf(uuid: string) {
  const { passwordHash, startsAt, rules, config: named } = (await findDescriptor(api, uuid)) ?? {};
  const [row] = await api.database.db
    .selectFrom("videos")
    .select("delete_at")
    .where("uuid", "=", uuid)
    .execute();
  return { passwordHash, startsAt, rules, config: named, deleteAt: row?.delete_at };
}

async function cutOf(uuid: string): Promise<string> {
  return (await editor.call(routes.cutVideo, { body: { uuid, start: 1, end: 9 } })).uuid;
}

async function addLive() {
  const body = { title: "Council", type: "live", keepLive: true } as never;
  const { uuid } = await editor.call(routes.createVideo, { body });
  const { streamKey } = await editor.call(routes.getStreamKey, buildParams(uuid));
  const { port } = ingestServer.address() as AddressInfo;
  const ingest = new TestIngest(api, `http://127.0.0.1:${port}`);
  const live = await ingest.begin(streamKey);
  const folder = `lives/${uuid}/${live.generation}/run/`;
  await ingest.report(createReport(live, { ...RUNNING, folder }));
  return { uuid, live, ingest, folder };
}
type RunningLive = Awaited<ReturnType<typeof addLive>>;

async function archiveOf({ uuid, live, ingest, folder }: RunningLive, clip: string): Promise<string> {
  await storeSegments(api, folder, SEGMENT_COUNT);
  await ingest.report(createReport(live, { ...RUNNING, version: 4, state: "ended", folder, isClosed: true }));
  return eventually(async () => {
    const query = { page: 1, filter: { parent: uuid } as never };
    const { _embedded } = await editor.call(routes.listVideos, { query });
    return _embedded.find((archive) => archive.uuid !== clip)?.uuid ?? false;
  });
}

async function listOf(...videos: string[]): Promise<string> {
  const scenes = videos.map((video) => ({ video, in: 0, out: 20 }));
  const { uuid } = await editor.call(routes.createSceneList, { body: { title: "A day", scenes } as never });
  await eventually(async () => {
    const { state } = await editor.call(routes.getSceneList, buildParams(uuid));
    expect(state).toBe("ready");
  });
  return uuid;
}

describe.each(VIDEO_RESTRICTIONS)("a video restricted by %s", (_name, restrict) => {
  test("a cut inherits the restriction of its video", async () => {
    const uuid = await addEncoded(api, editor);
    await restrict(uuid);
    expect(await conditionsOf(await cutOf(uuid))).toEqual(await conditionsOf(uuid));
  });

  test("the archive and a clip of a live inherit its restriction", async () => {
    const running = await addLive();
    await restrict(running.uuid);
    const clip = await editor.call(routes.clipLive, { ...buildParams(running.uuid), body: { seconds: 5 } });
    expect(await conditionsOf(clip.uuid)).toEqual(await conditionsOf(running.uuid));
    expect(await conditionsOf(await archiveOf(running, clip.uuid))).toEqual(await conditionsOf(running.uuid));
  });

  test("a scene list has the restrictions of all its scenes", async () => {
    const [open, closed] = [await addEncoded(api, editor), await addEncoded(api, editor)];
    await restrict(closed);
    const list = await findDescriptor(api, await listOf(open, closed));
    const { passwordHash, startsAt, rules } = await conditionsOf(closed);
    expect(list).toMatchObject({ state: "playable", passwordHash, startsAt });
    expect(list?.origins ?? []).toEqual(Object.keys(rules ?? {}).length > 0 ? [rules] : []);
  });
});

const revisionOf = async (uuid: string) => (await findDescriptor(api, uuid))?.revision ?? 0;

test("a scene list follows the restrictions of its videos when they are added and removed", async () => {
  const [sea, land] = [await addEncoded(api, editor), await addEncoded(api, editor)];
  const list = await listOf(sea, land);
  const before = await revisionOf(list);
  expect(await findDescriptor(api, list)).not.toHaveProperty("origins");
  await setRules(sea, { authorizedCountries: ["FR"] });
  await setRules(land, { unauthorizedIPs: ["192.0.2.0/24"] });
  const closed = await findDescriptor(api, list);
  expect(closed?.origins).toHaveLength(2);
  expect(closed?.revision).toBeGreaterThan(before);
  const { revision } = await editor.call(routes.getVideo, buildParams(sea));
  const update = (body: object) =>
    editor.call(routes.updateVideo, { ...buildParams(sea), body: body as never });
  await update({ revision, isPassword: true, password: "Open-sesame" });
  expect((await findDescriptor(api, list))?.passwordHash).toMatch(/^scrypt/);
  await update({ isPassword: false });
  expect((await findDescriptor(api, list))?.passwordHash).toBeNull();
  const startDate = new Date(Date.now() + DAY_MS).toISOString();
  await update({ startDate });
  expect((await findDescriptor(api, list))?.startsAt).toBe(startDate);
  // Once a video is deleted permanently, its scene keeps its restrictions.
  await editor.call(routes.deleteVideo, buildParams(land));
  await editor.call(routes.deleteFromTrash, buildParams(land));
  expect((await findDescriptor(api, list))?.origins).toContainEqual(
    expect.objectContaining({ custom: { unauthorizedIPs: ["192.0.2.0/24"] } }),
  );
});

test("stricter rules of a collection apply to scene lists of its videos, and edges are notified", async () => {
  const { uuid: own, revision } = await editor.call(routes.addCollection, { body: { name: randomUUID() } });
  const uuid = await addEncoded(api, editor);
  await setRules(uuid, {}, { collection: own });
  const list = await listOf(uuid);
  const before = await revisionOf(list);
  const rules = { authorizedCountries: ["FR"] };
  await editor.call(routes.updateCollection, { ...buildParams(own), body: { revision, rules } });
  const after = await findDescriptor(api, list);
  expect(after?.origins).toMatchObject([{ collection: { rules } }]);
  expect(after?.revision).toBeGreaterThan(before);
  await editor.call(routes.deleteCollection, buildParams(own));
  expect((await findDescriptor(api, list))?.origins).toMatchObject([{ custom: rules }]);
});

/** Resolves once a statement waits for a lock. */
const awaitLockWait = () =>
  eventually(async () => {
    const { rows } = await sql`SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(api.database.db);
    expect(rows).not.toHaveLength(0);
  });
const sceneOf = async (list: string): Promise<string> => {
  const { rows } = await sql<{ uuid: string }>`
    SELECT video_uuid AS uuid FROM scene_media WHERE list_uuid = ${list}`.execute(api.database.db);
  return rows[0]?.uuid ?? "";
};

test("the result of a scene's job and a change to its video acquire their locks in the same order", async () => {
  const uuid = await addEncoded(api, editor);
  const list = await listOf(uuid);
  const job = await api.database.db.startTransaction().execute();
  const videos = createVideosRepository(job);
  const scene = (await videos.lockForWork(await sceneOf(list))) as VideoRow;
  const { revision } = await editor.call(routes.getVideo, buildParams(uuid));
  const body = { revision, isPassword: true, password: "Open-sesame" };
  const changed = editor.call(routes.updateVideo, { ...buildParams(uuid), body: body as never });
  await awaitLockWait();
  await videos.moveVideo(scene, [], { encoding_percent: 100 });
  await job.commit().execute();
  await changed;
  expect((await findDescriptor(api, list))?.passwordHash).toMatch(/^scrypt/);
});

test.each([
  [
    "changed",
    (id: string, revision: number) =>
      editor.call(routes.updateCollection, { ...buildParams(id), body: { revision, name: randomUUID() } }),
  ],
  ["deleted", (id: string) => editor.call(routes.deleteCollection, buildParams(id))],
])("a collection that is %s locks scenes after their list", async (_name, end) => {
  const { uuid: own, revision } = await editor.call(routes.addCollection, { body: { name: randomUUID() } });
  const uuid = await addEncoded(api, editor);
  await setRules(uuid, {}, { collection: own });
  const list = await listOf(uuid);
  const holder = await api.database.db.startTransaction().execute();
  await sql`SELECT FROM videos WHERE uuid = ${list} FOR NO KEY UPDATE`.execute(holder);
  const ended = end(own, revision);
  await awaitLockWait();
  const scene = await sceneOf(list);
  await sql`UPDATE videos SET revision = revision + 1 WHERE uuid = ${scene}`.execute(holder);
  await sql`UPDATE video_rules SET revision = revision + 1 WHERE video_uuid = ${scene}`.execute(holder);
  await holder.commit().execute();
  await ended;
  expect(await findDescriptor(api, list)).toMatchObject({ state: "playable" });
});

test("a scene list requires its own password, or without one the password of each video", async () => {
  const [one, other] = [await addEncoded(api, editor), await addEncoded(api, editor)];
  await setColumns(one, { password_hash: PASSWORD_HASH });
  await setColumns(other, { password_hash: `${PASSWORD_HASH}2` });
  const list = await listOf(one, other);
  const hashes = (await findDescriptor(api, list))?.passwordHash?.split(" ") ?? [];
  expect(hashes.toSorted()).toEqual([PASSWORD_HASH, `${PASSWORD_HASH}2`]);
  const { revision } = await editor.call(routes.getSceneList, buildParams(list));
  const body = { revision, isPassword: true, password: "Open-sesame" };
  await editor.call(routes.updateSceneList, { ...buildParams(list), body });
  expect((await findDescriptor(api, list))?.passwordHash?.split(" ")).toHaveLength(1);
});

test("a scene list cannot be watched after the scheduled deletion of one of its videos", async () => {
  const [sea, land] = [await addEncoded(api, editor), await addEncoded(api, editor)];
  const [ended, left] = [await listOf(sea), await listOf(land)];
  const plan = (uuid: string, ms: number) =>
    editor.call(routes.planDeletion, {
      ...buildParams(uuid),
      body: { deleteDate: new Date(Date.now() + ms).toISOString() },
    });
  await plan(sea, -1_000);
  expect(await findDescriptor(api, ended)).toMatchObject({ state: "deleted" });
  await plan(land, DAY_MS);
  const before = await revisionOf(left);
  await sql`UPDATE videos SET delete_at = now() - interval '1 s' WHERE kind = 'scene' AND uuid IN
    (SELECT video_uuid FROM scene_media WHERE list_uuid = ${left})`.execute(api.database.db);
  await eventually(async () => {
    expect(await findDescriptor(api, left)).toMatchObject({ state: "deleted" });
    expect(await revisionOf(left)).toBeGreaterThan(before);
  });
});

test("a scene list is blocked while one of its videos is in the trash, and has its previous conditions after the restoration", async () => {
  const [sea, land] = [await addEncoded(api, editor), await addEncoded(api, editor)];
  const list = await listOf(sea, land);
  const delete_at = new Date(Date.now() + DAY_MS);
  await setColumns(sea, { password_hash: PASSWORD_HASH, starts_at: delete_at });
  await setRules(sea, { authorizedCountries: ["FR"] });
  const { revision: _, ...before } = (await findDescriptor(api, list)) ?? {};
  expect(before).toMatchObject({ state: "playable" });
  const closed = await revisionOf(list);
  await editor.call(routes.deleteVideo, buildParams(sea));
  expect(await findDescriptor(api, list)).toMatchObject({ state: "deleted" });
  expect(await revisionOf(list)).toBeGreaterThan(closed);
  const opened = await revisionOf(list);
  await editor.call(routes.restoreFromTrash, buildParams(sea));
  expect(await findDescriptor(api, list)).toMatchObject(before);
  expect(await revisionOf(list)).toBeGreaterThan(opened);
});

test("a scene list ends when one of its videos with a scheduled deletion is deleted manually", async () => {
  const uuid = await addEncoded(api, editor);
  const list = await listOf(uuid);
  const deleteDate = new Date(Date.now() + DAY_MS).toISOString();
  await editor.call(routes.planDeletion, { ...buildParams(uuid), body: { deleteDate } });
  expect(await findDescriptor(api, list)).toMatchObject({ state: "playable" });
  await editor.call(routes.deleteVideo, buildParams(uuid));
  expect(await findDescriptor(api, list)).toMatchObject({ state: "deleted" });
  expect(await editor.call(routes.getVideo, buildParams(uuid))).toMatchObject({ isDeleted: true });
});

test("changing the range of a cut applies the current settings of its origin", async () => {
  const uuid = await addEncoded(api, editor);
  const cut = await cutOf(uuid);
  await setColumns(cut, { status: "encoded" });
  await setRules(cut, { uploadPercent: 10 });
  await setRules(uuid, { authorizedCountries: ["FR"], uploadPercent: 70 });
  await setColumns(uuid, { password_hash: PASSWORD_HASH });
  await editor.call(routes.changeCut, { ...buildParams(cut), body: { start: 0, end: 8 } } as never);
  expect(await conditionsOf(cut)).toMatchObject({
    passwordHash: PASSWORD_HASH,
    rules: { custom: { authorizedCountries: ["FR"], uploadPercent: 10 } },
  });
});

test("parts of a video that is to play as a live cannot be watched before the live is over", async () => {
  const uuid = await addEncoded(api, editor);
  const startDate = new Date(Date.now() + DAY_MS);
  await editor.call(routes.playAsLive, {
    ...buildParams(uuid),
    body: { startDate: startDate.toISOString() },
  });
  const over = new Date(startDate.getTime() + 20_000).toISOString();
  expect(await conditionsOf(await cutOf(uuid))).toMatchObject({ startsAt: over });
  expect(await findDescriptor(api, await listOf(uuid))).toMatchObject({ startsAt: over });
});

test("the archive of a deleted live is private until a user opens it", async () => {
  const running = await addLive();
  await storeSegments(api, running.folder, SEGMENT_COUNT);
  await setRules(running.uuid, { authorizedCountries: ["FR"] });
  await editor.call(routes.deleteVideo, buildParams(running.uuid));
  await editor.call(routes.deleteFromTrash, buildParams(running.uuid));
  await sql`UPDATE live_archives SET state = 'owed' WHERE folder = ${running.folder}`.execute(
    api.database.db,
  );
  const uuid = await eventually(async () => {
    const rows = await api.database.db
      .selectFrom("live_archives")
      .select("video_uuid")
      .where("folder", "=", running.folder)
      .execute();
    return rows[0]?.video_uuid ?? false;
  });
  expect((await findDescriptor(api, uuid))?.rules).toMatchObject({ custom: { streaming: "refused" } });
});

test("the archive of a live in the trash inherits its rules, and is private until a user opens it", async () => {
  const running = await addLive();
  await setRules(running.uuid, { authorizedCountries: ["FR"] });
  await editor.call(routes.deleteVideo, buildParams(running.uuid));
  const archive = await archiveOf(running, "");
  expect((await findDescriptor(api, archive))?.rules).toMatchObject({
    custom: { authorizedCountries: ["FR"], streaming: "refused" },
  });
});

test("existing copies receive their original's settings once, and the client's audit log counts them", async () => {
  const owner = await api.addUser(["manager"]);
  const { db } = api.database;
  const add = (columns: object = {}) => addEncoded(api, owner, columns);
  const live = await add({ password_hash: PASSWORD_HASH });
  const archive = await add({ origin_uuid: live, source_path: "archive" });
  const cut = await add({ origin_uuid: archive, source_path: "shoal", password_hash: `${PASSWORD_HASH}2` });
  const open = await add({ origin_uuid: await add() });
  const rules = { authorizedCountries: ["FR"] };
  const own = { authorizedCountries: ["DE"] };
  const rulesOf = (video_uuid: string, setColumns: object) => ({
    video_uuid,
    client_uuid: owner.clientUuid,
    rules: JSON.stringify(setColumns),
  });
  await db
    .insertInto("video_rules")
    .values([rulesOf(live, rules), rulesOf(cut, own)])
    .execute();
  await sql`DROP INDEX scene_media_origin`.execute(db);
  await up(db as unknown as Kysely<unknown>);
  expect(await conditionsOf(archive)).toMatchObject({
    passwordHash: PASSWORD_HASH,
    rules: { custom: rules },
  });
  expect(await conditionsOf(cut)).toMatchObject({
    passwordHash: `${PASSWORD_HASH}2`,
    rules: { custom: own },
  });
  expect(await conditionsOf(open)).toMatchObject({ passwordHash: null, rules: {} });
  const { _embedded } = await owner.call(routes.listLogs, { query: {} });
  expect(_embedded.filter(({ type }) => type === INHERITED_ACCESS_ENTRY)).toMatchObject([{ target: "1" }]);
  await sql`DROP INDEX scene_media_origin`.execute(db);
  await up(db as unknown as Kysely<unknown>);
  const again = await owner.call(routes.listLogs, { query: {} });
  expect(again._embedded.filter(({ type }) => type === INHERITED_ACCESS_ENTRY)).toHaveLength(1);
});
