import { execFile } from "node:child_process";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { SOURCE_URLS } from "@shoal/contract/jobs";
import { ANSWERS_TO_UNREADABLE, answerNothingHere, makeHttpServer, Slots } from "@shoal/lifecycle";
import { detectSandbox, type Sandbox, warmPrograms } from "@shoal/media";
import { encodingFloorOf, findFreeBytes, openMediaStore } from "@shoal/store";
import { createSecretBox } from "@shoal/tokens";
import fastify, { type FastifyInstance, LogController } from "fastify";
import pLimit from "p-limit";
import type { WorkerConfig } from "./config.ts";
import { checkHandlers, JOB_HANDLERS, type SlotKind } from "./jobs/handlers.ts";
import { type DiskWatch, type DiskWatchOptions, watchDisk } from "./platform/disk-watch.ts";
import { createMetrics } from "./platform/metrics.ts";
import { createProgressReporter } from "./platform/progress-reporter.ts";
import { keepWorkFolder, prepareWorkFolder } from "./platform/work-folder.ts";
import type { ClaimedJob } from "./queue/claimed-job.ts";
import { type DoJobOptions, doJob } from "./queue/do-job.ts";
import { connectQueue, type WorkerQueue } from "./queue/job-queue.ts";

/**
 * The longest interval between checks for jobs, in ms. Checks are needed because notifications are lost while the connection is
 * down.
 */
const CHECK_INTERVAL_MS = 30_000;
const FIRST_FETCH_WAIT_MS = 1_000;
/** How many slots for pieces there are per slot for long jobs, since audio is a small part of a video's work. */
const PIECE_SLOTS_PER_LONG_SLOT = 4;

export interface RunningWorker {
  /** The address of /healthz, /readyz and /metrics. */
  url: string;
  /** Gives running jobs back to the queue and removes temporary files. */
  stop(): Promise<void>;
}

/** Starts a worker. @throws Error if a setting, the sandbox, ffmpeg or the queue does not work. */
export async function startWorker(config: WorkerConfig): Promise<RunningWorker> {
  checkHandlers(JOB_HANDLERS);
  const app = fastify({
    logger: { level: config.LOG_LEVEL, name: "worker" },
    logController: new LogController({ disableRequestLogging: true }),
    ...ANSWERS_TO_UNREADABLE,
    serverFactory: (handler) => makeHttpServer(handler),
  });
  answerNothingHere(app);
  const folder = await prepareWorkFolder(config.WORK_DIR);
  const deps = await createDeps(config, folder);
  warnOfWeakSandbox(app, deps.sandbox);
  const stopping = new AbortController();
  const onError = (error: unknown) => app.log.error(error, "the queue failed");
  const queue = await connectQueue({ databaseUrl: config.DATABASE_URL, onError });
  const progress = createProgressReporter(config.API_INTERNAL_URL, config.INTERNAL_SECRET);
  const suspects = pLimit(1);
  const onRoom = () => wake();
  const encodings = await openDiskWatch(app, {
    work: "encodings",
    rooms: [() => deps.store.freeBytes(), () => findFreeBytes(folder)],
    lowBytes: encodingFloorOf(config.DISK_LOW_BYTES),
    onRoom,
  });
  // A fetch adds bytes as an upload does, so both stop at the same amount of free space.
  const fetches = await openDiskWatch(app, {
    work: "fetches",
    rooms: [() => deps.store.freeBytes()],
    lowBytes: config.DISK_LOW_BYTES,
    onRoom,
  });
  const diskOf = (kind: SlotKind) => (kind === "fetch" ? fetches : encodings);
  const doJobOptions: DoJobOptions = {
    queue,
    deps,
    folder,
    progress,
    suspects,
    diskOf: ({ slots: kind }) => diskOf(kind),
    stopping: stopping.signal,
  };
  const { slots, metrics } = createSlots(app, doJobOptions, {
    piece: config.WORKER_SLOTS,
    long: Math.ceil(config.WORKER_SLOTS / PIECE_SLOTS_PER_LONG_SLOT),
    fetch: config.FETCH_SLOTS,
    // The disk is checked before each claim, because many jobs start at the same moment when there is room again.
    claim: async (kind, registered) =>
      (await diskOf(kind).check()) ? undefined : queue.claim(kind, registered),
    onError,
  });
  addHealth(app, { queue, stopping: stopping.signal, metrics: () => metrics.registry.metrics() });
  const url = await app.listen({ port: config.PORT, host: config.HOST });
  const wake = () => {
    for (const each of slots) each.wake();
  };
  await queue.listen(wake);
  const timer = setInterval(wake, CHECK_INTERVAL_MS);
  const stopKeeping = keepWorkFolder(folder);
  wake();
  return {
    url,
    async stop() {
      clearInterval(timer);
      stopKeeping();
      encodings.stop();
      fetches.stop();
      stopping.abort();
      await Promise.all(slots.map((each) => each.stop()));
      await queue.stop();
      await app.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface DiskWatchSetting extends Pick<DiskWatchOptions, "rooms" | "lowBytes"> {
  /** The work that waits for room, as named in the log. */
  work: "encodings" | "fetches";
  onRoom: () => void;
}

async function openDiskWatch(
  app: FastifyInstance,
  { work, rooms, lowBytes, onRoom }: DiskWatchSetting,
): Promise<DiskWatch> {
  const disk = watchDisk({
    rooms,
    lowBytes,
    onChange(isLow, freeBytes) {
      if (isLow) app.log.error({ freeBytes }, `the disk is almost full: ${work} wait until there is room`);
      else app.log.info({ freeBytes }, `there is room again: ${work} go on`);
      if (!isLow) onRoom();
    },
    onError: (error) => app.log.error(error, "the disk could not be checked"),
  });
  await disk.check();
  return disk;
}

interface SlotsSetting {
  /** The number of slots for each kind of job. First publications and comparisons have separate slots. */
  piece: number;
  long: number;
  fetch: number;
  claim: WorkerQueue["claim"];
  onError: (error: unknown) => void;
}

function createSlots(
  app: FastifyInstance,
  options: DoJobOptions,
  { piece, long, fetch, claim, onError }: SlotsSetting,
) {
  const slotsOf = (kind: SlotKind, size: number) =>
    new Slots({ size, claim: () => claim(kind, handlersOf(kind)), run, onError });
  const places = {
    first: slotsOf("first", 1),
    piece: slotsOf("piece", piece),
    long: slotsOf("long", long),
    fetch: slotsOf("fetch", fetch),
    align: slotsOf("align", 1),
  };
  const metrics = createMetrics(() => ({
    first: places.first.busy,
    piece: places.piece.busy,
    long: places.long.busy,
    fetch: places.fetch.busy,
    align: places.align.busy,
  }));
  async function run(job: ClaimedJob): Promise<void> {
    const { name } = job.registered;
    const log = app.log.child({ job: name, jobId: job.id, retry: job.retryCount });
    const end = metrics.durations.startTimer({ job: name });
    try {
      const { ending, error } = await doJob(job, options);
      metrics.endings.inc({ job: name, ending });
      log[ending === "done" ? "info" : "warn"]({ ending, sec: end(), err: error }, `${name} ${ending}`);
    } catch (error) {
      log.error(error, "the job could not be settled; the queue retries it");
    }
  }
  return { slots: Object.values(places), metrics };
}

const handlersOf = (kind: SlotKind) => JOB_HANDLERS.filter(({ slots }) => slots === kind);

async function createDeps(config: WorkerConfig, folder: string): Promise<DoJobOptions["deps"]> {
  const { stdout } = await promisify(execFile)("ffmpeg", ["-version"]);
  return {
    store: await openMediaStore(config.MEDIA_STORE, {
      from: config.MEDIA_STORE_FROM,
      settings: config,
      // The cache is on the same disk as the job folders, so that they can contain hard links to its files.
      cache: { folder: join(folder, "sources"), maxBytes: config.MEDIA_CACHE_BYTES, hasReads: false },
    }),
    sandbox: await warmPrograms(await detectSandbox(config.SANDBOX), folder),
    ffmpegVersion: stdout.split("\n")[0] ?? "",
    fetching: {
      openUrl: createSecretBox(config.INTERNAL_SECRET, SOURCE_URLS).open,
      policy: { isPrivateAllowed: config.FETCH_ALLOW_PRIVATE, ports: config.FETCH_PORTS },
      maxBytes: config.FETCH_MAX_BYTES,
      maxMs: config.FETCH_MAX_MINUTES * 60_000,
      connectTimeoutMs: config.FETCH_CONNECT_SEC * 1_000,
      idleTimeoutMs: config.FETCH_IDLE_SEC * 1_000,
      lowDiskBytes: config.DISK_LOW_BYTES,
      firstWaitMs: FIRST_FETCH_WAIT_MS,
    },
  };
}

function warnOfWeakSandbox(app: FastifyInstance, { mode, weakness }: Sandbox): void {
  if (mode === "bwrap") app.log.info("foreign files are read inside bubblewrap");
  else
    app.log.warn(
      { weakness },
      "BUBBLEWRAP DOES NOT RUN HERE: foreign files are read with limits only. Set SANDBOX=refuse to refuse that.",
    );
}

function addHealth(
  app: FastifyInstance,
  state: { queue: WorkerQueue; stopping: AbortSignal; metrics: () => Promise<string> },
): void {
  app.get("/healthz", async () => ({ ok: true }));
  app.get("/readyz", async (_req, reply) => {
    const isReady = !state.stopping.aborted && (await state.queue.isReachable());
    return reply.code(isReady ? 200 : 503).send({ ok: isReady });
  });
  app.get("/metrics", async (_req, reply) =>
    reply.type("text/plain; version=0.0.4").send(await state.metrics()),
  );
}
