import { type AgentOptions, Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import type { Duplex } from "node:stream";

/** Below what servers keep an idle connection for, older ClickHouses 3 s: the one who may send closes first. */
const IDLE_MS = 2_500;

interface Idle {
  sinceMs: number;
  timer: NodeJS.Timeout;
}

export interface KeptConnections {
  /** For an HTTP client that closes no idle connections itself. */
  agent: HttpAgent;
  /** Closes what has been idle for too long: the timers of a process that was kept from running are late. */
  closeStale(): void;
}

/**
 * Connections that stay open between requests, each until nobody has used it for a while.
 *
 * A request that was given up before it had a connection is handed one all the same, and Node frees that at once. A client
 * that starts a timer whenever a connection is freed then has two for one, and the timer that nobody stops closes the
 * connection under a later request. Here the pool has the timers: one while a connection lies in it, none otherwise.
 * @param url whose protocol says which kind.
 */
export function keepConnections(url: string, most: number, idleMs: number = IDLE_MS): KeptConnections {
  const options: AgentOptions = { keepAlive: true, maxSockets: most };
  const agent = new URL(url).protocol === "https:" ? new HttpsAgent(options) : new HttpAgent(options);
  const idle = new WeakMap<Duplex, Idle>();
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
