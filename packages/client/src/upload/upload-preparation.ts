import type { UploadState } from "../calls.ts";
import { codeOf } from "../errors.ts";
import { canRetry } from "./persistence.ts";
import { chunkCountOf, fingerprintOf, missingChunks } from "./upload-item.ts";
import type { UploadJob } from "./upload-job.ts";
import type { UploadServer, UploadSettings } from "./upload-server.ts";

const MAX_ANNOUNCED_AT_ONCE = 100;

export interface PreparationDeps<S, O, F extends object> {
  server: Pick<UploadServer<F>, "announce" | "findUploads" | "configure">;
  fieldsOf: (settings: S, options: O | undefined) => F;
  /** Whether another file in the list already uploads to this video. */
  isTaken: (uuid: string) => boolean;
  onRefused: (job: UploadJob<S, O>, error: unknown) => void;
}

/**
 * Registers files with the server: resumes an unfinished upload of the same file, otherwise announces the file. This can be repeated
 * after an interruption, since an announcement whose response was lost is found by its fingerprint.
 */
export async function prepareUploads<S, O, F extends object>(
  jobs: UploadJob<S, O>[],
  deps: PreparationDeps<S, O, F>,
): Promise<void> {
  const unknown = () => jobs.filter((job) => job.status === "queued" && !job.uuid);
  for (const job of unknown()) {
    const states = await deps.server.findUploads(fingerprintOf(job.file));
    const furthest = findFurthest(job, states, deps.isTaken);
    if (!furthest) continue;
    await configureUpload(job, furthest.uuid, deps);
    job.open(furthest.uuid, furthest.received);
  }
  for (let rest = unknown(); rest.length > 0; rest = unknown())
    await announceUploads(rest.slice(0, MAX_ANNOUNCED_AT_ONCE), deps);
}

const settingsOf = <S, O, F extends object>(
  { title, file, settings, options }: UploadJob<S, O>,
  { fieldsOf }: PreparationDeps<S, O, F>,
): UploadSettings<F> => ({ title: title.trim() || file.name, ...fieldsOf(settings, options) });

/** Sends the latest settings; if the server rejects them, the file continues as announced. */
async function configureUpload<S, O, F extends object>(
  job: UploadJob<S, O>,
  uuid: string,
  deps: PreparationDeps<S, O, F>,
): Promise<void> {
  try {
    await deps.server.configure(uuid, settingsOf(job, deps));
  } catch (error) {
    if (canRetry(error, 0)) throw error;
  }
}

function findFurthest(
  job: Pick<UploadJob, "file">,
  states: UploadState[],
  isTaken: (uuid: string) => boolean,
) {
  const missing = (state: UploadState) => missingChunks(state.received, chunkCountOf(job.file.size)).length;
  return states
    .filter(({ uuid, size }) => !isTaken(uuid) && (size === null || size === job.file.size))
    .sort((a, b) => missing(a) - missing(b))[0];
}

async function announceUploads<S, O, F extends object>(
  jobs: UploadJob<S, O>[],
  deps: PreparationDeps<S, O, F>,
): Promise<void> {
  const files = jobs.map((job) => ({
    ...settingsOf(job, deps),
    originalname: job.file.name,
    size: job.file.size,
    fingerprint: fingerprintOf(job.file),
  }));
  try {
    const uuids = await deps.server.announce(files);
    for (const job of jobs) job.open(uuids.get(job.file.name) ?? "", []);
  } catch (error) {
    if (canRetry(error, 0)) throw error;
    // A rejected file must not block the other files, while an error that concerns the client applies to all files.
    if (jobs.length > 1 && !isOfClient(error)) for (const job of jobs) await announceUploads([job], deps);
    else for (const job of jobs) deps.onRefused(job, error);
  }
}

const isOfClient = (error: unknown) => ["free_tier_exceeded", "budget_reached"].includes(codeOf(error) ?? "");
