import { readFile, rm } from "node:fs/promises";
import { routes, UPLOAD_CHUNK_BYTES } from "@shoal/contract";
import { eventually } from "@shoal/testkit";
import { startTestS3 } from "@shoal/testkit/test-s3";
import {
  type Account,
  openAccount,
  uploadChunk,
  VIDEO_TIMEOUT_MS,
  waitForVideo,
} from "../harness/account.ts";
import { makeInstallation, startTestPlatform } from "../harness/platform.ts";
import { startPlatformOnS3 } from "../harness/platform-on-s3.ts";
import type { Bench, Figure } from "./bench.ts";
import { FILM_PATH, measureCpu } from "./encode.ts";

/**
 * The number of pairs of runs. Each pair has one run with a bucket and one with a folder. Several are needed, since other work on
 * the machine affects single pairs.
 */
const ROUND_COUNT = Number(process.env.SHOAL_BENCH_ROUNDS ?? 3);
const CPU_TARGET_RATIO = 1.15;
const PLAYABLE_TARGET_SEC = 0.5;
/** The polling interval. It is a tenth of the target, so it hardly affects the comparison. */
const POLL_INTERVAL_MS = 50;

interface StoreRun {
  cpuSec: number;
  playableSec: number;
}

/** Measures an upload and its encoding with stores on this machine. A real network would add its latency. */
async function runBench(): Promise<Figure[]> {
  const bytes = await readFile(FILM_PATH);
  const runs: { folder: StoreRun; bucket: StoreRun }[] = [];
  for (let n = 0; n < ROUND_COUNT; n++) {
    // The order alternates, because the first run of a pair finds colder caches.
    const first = n % 2 === 0 ? await runOnce(bytes) : undefined;
    const bucket = await runWithBucket(bytes);
    runs.push({ folder: first ?? (await runOnce(bytes)), bucket });
  }
  const middle = (value: (each: (typeof runs)[number]) => number) =>
    runs.map(value).toSorted((a, b) => a - b)[ROUND_COUNT >> 1] ?? 0;
  const cpuFactor = middle(({ folder, bucket }) => bucket.cpuSec / folder.cpuSec);
  const laterSec = middle(({ folder, bucket }) => bucket.playableSec - folder.playableSec);
  const detail = runs
    .map(({ folder, bucket }) => `${bucket.cpuSec.toFixed(1)} for ${folder.cpuSec.toFixed(1)} s of CPU`)
    .join(", ");
  return [
    {
      name: "upload and encode through S3 against the folder: CPU of the machine, the store's own server included",
      value: `${cpuFactor.toFixed(2)} ×`,
      reach: `≤ ${CPU_TARGET_RATIO} ×`,
      isReached: cpuFactor <= CPU_TARGET_RATIO,
      detail,
    },
    {
      name: "upload and encode through S3 against the folder: last chunk → playable",
      value: `${laterSec >= 0 ? "+" : ""}${laterSec.toFixed(2)} s`,
      reach: `≤ +${PLAYABLE_TARGET_SEC} s`,
      isReached: laterSec <= PLAYABLE_TARGET_SEC,
      detail: `the middle one of ${ROUND_COUNT} pairs: ${runs.map(({ folder, bucket }) => `${bucket.playableSec.toFixed(2)} for ${folder.playableSec.toFixed(2)} s`).join(", ")}`,
    },
  ];
}

async function runWithBucket(bytes: Buffer): Promise<StoreRun> {
  const s3 = await startTestS3();
  try {
    return await runOnce(bytes, (installation) => startPlatformOnS3(installation, s3));
  } finally {
    await s3.close();
  }
}

async function runOnce(
  bytes: Buffer,
  start: typeof startTestPlatform = startTestPlatform,
): Promise<StoreRun> {
  const installation = await makeInstallation();
  const platform = await start(installation);
  try {
    const account = await openAccount(platform);
    const { cpu, value } = await measureCpu(() => uploadAndWait(account, bytes));
    return { cpuSec: cpu, playableSec: value };
  } finally {
    await platform.close();
    await rm(installation.dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Uploads a file. @returns the seconds from the last chunk's response until the video is playable. */
async function uploadAndWait(account: Account, bytes: Buffer): Promise<number> {
  const { uuid } = await account.call(routes.createVideo, {
    body: { title: "Film", size: bytes.length, originalname: "film.mp4" },
  });
  for (let number = 0; number * UPLOAD_CHUNK_BYTES < bytes.length; number++)
    await uploadChunk(account, { uuid, number, bytes });
  const began = performance.now();
  const read = () => account.call(routes.getVideo, { params: { id: uuid } });
  await eventually(async () => (await read()).playable, {
    limitMs: VIDEO_TIMEOUT_MS,
    everyMs: POLL_INTERVAL_MS,
  });
  const playableSec = (performance.now() - began) / 1_000;
  await waitForVideo(account, uuid, ({ encodingStatus }) => encodingStatus === "encoded");
  return playableSec;
}

/** The bench of the cost of a bucket compared with a folder. */
export const storeBench: Bench[] = [{ name: "store", run: runBench }];
