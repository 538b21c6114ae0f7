import { fork } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { bodyBytesOf } from "../load-generator.ts";

/** Requests that are sent at fixed times, regardless of how long the responses take. */
export interface SteadyLoad {
  origin: string;
  /** The raw requests. They are sent one after the other, and from the start again after the last one. */
  requests: string[];
  perSec: number;
  durationMs: number;
}

export interface SteadyResult {
  /** The time of each request in ms, measured from its scheduled time, so that queueing is included. */
  tookMs: number[];
  failures: number;
  bytes: number;
}

/** The maximum concurrency; further requests queue, and the time in the queue is included. */
const MAX_CONNECTIONS = 32;
/**
 * The last part of a wait, in ms, which is spent without a timer. A timer may fire a millisecond late, which would be counted
 * against the server.
 */
const BUSY_WAIT_MS = 2;

interface ScheduledRequest {
  request: string;
  dueAtMs: number;
}

async function generateSteadyLoad({
  origin,
  requests,
  perSec,
  durationMs,
}: SteadyLoad): Promise<SteadyResult> {
  const lines = new ConnectionPool();
  await lines.open(origin);
  const startsAtMs = performance.now() + BUSY_WAIT_MS;
  const count = Math.round((durationMs / 1000) * perSec);
  for (let sent = 0; sent < count; sent++) {
    const dueAtMs = startsAtMs + (sent * 1000) / perSec;
    await waitUntilMs(dueAtMs);
    lines.ask({ request: requests[sent % requests.length] ?? "", dueAtMs });
  }
  return lines.close(count);
}

async function waitUntilMs(atMs: number): Promise<void> {
  const sleepMs = atMs - performance.now() - BUSY_WAIT_MS;
  if (sleepMs > 0) await delay(sleepMs);
  while (performance.now() < atMs) await new Promise(setImmediate);
}

/** Keep-alive connections. Each request uses one that is free. Only the necessary HTTP is implemented. */
class ConnectionPool {
  readonly #result: SteadyResult = { tookMs: [], failures: 0, bytes: 0 };
  readonly #sockets: Socket[] = [];
  readonly #free: Socket[] = [];
  readonly #waiting: ScheduledRequest[] = [];
  readonly #underWay = new Map<Socket, ScheduledRequest>();
  #wake = () => {};

  async open(origin: string): Promise<void> {
    const { hostname: host, port } = new URL(origin);
    for (let count = 0; count < MAX_CONNECTIONS; count++) {
      const socket = connect({ host, port: Number(port), noDelay: true });
      await once(socket, "connect");
      let missing = 0;
      socket.on("data", (bytes) => {
        missing = missing > 0 ? missing - bytes.length : bodyBytesOf(bytes, this.#result);
        if (missing <= 0) this.#answered(socket);
      });
      socket.on("close", () => this.#lost(socket));
      this.#sockets.push(socket);
      this.#free.push(socket);
    }
  }

  ask(asking: ScheduledRequest): void {
    const socket = this.#free.shift();
    if (!socket) this.#waiting.push(asking);
    else this.#send(socket, asking);
  }

  /** Waits for this many responses in total, and closes the connections. */
  async close(count: number): Promise<SteadyResult> {
    while (this.#result.tookMs.length < count)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    for (const socket of this.#sockets) socket.removeAllListeners("close").destroy();
    return this.#result;
  }

  #send(socket: Socket, asking: ScheduledRequest): void {
    this.#underWay.set(socket, asking);
    socket.write(asking.request);
  }

  #answered(socket: Socket): void {
    const asking = this.#underWay.get(socket);
    if (!asking) return;
    this.#underWay.delete(socket);
    this.#result.tookMs.push(performance.now() - asking.dueAtMs);
    const next = this.#waiting.shift();
    if (next) this.#send(socket, next);
    else this.#free.push(socket);
    this.#wake();
  }

  #lost(socket: Socket): void {
    throw new Error(
      `A connection ended ${this.#underWay.has(socket) ? "before its answer" : "while it was free"}`,
    );
  }
}

/**
 * Generates the load in a separate process, so it takes no CPU time from the measured process.
 * @throws Error if a response is not a success.
 */
export async function sendSteadily(load: SteadyLoad): Promise<SteadyResult> {
  const child = fork(import.meta.filename);
  child.send(load);
  const ended = once(child, "exit").then(() => Promise.reject(new Error("The load generator fell")));
  const [result] = (await Promise.race([once(child, "message"), ended])) as [SteadyResult];
  ended.catch(() => undefined);
  if (result.failures > 0) throw new Error(`${result.failures} of ${result.tookMs.length} answers failed`);
  return result;
}

/**
 * The following code runs if the file was started as a child process. It receives the options as a message and sends the result
 * as one.
 */
if (process.send && process.argv[1] === import.meta.filename)
  process.once("message", async (load: SteadyLoad) => {
    // If the process exited before a long message was sent, the parent would wait forever.
    process.send?.(await generateSteadyLoad(load), () => process.disconnect());
  });
