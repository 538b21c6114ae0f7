import { connect, type Socket } from "node:net";

export interface PlainAnswer {
  status: number;
  etag: string;
  bytes: number;
  /** As it came: packed, where it was. Empty where nobody wanted it. */
  body: Buffer;
}

/** What all connections read into, one after the other: nothing is allocated for what is only counted. */
const shared = Buffer.allocUnsafe(1_000_000);
const NOTHING = Buffer.alloc(0);

interface Asked {
  isKept: boolean;
  answer: PromiseWithResolvers<PlainAnswer>;
  /** Of the header, until it is whole. */
  head: Buffer;
  found: { status: number; etag: string; bytes: number; missing: number } | undefined;
  body: Buffer[];
}

/**
 * One connection that asks one thing after the other. It reads only as much of HTTP as that takes: bodies with a
 * Content-Length. Node's own client takes several times as much of the processor, which on one machine is the server's.
 */
export class PlainLine {
  readonly #socket: Socket;
  #asked: Asked | undefined;

  static async open(origin: string): Promise<PlainLine> {
    const { hostname: host, port } = new URL(origin);
    const opened = Promise.withResolvers<PlainLine>();
    const line: PlainLine = new PlainLine(
      connect({
        host,
        port: Number(port),
        noDelay: true,
        onread: { buffer: shared, callback: (count) => line.#take(count) },
      }),
    );
    line.#socket.once("connect", () => opened.resolve(line));
    line.#socket.once("error", opened.reject);
    return opened.promise;
  }

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("error", (error) => this.#asked?.answer.reject(error));
    socket.on("close", () => this.#asked?.answer.reject(new Error("The server closed the connection")));
  }

  /** @param isKept the body is wanted, not only its length. @throws Error when the connection ends. */
  get(path: string, { isKept }: { isKept: boolean }): Promise<PlainAnswer> {
    this.#asked = {
      isKept,
      head: NOTHING,
      found: undefined,
      body: [],
      answer: Promise.withResolvers(),
    };
    this.#socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n`);
    return this.#asked.answer.promise;
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(count: number): boolean {
    const asked = this.#asked;
    if (!asked) return true;
    let body: Buffer = shared.subarray(0, count);
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
    this.#asked = undefined;
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
