import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { INTERNAL_SECRET_HEADER } from "@shoal/contract/edge";
import { LiveBytesQuery, type LiveFeedLine } from "@shoal/contract/ingest";
import type { LiveStream } from "@shoal/media";

/** A fake ingest with the interface that edges use. It has one live, and sends the live's state again after each change. */
export class FakeIngest {
  readonly #stream: LiveStream;
  readonly #secret: string;
  readonly #server: Server;
  readonly #feeds = new Set<ServerResponse>();
  /** The ranges that edges have requested. */
  readonly requests: string[] = [];
  isAway = false;

  constructor(stream: LiveStream, secret: string) {
    this.#stream = stream;
    this.#secret = secret;
    this.#server = createServer((req, res) => void this.#answer(req, res));
    stream.onChange(() => {
      for (const res of this.#feeds) this.#push(res);
    });
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get followers(): number {
    return this.#feeds.size;
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return this;
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    // A follower that is reconnecting at this moment would otherwise keep the server open forever.
    this.#server.closeAllConnections();
    await closed;
  }

  /** Cuts the connections without closing them, as if a cable had been pulled. */
  breakFeeds(): void {
    for (const res of this.#feeds) res.destroy();
  }

  async #answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(req.url ?? "", "http://ingest");
    if (this.isAway || req.headers[INTERNAL_SECRET_HEADER] !== this.#secret)
      return void res.writeHead(404).end();
    if (pathname.endsWith("/feed")) {
      this.#feeds.add(res);
      res.once("close", () => this.#feeds.delete(res));
      return this.#push(res);
    }
    const range = LiveBytesQuery.parse(Object.fromEntries(searchParams));
    this.requests.push(`${range.object} ${range.offset}`);
    res.end(await this.#stream.read({ ...range, sha256: "" }));
  }

  #push(res: ServerResponse): void {
    const line: LiveFeedLine = { type: "snapshot", snapshot: this.#stream.window.toSnapshot() };
    res.write(`${JSON.stringify(line)}\n`);
  }
}
