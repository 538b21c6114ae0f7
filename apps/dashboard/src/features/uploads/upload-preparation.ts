import type { UploadState } from "@shoal/contract";
import { isWorthAnotherTry } from "./persistence.ts";
import { chunkCountOf, fingerprintOf, missingChunks } from "./upload-item.ts";
import type { UploadJob } from "./upload-job.ts";
import type { UploadServer } from "./upload-server.ts";

const ANNOUNCED_AT_ONCE = 100;

export interface PreparationDeps {
  server: Pick<UploadServer, "announce" | "findUploads">;
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
    if (furthest) job.open(furthest.uuid, furthest.received);
  }
  for (let rest = unknown(); rest.length > 0; rest = unknown())
    await announce(rest.slice(0, ANNOUNCED_AT_ONCE), deps);
}

function findFurthest(job: UploadJob, states: UploadState[], isTaken: (uuid: string) => boolean) {
  const missing = (state: UploadState) => missingChunks(state.received, chunkCountOf(job.file.size)).length;
  return states
    .filter(({ uuid, size }) => !isTaken(uuid) && (size === null || size === job.file.size))
    .sort((a, b) => missing(a) - missing(b))[0];
}

async function announce(jobs: UploadJob[], deps: PreparationDeps): Promise<void> {
  const files = jobs.map(({ file, title }) => ({
    title: title.trim() || file.name,
    originalname: file.name,
    size: file.size,
    fingerprint: fingerprintOf(file),
  }));
  try {
    const uuids = await deps.server.announce(files);
    for (const job of jobs) job.open(uuids.get(job.file.name) ?? "", []);
  } catch (error) {
    if (isWorthAnotherTry(error, 0)) throw error;
    // One file that does not fit must not keep the others away.
    if (jobs.length > 1) for (const job of jobs) await announce([job], deps);
    else for (const job of jobs) deps.onRefused(job, error);
  }
}
