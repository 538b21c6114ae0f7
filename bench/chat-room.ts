import { once } from "node:events";
import { createApiClient, routes } from "@shoal/contract";
import { freePorts } from "@shoal/testkit";
import { startTestApi, type TestUser } from "../apps/api/src/test-api.ts";
import { listenAs, type RealtimeListener } from "../apps/api/src/testing/realtime-listener.ts";
import { UNLIMITED } from "../apps/api/src/testing/unlimited.ts";
import { startApiProcess } from "./api-process.ts";
import type { Bench, Figure } from "./bench.ts";
import { cpuSecondsOf } from "./edge-process.ts";

const CONNECTED_COUNT = 500;
const WRITER_COUNT = 20;
const MESSAGES_PER_SEC = 20;
const DURATION_SEC = 60;
const WARM_UP_SEC = 3;
/** The maximum time to wait for messages after the last one was written. */
const DELIVERY_TIMEOUT_MS = 10_000;
/** The number of sockets that are opened concurrently. */
const CONCURRENCY = 20;
const TARGET_LATENCY_MS = 250;

const pauseFor = (ms: number) => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));

/** The messages that each page of a room has received. */
class MessageArrivals {
  readonly #sentAtMs: number[] = [];
  readonly #counts: number[] = [];
  readonly #last = new Map<object, number>();
  readonly latencies: number[] = [];
  /** Returns how many messages a page received twice, out of order or not at all. */
  faults = 0;

  send(): number {
    this.#counts.push(0);
    return this.#sentAtMs.push(performance.now()) - 1;
  }

  record(page: object, text: string): void {
    const nowMs = performance.now();
    const n = Number(/"content":"No\. (\d+)"/.exec(text)?.[1]);
    const position = Number(/"position":(\d+)/.exec(text)?.[1]);
    if (position !== (this.#last.get(page) ?? 0) + 1) this.faults += 1;
    this.#last.set(page, position);
    this.#counts[n] = (this.#counts[n] ?? 0) + 1;
    if (this.#counts[n] === CONNECTED_COUNT) this.latencies[n] = nowMs - (this.#sentAtMs[n] ?? 0);
  }

  get areComplete(): boolean {
    return this.#counts.every((count) => count >= CONNECTED_COUNT);
  }
  get missing(): number {
    return this.#counts.filter((count) => count !== CONNECTED_COUNT).length;
  }
}

/** Opens the same connections as the dashboard's pages. Each is in all rooms of its user. */
async function openPages(
  url: string,
  people: readonly TestUser[],
  arrivals: MessageArrivals,
): Promise<RealtimeListener[]> {
  const pages: RealtimeListener[] = [];
  for (let from = 0; from < people.length; from += CONCURRENCY)
    pages.push(
      ...(await Promise.all(
        people.slice(from, from + CONCURRENCY).map(async (user) => {
          const page = await listenAs({ url }, user, undefined, (text) => {
            // Each message is parsed only in part, because the reader shares the CPU with the measured processes.
            if (text.startsWith('42["newMessage"')) arrivals.record(user, text);
          });
          await page.ask("chat.enter", "here");
          return page;
        }),
      )),
    );
  return pages;
}

/** Measures a room of 500 connected users with continuous messages, until the last user has received each message. */
async function runBench(): Promise<Figure[]> {
  const api = await startTestApi(UNLIMITED);
  try {
    const owner = await api.addUser(["manager"]);
    const people = [owner];
    while (people.length < CONNECTED_COUNT) people.push(await api.addUser(["editor"], { clientOf: owner }));
    const users = people.slice(1).map(({ username }) => username);
    const { uuid: roomId } = await owner.call(routes.createChatRoom, { body: { roomName: "All", users } });
    const arrivals = new MessageArrivals();
    let cores = 0;
    let openedMs = 0;
    await api.restart(async () => {
      const [port] = await freePorts(1);
      const url = `http://127.0.0.1:${port}`;
      const child = await startApiProcess({ ...api.env, PORT: String(port) });
      try {
        const openedAtMs = performance.now();
        const pages = await openPages(url, people, arrivals);
        openedMs = performance.now() - openedAtMs;
        const calls = people
          .slice(0, WRITER_COUNT)
          .map(({ credential }) => createApiClient({ baseUrl: url, credential: () => credential }));
        const writing: Promise<unknown>[] = [];
        const count = (WARM_UP_SEC + DURATION_SEC) * MESSAGES_PER_SEC;
        const startedAtMs = performance.now();
        let cpuSec = 0;
        for (let n = 0; n < count; n++) {
          await pauseFor(startedAtMs + (n * 1_000) / MESSAGES_PER_SEC - performance.now());
          if (n === WARM_UP_SEC * MESSAGES_PER_SEC) cpuSec = cpuSecondsOf(child.pid ?? 0);
          const content = `No. ${arrivals.send()}`;
          const call = calls[n % WRITER_COUNT];
          if (call) writing.push(call(routes.createChatMessage, { params: { roomId }, body: { content } }));
        }
        await Promise.all(writing);
        cores = (cpuSecondsOf(child.pid ?? 0) - cpuSec) / DURATION_SEC;
        const endsAtMs = performance.now() + DELIVERY_TIMEOUT_MS;
        while (!arrivals.areComplete && performance.now() < endsAtMs) await pauseFor(50);
        for (const page of pages) page.close();
      } finally {
        const ended = once(child, "exit");
        child.kill("SIGTERM");
        await ended;
      }
    });
    const latencies = arrivals.latencies
      .slice(WARM_UP_SEC * MESSAGES_PER_SEC)
      .sort((one, other) => one - other);
    const at = (share: number) => latencies[Math.floor(share * (latencies.length - 1))] ?? Infinity;
    const wrong = arrivals.missing + arrivals.faults;
    return [
      {
        name: `message → last of ${CONNECTED_COUNT} in its room, ${MESSAGES_PER_SEC} a second`,
        value: `p99 ${at(0.99).toFixed(0)} ms, p50 ${at(0.5).toFixed(0)} ms`,
        reach: `p99 ≤ ${TARGET_LATENCY_MS} ms`,
        isReached: at(0.99) <= TARGET_LATENCY_MS,
        detail: `${latencies.length} messages of ${WRITER_COUNT} people in ${DURATION_SEC} s, the slowest ${at(1).toFixed(0)} ms; ${CONNECTED_COUNT} pages came in ${(openedMs / 1_000).toFixed(1)} s`,
      },
      {
        name: "messages lost, twice or out of order at any page",
        value: String(wrong),
        reach: "0",
        isReached: wrong === 0,
      },
      {
        name: "CPU of the api meanwhile",
        value: `${cores.toFixed(2)} cores`,
        reach: "≤ 1 core",
        isReached: cores <= 1,
      },
    ];
  } finally {
    await api.close();
  }
}

export const chatRoomBench: readonly Bench[] = [{ name: "chat-room", run: runBench }];
