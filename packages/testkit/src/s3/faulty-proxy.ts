import { createServer, type IncomingMessage, request as requestHttp, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

/** A simulated failure of a request on its way to a store. */
export type ProxyFault =
  /** The connection breaks before the store receives the request. */
  | "cut"
  /** The store handles the request, but its response is lost. */
  | "answer-lost"
  /** The request is delayed by this many milliseconds. */
  | { afterMs: number };

export interface FaultyProxy {
  endpoint: string;
  /** Chooses the simulated failure of a request. With undefined, the proxy forwards the request unchanged. */
  fault: (request: IncomingMessage) => ProxyFault | undefined;
  close(): Promise<void>;
}

/**
 * Starts a proxy in front of an S3 store. It forwards headers unchanged, as signatures cover the proxy's host.
 * @example const proxy = await startFaultyProxy(gateway.endpoint); proxy.fault = () => "cut";
 */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const server = createServer((request, response) => {
    carry(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const proxy: FaultyProxy = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fault: () => undefined,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
  return proxy;

  async function carry(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const fault = proxy.fault(request);
    if (fault === "cut") return void request.socket.destroy();
    if (typeof fault === "object") await delay(fault.afterMs);
    const { method, url = "/", headers } = request;
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const onward = requestHttp(target + url, { method, headers }, resolve).on("error", reject);
    request.pipe(onward);
    response.on("close", () => onward.destroy());
    const answer = await promise;
    if (fault === "answer-lost") {
      // At this point, the store has already handled the request.
      for await (const _ of answer);
      return void request.socket.destroy();
    }
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.on("error", () => response.destroy()).pipe(response);
  }
}
