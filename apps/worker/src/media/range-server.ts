import type { IncomingMessage, ServerResponse } from "node:http";
import { makeHttpServer } from "@shoal/lifecycle";
import type { SeekableObject } from "@shoal/store";

/**
 * The size of the first read. It doubles while a program keeps reading, so that little is fetched in vain for a program that seeks.
 */
const FIRST_READ_BYTES = 262_144;
const MAX_READ_BYTES = 4 * 1_048_576;
/** The kernel's limit for the path of a socket. */
export const MAX_SOCKET_PATH_BYTES = 107;

/** Serves one object on a Unix socket while one program runs. */
export interface RangeServer {
  /** The first error of the store. The program itself notices at most that its input ends early. */
  readonly fault: unknown;
  close(): Promise<void>;
}

/**
 * Serves an object by ranges over HTTP. If reading failed, the program's output must not be used: see `fault`.
 * @example const server = await serveRanges(object, join(workFolder, "source.sock"));
 */
export async function serveRanges(object: SeekableObject, socketPath: string): Promise<RangeServer> {
  const state: { fault: unknown } = { fault: undefined };
  const server = makeHttpServer((request, response) => {
    answerRequest(object, request, response).catch((error: unknown) => {
      // An error after a program has closed the connection is irrelevant, because the program needs no further bytes.
      if (!response.destroyed) state.fault ??= error;
      response.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(socketPath, resolve));
  return {
    get fault() {
      return state.fault;
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answerRequest(
  object: SeekableObject,
  { method, headers }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { sizeBytes } = object;
  const range = parseRange(headers.range, sizeBytes);
  response.setHeader("accept-ranges", "bytes");
  response.setHeader("content-type", "application/octet-stream");
  if (!range) {
    response.writeHead(416, { "content-range": `bytes */${sizeBytes}`, "content-length": 0 }).end();
    return;
  }
  const { from, behind } = range;
  const isPart = headers.range !== undefined;
  if (isPart) response.setHeader("content-range", `bytes ${from}-${behind - 1}/${sizeBytes}`);
  response.writeHead(isPart ? 206 : 200, { "content-length": behind - from });
  let stepBytes = FIRST_READ_BYTES;
  for (let at = from; method !== "HEAD" && at < behind && !response.destroyed; ) {
    const bytes = await object.read({ offset: at, length: Math.min(stepBytes, behind - at) });
    at += bytes.byteLength;
    if (!response.write(bytes)) await waitUntilDrained(response);
    stepBytes = Math.min(MAX_READ_BYTES, stepBytes * 2);
  }
  response.end();
}

/** Resolves when the program has read the bytes sent so far, or has closed the connection. */
const waitUntilDrained = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      response.off("drain", end).off("close", end);
      resolve();
    };
    response.on("drain", end).on("close", end);
    if (response.destroyed) end();
  });

/**
 * Parses a Range header. Supports a single range, as programs that seek send it.
 * @returns undefined if the object has none of the bytes.
 */
export function parseRange(
  header: string | undefined,
  sizeBytes: number,
): { from: number; behind: number } | undefined {
  if (header === undefined) return { from: 0, behind: sizeBytes };
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(header) ?? [];
  const from = Number(first ?? Number.NaN);
  const behind = last ? Math.min(sizeBytes, Number(last) + 1) : sizeBytes;
  return from < behind ? { from, behind } : undefined;
}
