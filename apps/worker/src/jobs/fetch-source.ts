import { setTimeout as wait } from "node:timers/promises";
import type { VideoErrorType } from "@shoal/contract";
import type { JobPayload } from "@shoal/contract/jobs";
import { MediaFault } from "@shoal/media";
import { asFetchError, FetchError, type FetchFailure, safeFetch } from "@shoal/safe-fetch";
import { type FileValidators, GrowingSource, SourceChangedError } from "../fetch/growing-source.ts";
import { assertVideoBytes, TransientFault, validateResponse } from "../fetch/validate-response.ts";
import { type JobDeps, type JobHandler, resultBase } from "./job.ts";

/**
 * The maximum number of consecutive attempts without a byte. It is lower before any byte has arrived, and higher in the middle of a
 * file.
 */
const MAX_ATTEMPTS = { atFirst: 4, inBetween: 8 };
const MAX_WAIT_FACTOR = 16;
/** How many of the last existing bytes are fetched again and compared if the server sends no validator. */
const RESUME_OVERLAP_BYTES = 65_536;
const REPORT_INTERVAL_MS = 1_000;

type FetchPayload = JobPayload<"fetch-source">;

/**
 * Fetches a file into the media store. Durable data is kept: a retry, or a run after a crash or restart, continues after it if the
 * server allows this, and otherwise compares it.
 * @throws MediaFault with the reason for the owner.
 */
export const fetchSource: JobHandler<"fetch-source"> = async (payload, deps) => {
  const { maxMs } = deps.fetching;
  const tooLong = AbortSignal.timeout(maxMs);
  const signal = AbortSignal.any([deps.signal, tooLong]);
  const source = await GrowingSource.open(deps.store, payload.object, payload.generation);
  source.onBlock = (block, offset) => assertBlock(block, offset, deps);
  const report = () => {
    const total = source.validators.sizeBytes;
    const available = source.isOwn ? source.durableBytes : 0;
    deps.onProgress(total ? available / total : 0, { available, total });
  };
  source.onDurable = report;
  // Progress is reported even while no data arrives, because the response states whether the file is still needed.
  const timer = setInterval(report, REPORT_INTERVAL_MS);
  try {
    report();
    await fetchWhole(source, payload, { ...deps, signal });
    await source.finish();
    return { type: "fetched", ...resultBase(payload), sizeBytes: source.durableBytes };
  } catch (error) {
    if (tooLong.aborted && !deps.signal.aborted)
      throw new MediaFault("url_too_slow", `Not there after ${Math.round(maxMs / 60_000)} minutes`);
    throw error;
  } finally {
    clearInterval(timer);
  }
};

async function fetchWhole(source: GrowingSource, payload: FetchPayload, deps: JobDeps): Promise<void> {
  for (let failures = 0; ; ) {
    const before = source.durableBytes;
    try {
      return await fetchRest(source, payload, deps);
    } catch (error) {
      deps.signal.throwIfAborted();
      if (error instanceof SourceChangedError) {
        await discardChanged(source, error);
        continue;
      }
      const fault = toRetryableFault(error, source.durableBytes > 0);
      failures = source.durableBytes > before ? 1 : failures + 1;
      if (failures >= (source.durableBytes > 0 ? MAX_ATTEMPTS.inBetween : MAX_ATTEMPTS.atFirst))
        throw new MediaFault(fault.errorType, fault.message);
    }
    const patience = Math.min(MAX_WAIT_FACTOR, 2 ** (failures - 1)) * deps.fetching.firstWaitMs;
    await wait(patience, undefined, { signal: deps.signal });
  }
}

/** Discards the bytes of a file that has changed at its URL. If viewers already play the file, the fetch fails instead. */
async function discardChanged(source: GrowingSource, error: SourceChangedError): Promise<void> {
  const { isOwn } = source;
  await source.clear();
  if (isOwn) throw new MediaFault("url_changed", error.message);
}

async function fetchRest(
  source: GrowingSource,
  { sealedUrl, videoUuid }: FetchPayload,
  deps: JobDeps,
): Promise<void> {
  const { durableBytes, validators: known } = source;
  if (durableBytes > 0 && durableBytes === known.sizeBytes) return;
  const { offset, headers } = nextPartOf(durableBytes, known);
  const { fetching, signal } = deps;
  const url = fetching.openUrl(sealedUrl, videoUuid);
  const response = await safeFetch(url, { ...fetching, headers, signal });
  try {
    const part = validateResponse(response, { offset, durableBytes, known });
    const { sizeBytes } = part.validators;
    await assertRoom(sizeBytes, durableBytes, deps);
    await source.begin(part.offset, part.validators);
    if (part.isEnd) return;
    for await (const bytes of response.body) await source.write(bytes as Buffer);
    await source.flush();
    if (source.position < source.durableBytes) throw new SourceChangedError("It is shorter than before");
    if (sizeBytes !== null && source.durableBytes < sizeBytes)
      throw new FetchError("broken", `${response.url.host} ended its response too early`);
    await source.begin(source.durableBytes, { ...part.validators, sizeBytes: source.durableBytes });
  } catch (error) {
    // The bytes received so far are kept, unless they caused the error.
    if (isNetworkError(error)) await source.flush();
    throw isNetworkError(error) ? asFetchError(error, response.url.host) : error;
  } finally {
    response.body.destroy();
  }
}

function nextPartOf(durableBytes: number, { etag, lastModified }: FileValidators) {
  const headers = { accept: "*/*", "accept-encoding": "identity", "user-agent": "Shoal" };
  if (durableBytes === 0) return { offset: 0, headers };
  const validator = etag?.startsWith('"') ? etag : lastModified;
  const offset = validator ? durableBytes : Math.max(0, durableBytes - RESUME_OVERLAP_BYTES);
  const condition = validator ? { "if-range": validator } : undefined;
  return { offset, headers: { ...headers, ...condition, range: `bytes=${offset}-` } };
}

/** Whether an error has one of Node's codes for connections. Disk errors have codes too, but they come from the store. */
const isNetworkError = (error: unknown) =>
  error instanceof FetchError || /^(ECONN|EPIPE|ETIMEDOUT|HPE_|ERR_STREAM|ERR_SSL)/.test(codeOf(error));
const codeOf = (error: unknown) => String((error as NodeJS.ErrnoException).code ?? "");

const ERROR_TYPES: Record<FetchFailure, VideoErrorType> = {
  bad_url: "url_failed",
  forbidden_port: "url_not_allowed",
  forbidden_address: "url_not_allowed",
  unresolved: "url_unreachable",
  unreachable: "url_unreachable",
  tls: "url_not_secure",
  timeout: "url_unreachable",
  broken: "url_unreachable",
  too_many_redirects: "url_redirects",
};

/**
 * Converts a connection error to a temporary error, which is retried.
 * @param hasBytes whether the server had sent bytes, in which case a timeout means that it is too slow.
 * @throws errors for which a retry would not help.
 */
function toRetryableFault(error: unknown, hasBytes: boolean): TransientFault {
  if (error instanceof TransientFault) return error;
  if (!(error instanceof FetchError)) throw error;
  const errorType = error.reason === "timeout" && hasBytes ? "url_too_slow" : ERROR_TYPES[error.reason];
  if (!error.isTransient) throw new MediaFault(errorType, error.message);
  return new TransientFault(errorType, error.message, { cause: error });
}

async function assertBlock(block: Uint8Array, offset: number, deps: JobDeps): Promise<void> {
  if (offset === 0) assertVideoBytes(block);
  if (offset + block.length > deps.fetching.maxBytes) throw createTooLargeFault(deps);
  await assertNotLow(deps, block.length);
}

/** The error when the disk runs low during a fetch. The received part is kept, and the fetch continues once there is room. */
class DiskLowError extends Error {
  /** The code of the error for a full disk. Jobs with this error wait for room. */
  readonly code = "ENOSPC";
}

async function assertNotLow({ store, fetching }: JobDeps, bytesToWrite = 0): Promise<number> {
  const freeBytes = await store.freeBytes();
  if (freeBytes - bytesToWrite < fetching.lowDiskBytes) throw new DiskLowError("The disk is almost full");
  return freeBytes;
}

/**
 * Rejects a file that is too large for the disk before it is fetched, as for an upload.
 * @param sizeBytes null while unknown, so that each block is checked as it arrives.
 */
async function assertRoom(sizeBytes: number | null, durableBytes: number, deps: JobDeps): Promise<void> {
  if ((sizeBytes ?? 0) > deps.fetching.maxBytes) throw createTooLargeFault(deps);
  const freeBytes = await assertNotLow(deps);
  if (durableBytes === 0 && freeBytes - (sizeBytes ?? 0) < deps.fetching.lowDiskBytes)
    throw new MediaFault("disk_full", "No room for the file");
}

const createTooLargeFault = ({ fetching }: JobDeps) =>
  new MediaFault("url_too_large", `A file has ${fetching.maxBytes} bytes at most`);
