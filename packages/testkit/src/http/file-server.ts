import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** How a file is served. The settings may be changed while the server runs. */
export interface ServedFile {
  bytes: Buffer;
  headers: Record<string, string>;
  /** Whether the server honours range requests. */
  hasRanges: boolean;
  /** Whether the server sends the length of the file. */
  hasLength: boolean;
  /** The position in the file at which sending stops. */
  stopAt: number | undefined;
  /** Whether the connection ends at that position (`cut`), or stays open without more bytes (`hold`). */
  stop: "cut" | "hold";
}

export interface FileServer {
  /** The address of the server. Every path below it returns the file. */
  url: string;
  file: ServedFile;
  /** The requested ranges, in order. Undefined stands for the whole file. */
  ranges: (string | undefined)[];
  /** The bytes of the file sent with each response. */
  sentBytes: number[];
  /** If set, it handles requests instead of the server, which would send the file. */
  answer: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
  close(): Promise<void>;
}

/** Starts a local web server with one file, for testing code that fetches files. */
export async function startFileServer(bytes: Buffer, options: Partial<ServedFile> = {}): Promise<FileServer> {
  const file: ServedFile = {
    bytes,
    headers: { etag: '"1"' },
    hasRanges: true,
    hasLength: true,
    stopAt: undefined,
    stop: "cut",
    ...options,
  };
  const ranges: FileServer["ranges"] = [];
  const sentBytes: number[] = [];
  const served: Pick<FileServer, "answer"> = { answer: undefined };
  const server = createServer((request, response) => {
    ranges.push(request.headers.range);
    if (served.answer) served.answer(request, response);
    else sentBytes.push(sendFile(file, request, response));
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo;
  return Object.assign(served, {
    url: `http://127.0.0.1:${port}`,

    file,
    ranges,
    sentBytes,
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  });
}

function sendFile(file: ServedFile, request: IncomingMessage, response: ServerResponse): number {
  const total = file.bytes.length;
  const from = file.hasRanges ? fromOf(request, file.headers.etag) : undefined;
  if (from !== undefined && from >= total) {
    response.writeHead(416, { "content-range": `bytes */${total}` }).end();
    return 0;
  }
  const offset = from ?? 0;
  response.writeHead(from === undefined ? 200 : 206, {
    ...file.headers,
    ...(file.hasLength ? { "content-length": total - offset } : {}),
    ...(from === undefined ? {} : { "content-range": `bytes ${offset}-${total - 1}/${total}` }),
  });
  const { stopAt = total } = file;
  const sent = file.bytes.subarray(offset, Math.max(offset, stopAt));
  if (stopAt >= total) response.end(sent);
  else response.write(sent, () => file.stop === "cut" && response.destroy());
  return sent.length;
}

/** Returns the start of the requested range; undefined for the whole file, which is also sent if `If-Range` specifies another version. */
function fromOf({ headers }: IncomingMessage, etag: string | undefined): number | undefined {
  const condition = headers["if-range"];
  if (condition !== undefined && condition !== etag) return undefined;
  const from = /^bytes=(\d+)-$/.exec(headers.range ?? "")?.[1];
  return from === undefined ? undefined : Number(from);
}
