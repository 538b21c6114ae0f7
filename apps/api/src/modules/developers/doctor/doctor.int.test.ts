import { execFile } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { type FindingKind, routes } from "@shoal/contract";
import { RESULT_QUEUE } from "@shoal/contract/jobs";
import { FolderStore, ObjectNotFound } from "@shoal/store";
import { eventually } from "@shoal/testkit";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { ANALYTICS_TABLES } from "../../../platform/analytics-tables.ts";
import { openAnalytics } from "../../../platform/clickhouse.ts";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf } from "../../../testing/account-harness.ts";
import { queueResult } from "../../../testing/queued-jobs.ts";
import { addVideo } from "../../../testing/video-harness.ts";
import { findDisagreeingFigures } from "../../insight/figures/index.ts";
import { createEncodingsRepository, createRepairRequests } from "../../media/encoding/index.ts";
import { createDoctor, type DoctorDeps, type DoctorRun } from "./doctor.service.ts";
import { createDoctorLoop } from "./doctor-loop.ts";

let api: TestApi;
let editor: TestUser;
let store: FolderStore;
let analytics: ReturnType<typeof openAnalytics>;
const refreshedClients: string[] = [];
beforeAll(async () => {
  api = await startTestApi();
  editor = await api.addUser(["editor"]);
  store = new FolderStore(api.env.MEDIA_STORE ?? "");
  analytics = openAnalytics(api.clickhouseUrl);
});
afterAll(async () => {
  await analytics.close();
  await api.close();
});

const READ_ONLY_RUN: DoctorRun = {
  isMending: false,
  isRepairing: false,
  checkAfter: null,
  checkedBytesMax: Number.POSITIVE_INFINITY,
  checkedBytesPerSec: Number.POSITIVE_INFINITY,
};
const findDisagreeing: DoctorDeps["findDisagreeing"] = (uuids) =>
  findDisagreeingFigures({ db: api.database.db, analytics }, uuids);
const createTestDoctor = (media: DoctorDeps["store"] = store, figures = findDisagreeing) =>
  createDoctor({
    db: api.database.db,
    store: media,
    openRepairs: createRepairRequests({ db: api.database.db, store }).open,
    findDisagreeing: figures,
    async refreshFigures(client) {
      refreshedClients.push(client);
      await sql`UPDATE video_stats SET nb_view = 0 WHERE client_uuid = ${client}`.execute(api.database.db);
    },
    uploadKeptHours: 24,
  });

const OBJECT_BYTES = Buffer.from("initsegment");
const objectSha256 = createHash("sha256").update(OBJECT_BYTES.subarray(4)).digest("hex");

/** Adds a video of one segment, which is in the media store. */
async function addPlayable(): Promise<{ uuid: string; object: string }> {
  const uuid = await addVideo(api, editor);
  const object = `videos/${uuid}/1/v0/piece.mp4`;
  const range = { object, offset: 4, length: 7, sha256: objectSha256 };
  const segment = { ...range, number: 0, startSec: 0, durationSec: 4 };
  const output = {
    trackId: "v0",
    codecs: "avc1.64001f",
    init: { ...range, offset: 0, length: 4, sha256: computeHash("init") },
  };
  const { db } = api.database;
  await db.updateTable("encodings").set({ thumbnail_object: null }).where("video_uuid", "=", uuid).execute();
  const encodings = createEncodingsRepository(db);
  await encodings.addOutput({ uuid, generation: 1, job: "encode-piece", pieceIndex: 0 }, [
    { ...output, segments: [segment] },
  ]);
  for (const name of [object, `videos/${uuid}/1/thumbnail.webp`]) await store.put(name, OBJECT_BYTES);
  return { uuid, object };
}
const computeHash = (text: string) => createHash("sha256").update(text).digest("hex");

test("during a move of the store, the command finds media that are still in the old one", async () => {
  const { uuid, object } = await addPlayable();
  onTestFinished(async () => {
    await api.database.db.deleteFrom("videos").where("uuid", "=", uuid).execute();
    for (const name of [object, `videos/${uuid}/1/thumbnail.webp`]) await store.remove(name);
  });
  const command = join(import.meta.dirname, "../../../commands/doctor.ts");
  const ofMove = { MEDIA_STORE: join(api.folder, "new-media"), MEDIA_STORE_FROM: api.env.MEDIA_STORE };
  const { stdout } = await promisify(execFile)(process.execPath, [command], {
    env: { ...process.env, ...api.env, ...ofMove },
  }).catch((error: { stdout: string }) => error);
  expect(stdout).toContain("Checked");
  expect(stdout).not.toContain(object);
});

const backdateLastRun = () =>
  sql`UPDATE doctor_reports SET started_at = now() - interval '25 hours'`.execute(api.database.db);
const backdateChecks = () =>
  sql`UPDATE orphan_media SET first_seen_at = first_seen_at - interval '1 day'`.execute(api.database.db);

test("an intact store has no findings, each fault of a broken one is listed, and those that are safe to repair are repaired", async () => {
  const [whole, missing, short, damaged] = [
    await addPlayable(),
    await addPlayable(),
    await addPlayable(),
    await addPlayable(),
  ];
  const well = await createTestDoctor().run(READ_ONLY_RUN);
  expect(well).toMatchObject({ findings: [], faults: [], checkedUntil: null });
  expect(well.seen).toMatchObject({ objects: 8, videos: 4, checksums: 8 });

  const nobodys = `videos/${randomUUID()}/`;
  await store.put(`${nobodys}1/v0/piece.mp4`, OBJECT_BYTES);
  await store.put("videos/odd", OBJECT_BYTES);
  await store.remove(missing.object);
  await store.put(short.object, OBJECT_BYTES.subarray(0, 8));
  await store.put(damaged.object, Buffer.from("initsegmenT"));
  const lost = await addVideo(api, editor, {
    status: "encoding",
    modified_at: new Date(Date.now() - 2 * 86_400_000),
  });
  const { db } = api.database;
  await sql`INSERT INTO video_stats (video_uuid, client_uuid, nb_view) VALUES (${whole.uuid}, ${editor.clientUuid}, 100)
    ON CONFLICT (video_uuid) DO UPDATE SET nb_view = 100`.execute(db);

  const named = async (run: DoctorRun) =>
    Object.fromEntries(
      (await createTestDoctor().run(run)).findings.map((each) => [each.kind, [each.named, each.mended]]),
    );
  const broken: Partial<Record<FindingKind, unknown>> = {
    missing_media: [[missing.object], 0],
    short_media: [[short.object], 0],
    damaged_media: [[`${damaged.object} at 4`], 0],
    lost_video: [[lost], 0],
    wrong_figures: [[`${whole.uuid}: 100 views shown, 0 counted`], 0],
    orphan_media: [[nobodys], 0],
    unknown_media: [["videos/odd"], 0],
  };
  expect(await named(READ_ONLY_RUN)).toEqual(broken);
  // New folders are kept, because they may get an owner within a day.
  const mending = { ...READ_ONLY_RUN, isMending: true };
  expect(await named(mending)).toEqual({
    ...broken,
    wrong_figures: [[`${whole.uuid}: 100 views shown, 0 counted`], 1],
  });
  expect(refreshedClients).toEqual([editor.clientUuid]);
  expect(await store.findSize(`${nobodys}1/v0/piece.mp4`)).toBe(OBJECT_BYTES.length);
  await backdateChecks();
  expect(await named(mending)).toMatchObject({
    orphan_media: [[nobodys], 1],
    unknown_media: [["videos/odd"], 0],
  });
  expect(await store.findSize(`${nobodys}1/v0/piece.mp4`)).toBeUndefined();
  expect(await named(READ_ONLY_RUN)).not.toHaveProperty("orphan_media");
});

test("a folder without an owner that cannot be removed does not keep the next one from being removed", async () => {
  const folders = [`videos/${randomUUID()}/`, `videos/${randomUUID()}/`].toSorted();
  const [stuck = "", removable = ""] = folders;
  for (const folder of folders) await store.put(`${folder}1/v0/piece.mp4`, OBJECT_BYTES);
  onTestFinished(() => store.remove(stuck));
  const failing: DoctorDeps["store"] = {
    list: (prefix) => store.list(prefix),
    findSize: (name) => store.findSize(name),
    read: (name, range) => store.read(name, range),
    async remove(name) {
      if (name === stuck) throw new Error("EIO: i/o error, rmdir");
      await store.remove(name);
    },
  };
  const mending = { ...READ_ONLY_RUN, isMending: true };
  await createTestDoctor(failing).run(mending);
  await backdateChecks();
  const { findings, faults } = await createTestDoctor(failing).run(mending);
  expect(faults).toEqual([`${stuck}: EIO: i/o error, rmdir`]);
  expect(findings.find(({ kind }) => kind === "orphan_media")).toMatchObject({ named: folders, mended: 1 });
  expect(await store.findSize(`${removable}1/v0/piece.mp4`)).toBeUndefined();
});

test("one replica performs the daily run, which repairs nothing and continues checksums where it stopped", async () => {
  const { db } = api.database;
  const pace = { checkedBytesMax: 1, checkedBytesPerSec: Number.POSITIVE_INFINITY };
  const findReport = async () =>
    (await db.selectFrom("doctor_reports").select("report").executeTakeFirst())?.report;
  await createTestDoctor().runDue(pace);
  expect(await findReport()).toBeNull();
  await backdateLastRun();
  await Promise.all([createTestDoctor().runDue(pace), createTestDoctor().runDue(pace)]);
  const first = await findReport();
  expect(first).toMatchObject({ isMending: false, seen: { checksums: 2 } });
  await backdateLastRun();
  await createTestDoctor().runDue(pace);
  const second = await findReport();
  expect(String(second?.checkedUntil) > String(first?.checkedUntil)).toBe(true);
});

test("checksums are compared at the set pace", async () => {
  const startedMs = performance.now();
  // The checksum check reads the video's two ranges.
  const { seen } = await createTestDoctor().run({
    ...READ_ONLY_RUN,
    checkedBytesMax: 1,
    checkedBytesPerSec: OBJECT_BYTES.length * 5,
  });
  expect(seen.checksums).toBe(2);
  expect(performance.now() - startedMs).toBeGreaterThanOrEqual(200);
});

test("a video that cannot be read is named, one deleted meanwhile is not, and the videos after them are still checked", async () => {
  const { db } = api.database;
  const added = [await addPlayable(), await addPlayable(), await addPlayable()];
  const [unreadable, deleted, damaged] = added.toSorted((a, b) => a.uuid.localeCompare(b.uuid));
  if (!unreadable || !deleted || !damaged) throw new Error("Nothing was added");
  await store.put(damaged.object, Buffer.from("initsegmenT"));
  const failing: DoctorDeps["store"] = {
    list: (prefix) => store.list(prefix),
    findSize: (name) => store.findSize(name),
    remove: (name) => store.remove(name),
    async read(name, range) {
      if (name === unreadable.object) throw new Error("EIO: i/o error, read");
      if (name === deleted.object) {
        await db.deleteFrom("videos").where("uuid", "=", deleted.uuid).execute();
        throw new ObjectNotFound(name);
      }
      return store.read(name, range);
    },
  };
  const away = () => Promise.reject(new Error("the engine is away"));
  const { findings, faults } = await createTestDoctor(failing, away).run(READ_ONLY_RUN);
  expect(faults).toEqual([`videos/${unreadable.uuid}: EIO: i/o error, read`, "figures: the engine is away"]);
  expect(findings.find(({ kind }) => kind === "damaged_media")?.named).toContain(`${damaged.object} at 4`);
});

const UNLIMITED_PACE = {
  checkedBytesMax: Number.POSITIVE_INFINITY,
  checkedBytesPerSec: Number.POSITIVE_INFINITY,
};
const setCheckState = (state: string | null, agoSec = 0) =>
  sql`UPDATE doctor_reports SET check_state = ${state}, check_beat_at = now() - ${agoSec} * interval '1 second',
    check_seen = '{"objects": 7, "bytes": 70, "videos": 3, "checksums": 2}'`.execute(api.database.db);

test("an administrator starts one check at a time, and sees its progress and result", async () => {
  const admin = await api.addUser(["admin"]);
  for (const roles of [["manager"], ["editor"], ["readAnalytics"], []] as const) {
    const other = await api.addUser([...roles]);
    expect(await codeOf(other.call(routes.startDoctorCheck, {}))).toBe("forbidden");
  }
  expect((await fetch(`${api.url}/api/doctor/checks`, { method: "POST" })).status).toBe(401);
  // A check in this state looks as if another replica ran it.
  await setCheckState("running");
  expect(await admin.call(routes.getDoctorReport, {})).toMatchObject({
    check: { seen: { objects: 7, bytes: 70, videos: 3, checksums: 2 } },
  });
  expect(await codeOf(admin.call(routes.startDoctorCheck, {}))).toBe("check_running");
  await setCheckState(null);
  const { report: before } = await admin.call(routes.startDoctorCheck, {});
  await eventually(async () => {
    const { report, check: still } = await admin.call(routes.getDoctorReport, {});
    expect(still).toBeNull();
    expect(report?.endedAt).not.toBe(before?.endedAt);
    expect(report?.seen.videos).toBeGreaterThan(0);
  });
});

test("a check is taken over if its replica stops, and repeated if it is interrupted", async () => {
  await setCheckState("running", 30);
  expect(await createTestDoctor().runDue(UNLIMITED_PACE)).toBe(false);
  // The background loop of this test's api may claim the check first.
  const takeOver = (signal?: AbortSignal) =>
    eventually(async () => {
      await setCheckState("running", 61);
      expect(await createTestDoctor().runDue(UNLIMITED_PACE, signal)).toBe(true);
    });
  await takeOver();
  await eventually(async () => {
    expect((await createTestDoctor().getReport()).check).toBeNull();
    expect(await createTestDoctor().runDue(UNLIMITED_PACE)).toBe(false);
  });
  const { report: before } = await createTestDoctor().getReport();
  await takeOver(AbortSignal.abort());
  // Once the first check is given up, the background loop of this test's api claims it.
  await eventually(async () => {
    const { report, check } = await createTestDoctor().getReport();
    expect(check).toBeNull();
    expect(report?.endedAt).not.toBe(before?.endedAt);
  });
});

test("a check stopped while it waits for its pace ends at once without a report, and is repeated completely", async () => {
  await addPlayable();
  const reading = Promise.withResolvers<void>();
  const watched: DoctorDeps["store"] = {
    list: (prefix) => store.list(prefix),
    findSize: (name) => store.findSize(name),
    remove: (name) => store.remove(name),
    read(name, range) {
      reading.resolve();
      return store.read(name, range);
    },
  };
  const errors: unknown[] = [];
  const loop = createDoctorLoop({
    doctor: createTestDoctor(watched),
    // At this speed, comparing the first checksum alone takes days.
    pace: { checkedBytesMax: Number.POSITIVE_INFINITY, checkedBytesPerSec: 1e-5 },
    notifications: { on: () => () => undefined },
    onError: (error) => errors.push(error),
  });
  const { report: before } = await createTestDoctor().getReport();
  // The check must not start after the videos that a former run has checked.
  await sql`UPDATE doctor_reports SET report = jsonb_set(report, '{checkedUntil}', 'null')`.execute(
    api.database.db,
  );
  await setCheckState("running", 61);
  void loop.start();
  await reading.promise;
  await loop.stop();
  const stoppedAt = new Date().toISOString();
  expect(errors).toEqual([]);
  // The background loop of this test's api claims the check, and may already have finished it.
  const report = await eventually(async () => {
    const last = await createTestDoctor().getReport();
    expect(last.check).toBeNull();
    return last.report ?? false;
  });
  expect(report.startedAt >= stoppedAt).toBe(true);
  expect(report.seen.videos).toBeGreaterThanOrEqual(before?.seen.videos ?? 0);
  expect(report.checkedUntil).toBeNull();
}, 30_000);

/** Adds an encoded video like `addPlayable`, with its source. */
async function addRepairable() {
  const { uuid, object } = await addPlayable();
  const { db } = api.database;
  await sql`UPDATE videos SET size_bytes = ${OBJECT_BYTES.length}, chunk_count = 1, contiguous_chunks = 1 WHERE uuid = ${uuid}`.execute(
    db,
  );
  await db.updateTable("encodings").set({ is_queued: true }).where("video_uuid", "=", uuid).execute();
  await store.put(`uploads/${uuid}/source`, OBJECT_BYTES);
  const outputs = (await createEncodingsRepository(db).listOutputs(uuid, 1))[0]?.outputs ?? [];
  return { uuid, object, outputs };
}

const REPAIRING_RUN: DoctorRun = { ...READ_ONLY_RUN, isRepairing: true };
const repairOf = async (uuid: string) =>
  (await createTestDoctor().getReport()).repairs.find(({ video }) => video === uuid)?.state;
const listDamaged = async (object: string) =>
  (await createTestDoctor().run(REPAIRING_RUN)).findings.some(({ named }) =>
    named.some((name) => name.startsWith(object)),
  );

async function jobsOf(uuid: string): Promise<{ name: string; data: { pieceIndex?: number } }[]> {
  const { rows } = await sql<{ name: string; data: { pieceIndex?: number } }>`
    SELECT name, data FROM queue.job WHERE data->>'videoUuid' = ${uuid} AND state < 'active' AND name <> ${RESULT_QUEUE}`.execute(
    api.database.db,
  );
  return rows;
}

/** Reads the revision of the outputs, which increases when an index must be published again. */
const outputsRevisionOf = async (uuid: string) =>
  (
    await api.database.db
      .selectFrom("encodings")
      .select("outputs_revision")
      .where("video_uuid", "=", uuid)
      .executeTakeFirstOrThrow()
  ).outputs_revision;

/** Returns the result of encoding the first piece of a video. */
const pieceOf = (videoUuid: string) =>
  ({ type: "piece", job: "encode-piece", videoUuid, generation: 1, pieceIndex: 0 }) as const;

test("a damaged segment is encoded again by its job, and its bytes then match the checksum", async () => {
  const { uuid, object, outputs } = await addRepairable();
  const cut = await addPlayable();
  await store.put(object, Buffer.from("initsegmenT"));
  await store.put(cut.object, Buffer.from("initsegmenT"));
  expect(await listDamaged(object)).toBe(true);
  expect(await repairOf(cut.uuid)).toBeUndefined();
  await eventually(async () => expect(await repairOf(uuid)).toBe("sent"));
  expect(await jobsOf(uuid)).toMatchObject([{ name: "encode-piece", data: { pieceIndex: 0 } }]);
  // A second run finds the same damage and requests nothing more.
  expect(await listDamaged(object)).toBe(true);
  expect(await jobsOf(uuid)).toHaveLength(1);
  await store.put(object, OBJECT_BYTES);
  const revision = await outputsRevisionOf(uuid);
  const result = pieceOf(uuid);
  await queueResult(api.database.db, { ...result, outputs });
  await eventually(async () => expect(await repairOf(uuid)).toBe("repaired"));
  expect(await outputsRevisionOf(uuid)).toBe(revision);
  expect(await listDamaged(object)).toBe(false);
  expect(await editor.call(routes.getVideo, { params: { id: uuid } })).toMatchObject({
    encodingStatus: "encoded",
  });
});

test("different bytes of another encoder are published under their own name, and other segment times are rejected", async () => {
  const { uuid, object, outputs } = await addRepairable();
  await store.remove(object);
  expect(await listDamaged(object)).toBe(true);
  await eventually(async () => expect(await repairOf(uuid)).toBe("sent"));
  const result = pieceOf(uuid);
  const other = `videos/${uuid}/1/v0/other.mp4`;
  await store.put(other, OBJECT_BYTES);
  const moved = outputs.map((output) => ({
    ...output,
    init: { ...output.init, object: other },
    segments: output.segments.map((segment) => ({ ...segment, object: other })),
  }));
  await queueResult(api.database.db, { ...result, outputs: moved });
  await eventually(async () => expect(await repairOf(uuid)).toBe("repaired"));
  expect(await listDamaged(object)).toBe(false);
  await store.remove(other);
  expect(await listDamaged(other)).toBe(true);
  await eventually(async () => expect(await repairOf(uuid)).toBe("sent"));
  const late = moved.map((output) => ({
    ...output,
    segments: output.segments.map((segment) => ({ ...segment, startSec: 1 })),
  }));
  await queueResult(api.database.db, { ...result, outputs: late });
  await eventually(async () => expect(await repairOf(uuid)).toBe("failed"));
});

const RETENTION_PAGE = join(import.meta.dirname, "../../../../../../docs/operate/retention.md");
/** The suffix of the daily partitions that pg-boss creates. */
const DAILY_PARTITION_SUFFIX = /_\d{8}$/;

/** Lists the names in the first column of the tables below a heading. */
async function listTableNames(heading: string): Promise<string[]> {
  const text =
    (await readFile(RETENTION_PAGE, "utf8")).split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  const cells = text.split("\n").map((line) => line.split(" | ")[0] ?? "");
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name)).toSorted();
}

async function tablesOf(schema: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`SELECT relname AS name FROM pg_class
    WHERE relnamespace = ${schema}::regnamespace AND relkind IN ('r', 'p')`.execute(api.database.db);
  return rows.map(({ name }) => name).filter((name) => !DAILY_PARTITION_SUFFIX.test(name));
}

test("the manual states for every existing table how long its rows are kept", async () => {
  expect(await listTableNames("PostgreSQL")).toEqual((await tablesOf("public")).toSorted());
  const queue = (await tablesOf("queue")).map((name) => `queue.${name}`);
  expect(await listTableNames("Queue")).toEqual(queue.toSorted());
  expect(await listTableNames("Analytics engine")).toEqual([...ANALYTICS_TABLES].toSorted());
});
