import { fork } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { connect as connectSecurely } from "node:tls";

/** The results that the load generator sends to its parent process. */
export interface LoadResult {
  responses: number;
  bytes: number;
  failures: number;
  /** The index of each response's request in the list, and the time until the response's last byte in ms. */
  timings: [request: number, ms: number][];
  /** The CPU seconds used by the generator itself. */
  cpuSec: number;
}

/** Returns a GET request as sent over the wire. */
export const formatGetRequest = (path: string, headers: Record<string, string> = {}) => {
  const lines = Object.entries(headers).map(([key, value]) => `${key}: ${value}\r\n`);
  return `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${lines.join("")}\r\n`;
};

/** Returns a POST request with JSON as sent over the wire. */
export const formatPostRequest = (path: string, body: object, headers: Record<string, string> = {}) => {
  const text = JSON.stringify(body);
  const lines = Object.entries(headers).map(([key, value]) => `${key}: ${value}\r\n`);
  const type = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}`;
  return `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${lines.join("")}${type}\r\n\r\n${text}`;
};

/**
 * Sends the given requests in turn over keep-alive connections for a while. Each connection sends its next request as soon as the
 * previous response has arrived. Only the necessary HTTP is implemented: bodies with a Content-Length.
 */
export async function generateLoad(options: {
  origin: string;
  requests: string[];
  connections: number;
  durationMs: number;
}): Promise<LoadResult> {
  const result: LoadResult = { responses: 0, bytes: 0, failures: 0, timings: [], cpuSec: 0 };
  const endsAtMs = Date.now() + options.durationMs;
  const each = (_: unknown, offset: number) => runConnection({ ...options, endsAtMs, offset, result });
  await Promise.all(Array.from({ length: options.connections }, each));
  const { user, system } = process.cpuUsage();
  return { ...result, cpuSec: (user + system) / 1e6 };
}

interface LoadConnection {
  origin: string;
  requests: string[];
  endsAtMs: number;
  offset: number;
  connections: number;
  result: LoadResult;
}

function runConnection({
  origin,
  requests,
  endsAtMs,
  offset,
  connections,
  result,
}: LoadConnection): Promise<void> {
  const { protocol, hostname: host, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const socket =
      protocol === "https:"
        ? connectSecurely({ host, port: Number(port), rejectUnauthorized: false })
        : connect({ host, port: Number(port), noDelay: true });
    let count = Math.floor((requests.length * offset) / connections);
    let missing = 0;
    let askedAtMs = 0;
    const sendNext = () => {
      if (Date.now() >= endsAtMs) return void socket.end();
      askedAtMs = performance.now();
      socket.write(requests[count++ % requests.length] ?? "");
    };
    socket.once(protocol === "https:" ? "secureConnect" : "connect", sendNext);
    socket.on("data", (bytes) => {
      missing = missing > 0 ? missing - bytes.length : bodyBytesOf(bytes, result);
      if (missing > 0) return;
      result.responses += 1;
      result.timings.push([(count - 1) % requests.length, performance.now() - askedAtMs]);
      sendNext();
    });
    socket.on("error", reject);
    socket.on("close", () => resolve());
  });
}

/** Counts a response. @returns the bytes of the body that are still missing after the packet with the header. */
export function bodyBytesOf(bytes: Buffer, result: Pick<LoadResult, "bytes" | "failures">): number {
  const end = bytes.indexOf("\r\n\r\n");
  const header = bytes.toString("latin1", 0, end);
  const length = Number(/content-length: (\d+)/i.exec(header)?.[1] ?? 0);
  if (!header.startsWith("HTTP/1.1 2")) result.failures += 1;
  result.bytes += length;
  return length - (bytes.length - end - 4);
}

type LoadOptions = Parameters<typeof generateLoad>[0];

/**
 * Generates the load in a separate process, so it takes no CPU time from the measured process.
 * @throws Error if a response is not a success.
 */
export async function sendLoad(load: LoadOptions): Promise<LoadResult> {
  const child = fork(import.meta.filename);
  child.send(load);
  const [result] = (await once(child, "message")) as [LoadResult];
  if (result.failures > 0) throw new Error(`${result.failures} of ${result.responses} answers failed`);
  return result;
}

/**
 * The following code runs if the file was started as a child process. It receives the options as a message and sends the result
 * as one.
 */
if (process.send && process.argv[1] === import.meta.filename)
  process.once("message", async (options: LoadOptions) => {
    // If the process exited before a long message was sent, the parent would wait forever.
    process.send?.(await generateLoad(options), () => process.disconnect());
  });
