import { asFetchError, FetchError, type FetchPolicy, type SafeResponse, safeFetch } from "@shoal/safe-fetch";
import { SourceFailed, TryLater } from "./import-source.ts";

/** For a whole answer: shorter than the time for which an import is claimed. */
const ANSWER_MS = 30_000;
/** A page of 100 videos with long descriptions takes a tenth of it. */
const ANSWER_MAX_BYTES = 10_000_000;
/** The maximum delay accepted from a source. */
const WAIT_MAX_MS = 3_600_000;

export interface Question {
  headers?: Record<string, string>;
  method?: "GET" | "PUT";
  body?: string;
}

/** An answer of 404 or 410. */
export class NotThere extends Error {}

export type AskSource = (url: string, question?: Question) => Promise<string>;

/**
 * Asks the API of a source. No redirect is followed with headers, which hold credentials.
 * @throws TryLater for 429, 5xx and what passes by itself, SourceFailed for a refusal and anything else, NotThere, FetchError for an
 * address that is not allowed or does not exist.
 */
export const askSource =
  (policy: FetchPolicy): AskSource =>
  async (url, { headers = {}, method = "GET", body } = {}) => {
    const { host } = new URL(url);
    try {
      const response = await safeFetch(url, {
        method,
        policy,
        headers: { accept: "application/json, application/xml", ...headers },
        ...(body === undefined ? {} : { body }),
        ...(Object.keys(headers).length > 0 ? { maxRedirects: 0 } : {}),
        connectTimeoutMs: ANSWER_MS,
        idleTimeoutMs: ANSWER_MS,
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      judge(response);
      return await readText(response);
    } catch (error) {
      if (error instanceof TryLater || error instanceof SourceFailed || error instanceof NotThere)
        throw error;
      // The time for the whole answer is over.
      if (error instanceof DOMException) throw new TryLater(`${host} did not answer in time`);
      const fault = asFetchError(error, host);
      throw fault.isTransient ? new TryLater(fault.message) : fault;
    }
  };

function judge({ status, headers, body }: SafeResponse): void {
  if (status >= 200 && status < 300) return;
  body.destroy();
  if (status === 429 || status === 408 || status >= 500)
    throw new TryLater(`The source answered ${status}`, retryAfterMs(headers["retry-after"], Date.now()));
  if (status === 401 || status === 403) throw new SourceFailed("source_refused");
  if (status === 404 || status === 410) throw new NotThere();
  throw new SourceFailed("source_unreadable");
}

async function readText({ body }: SafeResponse): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of body as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > ANSWER_MAX_BYTES) {
      body.destroy();
      throw new SourceFailed("source_unreadable");
    }
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

/** Seconds or a date. @example retryAfterMs("2", Date.now()) // 2000 */
export function retryAfterMs(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined;
  const waitMs = /^\d{1,9}$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - nowMs;
  return Number.isFinite(waitMs) ? Math.min(Math.max(waitMs, 0), WAIT_MAX_MS) : undefined;
}

/** @throws SourceFailed for invalid JSON. */
export function parseAnswer(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new SourceFailed("source_unreadable");
  }
}

/** An answer without which nothing can be read. */
export async function needAnswer<T>(asking: Promise<T>): Promise<T> {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof NotThere) throw new SourceFailed("source_not_found");
    if (error instanceof FetchError) throw new SourceFailed("source_unreachable");
    throw error;
  }
}
