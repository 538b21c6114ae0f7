import { createServer, request, type Server } from "node:http";
import { freePorts } from "@shoal/testkit";

/** An HTTP proxy in front of ClickHouse. Tests can close and reopen it on the same port. */
export class FlakyProxy {
  readonly #target: URL;
  #server: Server = createServer();
  /** A port that the system does not assign to other processes while the proxy is closed. */
  #port = 0;
  constructor(targetUrl: string) {
    this.#target = new URL(targetUrl);
  }

  /** The URL of ClickHouse through this proxy. */
  get url(): string {
    const url = new URL(this.#target);
    url.port = String(this.#port);
    return url.href;
  }

  async start(): Promise<void> {
    if (this.#port === 0) [this.#port] = await freePorts(1);
    const { hostname, port } = this.#target;
    this.#server = createServer((req, res) => {
      const { method = "GET", url: path = "/", headers } = req;
      const forwarded = request({ hostname, port, method, path, headers }, (answer) => {
        res.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(res);
      });
      forwarded.on("error", () => res.destroy());
      req.pipe(forwarded);
    });
    await new Promise<void>((resolve) => this.#server.listen(this.#port, "127.0.0.1", resolve));
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }
}
