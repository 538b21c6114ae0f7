import { connect } from "node:net";

/** What the load generator reports when it is done. */
export interface LoadResult {
  responses: number;
  bytes: number;
  failures: number;
}

/** A GET as it goes over the wire. */
export const getRequest = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

/**
 * Sends the given requests in turn over keep-alive connections, each as fast as it is answered, for a while. It reads
 * only as much of HTTP as that takes: Content-Length bodies.
 */
export async function generateLoad(options: {
  origin: string;
  requests: string[];
  connections: number;
  durationMs: number;
}): Promise<LoadResult> {
  const result: LoadResult = { responses: 0, bytes: 0, failures: 0 };
  const endsAtMs = Date.now() + options.durationMs;
  const each = (_: unknown, offset: number) => runConnection({ ...options, endsAtMs, offset, result });
  await Promise.all(Array.from({ length: options.connections }, each));
  return result;
}

interface Connection {
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
}: Connection): Promise<void> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    let count = Math.floor((requests.length * offset) / connections);
    let missing = 0;
    const ask = () => {
      if (Date.now() >= endsAtMs) return void socket.end();
      socket.write(requests[count++ % requests.length] ?? "");
    };
    socket.on("connect", ask);
    socket.on("data", (bytes) => {
      missing = missing > 0 ? missing - bytes.length : bodyBytesOf(bytes, result);
      if (missing > 0) return;
      result.responses += 1;
      ask();
    });
    socket.on("error", reject);
    socket.on("close", () => resolve());
  });
}

/** Bytes of the body that are still to come after the packet with the header. */
function bodyBytesOf(bytes: Buffer, result: LoadResult): number {
  const end = bytes.indexOf("\r\n\r\n");
  const header = bytes.toString("latin1", 0, end);
  const length = Number(/content-length: (\d+)/i.exec(header)?.[1] ?? 0);
  if (!header.startsWith("HTTP/1.1 2")) result.failures += 1;
  result.bytes += length;
  return length - (bytes.length - end - 4);
}

/** Started as a process of its own: the options come as a message, the result goes back as one. */
if (process.send && process.argv[1] === import.meta.filename)
  process.once("message", async (options: Parameters<typeof generateLoad>[0]) => {
    process.send?.(await generateLoad(options));
    process.disconnect();
  });
