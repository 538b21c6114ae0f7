import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type JobPayload, OPTIMIZED_QUALITIES, RESULT_QUEUE, SOURCE_URLS } from "@shoal/contract";
import { createSecretBox } from "@shoal/lifecycle";
import { H264, makeClipFolder, startFileServer, testPicture, testTone } from "@shoal/testkit";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { identity, JobRig, makeJobRig, openedOf } from "./testing/job-rig.ts";
import { makeQueueRig, type QueueRig, until } from "./testing/queue-rig.ts";
import { type RunningWorker, startWorker } from "./worker.ts";

let rig: QueueRig;
let source: Awaited<ReturnType<JobRig["addSource"]>>;
let slowSource: typeof source;
const wishes = { qualities: OPTIMIZED_QUALITIES, firstPass: false, encoding: "encoding" } as const;

/** As the api does. */
const sealUrl = (url: string) =>
  createSecretBox(rig.config.INTERNAL_SECRET, SOURCE_URLS).seal(url, identity.videoUuid);

beforeAll(async () => {
  rig = await makeQueueRig();
  const clips = await makeClipFolder();
  const files = new JobRig(rig.folder, {} as never);
  await files.store.prepare();
  source = await files.addSource(
    await clips.make("a.mkv", [...testPicture({ durationSec: 5 }), ...testTone(5), ...H264, "-c:a", "aac"]),
    "quick",
  );
  const large = testPicture({ durationSec: 14, size: "960x540" });
  slowSource = await files.addSource(await clips.make("b.mkv", [...large, ...H264]), "slow");
  await clips[Symbol.asyncDispose]();
});
afterAll(() => rig?.dispose());

describe("a running worker", () => {
  let worker: RunningWorker;
  beforeAll(async () => {
    worker = await startWorker(rig.config);
  });
  afterAll(() => worker?.stop());

  it("opens a video that is sent to its queue and reports the result", async () => {
    await rig.send("open-video", { ...identity, source, ...wishes });
    const opened = openedOf(await rig.nextResult());
    expect(opened.outputs.map(({ trackId }) => trackId).toSorted()).toEqual(["a0", "v0"]);
  });

  it("tells the owner of a bad file why, and does not try again", async () => {
    const missing = { ...source, sizeBytes: 0, availableBytes: 0 };
    await rig.send("open-video", { ...identity, source: missing, ...wishes });
    expect(await rig.nextResult()).toMatchObject({ type: "failed", fault: { errorType: "empty_file" } });
  });

  it("stops a piece that is no longer wanted", async () => {
    await rig.send("open-video", { ...identity, source: slowSource, ...wishes });
    const { plan } = openedOf(await rig.nextResult());
    rig.progress.isWanted = false;
    const id = await rig.send("encode-piece", { ...identity, source: slowSource, plan, pieceIndex: 1 });
    expect(await rig.nextResult()).toMatchObject({ type: "failed", job: "encode-piece" });
    rig.progress.isWanted = true;
    await until(async () => (await stateOf("encode-piece", id)) === "completed" || undefined);
  });

  it("stops fetching a file that is no longer wanted", async () => {
    const server = await startFileServer(Buffer.alloc(20_000), { stopAt: 10_000, stop: "hold" });
    rig.progress.isWanted = false;
    await rig.send("fetch-source", {
      ...identity,
      sealedUrl: sealUrl(server.url),
      object: "uploads/unwanted/source",
    });
    expect(await rig.nextResult()).toMatchObject({ type: "failed", job: "fetch-source" });
    rig.progress.isWanted = true;
    await server.close();
  });

  it("is healthy, ready and measured", async () => {
    expect((await fetch(`${worker.url}/healthz`)).status).toBe(200);
    expect((await fetch(`${worker.url}/readyz`)).status).toBe(200);
    expect(await (await fetch(`${worker.url}/metrics`)).text()).toContain(
      'shoal_worker_jobs_total{job="open-video",ending="done"}',
    );
  });
});

describe("a worker that dies", () => {
  const children: ChildProcess[] = [];
  afterEach(() => {
    for (const child of children.splice(0)) child.kill("SIGKILL");
  });
  function startProcess(): ChildProcess {
    const main = join(import.meta.dirname, "main.ts");
    const child = spawn(process.execPath, [main], { env: rig.env, stdio: "inherit" });
    children.push(child);
    return child;
  }

  it("loses nothing when it is killed in the middle of a piece", async () => {
    const first = startProcess();
    await rig.send("open-video", { ...identity, source: slowSource, ...wishes });
    const { plan } = openedOf(await rig.nextResult());
    rig.progress.count = 0;
    await rig.send("encode-piece", { ...identity, source: slowSource, plan, pieceIndex: 1 });
    await until(async () => rig.progress.count > 0 || undefined);
    first.kill("SIGKILL");
    await until(async () => (await ffmpegPids()).length === 0 || undefined, 5_000);

    const second = startProcess();
    const result = await rig.nextResult();
    expect(result).toMatchObject({ type: "piece", pieceIndex: 1 });
    await stopped(second);
    expect(await readdir(rig.config.WORK_DIR)).toEqual([]);
    expect(await encodedAgain(plan)).toEqual(result);
  });

  it("goes on fetching a file where the killed one was, and only the rest", async () => {
    const film = randomBytes(12_000_000);
    const server = await startFileServer(film, { stopAt: 11_000_000, stop: "hold" });
    const first = startProcess();
    const object = "uploads/film/source";
    await rig.send("fetch-source", {
      ...identity,
      sealedUrl: sealUrl(`${server.url}/film.mp4`),
      object,
    });
    await until(async () => rig.progress.fetchedBytes >= 10_000_000 || undefined);
    first.kill("SIGKILL");
    server.file.stopAt = undefined;

    const second = startProcess();
    expect(await rig.nextResult()).toMatchObject({ type: "fetched", sizeBytes: film.length });
    await stopped(second);
    expect((await readFile(join(rig.folder, "store", object))).equals(film)).toBe(true);
    expect(server.ranges).toEqual([undefined, expect.stringMatching(/^bytes=1[01]\d{6}-$/)]);
    expect(server.sentBytes[1]).toBeLessThanOrEqual(2_000_000);
    await server.close();
  });

  it("makes a cut once when it is killed in the middle of it", async () => {
    const payload = await cutPayload();
    const first = startProcess();
    const id = await rig.send("cut-video", payload);
    await until(async () => (await ffmpegPids()).length > 0 || undefined);
    first.kill("SIGKILL");
    await until(async () => (await ffmpegPids()).length === 0 || undefined, 5_000);

    const second = startProcess();
    const result = await rig.nextResult();
    await until(async () => (await stateOf("cut-video", id)) === "completed" || undefined);
    await stopped(second);
    expect(await rig.boss.fetch(RESULT_QUEUE)).toEqual([]);
    expect(await readdir(rig.config.WORK_DIR)).toEqual([]);
    expect(await inStore((again) => again.run("cut-video", payload))).toEqual(result);
  });

  it("gives its piece back when it is asked to stop", async () => {
    const first = startProcess();
    await rig.send("open-video", { ...identity, source: slowSource, ...wishes });
    const { plan } = openedOf(await rig.nextResult());
    rig.progress.count = 0;
    const id = await rig.send("encode-piece", { ...identity, source: slowSource, plan, pieceIndex: 1 });
    await until(async () => rig.progress.count > 0 || undefined);
    await stopped(first);
    expect(await stateOf("encode-piece", id)).toBe("retry");
    expect(await readdir(rig.config.WORK_DIR)).toEqual([]);
    expect(await ffmpegPids()).toEqual([]);
    await rig.boss.cancel("encode-piece", id);
  });

  /** A part of a video that is encoded in the store of the worker. */
  async function cutPayload(): Promise<JobPayload<"cut-video">> {
    return inStore(async (jobs) => {
      const opened = openedOf(await jobs.open(slowSource));
      const tracks: JobPayload<"cut-video">["tracks"] = [];
      for (const [trackId, index] of await jobs.finish(slowSource, opened)) {
        const indexObject = `indexes/${trackId}.json`;
        await jobs.store.put(indexObject, Buffer.from(JSON.stringify(index)));
        tracks.push({ trackId, kind: "video", indexObject });
      }
      const { plan } = opened;
      const rungIds = plan.rungs.map((rung) => rung.id);
      const videoUuid = "00000000-0000-4000-8000-0000000000c0";
      const range = { inSec: 2.04, outSec: 11.96 };
      return { videoUuid, generation: 1, tracks, plan, ...range, pieceIndex: 0, rungIds, audioIds: [] };
    });
  }

  /** Runs jobs in the worker's own store, without a queue. */
  async function inStore<T>(work: (jobs: JobRig) => Promise<T>): Promise<T> {
    return work(await makeJobRig("auto", rig.folder));
  }

  /** The same piece made once more, without a queue. */
  async function encodedAgain(plan: ReturnType<typeof openedOf>["plan"]) {
    const again = await makeJobRig();
    try {
      const copy = await again.addSource(join(rig.folder, "store", slowSource.object), "slow");
      return await again.run("encode-piece", { ...identity, source: copy, plan, pieceIndex: 1 });
    } finally {
      await again.dispose();
    }
  }
});

function stopped(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.kill("SIGTERM");
  });
}

async function stateOf(queue: string, id: string) {
  const [job] = await rig.boss.findJobs(queue, { id });
  return job?.state;
}

/** Processes of this machine that read our sources. */
async function ffmpegPids(): Promise<string[]> {
  const found: string[] = [];
  for (const pid of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
    const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
    if (command.includes("ffmpeg") && command.includes(rig.folder)) found.push(pid);
  }
  return found;
}
