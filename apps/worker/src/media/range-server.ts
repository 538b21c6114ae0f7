import type { IncomingMessage, ServerResponse } from "node:http";
import { makeHttpServer } from "@shoal/lifecycle";
import type { SeekableObject } from "@shoal/store";

/** Read at once: doubled while a program goes on, so that one that seeks brings little that it does not want. */
const FIRST_STEP_BYTES = 262_144;
const LAST_STEP_BYTES = 4 * 1_048_576;
/** The kernel's limit for the path of a socket. */
export const SOCKET_PATH_MAX_BYTES = 107;

/** One object, on a Unix socket, as long as one program runs. */
export interface RangeServer {
  /** The first fault of the store, which the program knows as the end of its input at most. */
  readonly fault: unknown;
  close(): Promise<void>;
}

/**
 * Serves an object by ranges over HTTP. What a program made of an object whose reading failed must not be used: see `fault`.
 * @example const server = await serveRanges(object, join(workFolder, "source.sock"));
 */
export async function serveRanges(object: SeekableObject, socketPath: string): Promise<RangeServer> {
  const state: { fault: unknown } = { fault: undefined };
  const server = makeHttpServer((request, response) => {
    answer(object, request, response).catch((error: unknown) => {
      // Without it for one that went, and wanted no more.
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

async function answer(
  object: SeekableObject,
  { method, headers }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { sizeBytes } = object;
  const range = readRange(headers.range, sizeBytes);
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
  let stepBytes = FIRST_STEP_BYTES;
  for (let at = from; method !== "HEAD" && at < behind && !response.destroyed; ) {
    const bytes = await object.read({ offset: at, length: Math.min(stepBytes, behind - at) });
    at += bytes.byteLength;
    if (!response.write(bytes)) await drained(response);
    stepBytes = Math.min(LAST_STEP_BYTES, stepBytes * 2);
  }
  response.end();
}

/** Until a program has taken what was sent, or has gone. */
const drained = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      response.off("drain", end).off("close", end);
      resolve();
    };
    response.on("drain", end).on("close", end);
    if (response.destroyed) end();
  });

/** The bytes that a request asks for; undefined where there are none. One range, as programs that seek send it. */
export function readRange(
  header: string | undefined,
  sizeBytes: number,
): { from: number; behind: number } | undefined {
  if (header === undefined) return { from: 0, behind: sizeBytes };
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(header) ?? [];
  const from = Number(first ?? Number.NaN);
  const behind = last ? Math.min(sizeBytes, Number(last) + 1) : sizeBytes;
  return from < behind ? { from, behind } : undefined;
}
