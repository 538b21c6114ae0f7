import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { unpackAlignment } from "@shoal/align";
import { type JobPayload, RESULT_QUEUE } from "@shoal/contract/jobs";
import { eventually, startFileServer } from "@shoal/testkit";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createJobHarness, type JobHarness, openedOf, videoIdentity } from "./testing/job-harness.ts";
import { createQueueHarness, DEAD_QUEUE, type QueueHarness } from "./testing/queue-harness.ts";
import { addSources, OPEN_OPTIONS, readJobState, sealUrl } from "./testing/queued-sources.ts";

let harness: QueueHarness;
let sources: Awaited<ReturnType<typeof addSources>>;
beforeAll(async () => {
  harness = await createQueueHarness();
  sources = await addSources(harness);
});
afterAll(() => harness?.dispose());

/** The number of workers that a job may cost before it fails. */
const MAX_LOSSES = 4;

describe("a worker that dies", () => {
  const children: ChildProcess[] = [];
  afterEach(() => {
    for (const child of children.splice(0)) child.kill("SIGKILL");
  });
  function startProcess(slots = 1): ChildProcess {
    const main = join(import.meta.dirname, "main.ts");
    const env = { ...harness.env, WORKER_SLOTS: String(slots) };
    const child = spawn(process.execPath, [main], { env, stdio: "inherit" });
    children.push(child);
    return child;
  }

  it("leaves no files and loses no piece when it is killed in the middle of it", async () => {
    const first = startProcess();
    await harness.send("open-video", { ...videoIdentity, source: sources.slow, ...OPEN_OPTIONS });
    const { plan } = openedOf(await harness.nextResult());
    harness.progress.count = 0;
    await harness.send("encode-piece", { ...videoIdentity, source: sources.slow, plan, pieceIndex: 1 });
    await eventually(async () => harness.progress.count > 0);
    first.kill("SIGKILL");
    await eventually(async () => (await ffmpegPids()).length === 0);

    const second = startProcess();
    const result = await harness.nextResult();
    expect(result).toMatchObject({ type: "piece", pieceIndex: 1 });
    await waitUntilStopped(second);
    expect(await readdir(harness.config.WORK_DIR)).toEqual([]);
    expect(await encodedAgain(plan)).toEqual(result);
  });

  it("has its job retried three times: a job that kills four workers fails", async () => {
    const opener = startProcess();
    await harness.send("open-video", { ...videoIdentity, source: sources.slow, ...OPEN_OPTIONS });
    const { plan } = openedOf(await harness.nextResult());
    await waitUntilStopped(opener);
    const payload = { ...videoIdentity, source: sources.slow, plan, pieceIndex: 1 };
    const id = await harness.send("encode-piece", payload);
    for (let death = 0; death < MAX_LOSSES; death++) {
      harness.progress.count = 0;
      const worker = startProcess();
      await eventually(async () => harness.progress.count > 0);
      worker.kill("SIGKILL");
      await eventually(async () => (await ffmpegPids()).length === 0);
    }
    await eventually(async () => (await readJobState(harness, "encode-piece", id)) === "failed");
    const dead = await eventually(async () => (await harness.boss.fetch<object>(DEAD_QUEUE))[0] ?? false);
    expect(dead.data).toEqual(payload);
  });

  it("does not fail other jobs that ran beside the one that killed four workers", async () => {
    const opener = startProcess();
    await harness.send("open-video", { ...videoIdentity, source: sources.slow, ...OPEN_OPTIONS });
    const { plan } = openedOf(await harness.nextResult());
    await waitUntilStopped(opener);
    const ids = await Promise.all(
      [1, 2].map((generation) =>
        harness.send("encode-piece", {
          ...videoIdentity,
          generation,
          source: sources.slow,
          plan,
          pieceIndex: 1,
        }),
      ),
    );
    const states = () => Promise.all(ids.map((id) => readJobState(harness, "encode-piece", id)));
    const active = async (retryCount: number) => {
      const text = `SELECT id FROM queue.job WHERE name = 'encode-piece' AND state = 'active' AND retry_count = $1`;
      return (await harness.boss.getDb().executeSql(text, [retryCount])).rows.length;
    };
    for (let death = 0; death < MAX_LOSSES; death++) {
      const worker = startProcess(2);
      await eventually(async () => (await active(death)) === 2);
      harness.progress.count = 0;
      await eventually(async () => harness.progress.count > 0);
      worker.kill("SIGKILL");
      await eventually(async () => (await ffmpegPids()).length === 0);
    }
    const last = startProcess(2);
    expect(await harness.nextResult()).toMatchObject({ type: "piece" });
    await eventually(async () => expect((await states()).toSorted()).toEqual(["completed", "failed"]));
    await waitUntilStopped(last);
    await harness.boss.fetch(DEAD_QUEUE);
  });

  it("leaves its job the other attempts if the next worker gives it back", async () => {
    const opener = startProcess();
    await harness.send("open-video", { ...videoIdentity, source: sources.slow, ...OPEN_OPTIONS });
    const { plan } = openedOf(await harness.nextResult());
    await waitUntilStopped(opener);
    const id = await harness.send("encode-piece", {
      ...videoIdentity,
      source: sources.slow,
      plan,
      pieceIndex: 1,
    });
    for (const end of ["SIGKILL", "SIGTERM"] as const) {
      harness.progress.count = 0;
      const worker = startProcess();
      await eventually(async () => harness.progress.count > 0);
      await waitUntilEnded(worker, end);
    }
    expect(await readJobState(harness, "encode-piece", id)).toBe("retry");
    const last = startProcess();
    expect(await harness.nextResult()).toMatchObject({ type: "piece", pieceIndex: 1 });
    await waitUntilStopped(last);
  });

  it("leaves the fetched part of a file, of which the next worker fetches the rest", async () => {
    const film = randomBytes(12_000_000);
    const server = await startFileServer(film, { stopAt: 11_000_000, stop: "hold" });
    const first = startProcess();
    const object = "uploads/film/source";
    await harness.send("fetch-source", {
      ...videoIdentity,
      sealedUrl: sealUrl(harness, `${server.url}/film.mp4`),
      object,
    });
    await eventually(async () => harness.progress.fetchedBytes >= 10_000_000);
    first.kill("SIGKILL");
    server.file.stopAt = undefined;

    const second = startProcess();
    expect(await harness.nextResult()).toMatchObject({ type: "fetched", sizeBytes: film.length });
    await waitUntilStopped(second);
    expect((await readFile(join(harness.folder, "store", object))).equals(film)).toBe(true);
    expect(server.ranges).toEqual([undefined, expect.stringMatching(/^bytes=1[01]\d{6}-$/)]);
    expect(server.sentBytes[1]).toBeLessThanOrEqual(2_000_000);
    await server.close();
  });

  it("has its cut made once by the next worker", async () => {
    const payload = await cutPayload();
    const first = startProcess();
    const id = await harness.send("cut-video", payload);
    await eventually(async () => (await ffmpegPids()).length > 0);
    first.kill("SIGKILL");
    await eventually(async () => (await ffmpegPids()).length === 0);

    const second = startProcess();
    const result = await harness.nextResult();
    await eventually(async () => (await readJobState(harness, "cut-video", id)) === "completed");
    await waitUntilStopped(second);
    expect(await harness.boss.fetch(RESULT_QUEUE)).toEqual([]);
    expect(await readdir(harness.config.WORK_DIR)).toEqual([]);
    expect(await inStore((again) => again.run("cut-video", payload))).toEqual(result);
  });

  it("has its comparison of versions made once by the next worker, without partial files", async () => {
    const { videoUuid, generation, tracks } = await cutPayload();
    const indexObject = tracks.at(-1)?.indexObject ?? "";
    const old = { videoUuid: "00000000-0000-4000-8000-0000000000c1", generation, indexObject };
    const alignmentUuid = "00000000-0000-4000-8000-0000000000ca";
    const first = startProcess();
    const id = await harness.send("align-versions", {
      job: "align-versions",
      alignmentUuid,
      videoUuid,
      generation,
      indexObject,
      old,
    });
    await eventually(async () => (await ffmpegPids()).length > 0);
    first.kill("SIGKILL");
    await eventually(async () => (await ffmpegPids()).length === 0);
    expect(await harness.boss.fetch(RESULT_QUEUE)).toEqual([]);

    const second = startProcess();
    const result = await harness.nextResult();
    if (result.type !== "aligned" || !result.alignment) throw new Error(JSON.stringify(result));
    expect(result).toMatchObject({ videoUuid, generation, alignmentUuid });
    const { gone, newOfOld } = unpackAlignment(result.alignment);
    expect(gone).toEqual([]);
    expect([newOfOld[0], newOfOld[200]]).toEqual([0, 200]);
    await eventually(async () => (await readJobState(harness, "align-versions", id)) === "completed");
    await waitUntilStopped(second);
    expect(await harness.boss.fetch(RESULT_QUEUE)).toEqual([]);
    expect(await readdir(harness.config.WORK_DIR)).toEqual([]);
  });

  it("gives its piece back if it is asked to stop", async () => {
    const first = startProcess();
    await harness.send("open-video", { ...videoIdentity, source: sources.slow, ...OPEN_OPTIONS });
    const { plan } = openedOf(await harness.nextResult());
    harness.progress.count = 0;
    const id = await harness.send("encode-piece", {
      ...videoIdentity,
      source: sources.slow,
      plan,
      pieceIndex: 1,
    });
    await eventually(async () => harness.progress.count > 0);
    await waitUntilStopped(first);
    expect(await readJobState(harness, "encode-piece", id)).toBe("retry");
    expect(await readdir(harness.config.WORK_DIR)).toEqual([]);
    expect(await ffmpegPids()).toEqual([]);
    await harness.boss.cancel("encode-piece", id);
  });

  /** Encodes a video in the worker's store. @returns the payload of a cut of it. */
  async function cutPayload(): Promise<JobPayload<"cut-video">> {
    return inStore(async (jobs) => {
      const opened = openedOf(await jobs.open(sources.slow));
      const tracks: JobPayload<"cut-video">["tracks"] = [];
      for (const [trackId, index] of await jobs.finish(sources.slow, opened)) {
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
  async function inStore<T>(work: (jobs: JobHarness) => Promise<T>): Promise<T> {
    return work(await createJobHarness("auto", harness.folder));
  }

  /** Encodes the same piece again without a queue, for comparison. */
  async function encodedAgain(plan: ReturnType<typeof openedOf>["plan"]) {
    const again = await createJobHarness();
    try {
      const copy = await again.addSource(join(harness.folder, "store", sources.slow.object), "slow");
      return await again.run("encode-piece", { ...videoIdentity, source: copy, plan, pieceIndex: 1 });
    } finally {
      await again.dispose();
    }
  }
});

const waitUntilStopped = (child: ChildProcess) => waitUntilEnded(child, "SIGTERM");

function waitUntilEnded(child: ChildProcess, by: NodeJS.Signals): Promise<void> {
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.kill(by);
  });
}

/** Returns the pids of processes that read the test's sources. */
async function ffmpegPids(): Promise<string[]> {
  const found: string[] = [];
  for (const pid of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
    const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
    if (command.includes("ffmpeg") && command.includes(harness.folder)) found.push(pid);
  }
  return found;
}
