import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { findFreeBytes } from "@shoal/store";
import { eventually, startFileServer } from "@shoal/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openedOf, videoIdentity } from "./testing/job-harness.ts";
import { createQueueHarness, type QueueHarness } from "./testing/queue-harness.ts";
import { addSources, OPEN_OPTIONS, readJobState, sealUrl } from "./testing/queued-sources.ts";
import { type RunningWorker, startWorker } from "./worker.ts";

const execFileAsync = promisify(execFile);
/** The size of the disk for work, and the space that is left once another program has filled the disk. */
const DISK_BYTES = 1_000_000_000;
const FREE_SPACE_BYTES = 50_000_000;

let harness: QueueHarness;
let workDir: string;
let payload: Parameters<typeof harness.send<"encode-piece">>[1];
beforeAll(async () => {
  harness = await createQueueHarness();
  workDir = harness.config.WORK_DIR;
  await mkdir(workDir, { recursive: true });
  await execFileAsync("mount", ["-t", "tmpfs", "-o", `size=${DISK_BYTES}`, "tmpfs", workDir]);
  const { slow: source } = await addSources(harness);
  const worker = await startWorker(harness.config);
  await harness.send("open-video", { ...videoIdentity, source, ...OPEN_OPTIONS });
  const { plan } = openedOf(await harness.nextResult());
  await worker.stop();
  // The whole video is one piece, which takes long enough for the test to observe.
  const segmentTo = plan.segmentStartsSec.length - 1;
  const pieces = plan.pieces.map((piece) => ({ ...piece, segmentFrom: 0, segmentTo }));
  payload = { ...videoIdentity, source, plan: { ...plan, pieces }, pieceIndex: 1 };
});
afterAll(async () => {
  if (workDir) await execFileAsync("umount", [workDir]);
  await harness?.dispose();
});

const isEncoding = async (id: string) =>
  (await readJobState(harness, "encode-piece", id)) === "active" &&
  (await readdir(workDir, { recursive: true })).some((name) => name.includes(id));

/** Returns how many more attempts the queue allows. */
async function attemptsLeft(id: string): Promise<number> {
  const [job] = await harness.boss.findJobs("encode-piece", { id });
  return (job?.retryLimit ?? 0) - (job?.retryCount ?? 0);
}

async function countEndings(worker: RunningWorker, ending: string): Promise<number> {
  const text = await (await fetch(`${worker.url}/metrics`)).text();
  return Number(new RegExp(`ending="${ending}"} (\\d+)`).exec(text)?.[1] ?? 0);
}

test("a piece waits while the disk is full, leaves no files, and is encoded when there is room again", async () => {
  const worker = await startWorker(harness.config);
  const filler = join(workDir, "filler");
  try {
    const id = await harness.send("encode-piece", payload);
    await eventually(() => isEncoding(id));
    const before = await attemptsLeft(id);
    await execFileAsync("fallocate", [
      "-l",
      String((await findFreeBytes(workDir)) - FREE_SPACE_BYTES),
      filler,
    ]);
    await eventually(async () => (await countEndings(worker, "waits-for-disk")) === 1);
    expect(await readJobState(harness, "encode-piece", id)).toBe("retry");
    expect((await readdir(workDir, { recursive: true })).filter((name) => name.includes(id))).toEqual([]);
    // The job is due immediately, but no worker claims it, so it loses no attempt.
    expect((await fetch(`${worker.url}/readyz`)).status).toBe(200);
    await rm(filler);
    expect(await harness.nextResult()).toMatchObject({ type: "piece" });
    expect(await attemptsLeft(id)).toBe(before);
    expect(await countEndings(worker, "waits-for-disk")).toBe(1);
  } finally {
    await worker.stop();
  }
});

test("a piece is requeued at once without losing an attempt when its worker stops", async () => {
  const worker = await startWorker(harness.config);
  const id = await harness.send("encode-piece", payload);
  await eventually(() => isEncoding(id));
  const before = await attemptsLeft(id);
  const startedMs = performance.now();
  await worker.stop();
  expect(performance.now() - startedMs).toBeLessThan(10_000);
  expect(await readJobState(harness, "encode-piece", id)).toBe("retry");
  const next = await startWorker(harness.config);
  try {
    expect(await harness.nextResult()).toMatchObject({ type: "piece" });
    expect(await attemptsLeft(id)).toBe(before);
  } finally {
    await next.stop();
  }
});

test("a fetch waits below the free space that uploads need, while encodings run, and resumes where it stopped", async () => {
  const folder = join(harness.folder, "small-store");
  await mkdir(folder, { recursive: true });
  await execFileAsync("mount", ["-t", "tmpfs", "-o", `size=${DISK_BYTES}`, "tmpfs", folder]);
  // Uploads stop at 600 MB, encodings at 400 MB.
  const worker = await startWorker({ ...harness.config, MEDIA_STORE: folder, DISK_LOW_BYTES: 600_000_000 });
  const film = randomBytes(10_300_000);
  const server = await startFileServer(film, { stopAt: 6_000_000, stop: "hold" });
  const filler = join(folder, "filler");
  try {
    const id = await harness.send("fetch-source", {
      ...videoIdentity,
      sealedUrl: sealUrl(harness, server.url),
      object: "uploads/waiting/source",
    });
    await eventually(() => harness.progress.fetchedBytes > 0);
    await execFileAsync("fallocate", ["-l", String((await findFreeBytes(folder)) - 500_000_000), filler]);
    await eventually(async () => (await countEndings(worker, "waits-for-disk")) === 1);
    expect(await readJobState(harness, "fetch-source", id)).toBe("retry");
    server.file.stopAt = undefined;
    await rm(filler);
    expect(await harness.nextResult()).toMatchObject({ type: "fetched", sizeBytes: film.length });
    expect(server.ranges.at(-1)).toMatch(/^bytes=[1-9]/);
  } finally {
    await worker.stop();
    await server.close();
    await execFileAsync("umount", [folder]);
  }
});
