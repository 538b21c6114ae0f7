import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { routes, type WebhookMessage } from "@shoal/contract";
import { freePorts } from "@shoal/testkit";
import { sql } from "kysely";
import { startTestApi } from "../apps/api/src/test-api.ts";
import { UNLIMITED } from "../apps/api/src/testing/unlimited.ts";
import { startApiProcess } from "./api-process.ts";
import type { Bench, Figure } from "./bench.ts";
import { cpuSecondsOf } from "./edge-process.ts";

const ENDPOINT_COUNT = 100;
/** The number of servers that accept messages but never respond. */
const HANGING_COUNT = 10;
const EVENTS_PER_SEC = 500;
const DURATION_SEC = 30;
/** The interval between events. Each event is inserted by a separate statement, like a real one. */
const EVENT_INTERVAL_MS = 100;
const DELIVERY_TIMEOUT_MS = 20_000;
const TARGET_LATENCY_MS = 2_000;
const TARGET_CORES = 0.5;

const pauseFor = (ms: number) => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));

/** A server that records when each message started and ended. It responds immediately, except for paths that never respond. */
class WebhookReceiver {
  readonly latencies: number[] = [];
  readonly #held: ServerResponse[] = [];
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => {
      let body = "";
      request.on("data", (bytes: Buffer) => {
        body += String(bytes);
      });
      request.on("end", () => {
        if (Number(request.url?.slice(1)) < HANGING_COUNT) return void this.#held.push(response);
        const { timestamp } = JSON.parse(body) as WebhookMessage;
        this.latencies.push(Date.now() - Date.parse(timestamp));
        response.writeHead(204).end();
      });
    });
  }

  async listen(): Promise<string> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    for (const response of this.#held) response.destroy();
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

/** Measures how long the delivery of events to many clients takes while the servers of some clients never respond. */
async function runBench(): Promise<Figure[]> {
  const receiver = new WebhookReceiver();
  const address = await receiver.listen();
  const api = await startTestApi({ ...UNLIMITED, FETCH_ALLOW_PRIVATE: "true", FETCH_PORTS: "any" });
  try {
    const clients: string[] = [];
    for (let n = 0; n < ENDPOINT_COUNT; n++) {
      const user = await api.addUser(["manager"]);
      clients.push(user.clientUuid);
      await user.call(routes.createWebhook, { body: { url: `${address}/${n}`, events: ["video.encoded"] } });
    }
    let cores = 0;
    const count = EVENTS_PER_SEC * DURATION_SEC;
    const expected = (count * (ENDPOINT_COUNT - HANGING_COUNT)) / ENDPOINT_COUNT;
    await api.restart(async () => {
      const [port] = await freePorts(1);
      const child = await startApiProcess({ ...api.env, PORT: String(port) });
      try {
        const startedAtMs = performance.now();
        const cpuBefore = cpuSecondsOf(child.pid ?? 0);
        const perStep = (EVENTS_PER_SEC * EVENT_INTERVAL_MS) / 1_000;
        for (let n = 0; n < count; n += perStep) {
          await pauseFor(startedAtMs + (n * 1_000) / EVENTS_PER_SEC - performance.now());
          await sql`SELECT note_for_webhooks(
              (${clients}::uuid[])[1 + n % ${ENDPOINT_COUNT}::int], 'video.encoded', 'video ' || n, '{}'::jsonb)
            FROM generate_series(${n}::int, ${n + perStep - 1}::int) AS n`.execute(api.database.db);
        }
        cores = (cpuSecondsOf(child.pid ?? 0) - cpuBefore) / ((performance.now() - startedAtMs) / 1_000);
        const endsAtMs = performance.now() + DELIVERY_TIMEOUT_MS;
        while (receiver.latencies.length < expected && performance.now() < endsAtMs) await pauseFor(50);
      } finally {
        child.kill("SIGKILL");
        await once(child, "exit");
      }
    });
    const ascending = receiver.latencies.toSorted((a, b) => a - b);
    const at = (share: number) =>
      ascending[Math.floor(share * (ascending.length - 1))] ?? Number.POSITIVE_INFINITY;
    const missing = expected - ascending.length;
    return [
      {
        name: `${EVENTS_PER_SEC} events a second to ${ENDPOINT_COUNT} webhooks, of which ${HANGING_COUNT} hang: happened → at the others`,
        value: `p99 ${at(0.99)} ms, p50 ${at(0.5)} ms`,
        reach: `p99 ≤ ${TARGET_LATENCY_MS} ms`,
        isReached: missing === 0 && at(0.99) <= TARGET_LATENCY_MS,
        detail: `${ascending.length} messages, ${missing} missing or twice`,
      },
      {
        name: "CPU of the api meanwhile",
        value: `${cores.toFixed(2)} core`,
        reach: `≤ ${TARGET_CORES} core`,
        isReached: cores <= TARGET_CORES,
      },
    ];
  } finally {
    await api.close();
    receiver.close();
  }
}

export const webhooksBench: readonly Bench[] = [{ name: "webhooks", run: runBench }];
