import { randomUUID } from "node:crypto";
import { availableParallelism } from "node:os";
import type { JobPayload, JobResult } from "@shoal/contract/jobs";
import { H264, makeClipFolder, testPicture, testTone } from "@shoal/testkit";
import { readConfig } from "../apps/worker/src/config.ts";
import { JobHarness } from "../apps/worker/src/testing/job-harness.ts";
import { createQueueHarness, type QueueHarness } from "../apps/worker/src/testing/queue-harness.ts";
import { OPEN_OPTIONS } from "../apps/worker/src/testing/queued-sources.ts";
import { startWorker } from "../apps/worker/src/worker.ts";
import type { Bench, Figure } from "./bench.ts";
import { measureCpu } from "./encode.ts";

/** The number of files: as many as a user may drop at once. */
const FILE_COUNT = 20;
const FILE_DURATION_SEC = 2;
/** The maximum duration, as a multiple of the time that the jobs' CPU time would take if it were spread over all cores. */
const MAX_RATIO = 1.5;

type SourceOfVideo = JobPayload<"open-video">["source"];

async function addFiles(harness: QueueHarness): Promise<SourceOfVideo[]> {
  const clips = await makeClipFolder();
  const files = new JobHarness(harness.folder, {} as never);
  await files.store.prepare();
  const args = [
    ...testPicture({ durationSec: FILE_DURATION_SEC }),
    ...testTone(FILE_DURATION_SEC),
    ...H264,
    "-c:a",
    "aac",
  ];
  const path = await clips.make("small.mkv", args);
  const sources: SourceOfVideo[] = [];
  for (let n = 0; n < FILE_COUNT; n++) sources.push(await files.addSource(path, `small-${n}`));
  await clips.dispose();
  return sources;
}

/** Queues the jobs that follow once a video is opened, as the API does. @returns the number of jobs. */
async function queueFollowUps(
  harness: QueueHarness,
  { videoUuid, generation, plan }: Extract<JobResult, { type: "opened" }>,
  source: SourceOfVideo,
): Promise<number> {
  const payload = { videoUuid, generation, source, plan };
  const encodes = plan.rungs.some(({ mode }) => mode === "encode");
  await harness.send("encode-audio", payload);
  if (!encodes) return 1;
  for (const { index } of plan.pieces) await harness.send("encode-piece", { ...payload, pieceIndex: index });
  return 1 + plan.pieces.length;
}

/** Encodes all files. Resolves when the last job has completed. */
async function encodeAll(harness: QueueHarness, sources: readonly SourceOfVideo[]): Promise<void> {
  const bySource = new Map(sources.map((source) => [randomUUID() as string, source]));
  for (const [videoUuid, source] of bySource)
    await harness.send("open-video", { videoUuid, generation: 1, source, ...OPEN_OPTIONS });
  for (let left = sources.length; left > 0; left--) {
    const result = await harness.nextResult();
    if (result.type === "failed") throw new Error(`${result.job}: ${result.fault.detail}`);
    if (result.type !== "opened") continue;
    const source = bySource.get(result.videoUuid);
    if (source) left += await queueFollowUps(harness, result, source);
  }
}

async function measureSmallFiles(): Promise<Figure[]> {
  const harness = await createQueueHarness();
  const cores = availableParallelism();
  try {
    const sources = await addFiles(harness);
    const worker = await startWorker(readConfig({ ...harness.env, WORKER_SLOTS: `${cores}` }));
    try {
      const { cpu, wall } = await measureCpu(() => encodeAll(harness, sources));
      const ratio = wall / (cpu / cores);
      return [
        {
          name: `${FILE_COUNT} files of ${FILE_DURATION_SEC} s at once, ${cores} slots: wall / (CPU / cores)`,
          value: ratio.toFixed(2),
          reach: `≤ ${MAX_RATIO.toFixed(2)}`,
          isReached: ratio <= MAX_RATIO,
          detail: `${wall.toFixed(1)} s, ${cpu.toFixed(1)} s of CPU of the whole machine`,
        },
      ];
    } finally {
      await worker.stop();
    }
  } finally {
    await harness.dispose();
  }
}

/** The bench of many tiny files, which shows the overhead of the queue and of starting programs. */
export const smallFilesBench: Bench[] = [{ name: "encode-small", run: measureSmallFiles }];
