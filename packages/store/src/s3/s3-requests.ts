import { hash } from "node:crypto";
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from "node:http";
import { Agent as HttpsAgent, request as requestHttps } from "node:https";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { AwsV4Signer } from "aws4fetch";
import { isTemporaryError, S3Error } from "./s3-error.ts";
import type { S3Credentials, S3Location } from "./s3-location.ts";
import { textOf } from "./xml.ts";

/** Time limits and retries. Tests shorten them. */
export interface S3RetryPolicy {
  /** The number of attempts for a request. */
  tries: number;
  /** The maximum wait before the second attempt. It doubles for each further attempt. */
  firstWaitMs: number;
  longestWaitMs: number;
  /** The maximum time without a byte in either direction, including connecting. */
  idleMs: number;
}

/**
 * The default retries, with waits of 0.2, 0.4 … 5 s that random variation halves on average. They add up to some 10 s. The caller,
 * which uploads or encodes, waits for them and retries the operation itself.
 */
export const S3_RETRY_POLICY: S3RetryPolicy = {
  tries: 8,
  firstWaitMs: 200,
  longestWaitMs: 5_000,
  idleMs: 30_000,
};

/** The connections of one process to its store. */
const MAX_CONNECTIONS = 64;

export interface S3Request {
  method: "GET" | "HEAD" | "PUT" | "POST" | "DELETE";
  /** The key relative to the bucket. Empty for the bucket itself. */
  key: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Uint8Array;
  signal?: AbortSignal | undefined;
}

export interface S3Answer {
  status: number;
  headers: IncomingMessage["headers"];
  body: string;
}

/** The clock difference that is ignored. Stores accept signatures that are up to a quarter of an hour old or early. */
const CLOCK_TOLERANCE_MS = 300_000;

/** Sends signed requests to one bucket, with retries for temporary errors, over a limited number of connections. */
export class S3Requests {
  readonly #location: S3Location;
  readonly #credentials: S3Credentials;
  readonly #patience: S3RetryPolicy;
  readonly #agent: HttpAgent | HttpsAgent;
  readonly #isHttps: boolean;
  /** The signing keys by day. Each takes four hashes to compute. */
  readonly #signingKeys = new Map<string, ArrayBuffer>();
  /** How far the store's clock is ahead of this machine's, once it has rejected a signature because of it. */
  #clockAheadMs = 0;

  constructor(location: S3Location, credentials: S3Credentials, patience: S3RetryPolicy) {
    this.#location = location;
    this.#credentials = credentials;
    this.#patience = patience;
    this.#isHttps = location.url.startsWith("https:");
    const options = { keepAlive: true, maxSockets: MAX_CONNECTIONS, maxFreeSockets: MAX_CONNECTIONS };
    this.#agent = this.#isHttps ? new HttpsAgent(options) : new HttpAgent(options);
  }

  /** Sends a request and reads the response. @throws S3Error for any status of 300 and more. */
  send(wanted: S3Request): Promise<S3Answer> {
    return this.retry(wanted.signal, async () => {
      const answer = await this.open(wanted);
      const { statusCode: status = 0, headers } = answer;
      return { status, headers, body: await readBody(answer, wanted) };
    });
  }

  /** Retries after temporary errors. */
  async retry<T>(signal: AbortSignal | undefined, attempt: (n: number) => Promise<T>): Promise<T> {
    for (let n = 1; ; n++) {
      signal?.throwIfAborted();
      try {
        return await attempt(n);
      } catch (error) {
        if (!(error instanceof S3Error) || !isTemporaryError(error) || n >= this.#patience.tries) throw error;
        await this.wait(n, signal);
      }
    }
  }

  /** Waits a random time before the attempt after the n-th. Callers that failed together therefore do not retry together. */
  async wait(n: number, signal?: AbortSignal): Promise<void> {
    const { firstWaitMs, longestWaitMs } = this.#patience;
    const longestMs = Math.min(longestWaitMs, firstWaitMs * 2 ** (n - 1));
    await delay(Math.random() * longestMs, undefined, { signal });
  }

  get tries(): number {
    return this.#patience.tries;
  }

  /** Sends the request once. The caller must read or destroy the response's body. @throws S3Error for any status of 300 and more. */
  async open(wanted: S3Request): Promise<IncomingMessage> {
    const what = `${wanted.method} ${wanted.key}`;
    const signedAheadMs = this.#clockAheadMs;
    const answer = await this.#sendOnce(wanted, what);
    const { statusCode: status = 0, headers } = answer;
    if (status < 300) return answer;
    const body = await readBody(answer, wanted);
    // The response to a HEAD request does not contain the reason.
    if (status === 403 && this.#followClock(headers.date, signedAheadMs))
      throw new S3Error(what, { s3Code: "RequestTimeTooSkewed", status, message: "The clocks differ" });
    throw faultOf(what, status, body);
  }

  /** Adjusts the clock for signatures to the store's clock. @returns whether the given signature was made with another clock. */
  #followClock(date: string | undefined, signedAheadMs: number): boolean {
    const aheadMs = Date.parse(date ?? "") - Date.now();
    if (!(Math.abs(aheadMs - signedAheadMs) > CLOCK_TOLERANCE_MS)) return false;
    this.#clockAheadMs = aheadMs;
    return true;
  }

  async #sendOnce({ method, key, query, headers, body, signal }: S3Request, what: string) {
    const url = new URL(this.#location.url);
    url.pathname = `${url.pathname.replace(/\/$/, "")}/${key}`;
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
    const { accessKeyId, secretAccessKey, sessionToken } = this.#credentials;
    const signer = new AwsV4Signer({
      method,
      url: url.href,
      headers: { ...headers, "x-amz-content-sha256": hash("sha256", body ?? "") },
      accessKeyId,
      secretAccessKey,
      ...(sessionToken === undefined ? {} : { sessionToken }),
      service: "s3",
      region: this.#location.region,
      cache: this.#signingKeys,
      datetime: new Date(Date.now() + this.#clockAheadMs).toISOString().replace(/[:-]|\.\d{3}/g, ""),
    });
    const signed = await signer.sign();
    const request = (this.#isHttps ? requestHttps : requestHttp)(signed.url, {
      method,
      agent: this.#agent,
      headers: { ...Object.fromEntries(signed.headers), "content-length": body?.byteLength ?? 0 },
      timeout: this.#patience.idleMs,
      signal,
    });
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    request.on("timeout", () => request.destroy(new Error(`no byte for ${this.#patience.idleMs} ms`)));
    request.on("response", resolve);
    request.on("error", (error) => reject(signal?.aborted ? error : lostConnectionError(what, error)));
    request.end(body);
    return promise;
  }

  /** Closes idle connections. */
  close(): void {
    this.#agent.destroy();
  }
}

async function readBody(answer: IncomingMessage, { method, key }: S3Request): Promise<string> {
  try {
    return await text(answer);
  } catch (error) {
    throw lostConnectionError(`${method} ${key}`, error);
  }
}

/** Creates the error for a failed connection. */
export function lostConnectionError(what: string, error: unknown): S3Error {
  const { code = "NoAnswer", message } = error as NodeJS.ErrnoException;
  return new S3Error(what, { s3Code: code, status: 0, message });
}

export function faultOf(what: string, status: number, body: string): S3Error {
  const s3Code = textOf(body, "Code") ?? `HTTP ${status}`;
  return new S3Error(what, { s3Code, status, message: textOf(body, "Message") ?? "" });
}
