import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { ERRORS } from "@shoal/contract";
import { FolderStore } from "@shoal/store";
import { eventually, MALFORMED_PATHS, requestRaw, startFileServer } from "@shoal/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openedOf, videoIdentity } from "./testing/job-harness.ts";
import { createQueueHarness, type QueueHarness } from "./testing/queue-harness.ts";
import { addSources, OPEN_OPTIONS, readJobState, sealUrl } from "./testing/queued-sources.ts";
import { type RunningWorker, startWorker } from "./worker.ts";

let harness: QueueHarness;
let sources: Awaited<ReturnType<typeof addSources>>;
beforeAll(async () => {
  harness = await createQueueHarness();
  sources = await addSources(harness);
});
afterAll(() => harness?.dispose());

describe("a running worker", () => {
  let worker: RunningWorker;
  beforeAll(async () => {
    worker = await startWorker(harness.config);
  });
  afterAll(() => worker?.stop());

  it.each(Object.entries(MALFORMED_PATHS))("refuses %s with 400 or 404", async (_, path) => {
    const { status, body } = await requestRaw(worker.url, path);
    expect([400, 404]).toContain(status);
    expect(Object.keys(ERRORS)).toContain(JSON.parse(body).code);
  });

  it("opens a video that is sent to its queue and reports the result", async () => {
    await harness.send("open-video", { ...videoIdentity, source: sources.quick, ...OPEN_OPTIONS });
    const opened = openedOf(await harness.nextResult());
    expect(opened.outputs.map(({ trackId }) => trackId).toSorted()).toEqual(["a0", "v0"]);
  });

  it("reports why a file is invalid, and does not retry", async () => {
    const missing = { ...sources.quick, sizeBytes: 0, availableBytes: 0 };
    await harness.send("open-video", { ...videoIdentity, source: missing, ...OPEN_OPTIONS });
    expect(await harness.nextResult()).toMatchObject({ type: "failed", fault: { errorType: "empty_file" } });
  });

  it("reports a stream that ffmpeg cannot decode after one attempt", async () => {
    const { plan } = await openQuick();
    const { videoUuid, generation } = videoIdentity;
    const broken = { ...plan, info: { ...plan.info, video: { ...plan.info.video, streamIndex: 7 } } };
    const payload = { videoUuid, generation, source: sources.quick, plan: broken, pieceIndex: 1 };
    const id = await harness.send("encode-piece", payload);
    expect(await harness.nextResult()).toMatchObject({
      type: "failed",
      job: "encode-piece",
      fault: { errorType: "encoding_failed" },
    });
    await eventually(async () => (await readJobState(harness, "encode-piece", id)) === "completed");
    const [job] = await harness.boss.findJobs("encode-piece", { id });
    expect(job?.retryCount).toBe(0);
  });

  it("reports a piece without frames after one attempt", async () => {
    const { plan } = await openQuick();
    const segmentStartsSec = [0, 1_000, 1_004];
    const pieces = plan.pieces.map((piece) => ({ ...piece, segmentFrom: 1, segmentTo: 2 }));
    // The stated end of the video is later than its last frame. Otherwise the last frame would be held.
    const info = { ...plan.info, video: { ...plan.info.video, endSec: 2_000 } };
    const beyond = { ...plan, info, segmentStartsSec, pieces };
    const id = await harness.send("encode-piece", {
      ...videoIdentity,
      source: sources.quick,
      plan: beyond,
      pieceIndex: pieces.length - 1,
    });
    expect(await harness.nextResult()).toMatchObject({ type: "failed", job: "encode-piece" });
    await eventually(async () => (await readJobState(harness, "encode-piece", id)) === "completed");
    const [job] = await harness.boss.findJobs("encode-piece", { id });
    expect(job?.retryCount).toBe(0);
  });

  async function openQuick() {
    await harness.send("open-video", { ...videoIdentity, source: sources.quick, ...OPEN_OPTIONS });
    return openedOf(await harness.nextResult());
  }

  it("stops a piece that is no longer wanted", async () => {
    await harness.send("open-video", { ...videoIdentity, source: sources.slow, ...OPEN_OPTIONS });
    const { plan } = openedOf(await harness.nextResult());
    harness.progress.isWanted = false;
    // The video is a single piece, which takes seconds. The response to the first progress report says that the piece is no longer
    // needed.
    const pieces = plan.pieces.map((piece) => ({
      ...piece,

      segmentFrom: 0,
      segmentTo: plan.segmentStartsSec.length - 1,
    }));
    const payload = { ...videoIdentity, source: sources.slow, plan: { ...plan, pieces }, pieceIndex: 1 };
    const id = await harness.send("encode-piece", payload);
    expect(await harness.nextResult()).toMatchObject({ type: "failed", job: "encode-piece" });
    harness.progress.isWanted = true;
    await eventually(async () => (await readJobState(harness, "encode-piece", id)) === "completed");
  });

  it("stops fetching a file that is no longer wanted", async () => {
    const server = await startFileServer(Buffer.alloc(20_000), { stopAt: 10_000, stop: "hold" });
    harness.progress.isWanted = false;
    await harness.send("fetch-source", {
      ...videoIdentity,
      sealedUrl: sealUrl(harness, server.url),
      object: "uploads/unwanted/source",
    });
    expect(await harness.nextResult()).toMatchObject({ type: "failed", job: "fetch-source" });
    harness.progress.isWanted = true;
    await server.close();
  });

  it("answers /healthz and /readyz, and has metrics", async () => {
    expect((await fetch(`${worker.url}/healthz`)).status).toBe(200);
    expect((await fetch(`${worker.url}/readyz`)).status).toBe(200);
    expect(await (await fetch(`${worker.url}/metrics`)).text()).toContain(
      'shoal_worker_jobs_total{job="open-video",ending="done"}',
    );
  });
});

describe("clients that wait for one worker", () => {
  it("take turns; a referenced plan gives the same result as a contained one, and results name their client", async () => {
    await harness.send("open-video", { ...videoIdentity, source: sources.quick, ...OPEN_OPTIONS });
    const opener = await startWorker(harness.config);
    const { plan } = openedOf(await harness.nextResult());
    await opener.stop();
    const object = "videos/named/plan.json";
    await new FolderStore(harness.config.MEDIA_STORE).put(object, Buffer.from(JSON.stringify(plan)));
    const held = { ...videoIdentity, source: sources.quick, plan, pieceIndex: 1 };
    const named = { ...held, plan: { object } };
    for (const clientUuid of ["a", "a", "a", "b"]) await harness.sendNamed("encode-piece", named, clientUuid);
    await harness.sendNamed("encode-piece", held, "c");
    const worker = await startWorker(harness.config);
    const reports = [];
    for (let count = 0; count < 5; count += 1) reports.push(await harness.nextReport());
    await worker.stop();
    expect(reports.map(({ clientUuid }) => clientUuid)).toEqual(["a", "b", "c", "a", "a"]);
    expect(reports[0]?.result).toMatchObject({ type: "piece", pieceIndex: 1 });
    for (const { result } of reports) expect(result).toEqual(reports[0]?.result);
  });
});

describe("a long audio track", () => {
  it("does not block opening another client's clip and encoding its audio", async () => {
    const worker = await startWorker(harness.config);
    await harness.send("open-video", { ...videoIdentity, source: sources.quick, ...OPEN_OPTIONS });
    const opened = openedOf(await harness.nextResult());
    const audio = opened.plan.audio.map((track) => ({ ...track, mode: "encode" as const }));
    const payload = { ...videoIdentity, source: sources.quick, plan: { ...opened.plan, audio } };
    // No process writes to this pipe, so the encoding cannot end before the worker does.
    const object = "sources/endless";
    await promisify(execFile)("mkfifo", [new FolderStore(harness.config.MEDIA_STORE).localPath(object)]);
    const endless = { ...payload, source: { ...sources.quick, object } };
    const id = await harness.boss.send("encode-long-audio", endless, { group: { id: "a" } });
    const stateOfLong = () => readJobState(harness, "encode-long-audio", String(id));
    await eventually(async () => (await stateOfLong()) === "active");
    await harness.boss.send(
      "open-video",
      { ...videoIdentity, source: sources.quick, ...OPEN_OPTIONS },
      { group: { id: "b" } },
    );
    expect(await harness.nextReport()).toMatchObject({ clientUuid: "b", result: { type: "opened" } });
    await harness.boss.send("encode-audio", payload, { group: { id: "b" } });
    expect(await harness.nextReport()).toMatchObject({ clientUuid: "b", result: { type: "audio" } });
    await harness.boss.send("encode-piece", { ...payload, pieceIndex: 1 }, { group: { id: "b" } });
    expect(await harness.nextReport()).toMatchObject({ clientUuid: "b", result: { type: "piece" } });
    expect(await stateOfLong()).toBe("active");
    await worker.stop();
  });
});
