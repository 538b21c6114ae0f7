import { type AgentOptions, Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import type { Duplex } from "node:stream";

/**
 * The time after which idle connections close: shorter than servers keep them (3 s in older ClickHouse versions), so that the client closes
 * first.
 */
const IDLE_TIMEOUT_MS = 2_500;

interface IdleSocket {
  sinceMs: number;
  timer: NodeJS.Timeout;
}

export interface ConnectionPool {
  /** The agent for an HTTP client that closes no idle connections itself. */
  agent: HttpAgent;
  /** Closes connections that were idle for too long: timers are late if the process was suspended. */
  closeStale(): void;
}

/**
 * Keeps connections open between requests, until they were idle for a while. A request cancelled before it had a connection
 * still gets one, which Node then frees immediately. A client that starts a timer whenever a connection is freed has two timers
 * for it in that case, and the forgotten one closes the connection during a later request. Here the pool has the timers: one
 * while a connection is idle, none otherwise.
 * @param url the server's URL; its protocol decides whether connections use TLS.
 */
export function createConnectionPool(
  url: string,
  most: number,
  idleMs: number = IDLE_TIMEOUT_MS,
): ConnectionPool {
  const options: AgentOptions = { keepAlive: true, maxSockets: most };
  const agent = new URL(url).protocol === "https:" ? new HttpsAgent(options) : new HttpAgent(options);
  const idle = new WeakMap<Duplex, IdleSocket>();
  const keep = agent.keepSocketAlive.bind(agent);
  const reuse = agent.reuseSocket.bind(agent);
  agent.keepSocketAlive = (connection) => {
    clearTimeout(idle.get(connection)?.timer);
    const timer = setTimeout(() => connection.destroy(), idleMs).unref();
    idle.set(connection, { sinceMs: Date.now(), timer });
    return keep(connection);
  };
  agent.reuseSocket = (connection, request) => {
    clearTimeout(idle.get(connection)?.timer);
    reuse(connection, request);
  };
  return {
    agent,
    closeStale() {
      const staleMs = Date.now() - idleMs;
      for (const connections of Object.values(agent.freeSockets))
        for (const connection of connections ?? [])
          if ((idle.get(connection)?.sinceMs ?? 0) <= staleMs) connection.destroy();
    },
  };
}
