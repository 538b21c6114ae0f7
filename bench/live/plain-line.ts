import { connect, type Socket } from "node:net";

export interface PlainAnswer {
  status: number;
  etag: string;
  bytes: number;
  /** The raw body, which may be compressed; empty if it was not requested. */
  body: Buffer;
}

/** A buffer that all connections share, so that no memory is allocated for data that is only counted. */
const sharedBuffer = Buffer.allocUnsafe(1_000_000);
const EMPTY_BODY = Buffer.alloc(0);

interface PendingRequest {
  isKept: boolean;
  answer: PromiseWithResolvers<PlainAnswer>;
  /** The received part of the header, until the header is complete. */
  head: Buffer;
  found: { status: number; etag: string; bytes: number; missing: number } | undefined;
  body: Buffer[];
}

/**
 * A connection with one request at a time. It implements only the HTTP that the bench needs: bodies with a Content-Length. Node's
 * own client uses several times the CPU, which the server would lack on the same machine.
 */
export class PlainConnection {
  readonly #socket: Socket;
  #pending: PendingRequest | undefined;

  static async open(origin: string): Promise<PlainConnection> {
    const { hostname: host, port } = new URL(origin);
    const opened = Promise.withResolvers<PlainConnection>();
    const line: PlainConnection = new PlainConnection(
      connect({
        host,
        port: Number(port),
        noDelay: true,
        onread: { buffer: sharedBuffer, callback: (count) => line.#consume(count) },
      }),
    );
    line.#socket.once("connect", () => opened.resolve(line));
    line.#socket.once("error", opened.reject);
    return opened.promise;
  }

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("error", (error) => this.#pending?.answer.reject(error));
    socket.on("close", () => this.#pending?.answer.reject(new Error("The server closed the connection")));
  }

  /** Sends a request. @param isKept whether the body is returned, not only its length. @throws Error if the connection ends. */
  get(path: string, { isKept }: { isKept: boolean }): Promise<PlainAnswer> {
    this.#pending = {
      isKept,
      head: EMPTY_BODY,
      found: undefined,
      body: [],
      answer: Promise.withResolvers(),
    };
    this.#socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n`);
    return this.#pending.answer.promise;
  }

  close(): void {
    this.#socket.destroy();
  }

  #consume(count: number): boolean {
    const asked = this.#pending;
    if (!asked) return true;
    let body: Buffer = sharedBuffer.subarray(0, count);
    if (!asked.found) {
      asked.head = Buffer.concat([asked.head, body]);
      const end = asked.head.indexOf("\r\n\r\n");
      if (end < 0) return true;
      asked.found = readHead(asked.head.toString("latin1", 0, end));
      body = asked.head.subarray(end + 4);
    }
    const { found, isKept } = asked;
    if (isKept) asked.body.push(Buffer.from(body));
    found.missing -= body.length;
    if (found.missing > 0) return true;
    this.#pending = undefined;
    const { status, etag, bytes } = found;
    asked.answer.resolve({ status, etag, bytes, body: Buffer.concat(asked.body) });
    return true;
  }
}

function readHead(head: string) {
  const bytes = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
  return {
    status: Number(head.slice("HTTP/1.1 ".length, "HTTP/1.1 200".length)),
    etag: /etag: (\S+)/i.exec(head)?.[1] ?? "",

    bytes,
    missing: bytes,
  };
}
