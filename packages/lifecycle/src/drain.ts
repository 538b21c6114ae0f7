import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

/**
 * How long callers with keep-alive connections have to learn from their next response that the connection ends. Idle connections
 * are closed afterwards. A request that crosses the closing of its connection would be lost.
 */
const LINGER_DURATION_MS = 500;
const POLL_INTERVAL_MS = 50;
/**
 * The time after which requests are aborted, in ms. It is well below a supervisor's timeout. On a slow connection, an upload chunk
 * takes seconds.
 */
const ABORT_AFTER_MS = 8_000;

export interface Drain {
  readonly isClosing: boolean;
  /** Makes each response close its connection. New calls are still accepted. */
  begin(): void;
  /**
   * Starts draining, lets callers finish, and closes the server. Resolves when the requests in flight have received their
   * responses, or when the time limit has passed.
   * @param closeServer stops listening, and resolves when no connection is left. Upgraded connections are closed by their owners.
   */
  close(closeServer: () => Promise<unknown>): Promise<void>;
}

export interface DrainOptions {
  /** Requests that take longer are aborted. */
  cutAfterMs?: number;
  lingerMs?: number;
}

/**
 * Shuts an HTTP server down without losing a request. Must be created before the server receives its first request.
 * @example const drain = drainOf(app.server); await drain.close(() => app.close());
 */
export function drainOf(server: Server, options: DrainOptions = {}): Drain {
  const { cutAfterMs = ABORT_AFTER_MS, lingerMs = LINGER_DURATION_MS } = options;
  const answering = new Set<ServerResponse>();
  const sockets = new Set<Socket>();
  let isClosing = false;
  const endConnection = (res: ServerResponse) => {
    if (!res.headersSent) res.setHeader("connection", "close");
  };
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  // This listener runs before the handlers that respond.
  server.prependListener("request", (_: IncomingMessage, res: ServerResponse) => {
    answering.add(res);
    res.once("close", () => answering.delete(res));
    if (isClosing) endConnection(res);
  });
  function begin(): void {
    if (isClosing) return;
    isClosing = true;
    for (const res of answering) endConnection(res);
  }
  /**
   * Closes idle connections again. A connection whose response had already started becomes idle once the response is sent, and
   * browsers open connections without using them.
   */
  function sweep(): void {
    server.closeIdleConnections();
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  }
  return {
    get isClosing() {
      return isClosing;
    },
    begin,
    async close(closeServer) {
      begin();
      await delay(lingerMs);
      const sweeping = setInterval(sweep, POLL_INTERVAL_MS);
      const cut = setTimeout(() => server.closeAllConnections(), cutAfterMs);
      try {
        await closeServer();
      } finally {
        clearInterval(sweeping);
        clearTimeout(cut);
      }
    },
  };
}
