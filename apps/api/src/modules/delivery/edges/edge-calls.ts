import { INTERNAL_SECRET_HEADER } from "@shoal/contract/edge";
import type { z } from "zod";

/** The timeout of a call. A screen waits for it and polls every 2 s. */
const TIMEOUT_MS = 2_000;
/** The maximum size of a response: 20,000 media with names of 100 letters. */
const MAX_ANSWER_BYTES = 8_000_000;

/** The edges' responses, and the edges that did not respond. */
export interface EdgeAnswers<T> {
  answers: { url: string; answer: T }[];
  /** The public URLs of edges that did not respond in time, or responded invalidly. */
  silent: string[];
}

export interface EdgeCalls {
  /** Public URLs of all edges. */
  readonly urls: readonly string[];
  /** Calls all edges concurrently. Never throws: an edge that cannot be reached has no response in the result. */
  ask<T>(path: string, shape: z.ZodType<T>): Promise<EdgeAnswers<T>>;
}

export interface EdgeCallsOptions {
  urls: readonly string[];
  internalSecret: string;
  /** Called once each time an edge stops responding. */
  onSilent: (url: string, error: unknown) => void;
}

/** Calls edges at the addresses that they use among themselves. */
export function createEdgeCalls({ urls, internalSecret, onSilent }: EdgeCallsOptions): EdgeCalls {
  const silent = new Set<string>();
  async function requestOne<T>(url: string, path: string, shape: z.ZodType<T>): Promise<T | undefined> {
    try {
      const answer = shape.parse(await readJson(url + path, internalSecret));
      silent.delete(url);
      return answer;
    } catch (error) {
      if (!silent.has(url)) onSilent(url, error);
      silent.add(url);
      return undefined;
    }
  }
  return {
    urls,
    async ask(path, shape) {
      const answered = await Promise.all(
        urls.map(async (url) => ({ url, answer: await requestOne(url, path, shape) })),
      );
      return {
        answers: answered.flatMap(({ url, answer }) => (answer === undefined ? [] : [{ url, answer }])),
        silent: answered.flatMap(({ url, answer }) => (answer === undefined ? [url] : [])),
      };
    },
  };
}

/** Calls an edge without following redirects, because the call carries a secret. @throws if no valid answer arrives in time. */
async function readJson(url: string, internalSecret: string): Promise<unknown> {
  const response = await fetch(url, {
    headers: { [INTERNAL_SECRET_HEADER]: internalSecret },
    redirect: "error",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const parts: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const part of response.body ?? []) {
    sizeBytes += part.byteLength;
    // Leaving the loop closes the connection.
    if (sizeBytes > MAX_ANSWER_BYTES) throw new RangeError(`more than ${MAX_ANSWER_BYTES} bytes`);
    parts.push(part);
  }
  if (!response.ok) throw new Error(`the edge answered ${response.status}`);
  return JSON.parse(Buffer.concat(parts).toString());
}
