import { asFetchError, FetchError, type FetchPolicy, type SafeResponse, safeFetch } from "@shoal/safe-fetch";
import { ItemFailed, SourceFailed, TryLater } from "./import-source.ts";

/** The time limit of a response, which is shorter than an import's lease. */
const RESPONSE_TIMEOUT_MS = 30_000;
/** The maximum size of a response, which is ten times a page of 100 videos with long descriptions. */
const MAX_ANSWER_BYTES = 10_000_000;
/** The maximum delay accepted from a source. */
const MAX_RETRY_DELAY_MS = 3_600_000;

/** The number of bytes read of a file to determine its type. */
const FILE_TYPE_PROBE_BYTES = 512;
/** The maximum size that is read of an error response. */
const MAX_REFUSAL_BYTES = 65_536;

export interface SourceRequest {
  /** The headers, which may contain credentials, so that redirects are not followed with them. */
  headers?: Record<string, string>;
  method?: "GET" | "PUT";
  body?: string;
  /** Whether the address itself contains a signature, so that redirects are not followed either. */
  isSigned?: boolean;
  /** Interprets an error response whose text is more precise than its status. */
  explain?: (status: number, text: string) => Error | undefined;
}

/** The headers and the first bytes of a file, before it is fetched. */
export interface PeekedFile {
  contentType: string;
  etag: string | undefined;
  /** The size of the file; undefined if the server does not report it. */
  sizeBytes: number | undefined;
  head: Buffer;
}

/** Thrown for a response of 404 or 410. */
export class SourceNotFound extends Error {}

/** Interprets a rejection: 403 concerns one video, and 401 means that the credentials are no longer valid. */
export const explainItem: NonNullable<SourceRequest["explain"]> = (status) =>
  status === 403 ? new ItemFailed("cannot be read with these keys") : undefined;

export type RequestText = (url: string, question?: SourceRequest) => Promise<string>;
export type PeekFile = (url: string, question?: SourceRequest) => Promise<PeekedFile>;

/**
 * Creates the function that requests text from the API of a source.
 * @throws TryLater for 429, 5xx and other temporary errors, SourceFailed for a rejection and anything else, SourceNotFound,
 * FetchError for an address that is not allowed or does not exist, and the error that `explain` returns.
 */
export const requestTextWith =
  (policy: FetchPolicy): RequestText =>
  async (url, question = {}) =>
    answerOf(url, question, { policy, accept: { accept: "application/json, application/xml" } }, (response) =>
      readText(response),
    );

/**
 * Creates the function that reads the first bytes of a source's file.
 * @throws the same errors as `requestTextWith`.
 */
export const peekFile =
  (policy: FetchPolicy): PeekFile =>
  async (url, question = {}) =>
    answerOf(url, question, { policy, accept: { range: `bytes=0-${FILE_TYPE_PROBE_BYTES - 1}` } }, readHead);

async function answerOf<T>(
  url: string,
  { headers = {}, method = "GET", body, isSigned = false, explain }: SourceRequest,
  { policy, accept }: { policy: FetchPolicy; accept: Record<string, string> },
  read: (response: SafeResponse) => Promise<T>,
): Promise<T> {
  const { host } = new URL(url);
  const isSecret = isSigned || Object.keys(headers).length > 0;
  try {
    const response = await safeFetch(url, {
      method,
      policy,
      headers: { ...accept, ...headers },
      ...(body === undefined ? {} : { body }),
      ...(isSecret ? { maxRedirects: 0 } : {}),
      connectTimeoutMs: RESPONSE_TIMEOUT_MS,
      idleTimeoutMs: RESPONSE_TIMEOUT_MS,
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    });
    const { status } = response;
    if (explain && (status < 200 || status >= 300) && !isPassing(status)) {
      const explained = explain(status, await readText(response, MAX_REFUSAL_BYTES));
      if (explained) throw new ExplainedError(explained);
    }
    assertSuccess(response);
    return await read(response);
  } catch (error) {
    if (error instanceof ExplainedError) throw error.explained;
    if (error instanceof TryLater || error instanceof SourceFailed || error instanceof SourceNotFound)
      throw error;
    // This error means that the whole response took longer than its time limit.
    if (error instanceof DOMException) throw new TryLater(`${host} did not answer in time`);
    const fault = asFetchError(error, host);
    throw fault.isTransient ? new TryLater(fault.message) : fault;
  }
}

/** Thrown with the interpretation of an error response, before its status is checked. */
class ExplainedError extends Error {
  readonly explained: Error;
  constructor(explained: Error) {
    super(explained.message);
    this.explained = explained;
  }
}

const isPassing = (status: number) => status === 429 || status === 408 || status >= 500;

function assertSuccess({ status, headers, body }: SafeResponse): void {
  if (status >= 200 && status < 300) return;
  body.destroy();
  if (isPassing(status))
    throw new TryLater(`The source answered ${status}`, retryAfterMs(retryHeaderOf(headers), Date.now()));
  if (status === 401 || status === 403) throw new SourceFailed("source_refused");
  if (status === 404 || status === 410) throw new SourceNotFound();
  throw new SourceFailed("source_unreadable");
}

/** Returns the retry delay that a service states. Some services use a header of their own. */
function retryHeaderOf(headers: SafeResponse["headers"]): string | undefined {
  const reset = headers["x-ratelimit-reset"];
  return headers["retry-after"] ?? (Array.isArray(reset) ? reset[0] : reset);
}

async function readText({ body }: SafeResponse, maxBytes = MAX_ANSWER_BYTES): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of body as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > maxBytes) {
      body.destroy();
      throw new SourceFailed("source_unreadable");
    }
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

/** Reads the start of a file. A server without range support sends the whole file, of which only the start is read. */
async function readHead({ status, headers, body }: SafeResponse): Promise<PeekedFile> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of body as AsyncIterable<Buffer>) {
    parts.push(part);
    bytes += part.length;
    if (bytes >= FILE_TYPE_PROBE_BYTES) break;
  }
  body.destroy();
  const [, total] = /^bytes \d+-\d+\/(\d+)$/.exec(headers["content-range"] ?? "") ?? [];
  const size = status === 206 ? total : headers["content-length"];
  return {
    contentType: headers["content-type"] ?? "",
    etag: headers.etag,
    sizeBytes: size === undefined ? undefined : Number(size),
    head: Buffer.concat(parts).subarray(0, FILE_TYPE_PROBE_BYTES),
  };
}

/** Parses seconds, a date, or a moment in seconds since 1970. @example retryAfterMs("2", Date.now()) // 2000 */
export function retryAfterMs(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined;
  const isMoment = /^\d{10}$/.test(header);
  const untilMs = isMoment ? Number(header) * 1_000 : Date.parse(header);
  const waitMs = /^\d{1,9}$/.test(header) ? Number(header) * 1_000 : untilMs - nowMs;
  return Number.isFinite(waitMs) ? Math.min(Math.max(waitMs, 0), MAX_RETRY_DELAY_MS) : undefined;
}

/** Parses a response. @throws SourceFailed for invalid JSON. */
export function parseAnswer(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new SourceFailed("source_unreadable");
  }
}

/** Awaits an answer without which the source cannot be read. */
export async function requireAnswer<T>(asking: Promise<T>): Promise<T> {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof SourceNotFound) throw new SourceFailed("source_not_found");
    if (error instanceof FetchError) throw new SourceFailed("source_unreachable");
    throw error;
  }
}
