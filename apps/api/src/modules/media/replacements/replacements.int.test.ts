import { routes } from "@shoal/contract";
import { eventually } from "@shoal/testkit";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf } from "../../../testing/account-harness.ts";
import { addEncoded, listFiles, reportResult, sendWhole } from "../../../testing/encoding-harness.ts";
import {
  ANNOUNCED_FILE,
  finishReplacement,
  REPLACEMENT_FILE,
  sendAndOpen,
} from "../../../testing/replacement-harness.ts";
import { findDescriptor, listJobs } from "../../../testing/video-harness.ts";
import { createVideosRepository } from "../videos/index.ts";

let api: TestApi;
let editor: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  editor = await api.addUser(["editor"]);
});
afterAll(() => api.close());

const buildParams = (id: string) => ({ params: { id } });
const fetchVideo = (uuid: string) => editor.call(routes.getVideo, buildParams(uuid));
const announceReplacement = (uuid: string, body: typeof ANNOUNCED_FILE = ANNOUNCED_FILE) =>
  editor.call(routes.replaceVideo, { ...buildParams(uuid), body });
const readReplacement = (uuid: string) => editor.call(routes.getReplacement, buildParams(uuid));
const replacementOf = async (uuid: string) => (await readReplacement(uuid)).replacement;
const findVideoRow = (uuid: string) =>
  api.database.db.selectFrom("videos").selectAll().where("uuid", "=", uuid).executeTakeFirst();

test("a new file replaces the media once it is encoded, and texts and settings of the video stay", async () => {
  const chapters = [3, 7.5, 8.5, 19].map((start) => ({ start, title: `At ${start}` }));
  const uuid = await addEncoded(api, editor, {
    title: "Harbour",
    tags: ["sea"],
    chapters: JSON.stringify(chapters),
    custom_thumbnail: "own.jpg",
  });
  const { uuid: cut } = await editor.call(routes.cutVideo, { body: { uuid, start: 0, end: 8 } });
  const upload = await announceReplacement(uuid);
  expect(upload).toMatchObject({ status: "uploading", size: REPLACEMENT_FILE.length, received: [] });
  expect(await announceReplacement(uuid)).toMatchObject({ uuid: upload.uuid });

  await sendAndOpen(api, editor, upload.uuid, { videoUuid: uuid, generation: 2 });
  await eventually(async () => expect((await replacementOf(uuid))?.status).toBe("segmented"));
  expect(await findDescriptor(api, uuid)).toMatchObject({ generation: 1, durationSec: 20 });
  expect((await readReplacement(uuid)).generation).toBe(1);
  expect(await fetchVideo(uuid)).toMatchObject({ encodingStatus: "encoded", duration: 20 });
  expect((await listJobs(api, uuid)).filter(({ generation }) => generation === 2).length).toBeGreaterThan(0);

  await finishReplacement(api, uuid, 2);
  await eventually(async () => expect((await fetchVideo(uuid)).duration).toBe(8));
  expect(await fetchVideo(uuid)).toMatchObject({
    title: "Harbour",
    tags: ["sea"],
    encodingStatus: "encoded",
    customThumbnail: true,

    originalname: "new.mp4",
    sizeBytes: REPLACEMENT_FILE.length,
    playable: true,
    chapters: chapters.slice(0, 2),
  });
  const played = await findDescriptor(api, uuid);
  expect(played).toMatchObject({ generation: 2, durationSec: 8, isEnded: true, state: "playable" });
  expect(played?.tracks.every(({ indexObject }) => indexObject.startsWith(`videos/${uuid}/2/`))).toBe(true);
  expect(await readReplacement(uuid)).toEqual({ replacement: null, generation: 2 });
  expect(await findVideoRow(upload.uuid)).toBeUndefined();
  // The cut refers to the previous media, so they stay; the previous source is unused.
  await eventually(async () =>
    expect(await listFiles(api, `uploads/${uuid}`)).toEqual([`source-${upload.uuid}`]),
  );
  expect(await listFiles(api, `videos/${uuid}/1`)).toEqual(["media"]);
  await editor.call(routes.deleteVideo, buildParams(cut));

  await editor.call(routes.restartEncoding, buildParams(uuid));
  expect((await findDescriptor(api, uuid))?.generation).toBe(3);
});

test("a pending file is in no list and cannot be reached by calls about videos", async () => {
  const user = await api.addUser(["editor"]);
  const uuid = await addEncoded(api, user);
  const { uuid: upload } = await user.call(routes.replaceVideo, {
    ...buildParams(uuid),
    body: ANNOUNCED_FILE,
  });
  expect((await user.call(routes.listVideos, { query: {} }))._embedded.map((each) => each.uuid)).toEqual([
    uuid,
  ]);
  expect((await user.call(routes.listTrash, { query: {} }))._size).toBe(0);
  expect(await user.call(routes.findUploads, { query: { fingerprint: "new" } })).toEqual([]);
  for (const route of [routes.getVideo, routes.deleteVideo, routes.restartEncoding, routes.restoreFromTrash])
    expect(await codeOf(user.call(route, buildParams(upload)))).toBe("video_not_found");
  expect(await codeOf(editor.call(routes.replaceVideo, { ...buildParams(uuid), body: ANNOUNCED_FILE }))).toBe(
    "video_not_found",
  );
  await user.call(routes.failUploads, { body: { uuids: [upload] } });
  expect((await user.call(routes.getReplacement, buildParams(uuid))).replacement).toMatchObject({
    uuid: upload,
    status: "upload_failed",
  });
});

test("an invalid or cancelled file leaves the video unchanged, and an invalid one shows the reason", async () => {
  const uuid = await addEncoded(api, editor);
  const before = await findDescriptor(api, uuid);
  const upload = await announceReplacement(uuid);
  await sendWhole(api, editor, upload.uuid, REPLACEMENT_FILE);
  const fault = { errorType: "not_a_video" as const, detail: "No container" };
  await reportResult(api, { type: "failed", videoUuid: uuid, generation: 2, job: "open-video", fault });
  await eventually(async () =>
    expect(await replacementOf(uuid)).toMatchObject({ status: "error", errorType: "not_a_video" }),
  );
  expect(await fetchVideo(uuid)).toMatchObject({ encodingStatus: "encoded", error: false });
  expect((await findDescriptor(api, uuid))?.tracks).toEqual(before?.tracks);

  const next = await announceReplacement(uuid, { ...ANNOUNCED_FILE, fingerprint: "next" });
  expect(next.uuid).not.toBe(upload.uuid);
  await editor.call(routes.cancelUpload, buildParams(next.uuid));
  await editor.call(routes.cancelReplacement, buildParams(uuid));
  expect(await readReplacement(uuid)).toEqual({ replacement: null, generation: 1 });
  await eventually(async () => expect(await listFiles(api, `uploads/${uuid}`)).toEqual(["source"]));
  expect((await listJobs(api, uuid)).filter(({ generation }) => generation > 1)).toEqual([]);
});

test("a file is refused for a video in progress, a cut and a deleted video, and from users without the right", async () => {
  const working = await addEncoded(api, editor, { status: "segmented" });
  const cut = await addEncoded(api, editor, { source_path: "shoal" });
  const deleted = await addEncoded(api, editor, { is_deleted: true });
  for (const uuid of [working, cut, deleted])
    expect(await codeOf(announceReplacement(uuid))).toBe("illegal_transition");
  const reader = await api.addUser(["readAnalytics"], { clientOf: editor });
  expect(
    await codeOf(reader.call(routes.replaceVideo, { ...buildParams(working), body: ANNOUNCED_FILE })),
  ).toBe("forbidden");
});

test("the new file of a failed video is shown as soon as its first part is playable", async () => {
  const uuid = await addEncoded(api, editor, { status: "error", error_type: "encoding_failed" });
  const { uuid: upload } = await announceReplacement(uuid);
  await sendAndOpen(api, editor, upload, { videoUuid: uuid, generation: 2 });
  await eventually(async () => expect((await fetchVideo(uuid)).encodingStatus).toBe("segmented"));
  expect(await fetchVideo(uuid)).toMatchObject({ error: false, playable: true, duration: 8 });
  await finishReplacement(api, uuid, 2);
  await eventually(async () => expect((await fetchVideo(uuid)).encodingStatus).toBe("encoded"));
});

test("a restarted encoding of the current media is dropped when the new file replaces them", async () => {
  const uuid = await addEncoded(api, editor);
  const { uuid: upload } = await announceReplacement(uuid);
  await sendAndOpen(api, editor, upload, { videoUuid: uuid, generation: 2 });
  await editor.call(routes.restartEncoding, buildParams(uuid));
  expect(await findVideoRow(uuid)).toMatchObject({ generation: 3, status: "restart" });
  await finishReplacement(api, uuid, 2);
  await eventually(async () =>
    expect(await findVideoRow(uuid)).toMatchObject({ generation: 2, status: "encoded" }),
  );
  expect((await listJobs(api, uuid)).filter(({ generation }) => generation === 3)).toEqual([]);
  await editor.call(routes.restartEncoding, buildParams(uuid));
  expect(await findVideoRow(uuid)).toMatchObject({ generation: 4 });
});

test("deleting a video discards its pending file, and restoring it keeps its own media", async () => {
  const trashed = await addEncoded(api, editor);
  const { uuid: upload } = await announceReplacement(trashed);
  await editor.call(routes.deleteVideo, buildParams(trashed));
  expect(await findVideoRow(upload)).toBeUndefined();
  await editor.call(routes.restoreFromTrash, buildParams(trashed));
  expect(await fetchVideo(trashed)).toMatchObject({ encodingStatus: "encoded", duration: 20 });
});

/** Whether a transaction waits for a lock of another transaction. */
async function isWaited(): Promise<boolean> {
  const { rows } = await sql`SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(api.database.db);
  return rows.length > 0;
}

test("a deletion waits for a pending file that is locked by another transaction, without a deadlock", async () => {
  const uuid = await addEncoded(api, editor);
  const { uuid: upload } = await announceReplacement(uuid);
  let deletion: Promise<unknown> | undefined;
  await api.database.db.transaction().execute(async (tx) => {
    await createVideosRepository(tx).lockUpload(editor.clientUuid, upload);
    deletion = editor.call(routes.deleteVideo, buildParams(uuid));
    await eventually(isWaited, { what: "a deletion that waits for the file" });
    // An encoding that starts during the deletion would add a row that refers to the video.
    const encoding = { video_uuid: uuid, generation: 2, plan: "{}", tracks: "[]" };
    await tx.insertInto("encodings").values(encoding).execute();
  });
  await deletion;
  expect(await findVideoRow(upload)).toBeUndefined();
  expect((await findVideoRow(uuid))?.trashed_at).not.toBeNull();
});
