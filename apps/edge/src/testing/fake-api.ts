import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { CHANGES_PATH, INTERNAL_SECRET_HEADER, type PlaybackDescriptor } from "@shoal/contract";

/** The api as the edge sees it: descriptors and their change stream. It can go away and come back on the same port. */
export class FakeApi {
  readonly secret = "an-installation-secret";
  readonly #descriptors = new Map<string, PlaybackDescriptor>();
  readonly #changes: { id: number; uuid: string; revision: number }[] = [];
  readonly #streams = new Set<ServerResponse>();
  #server: Server = createServer();
  #port = 0;
  #hasStream = true;
  /** Descriptor requests so far. */
  asked = 0;
  /** Cursors with which the stream was resumed. */
  readonly cursors: (string | undefined)[] = [];

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get followers(): number {
    return this.#streams.size;
  }

  async start(): Promise<void> {
    this.#server = createServer((req, res) => this.#answer(req, res));
    await new Promise<void>((resolve) => this.#server.listen(this.#port, "127.0.0.1", resolve));
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    this.#streams.clear();
    await closed;
  }

  /** Answers no change stream any more, and cuts those that run. */
  dropStream(): void {
    this.#hasStream = false;
    for (const stream of this.#streams) stream.destroy();
    this.#streams.clear();
  }

  set(descriptor: PlaybackDescriptor): void {
    this.#descriptors.set(descriptor.uuid, descriptor);
    this.#announce(descriptor.uuid, descriptor.revision);
  }

  remove(uuid: string): void {
    const revision = (this.#descriptors.get(uuid)?.revision ?? 0) + 1;
    this.#descriptors.delete(uuid);
    this.#announce(uuid, revision);
  }

  #announce(uuid: string, revision: number): void {
    const change = { id: this.#changes.length + 1, uuid, revision };
    this.#changes.push(change);
    for (const stream of this.#streams) stream.write(eventOf(change));
  }

  #answer(req: IncomingMessage, res: ServerResponse): void {
    if (req.headers[INTERNAL_SECRET_HEADER] !== this.secret) return void res.writeHead(403).end();
    const url = new URL(req.url ?? "/", this.url);
    if (url.pathname === CHANGES_PATH) this.#stream(url, res);
    else this.#describe(url, req, res);
  }

  #describe(url: URL, req: IncomingMessage, res: ServerResponse): void {
    this.asked += 1;
    const descriptor = this.#descriptors.get(url.pathname.split("/").at(-1) ?? "");
    if (!descriptor) return void res.writeHead(404).end();
    const etag = `"${descriptor.revision}"`;
    if (req.headers["if-none-match"] === etag) return void res.writeHead(304).end();
    res.writeHead(200, { "content-type": "application/json", etag }).end(JSON.stringify(descriptor));
  }

  #stream(url: URL, res: ServerResponse): void {
    if (!this.#hasStream) return void res.writeHead(503).end();
    const cursor = url.searchParams.get("cursor") ?? undefined;
    this.cursors.push(cursor);
    res.writeHead(200, { "content-type": "text/event-stream" }).write(":\n\n");
    const beat = setInterval(() => res.write(":\n\n"), 500);
    res.on("close", () => {
      clearInterval(beat);
      this.#streams.delete(res);
    });
    this.#streams.add(res);
    const missed = cursor === undefined ? [] : this.#changes.filter(({ id }) => id > Number(cursor));
    for (const change of missed) res.write(eventOf(change));
  }
}

const eventOf = ({ id, uuid, revision }: { id: number; uuid: string; revision: number }) =>
  `id: ${id}\ndata: ${JSON.stringify({ uuid, revision })}\n\n`;
