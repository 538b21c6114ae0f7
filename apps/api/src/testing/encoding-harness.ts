import { createHash } from "node:crypto";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fillPath, routes } from "@shoal/contract";
import type { JobResult } from "@shoal/contract/jobs";
import type { EncodePlan, TrackOutput } from "@shoal/contract/stored-data";
import { createEncodingsRepository } from "../modules/media/encoding/index.ts";
import type { TestApi, TestUser } from "../test-api.ts";
import { queueResult } from "./queued-jobs.ts";
import { addVideo } from "./video-harness.ts";

const sampleRange = { object: "piece", offset: 0, length: 100, sha256: "0".repeat(64) };

/** Returns the output of a job for a track: segments of 4 s. */
export const createOutput = (trackId: string, segments: number): TrackOutput => ({
  trackId,
  codecs: trackId.startsWith("v") ? "avc1.64001f" : "mp4a.40.2",
  init: sampleRange,
  segments: Array.from({ length: segments }, (_, number) => ({
    ...sampleRange,

    number,
    startSec: number * 4,
    durationSec: 4,
  })),
});

/** Returns a plan with one encoded rung and one audio track. */
export const createPlan = (durationSec: number): EncodePlan => ({
  version: 1,
  info: {
    container: "mp4",
    durationSec,
    startSec: 0,
    sizeBytes: 1_000,
    bitrateKbps: 800,
    isFaststart: true,
    video: {
      streamIndex: 0,
      codec: "h264",
      width: 640,
      height: 360,
      fps: { num: 25, den: 1 },

      isVariableFrameRate: false,
      rotationDeg: 0,
      isInterlaced: false,
      isHdr: false,

      pixelFormat: "yuv420p",
      frameCount: durationSec * 25,
    },
    audio: [],
  },
  rungs: [
    {
      id: "v0",
      mode: "encode",
      width: 640,
      height: 360,
      fps: { num: 25, den: 1 },

      crf: 23,
      maxBitrateKbps: 900,
    },
  ],
  audio: [
    {
      id: "a0",
      mode: "copy",
      streamIndex: 1,
      channels: 2,
      sampleRateHz: 48_000,
      bitrateKbps: 128,

      language: "",
      title: "",
    },
  ],
  segmentStartsSec: Array.from({ length: durationSec / 4 + 1 }, (_, n) => n * 4),
  gopFrames: 50,
  pieces: [
    {
      index: 0,
      segmentFrom: 0,
      segmentTo: durationSec / 4,
      startSec: 0,
      endSec: durationSec,
      sourceEndByte: 1_000,
    },
  ],
  firstRungId: "v0",
});

/** Adds a video of 20 s that is encoded in five segments, with its source and a file of its media. */
export async function addEncoded(api: TestApi, user: TestUser, columns: object = {}): Promise<string> {
  const uuid = await addVideo(api, user, { duration_sec: 20, ...columns });
  const encodings = createEncodingsRepository(api.database.db);
  const tracks = ["v0", "a0"].map((id) => ({
    id,
    kind: id === "a0" ? "audio" : "video",
    indexObject: `videos/${uuid}/1/index/${id}.1.json`,

    codecs: "",
    width: 640,
    height: 360,
    fps: 25,
    language: null,
    name: null,
    indexVersion: 1,

    bandwidthBps: 900_000,
    averageBandwidthBps: 800_000,
  }));
  await encodings.updateEncoding(uuid, 1, {
    plan: JSON.stringify(createPlan(20)),
    tracks: JSON.stringify(tracks),
  });
  const outputs = ["v0", "a0"].map((id) => createOutput(id, 5));
  await encodings.addOutput({ uuid, generation: 1, job: "encode-piece", pieceIndex: 0 }, outputs);
  for (const name of [`videos/${uuid}/1/media`, `uploads/${uuid}/source`]) await addFile(api, name);
  return uuid;
}

/** Puts an object into the media store. */
export async function addFile(api: TestApi, name: string): Promise<void> {
  const path = join(api.folder, "media", name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, "media");
}

/** Lists the names of the objects below a folder of the media store. */
export async function listFiles(api: TestApi, folder: string): Promise<string[]> {
  const names = await readdir(join(api.folder, "media", folder), {
    recursive: true,
    withFileTypes: true,
  }).catch(() => []);
  return names.filter((entry) => entry.isFile()).map(({ name }) => name);
}

/** Reports a result as a worker does. */
export const reportResult = (api: TestApi, result: JobResult): Promise<void> =>
  queueResult(api.database.db, result);

/** Uploads a file as a single chunk. */
export async function sendWhole(
  api: TestApi,
  user: TestUser,
  uuid: string,
  bytes: Uint8Array,
): Promise<number> {
  const body = new FormData();
  body.set("checksum", createHash("sha256").update(bytes).digest("hex"));
  body.set("video", new Blob([bytes as BlobPart]), "chunk");
  const url = api.url + fillPath(routes.uploadChunk.path, { uuid, chunkNumber: 0 });
  const headers = { authorization: `Bearer ${user.credential}` };
  return (await fetch(url, { method: "POST", headers, body })).status;
}
