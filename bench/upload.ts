import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { routes, SEGMENT_SEC, UPLOAD_CHUNK_BYTES } from "@shoal/contract";
import { type Account, openAccount, uploadChunk } from "../harness/account.ts";
import { startTestPlatform } from "../harness/platform.ts";
import type { Bench, Figure } from "./bench.ts";
import { FILM_PATH, measureCpu, plainFfmpeg } from "./encode.ts";

/** The number of repetitions of the 30 s video, which make the uploaded file ten times as long. */
const LOOP_COUNT = 9;
/** The duration of the upload, as over a line of about 30 Mbps, which is five times this video's bitrate. */
const UPLOAD_DURATION_SEC = 60;
const POLL_INTERVAL_MS = 50;
const TIMEOUT_MS = 300_000;
/**
 * The maximum time from the last necessary byte to the playable index, not counting the encoding. It covers a queue, two
 * transactions and a file.
 */
const MAX_OVERHEAD_SEC = 1;

/**
 * Uploads a file over a slow line and watches it during the upload. It becomes playable once its first seconds have arrived and are
 * encoded. The reference is a plain ffmpeg that encodes those seconds in the same run.
 */
async function runBench(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), "shoal-bench-"));
  const platform = await startTestPlatform();
  try {
    const path = join(folder, "film.mp4");
    const copy = ["-stream_loop", `${LOOP_COUNT}`, "-i", FILM_PATH, "-c", "copy", "-movflags", "+faststart"];
    await promisify(execFile)("ffmpeg", ["-v", "error", "-y", ...copy, path]);
    const yardstick = await measureCpu(() => plainFfmpeg(path, [[640, 360]], SEGMENT_SEC));
    const account = await openAccount(platform);
    return [figureOf(await uploadSlowly(account, await readFile(path)), yardstick.wall)];
  } finally {
    await platform.close();
    await rm(folder, { recursive: true });
  }
}

interface UploadTimes {
  /** The seconds from the response to the first chunk until the video is playable. */
  playableSec: number;
  endSec: number;
  chunks: number;
}

async function uploadSlowly(account: Account, bytes: Buffer): Promise<UploadTimes> {
  const body = { title: "Film", size: bytes.length, originalname: "film.mp4" };
  const { uuid } = await account.call(routes.createVideo, { body });
  const chunks = Math.ceil(bytes.length / UPLOAD_CHUNK_BYTES);
  await uploadChunk(account, { uuid, number: 0, bytes });
  const began = performance.now();
  const since = () => (performance.now() - began) / 1_000;
  async function sendRest(): Promise<number> {
    for (let number = 1; number < chunks; number += 1) {
      await delay((UPLOAD_DURATION_SEC * 1_000) / chunks);
      await uploadChunk(account, { uuid, number, bytes });
    }
    return since();
  }
  const [playableSec, endSec] = await Promise.all([watchUpload(account, uuid).then(since), sendRest()]);
  return { playableSec, endSec, chunks };
}

async function watchUpload(account: Account, uuid: string): Promise<void> {
  for (const giveUp = performance.now() + TIMEOUT_MS; performance.now() < giveUp; ) {
    const { playable, errorType } = await account.call(routes.getVideo, { params: { id: uuid } });
    if (errorType) throw new Error(`The film could not be encoded: ${errorType}`);
    if (playable) return;
    await delay(POLL_INTERVAL_MS);
  }
  throw new Error(`The film does not play after ${TIMEOUT_MS / 1_000} s`);
}

function figureOf({ playableSec, endSec, chunks }: UploadTimes, yardstickSec: number): Figure {
  const limitSec = 1.5 * yardstickSec + MAX_OVERHEAD_SEC;
  return {
    name: "playable before the upload ends: first chunk → playable, wall",
    value: `${playableSec.toFixed(2)} s`,
    reach: `≤ ${limitSec.toFixed(2)} s`,
    isReached: playableSec <= limitSec && playableSec < endSec,
    detail: `the upload of ${chunks} chunks went on for ${endSec.toFixed(0)} s; 4 s at 360p alone: ${yardstickSec.toFixed(2)} s wall`,
  };
}

/** The bench of how soon an upload in progress becomes playable. */
export const uploadBench: Bench[] = [{ name: "upload", run: runBench }];
