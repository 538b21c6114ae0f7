import { createHash } from "node:crypto";
import { fillPath, routes, UPLOAD_CHUNK_BYTES } from "@shoal/contract";
import type { JobResult } from "@shoal/contract/jobs";
import type { EncodePlan } from "@shoal/contract/stored-data";
import { canRestart } from "@shoal/domain";
import { eventually } from "@shoal/testkit";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { createOutput, createPlan, reportResult } from "../../../testing/encoding-harness.ts";

/** The size of a file with three chunks, of which the last is short. */
const FILE_SIZE_BYTES = 2 * UPLOAD_CHUNK_BYTES + 1_000;

let api: TestApi;
let editor: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  editor = await api.addUser(["editor"]);
});
afterAll(() => api.close());

async function sendChunk(uuid: string, chunkNumber: number): Promise<void> {
  const bytes = Buffer.alloc(
    Math.min(UPLOAD_CHUNK_BYTES, FILE_SIZE_BYTES - chunkNumber * UPLOAD_CHUNK_BYTES),
  );
  const body = new FormData();
  body.set("checksum", createHash("sha256").update(bytes).digest("hex"));
  body.set("video", new Blob([bytes]), "chunk");
  const url = api.url + fillPath(routes.uploadChunk.path, { uuid, chunkNumber });
  const headers = { authorization: `Bearer ${editor.credential}` };
  expect((await fetch(url, { method: "POST", headers, body })).status).toBe(200);
}

/** Makes a plan with four segments, each in its own piece, which copies nothing from the source. */
function arrivingPlan(): EncodePlan {
  const plan = createPlan(16);
  const endBytes = [3_000_000, UPLOAD_CHUNK_BYTES, 2 * UPLOAD_CHUNK_BYTES, FILE_SIZE_BYTES];
  return {
    ...plan,
    info: { ...plan.info, video: { ...plan.info.video, startSec: 0, endSec: 12 } },
    audio: plan.audio.map((track) => ({ ...track, mode: "encode" })),
    pieces: endBytes.map((sourceEndByte, index) => ({
      index,
      segmentFrom: index,
      segmentTo: index + 1,
      startSec: index * 4,
      endSec: index * 4 + 4,
      sourceEndByte,
    })),
    audioParts: [
      { segmentFrom: 1, segmentTo: 3, sourceEndByte: 2 * UPLOAD_CHUNK_BYTES },
      { segmentFrom: 3, segmentTo: 4, sourceEndByte: FILE_SIZE_BYTES },
    ],
  };
}

/** Lists the jobs sent to workers, in the order in which workers would take them. */
async function listSentJobs(uuid: string): Promise<string[]> {
  const { rows } = await sql<{ name: string; part: string | null }>`
    SELECT name, coalesce(data->>'pieceIndex', data->>'partIndex') AS part FROM queue.job
    WHERE data->>'videoUuid' = ${uuid} AND name IN ('encode-audio', 'encode-long-audio', 'encode-piece', 'copy-piece', 'verify-source')
    ORDER BY name, part`.execute(api.database.db);
  return rows.map(({ name, part }) => (part === null ? name : `${name} ${part}`));
}

test("pieces are encoded as soon as their bytes have arrived, and all of them once the file is complete", async () => {
  const body = { title: "Film", size: FILE_SIZE_BYTES, originalname: "film.mp4" };
  const { uuid } = await editor.call(routes.createVideo, { body });
  const base = { videoUuid: uuid, generation: 1 };
  const status = async () => (await editor.call(routes.getVideo, { params: { id: uuid } })).encodingStatus;
  await sendChunk(uuid, 0);
  expect(await listSentJobs(uuid)).toEqual([]);
  const plan = arrivingPlan();
  const outputs = ["v0", "a0"].map((id) => createOutput(id, 1));
  await reportResult(api, { type: "opened", ...base, plan, outputs } satisfies JobResult);
  await eventually(async () =>
    expect(await listSentJobs(uuid)).toEqual(["encode-piece 0", "encode-piece 1"]),
  );
  const read = () => editor.call(routes.getVideo, { params: { id: uuid } });
  await eventually(async () => expect(await read()).toMatchObject({ playable: true }));
  expect(await status()).toBe("uploading");
  expect((await read()).notes).toEqual([{ kind: "picture_ends_early", atSec: 12 }]);

  await sendChunk(uuid, 1);
  const pieces = (count: number) => Array.from({ length: count }, (_, index) => `encode-piece ${index}`);
  expect(await listSentJobs(uuid)).toEqual(["encode-audio 0", ...pieces(3)]);
  await sendChunk(uuid, 1);
  await sendChunk(uuid, 2);
  expect(await listSentJobs(uuid)).toEqual([
    "encode-audio 0",
    "encode-audio 1",
    ...pieces(4),
    "verify-source",
  ]);

  for (const pieceIndex of plan.pieces.keys())
    await reportResult(api, { type: "piece", job: "encode-piece", ...base, pieceIndex, outputs: [] });
  await reportResult(api, { type: "audio", ...base, partIndex: 1, outputs: [] });
  const { db } = api.database;
  const countOutputs = () =>
    db.selectFrom("encoding_outputs").where("video_uuid", "=", uuid).selectAll().execute();
  await eventually(async () => expect(await countOutputs()).toHaveLength(6));
  expect(await status()).not.toBe("encoded");
  await reportResult(api, { type: "audio", ...base, partIndex: 0, outputs: [] });
  await eventually(async () => expect(await status()).toBe("encoded"));
});

test("parameters changed during an upload discard what was already encoded, and the next bytes open the file with them", async () => {
  const body = { title: "Film", size: FILE_SIZE_BYTES, originalname: "film.mp4" };
  const { uuid } = await editor.call(routes.createVideo, { body });
  const { db } = api.database;
  const openings = async () => {
    const { rows } = await sql<{ generation: number; qualities: unknown }>`
      SELECT (data->>'generation')::int AS generation, data->'qualities' AS qualities FROM queue.job
      WHERE data->>'videoUuid' = ${uuid} AND name = 'open-video'`.execute(db);
    return rows;
  };
  const countEncodings = async () =>
    (await db.selectFrom("encodings").where("video_uuid", "=", uuid).select("generation").execute()).length;
  await sendChunk(uuid, 0);
  const outputs = ["v0", "a0"].map((id) => createOutput(id, 1));
  const opened = { type: "opened", videoUuid: uuid, plan: arrivingPlan(), outputs } as const;
  await reportResult(api, { ...opened, generation: 1 } satisfies JobResult);
  await eventually(async () => expect(await countEncodings()).toBe(1));
  expect(await listSentJobs(uuid)).not.toEqual([]);

  const inputQualities = [{ bitrate: 800, resolution: { width: 640, height: 360 }, FPS: 25 }];
  const change = { params: { id: uuid }, body: { inputQualities } };
  expect(await editor.call(routes.updateVideo, change)).toMatchObject({
    encodingStatus: "uploading",
    inputQualities,
    currentChunk: 1,
    playable: false,
  });
  expect([await countEncodings(), await listSentJobs(uuid), await openings()]).toEqual([0, [], []]);
  // Saving the same parameters again does not restart the encoding.
  await editor.call(routes.updateVideo, change);
  await sendChunk(uuid, 1);
  expect(await openings()).toEqual([{ generation: 2, qualities: inputQualities }]);
  await reportResult(api, { ...opened, generation: 2 } satisfies JobResult);
  await sendChunk(uuid, 2);
  await eventually(async () => expect(await listSentJobs(uuid)).toContain("verify-source"));
});

test("a file that takes long to open is opened once, in a separate job", async () => {
  const body = { title: "Broadcast", size: FILE_SIZE_BYTES, originalname: "broadcast.ts" };
  const { uuid } = await editor.call(routes.createVideo, { body });
  for (const chunk of [0, 1, 2]) await sendChunk(uuid, chunk);
  const base = { videoUuid: uuid, generation: 1 };
  const openings = async () => {
    const { rows } = await sql<{ sizes: object }>`
      SELECT data->'source' AS sizes FROM queue.job WHERE data->>'videoUuid' = ${uuid} AND name = 'open-long-video'`.execute(
      api.database.db,
    );
    return rows.map(({ sizes }) => sizes);
  };
  await reportResult(api, { type: "takes-long", ...base });
  await reportResult(api, { type: "takes-long", ...base });
  await eventually(async () =>
    expect(await openings()).toEqual([
      expect.objectContaining({ sizeBytes: FILE_SIZE_BYTES, availableBytes: FILE_SIZE_BYTES }),
    ]),
  );
  const outputs = ["v0", "a0"].map((id) => createOutput(id, 1));
  await reportResult(api, { type: "opened", ...base, plan: arrivingPlan(), outputs });
  await eventually(async () => expect(await listSentJobs(uuid)).toContain("encode-piece 0"));
});

test("a file that failed before it was complete cannot be restarted, not even in bulk", async () => {
  const body = { title: "Broken", size: FILE_SIZE_BYTES, originalname: "broken.mp4" };
  const { uuid } = await editor.call(routes.createVideo, { body });
  await sendChunk(uuid, 0);
  const fault = { errorType: "not_a_video", detail: "no container" } as const;
  await reportResult(api, { type: "failed", videoUuid: uuid, generation: 1, job: "open-video", fault });
  const read = () => editor.call(routes.getVideo, { params: { id: uuid } });
  await eventually(async () => expect(await read()).toMatchObject({ encodingStatus: "error" }));
  expect(canRestart(await read())).toBe(false);
  const restart = editor.call(routes.restartEncoding, { params: { id: uuid } });
  await expect(restart).rejects.toMatchObject({ code: "illegal_transition" });
  expect(await editor.call(routes.changeVideos, { body: { action: "restart", uuids: [uuid] } })).toEqual({
    changed: 0,
    refused: [{ uuid, code: "illegal_transition" }],
  });
});

test("long audio has a queue of its own, so that short videos do not wait for it", async () => {
  const body = { title: "Day", size: FILE_SIZE_BYTES, originalname: "day.mp4" };
  const { uuid } = await editor.call(routes.createVideo, { body });
  for (const chunk of [0, 1, 2]) await sendChunk(uuid, chunk);
  // The first audio part ends after five minutes, the second one after ten hours.
  const plan = { ...arrivingPlan(), segmentStartsSec: [0, 100, 200, 300, 36_000] };
  const outputs = ["v0", "a0"].map((id) => createOutput(id, 1));
  await reportResult(api, {
    type: "opened",
    videoUuid: uuid,
    generation: 1,
    plan,
    outputs,
  } satisfies JobResult);
  await eventually(async () =>
    expect((await listSentJobs(uuid)).filter((job) => job.includes("audio"))).toEqual([
      "encode-audio 0",
      "encode-long-audio 1",
    ]),
  );
});
