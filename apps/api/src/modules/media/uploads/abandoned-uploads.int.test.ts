import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { fillPath, routes, UPLOAD_CHUNK_BYTES } from "@shoal/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf } from "../../../testing/account-harness.ts";
import { addVideo, listJobs } from "../../../testing/video-harness.ts";
import { createAbandonedUploadsService } from "./abandoned-uploads.service.ts";

let api: TestApi;
let editor: TestUser;
const purgedPrefixes: string[] = [];
beforeAll(async () => {
  // The service also runs every minute in the api; the long retention keeps it from interfering with the test.
  api = await startTestApi({ UPLOAD_KEPT_HOURS: "8760" });
  editor = await api.addUser(["editor"]);
});
afterAll(() => api.close());

const HOUR_MS = 3_600_000;
const FILE_SIZE = 2 * UPLOAD_CHUNK_BYTES + 10;
const FIRST_CHUNK = Buffer.alloc(UPLOAD_CHUNK_BYTES, 1);

/** Runs the service with a queue that records what would be removed. */
const endAbandoned = () =>
  createAbandonedUploadsService({
    db: api.database.db,
    queue: {
      sendPurge: async (_tx, { prefixes }) => void purgedPrefixes.push(...prefixes),
      dropGenerations: () => Promise.resolve(),
    },
    realtime: { emit: () => undefined },
    keptHours: 24,
    onError: (error) => expect.unreachable(String(error)),
  }).endAbandoned();

const readUpload = (id: string) => editor.call(routes.getUpload, { params: { id } });
const announceFile = async () =>
  (await editor.call(routes.createVideo, { body: { title: "Left", size: FILE_SIZE, fingerprint: "left" } }))
    .uuid;

async function sendChunk(uuid: string, chunkNumber: number, bytes: Buffer): Promise<Response> {
  const form = new FormData();
  form.append("checksum", createHash("sha256").update(bytes).digest("hex"));
  form.append(routes.uploadChunk.multipart.file, new Blob([new Uint8Array(bytes)]));
  const url = api.url + fillPath(routes.uploadChunk.path, { uuid, chunkNumber });
  const headers = { authorization: `Bearer ${editor.credential}` };
  return fetch(url, { method: routes.uploadChunk.method, headers, body: form });
}

/** Moves the upload's last activity into the past. */
const backdateUpload = (uuid: string, ms: number) =>
  sql`UPDATE videos SET created_at = created_at - ${ms} * interval '1 ms',
    upload_feedback_at = upload_feedback_at - ${ms} * interval '1 ms' WHERE uuid = ${uuid}`.execute(
    api.database.db,
  );

test("an upload without chunks for ten minutes fails, and resumes with its next chunk", async () => {
  const uuid = await announceFile();
  expect((await sendChunk(uuid, 0, FIRST_CHUNK)).status).toBe(200);
  await backdateUpload(uuid, 9 * 60_000);
  await endAbandoned();
  expect(await readUpload(uuid)).toMatchObject({ status: "uploading", received: [[0, 1]] });
  await backdateUpload(uuid, 2 * 60_000);
  await endAbandoned();
  expect(await readUpload(uuid)).toMatchObject({ status: "upload_failed", received: [[0, 1]] });
  expect((await sendChunk(uuid, 1, FIRST_CHUNK)).status).toBe(200);
  expect(await readUpload(uuid)).toMatchObject({ status: "uploading", received: [[0, 2]] });
});

test("the chunks of an abandoned upload are removed after a day, and the file must be sent again", async () => {
  const uuid = await announceFile();
  await sendChunk(uuid, 0, FIRST_CHUNK);
  await backdateUpload(uuid, HOUR_MS);
  await endAbandoned();
  await backdateUpload(uuid, 22 * HOUR_MS);
  await endAbandoned();
  expect(await readUpload(uuid)).toMatchObject({ status: "upload_failed", received: [[0, 1]] });
  await backdateUpload(uuid, 2 * HOUR_MS);
  await endAbandoned();
  expect(await readUpload(uuid)).toMatchObject({ status: "upload_failed", received: [] });
  expect(purgedPrefixes).toContain(`uploads/${uuid}/source`);
  expect(
    (await editor.call(routes.findUploads, { query: { fingerprint: "left" } })).map((each) => each.uuid),
  ).toContain(uuid);
  await sendChunk(uuid, 0, FIRST_CHUNK);
  expect(await readUpload(uuid)).toMatchObject({ status: "uploading", received: [[0, 1]] });
  expect((await stat(join(api.folder, "media", "uploads", uuid, "2", "source"))).size).toBe(
    FIRST_CHUNK.length,
  );
  const jobs = await listJobs(api, uuid);
  expect(jobs).toContainEqual(expect.objectContaining({ name: "open-video", generation: 2 }));
});

test("fetched files, complete files and deleted videos are not treated as abandoned", async () => {
  const columns = [
    { status: "uploading", source_url: "https://example.com/film.mp4" },
    { status: "encoded" },
    { status: "upload_failed", is_deleted: true },
  ] as const;
  const uuids = await Promise.all(columns.map((each) => addVideo(api, editor, each)));
  for (const uuid of uuids) await backdateUpload(uuid, 48 * HOUR_MS);
  await endAbandoned();
  const { rows } = await sql<{ status: string; contiguous_chunks: number }>`SELECT status, contiguous_chunks
    FROM videos WHERE uuid = ANY(${uuids}::uuid[]) ORDER BY array_position(${uuids}::uuid[], uuid)`.execute(
    api.database.db,
  );
  expect(rows).toEqual(columns.map(({ status }) => ({ status, contiguous_chunks: 1 })));
});

test("an abandoned replacement file is discarded after a day", async () => {
  const owner = await addVideo(api, editor);
  const { uuid } = await editor.call(routes.replaceVideo, {
    params: { id: owner },
    body: { size: FILE_SIZE, originalname: "new.mp4" },
  });
  await sendChunk(uuid, 0, FIRST_CHUNK);
  await backdateUpload(uuid, 25 * HOUR_MS);
  await endAbandoned();
  expect(await codeOf(readUpload(uuid))).toBe("video_not_found");
  expect(purgedPrefixes.at(-1)).toMatch(new RegExp(`^uploads/${owner}/`));
  expect((await editor.call(routes.getVideo, { params: { id: owner } })).encodingStatus).toBe("encoded");
});
