import { AppError, type UploadState } from "@shoal/contract";
import { isWorthAnotherTry } from "./persistence.ts";
import { chunkCountOf, fingerprintOf, missingChunks } from "./upload-item.ts";
import type { UploadJob } from "./upload-job.ts";
import type { UploadServer } from "./upload-server.ts";
import { bodyOf } from "./video-settings.ts";

const ANNOUNCED_AT_ONCE = 100;

export interface PreparationDeps {
  server: Pick<UploadServer, "announce" | "findUploads" | "configure">;
  /** Whether another file of the list goes to this video. */
  isTaken: (uuid: string) => boolean;
  onRefused: (job: UploadJob, error: unknown) => void;
}

/**
 * Makes files known to the server: takes up an unfinished upload of the same file, else announces it. May be repeated
 * after a cut: an announcement whose answer was lost is found by the fingerprint.
 */
export async function prepareUploads(jobs: UploadJob[], deps: PreparationDeps): Promise<void> {
  const unknown = () => jobs.filter((job) => job.status === "queued" && !job.uuid);
  for (const job of unknown()) {
    const states = await deps.server.findUploads(fingerprintOf(job.file));
    const furthest = findFurthest(job, states, deps.isTaken);
    if (!furthest) continue;
    await configure(job, furthest.uuid, deps);
    job.open(furthest.uuid, furthest.received);
  }
  for (let rest = unknown(); rest.length > 0; rest = unknown())
    await announce(rest.slice(0, ANNOUNCED_AT_ONCE), deps);
}

const wishesOf = ({ title, file, settings, options }: UploadJob) => ({
  title: title.trim() || file.name,
  ...bodyOf(settings, options),
});

/** What was chosen now holds; where the server refuses that, the file goes on as it was announced. */
async function configure(job: UploadJob, uuid: string, { server }: PreparationDeps): Promise<void> {
  try {
    await server.configure(uuid, wishesOf(job));
  } catch (error) {
    if (isWorthAnotherTry(error, 0)) throw error;
  }
}

function findFurthest(job: UploadJob, states: UploadState[], isTaken: (uuid: string) => boolean) {
  const missing = (state: UploadState) => missingChunks(state.received, chunkCountOf(job.file.size)).length;
  return states
    .filter(({ uuid, size }) => !isTaken(uuid) && (size === null || size === job.file.size))
    .sort((a, b) => missing(a) - missing(b))[0];
}

async function announce(jobs: UploadJob[], deps: PreparationDeps): Promise<void> {
  const files = jobs.map((job) => ({
    ...wishesOf(job),
    originalname: job.file.name,
    size: job.file.size,
    fingerprint: fingerprintOf(job.file),
  }));
  try {
    const uuids = await deps.server.announce(files);
    for (const job of jobs) job.open(uuids.get(job.file.name) ?? "", []);
  } catch (error) {
    if (isWorthAnotherTry(error, 0)) throw error;
    // One file that does not fit must not keep the others away; what is refused to the client is refused for all.
    if (jobs.length > 1 && !isOfClient(error)) for (const job of jobs) await announce([job], deps);
    else for (const job of jobs) deps.onRefused(job, error);
  }
}

const isOfClient = (error: unknown) =>
  error instanceof AppError && (error.code === "free_tier_exceeded" || error.code === "budget_reached");
