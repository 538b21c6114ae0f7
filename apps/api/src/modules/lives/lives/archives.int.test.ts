import { access, mkdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { routes, type VideoView } from "@shoal/contract";
import { type AdmittedLive, liveJournalPageOf, MAX_LIVE_SILENCE_MS } from "@shoal/contract/ingest";
import { openMediaStore } from "@shoal/store";
import { eventually } from "@shoal/testkit";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { errorOf } from "../../../testing/account-harness.ts";
import {
  createReport,
  putObject,
  RUNNING,
  storeSegments,
  TestIngest,
} from "../../../testing/ingest-harness.ts";
import { findDescriptor, listJobs } from "../../../testing/video-harness.ts";
import { createEncodingsRepository } from "../../media/encoding/index.ts";
import { createArchivesRepository } from "./archives.repository.ts";
import { type ArchivesService, createArchivesService } from "./archives.service.ts";

let api: TestApi;
let editor: TestUser;
let ingest: TestIngest;
let archives: ArchivesService;
beforeAll(async () => {
  api = await startTestApi();
  archives = createArchivesService({
    db: api.database.db,
    store: await openMediaStore(api.env.MEDIA_STORE ?? ""),
    queue: { sendPurge: async () => undefined },
    realtime: { emit: () => undefined },
    encodingsOf: createEncodingsRepository,
    // The api publishes the archives itself.
    publisher: { publishSoon: () => undefined },
    rules: {
      inheritRules: () => Promise.resolve(),
      refuseAll: () => Promise.resolve(),
    },
    onError: () => undefined,
  });
  editor = await api.addUser(["editor"]);
});
afterAll(() => api.close());
beforeEach(() => {
  ingest = new TestIngest(api);
});

const buildParams = (uuid: string) => ({ params: { id: uuid } });
const pathOf = (name: string) => join(api.env.MEDIA_STORE ?? "", name);
const objectExists = (name: string) =>
  access(pathOf(name)).then(
    () => true,
    () => false,
  );
const putText = (name: string, text: string) => putObject(api, name, text);

async function addLive(title = "Council"): Promise<{ uuid: string; live: AdmittedLive; folder: string }> {
  const body = { title, type: "live", keepLive: true, tags: ["town"], password: "sea-1234" } as never;
  const { uuid } = await editor.call(routes.createVideo, { body });
  const { streamKey } = await editor.call(routes.getStreamKey, buildParams(uuid));
  const live = await ingest.begin(streamKey);
  return { uuid, live, folder: `lives/${uuid}/${live.generation}/run/` };
}

const storeSegmentsIn = (folder: string, count: number) => storeSegments(api, folder, count);

async function archivesOf(live: string): Promise<VideoView[]> {
  const query = { page: 1, filter: { parent: live } as never };
  return (await editor.call(routes.listVideos, { query }))._embedded;
}
const waitUntilArchived = (live: string) =>
  eventually(async () => {
    const [archive] = await archivesOf(live);
    return archive?.encodingStatus === "encoded" && archive;
  });

test("a live's recording becomes a video once it has ended, with the live's access rules, download and chapters", async () => {
  const { uuid, live, folder } = await addLive();
  await ingest.report(createReport(live, { ...RUNNING, folder }));
  await storeSegmentsIn(folder, 70);
  expect(await archivesOf(uuid)).toEqual([]);
  await editor.call(routes.setDownload, { ...buildParams(uuid), body: { download: true } });
  const chapters = [0, 100, 3_600].map((start) => ({ start, title: `From ${start}` }));
  await editor.call(routes.setChapters, { ...buildParams(uuid), body: { chapters } });
  expect(await findDescriptor(api, uuid)).toMatchObject({ chapters: [] });
  const ended = createReport(live, { ...RUNNING, version: 4, state: "ended", folder, isClosed: true });
  await Promise.all([ingest.report(ended), ingest.report(ended)]);
  const archive = await waitUntilArchived(uuid);
  expect(archive).toMatchObject({
    title: "Council (2023-11-14 22:13 UTC)",
    type: "vod",
    archive: true,
    archiveLive: uuid,
    download: true,
    chapters: chapters.slice(0, 2),
    duration: 140,
    tags: ["town"],
    isPassword: true,
    sourcePath: "archive",
    playable: true,
    representations: [{ id: "v0", height: 720 }],
  });
  expect(await archivesOf(uuid)).toHaveLength(1);
  expect(await editor.call(routes.getVideo, buildParams(uuid))).toMatchObject({ archivesFromLiveSize: 1 });
  const grouped = async (filter: object) => {
    const query = { search: "Council", filter: { ...filter, isTopLevel: true } } as never;
    return (await editor.call(routes.listVideos, { query }))._embedded.map((video) => video.uuid);
  };
  expect(await grouped({})).toEqual([uuid]);
  expect(await grouped({ archiveLive: uuid })).toEqual([archive.uuid]);
  expect(await grouped({ type: "vod" })).toEqual([archive.uuid]);
  const names = (await listJobs(api, archive.uuid)).map(({ name }) => name);
  expect(names).toContain("make-storyboard");
});

test("a recording becomes a video although its ingest was killed or the live has restarted elsewhere", async () => {
  const killed = await addLive("Killed");
  await ingest.report(createReport(killed.live, { ...RUNNING, folder: killed.folder }));
  await storeSegmentsIn(killed.folder, 3);
  ingest.restart();
  await ingest.report();
  expect(await waitUntilArchived(killed.uuid)).toMatchObject({ duration: 6 });
  const followed = await addLive("Followed");
  await ingest.report(createReport(followed.live, { ...RUNNING, folder: followed.folder }));
  await storeSegmentsIn(followed.folder, 4);
  const { streamKey } = await editor.call(routes.getStreamKey, buildParams(followed.uuid));
  await new TestIngest(api, "http://127.0.0.1:9200").begin(streamKey);
  await ingest.report(
    createReport(followed.live, {
      ...RUNNING,
      version: 4,
      state: "ended",
      folder: followed.folder,
      isClosed: true,
    }),
  );
  expect(await waitUntilArchived(followed.uuid)).toMatchObject({ duration: 8 });
});

test("the archive of an ended live keeps growing until its ingest has closed it", async () => {
  const { uuid, live, folder } = await addLive("Slow");
  await ingest.report(createReport(live, { ...RUNNING, folder }));
  await storeSegmentsIn(folder, 3);
  // The archive was last written two minutes ago.
  await sql`UPDATE live_archives SET changed_at = now() - interval '2 minutes' WHERE folder = ${folder}`.execute(
    api.database.db,
  );
  const ended = { ...RUNNING, version: 4, state: "ended" as const, folder };
  await ingest.report(createReport(live, ended));
  await createArchivesRepository(api.database.db).oweForgotten(MAX_LIVE_SILENCE_MS);
  const { rows } = await sql<{
    state: string;
  }>`SELECT state FROM live_archives WHERE folder = ${folder}`.execute(api.database.db);
  expect(rows).toEqual([{ state: "growing" }]);
  await storeSegmentsIn(folder, 44);
  await ingest.report(createReport(live, { ...ended, version: 5, isClosed: true }));
  expect(await waitUntilArchived(uuid)).toMatchObject({ duration: 88 });
});

test("an ended live becomes an archive of its recorded part if its ingest is silent", async () => {
  const { live, folder } = await addLive("Silent");
  await storeSegmentsIn(folder, 3);
  await ingest.report(createReport(live, { ...RUNNING, version: 4, state: "ended", folder }));
  await sql`UPDATE live_archives SET changed_at = now() - interval '2 minutes' WHERE folder = ${folder}`.execute(
    api.database.db,
  );
  await createArchivesRepository(api.database.db).oweForgotten(MAX_LIVE_SILENCE_MS);
  const { rows } = await sql<{
    state: string;
  }>`SELECT state FROM live_archives WHERE folder = ${folder}`.execute(api.database.db);
  expect(rows).toEqual([{ state: "owed" }]);
});

/** The last report of an ingest about an ended live. */
const closedReport = (folder: string) => ({
  ...RUNNING,
  version: 4,
  state: "ended" as const,
  folder,
  isClosed: true,
});

test("a recording with audio only becomes a video with a still picture and a note", async () => {
  const { uuid, live, folder } = await addLive("Radio");
  await storeSegmentsIn(folder, 3);
  const page = `${folder}journal/0.json`;
  const written = await readFile(pathOf(page), "utf8");
  const sound = written
    .replaceAll('"kind":"video"', '"kind":"audio"')
    .replaceAll('"codecs":"avc1.64001f"', '"codecs":"mp4a.40.2"')
    .replaceAll('"v0"', '"a0"');
  await putText(page, sound);
  await ingest.report(createReport(live, closedReport(folder)));
  const archive = await waitUntilArchived(uuid);
  expect(archive).toMatchObject({
    duration: 6,
    representations: [{ id: "v0", width: 640, height: 360 }],
    notes: [{ kind: "sound_alone", atSec: 0 }],
  });
  expect(await objectExists(`${folder}still.m4s`)).toBe(true);
});

test("a note of the archive says which segments were never stored, including the last ones", async () => {
  const { uuid, live, folder } = await addLive("Full disk");
  await storeSegments(api, folder, 3, { endNumber: 5 });
  await ingest.report(createReport(live, closedReport(folder)));
  expect(await waitUntilArchived(uuid)).toMatchObject({
    duration: 6,
    notes: [{ kind: "parts_not_stored", atSec: 6 }],
  });
});

test("an archive made too early is completed once with the rest from the store, and its chapters", async () => {
  const [short, gone] = [await addLive("Short"), await addLive("Gone")];
  const chapters = [10, 86, 89, 90].map((start) => ({ start, title: `From ${start}` }));
  await editor.call(routes.setChapters, { ...buildParams(short.uuid), body: { chapters } });
  for (const { live, folder } of [short, gone]) {
    await storeSegmentsIn(folder, 43);
    await ingest.report(createReport(live, closedReport(folder)));
  }
  const before = await waitUntilArchived(short.uuid);
  await waitUntilArchived(gone.uuid);
  expect(before).toMatchObject({ duration: 86, notes: [], chapters: chapters.slice(0, 1) });
  await storeSegments(api, short.folder, 45, { endNumber: 46 });
  await storeSegmentsIn(gone.folder, 45);
  await rm(pathOf(`${gone.folder}v0/44.m4s`));
  await archives.completeShort(0);
  await eventually(async () => {
    const archive = await waitUntilArchived(short.uuid);
    return archive.duration === 90 && archive.notes.length === 1;
  });
  expect(await waitUntilArchived(short.uuid)).toMatchObject({
    uuid: before.uuid,
    notes: [{ kind: "parts_not_stored", atSec: 90 }],
    chapters: chapters.slice(0, 3),
  });
  expect(await waitUntilArchived(gone.uuid)).toMatchObject({ duration: 86 });
  const segmentsOf = async ({ uuid }: VideoView) => {
    const { rows } = await sql<{ outputs: { segments: object[] }[] }>`
      SELECT outputs FROM encoding_outputs WHERE video_uuid = ${uuid}`.execute(api.database.db);
    return rows[0]?.outputs[0]?.segments.length;
  };
  expect(await segmentsOf(before)).toBe(45);
  // An archive is checked only once, so later segments are not added to it.
  await storeSegmentsIn(short.folder, 47);
  await archives.completeShort(0);
  expect(await segmentsOf(before)).toBe(45);
});

test("a live that was on air but never stored ends with the error nothing_stored", async () => {
  const { uuid, live, folder } = await addLive("Lost");
  await ingest.report(createReport(live, { ...RUNNING, folder }));
  await ingest.report(createReport(live, closedReport(folder)));
  await eventually(async () => {
    const video = await editor.call(routes.getVideo, buildParams(uuid));
    return video.errorType === "nothing_stored";
  });
  expect(await editor.call(routes.getVideo, buildParams(uuid))).toMatchObject({
    encodingStatus: "error",
    live: { fault: "nothing_stored" },
  });
});

test("a live without stored media leaves no archive", async () => {
  const { uuid, live, folder } = await addLive("Nothing");
  await putText(`${folder}v0/init-0.m4s`, "bits");
  await ingest.report(
    createReport(live, { version: 2, state: "ended", fault: "no_media", folder, isClosed: true }),
  );
  await eventually(async () => !(await objectExists(`${folder}v0/init-0.m4s`)));
  expect(await archivesOf(uuid)).toEqual([]);
});

test("a recording becomes a video once the unmounted disk of the media store is back", async () => {
  const before = await addLive("Before");
  await ingest.report(createReport(before.live, { ...RUNNING, folder: before.folder }));
  await storeSegmentsIn(before.folder, 2);
  const ends = { version: 4, state: "ended", isClosed: true } as const;
  await ingest.report(createReport(before.live, { ...RUNNING, ...ends, folder: before.folder }));
  await waitUntilArchived(before.uuid);
  const { uuid, live, folder } = await addLive("Unmounted");
  await ingest.report(createReport(live, { ...RUNNING, folder }));
  await storeSegmentsIn(folder, 3);
  const root = api.env.MEDIA_STORE ?? "";
  await rename(root, `${root}.away`);
  await mkdir(root);
  await ingest.report(createReport(live, { ...RUNNING, ...ends, folder }));
  await archives.makeOwed();
  await rm(root, { recursive: true });
  await rename(`${root}.away`, root);
  await archives.makeOwed();
  expect(await waitUntilArchived(uuid)).toMatchObject({ duration: 6 });
});

test("25 unreadable recordings do not prevent a readable one from becoming a video", async () => {
  const { db } = api.database;
  const { clientUuid } = editor;
  const repository = createArchivesRepository(db);
  const ofNoLive = { live_uuid: null, client_uuid: clientUuid, generation: 1 };
  for (let n = 0; n < 25; n++) {
    const folder = `lives/unreadable/${n}/`;
    await putText(liveJournalPageOf(folder, 0), "[");
    await repository.addOwed({ ...ofNoLive, folder });
  }
  await sql`UPDATE live_archives SET changed_at = now() - interval '1 day'
    WHERE folder LIKE 'lives/unreadable/%'`.execute(db);
  await storeSegmentsIn("lives/readable/0/", 2);
  const uuid = await repository.addOwed({ ...ofNoLive, folder: "lives/readable/0/" });
  await archives.makeOwed();
  const made = await repository.findVideo(clientUuid, uuid);
  await sql`DELETE FROM live_archives WHERE folder LIKE 'lives/unreadable/%'`.execute(db);
  expect(made).toBeDefined();
});

test("the media of an archive survives the deletion of its live and is deleted with the archive", async () => {
  const { uuid, live, folder } = await addLive("Outlived");
  await storeSegmentsIn(folder, 2);
  await putText(`lives/${uuid}/old/v0/0.m4s`, "bits");
  await ingest.report(createReport(live, { ...RUNNING, version: 4, state: "ended", folder, isClosed: true }));
  const archive = await waitUntilArchived(uuid);
  await editor.call(routes.deleteVideo, buildParams(uuid));
  await editor.call(routes.deleteFromTrash, buildParams(uuid));
  await eventually(async () => {
    const { rows } = await sql<{ prefix: string }>`SELECT prefix FROM kept_media`.execute(api.database.db);
    return rows.some(({ prefix }) => prefix === `lives/${uuid}/`);
  });
  expect(await objectExists(`${folder}v0/0.m4s`)).toBe(true);
  expect(await editor.call(routes.getVideo, buildParams(archive.uuid))).toMatchObject({
    archive: true,
    archiveLive: null,
    playable: true,
  });
  await editor.call(routes.deleteVideo, buildParams(archive.uuid));
  await editor.call(routes.deleteFromTrash, buildParams(archive.uuid));
  await eventually(
    async () => !(await objectExists(`${folder}v0/0.m4s`)) && !(await objectExists(`lives/${uuid}/`)),
  );
});

test("keepLive is refused for a client that is not allowed to keep lives", async () => {
  const { clientUuid } = editor;
  const set = (isOff: boolean) =>
    api.database.db
      .updateTable("clients")
      .set({ no_keep_live: isOff })
      .where("uuid", "=", clientUuid)
      .execute();
  await set(true);
  const body = { title: "Kept", type: "live", keepLive: true } as never;
  const refused = await errorOf(editor.call(routes.createVideo, { body }));
  await set(false);
  expect(refused).toMatchObject({ code: "bad_request", fields: [{ path: "keepLive" }] });
});
