import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { INTERNAL_SECRET_HEADER } from "@shoal/contract/edge";

/** A simulated edge that gives prepared responses to callers with the secret. */
export class FakeEdge {
  readonly #server: Server;
  readonly #answers = new Map<string, unknown>();
  /** The number of requests with the correct secret so far. */
  asked = 0;
  secret = "";

  constructor() {
    this.#server = createServer((req, res) => {
      if (req.headers[INTERNAL_SECRET_HEADER] !== this.secret) return void res.writeHead(404).end();
      this.asked += 1;
      const answer = this.#answers.get(req.url?.split("?")[0] ?? "");
      // An edge that hangs does not respond at all.
      if (answer !== undefined)
        res.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
    });
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  start(): Promise<void> {
    return new Promise((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
  }

  /** @param answer undefined makes the edge hang. */
  setAnswer(path: string, answer: object | undefined): void {
    this.#answers.set(path, answer);
  }

  close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeAllConnections();
    return closed;
  }
}
