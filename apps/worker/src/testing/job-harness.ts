import { execFileSync } from "node:child_process";
import { copyFile, mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OPTIMIZED_QUALITIES } from "@shoal/contract";
import { type JobName, type JobPayload, JobResult, SOURCE_URLS } from "@shoal/contract/jobs";
import type { SegmentIndex, TrackOutput } from "@shoal/contract/stored-data";
import { detectSandbox, findFault, mergeOutputs } from "@shoal/media";
import { FolderStore } from "@shoal/store";
import { createSecretBox } from "@shoal/tokens";
import type { FetchSettings } from "../fetch/fetch-settings.ts";
import { JOB_HANDLERS } from "../jobs/handlers.ts";
import type { JobDeps } from "../jobs/job.ts";
import { failedResultOf } from "../queue/failed-result.ts";

type OpenedResult = Extract<JobResult, { type: "opened" }>;
type SourceOfVideo = JobPayload<"open-video">["source"];

/** Runs jobs as the worker does, but without a queue. For tests and the benchmark. */
export class JobHarness {
  readonly folder: string;
  readonly store: FolderStore;
  readonly #base: Omit<JobDeps, "workFolder">;

  constructor(folder: string, base: Omit<JobDeps, "workFolder" | "store">) {
    this.folder = folder;
    this.store = new FolderStore(join(folder, "store"));
    this.#base = { ...base, store: this.store };
  }

  /** Stores a local file as a complete source. */
  async addSource(localPath: string, name = "source"): Promise<SourceOfVideo> {
    const object = `sources/${name}`;
    const copy = join(this.folder, `copy-${name}`);
    await copyFile(localPath, copy);
    await this.store.putFile(object, copy);
    const { size } = await stat(this.store.localPath(object));
    return { object, sizeBytes: size, availableBytes: size, originalName: name };
  }

  /** Runs one job in its own folder. Errors are returned as results, as by the worker. */
  async run<N extends JobName>(
    name: N,
    payload: JobPayload<N>,
    changes: Partial<JobDeps> = {},
  ): Promise<JobResult> {
    const workFolder = await mkdtemp(join(this.folder, "job-"));
    const handler = JOB_HANDLERS.find((each) => each.name === name);
    try {
      if (!handler) throw new Error(`No handler for ${name}`);
      return JobResult.parse(await handler.run(payload, { ...this.#base, workFolder, ...changes }));
    } catch (error) {
      const fault = findFault(error);
      if (!fault) throw error;
      return failedResultOf({ payload, name }, fault);
    } finally {
      await rm(workFolder, { recursive: true, force: true });
    }
  }

  /** Opens a source as the api does, with a separate job for sources that take long. */
  async open(source: SourceOfVideo, wishes: Partial<JobPayload<"open-video">> = {}): Promise<JobResult> {
    const payload: JobPayload<"open-video"> = {
      ...videoIdentity,
      source,
      qualities: OPTIMIZED_QUALITIES,
      firstPass: false,
      encoding: "encoding",
      ...wishes,
    };
    const result = await this.run("open-video", payload);
    return result.type === "takes-long" ? this.run("open-long-video", payload) : result;
  }

  /**
   * Runs every job of an opened video in turn.
   * @returns the finished indexes.
   */
  async finish(source: SourceOfVideo, opened: OpenedResult): Promise<Map<string, SegmentIndex>> {
    const { plan } = opened;
    const outputs: TrackOutput[] = [...opened.outputs];
    const add = (result: JobResult) => {
      if (result.type === "failed") throw new Error(`${result.fault.errorType}: ${result.fault.detail}`);
      if ("outputs" in result) outputs.push(...result.outputs);
    };
    const payload = { ...videoIdentity, source, plan };
    add(await this.run("encode-audio", payload));
    for (const { index } of plan.pieces) {
      if (plan.rungs.some(({ mode }) => mode === "copy"))
        add(await this.run("copy-piece", { ...payload, pieceIndex: index }));
      if (plan.rungs.some(({ mode }) => mode === "encode"))
        add(await this.run("encode-piece", { ...payload, pieceIndex: index }));
    }
    return mergeOutputs(outputs);
  }

  /** Lists files that should have been removed: everything in the folder except sources and finished media. */
  async leftovers(): Promise<string[]> {
    const names = await readdir(this.folder, { recursive: true });
    return names.filter((name) => /^job-|\.tmp\//.test(name));
  }

  dispose(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }
}

/** Encrypts URLs as the api does. */
export const TEST_URLS = createSecretBox("a secret of tests", SOURCE_URLS);

/** The settings for fetching files from servers on this machine, with short waits. */
export const LOCAL_FETCHING: FetchSettings = {
  openUrl: TEST_URLS.open,
  policy: { isPrivateAllowed: true, ports: "any" },
  maxBytes: 100_000_000,
  maxMs: 60_000,
  connectTimeoutMs: 5_000,
  idleTimeoutMs: 5_000,
  lowDiskBytes: 0,
  firstWaitMs: 5,
};

export const videoIdentity = { videoUuid: "00000000-0000-4000-8000-000000000001", generation: 1 };

/**
 * Creates a job harness.
 * @param sandbox "limited" for benchmarks that measure CPU time, which bubblewrap hides.
 * @param folder where the store keeps its objects; a new folder by default.
 */
export async function createJobHarness(
  sandbox: "auto" | "limited" = "auto",
  folder?: string,
): Promise<JobHarness> {
  return jobHarnessIn(folder ?? (await mkdtemp(join(tmpdir(), "shoal-jobs-"))), sandbox);
}

async function jobHarnessIn(folder: string, sandbox: "auto" | "limited"): Promise<JobHarness> {
  const harness = new JobHarness(folder, {
    sandbox: await detectSandbox(sandbox),
    ffmpegVersion: execFileSync("ffmpeg", ["-version"]).toString().split("\n")[0] ?? "",
    signal: new AbortController().signal,
    fetching: LOCAL_FETCHING,
    onProgress: () => undefined,
  });
  await mkdir(join(folder, "store"), { recursive: true });
  return harness;
}

/**
 * Narrows a result to the expected type.
 * @throws Error that shows a result of another type.
 */
export function openedOf(result: JobResult): OpenedResult {
  if (result.type !== "opened") throw new Error(`Not opened: ${JSON.stringify(result).slice(0, 500)}`);
  return result;
}
