import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { PlaySession } from "@shoal/contract/player";
import { ChatPage, FakeChat } from "../apps/edge/src/testing/chat-harness.ts";
import { type EdgeHarness, startEdgeHarness } from "../apps/edge/src/testing/edge-harness.ts";
import type { Bench, Figure } from "./bench.ts";
import { openCrowds, sharedClockMs } from "./chat-viewers.ts";
import { cpuSecondsOf, type EdgeProcess, startEdgeProcess } from "./edge-process.ts";
import { computeQuantile } from "./live/quantile.ts";
import { chatSettings } from "./settings.ts";

const WRITER_COUNT = 60;
const MESSAGES_PER_SEC = 30;
const MEASUREMENT_DURATION_SEC = 20;
/** How long the bench waits for the last messages to arrive. */
const DELIVERY_TIMEOUT_MS = 3_000;
const SEGMENT_PAUSE_MS = 20;
const TARGET_LATENCY_MS = 1_200;
const TARGET_CORES = 0.5;
const TARGET_SEGMENT_MS = 20;

/** The bench of live chat. A stub stands in for the API and responds immediately, because the API's own tests measure it. */
export const liveChatBench: readonly Bench[] = [{ name: "live-chat", run: runBench }];

async function runBench(): Promise<Figure[]> {
  const harness = await startEdgeHarness();
  harness.api.chat = new FakeChat().answer;
  const edge = await startEdgeProcess({ ...harness.config, spoolDir: join(harness.folder, "edge-spool") });
  try {
    return await measureChat(harness, edge);
  } finally {
    await edge.stop();
    await harness.close();
  }
}

async function measureChat(harness: EdgeHarness, edge: EdgeProcess): Promise<Figure[]> {
  const { uuid } = await harness.publish({ chat: { mode: "live" } });
  const session = await harness.play(uuid);
  const chat = { ...session.chat, url: `${edge.url.replace("http", "ws")}/live-chat` } as NonNullable<
    PlaySession["chat"]
  >;
  const segmentUrl = edge.url + new URL("v0/0.m4s", session.hlsUrl).pathname;
  const before = await timeSegments(segmentUrl);
  const crowds = await openCrowds(chat, chatSettings.viewers - WRITER_COUNT);
  const writers = await openWriters(chat);
  const cpuBefore = cpuSecondsOf(edge.pid);
  const [, during] = await Promise.all([writeMessages(writers), timeSegments(segmentUrl)]);
  const cores = (cpuSecondsOf(edge.pid) - cpuBefore) / MEASUREMENT_DURATION_SEC;
  await delay(DELIVERY_TIMEOUT_MS);
  const sent = MESSAGES_PER_SEC * MEASUREMENT_DURATION_SEC;
  const { readers, latenciesMs: latencies } = await crowds.close();
  for (const writer of writers) writer.close();
  return figuresOf({ latencies, expected: sent * readers, cores, before, during });
}

interface ChatMeasurements {
  latencies: readonly number[];
  expected: number;
  cores: number;
  before: readonly number[];
  during: readonly number[];
}

function figuresOf({ latencies, expected, cores, before, during }: ChatMeasurements): Figure[] {
  const p99 = computeQuantile(latencies, 0.99);
  const slower = computeQuantile(during, 0.99) - computeQuantile(before, 0.99);
  const of = `${chatSettings.viewers} viewers, ${MESSAGES_PER_SEC} messages a second`;
  return [
    {
      name: `chat beside a live, ${of}: written → seen, p99`,
      value: `${Math.round(p99)} ms`,
      reach: `≤ ${TARGET_LATENCY_MS} ms, none lost or twice`,
      isReached: p99 <= TARGET_LATENCY_MS && latencies.length === expected,
      detail: `${latencies.length} of ${expected} seen`,
    },
    {
      name: `chat beside a live, ${of}: the edge`,
      value: `${cores.toFixed(2)} cores`,
      reach: `≤ ${TARGET_CORES} cores`,
      isReached: cores <= TARGET_CORES,
    },
    {
      name: "segments of the same edge meanwhile, p99",
      value: `${slower >= 0 ? "+" : ""}${slower.toFixed(1)} ms`,
      reach: `≤ +${TARGET_SEGMENT_MS} ms`,
      isReached: slower <= TARGET_SEGMENT_MS,
      detail: `${computeQuantile(before, 0.99).toFixed(1)} ms without the chat`,
    },
  ];
}

async function timeSegments(url: string): Promise<number[]> {
  const took: number[] = [];
  const endAtMs = performance.now() + MEASUREMENT_DURATION_SEC * 1_000;
  while (performance.now() < endAtMs) {
    const startedAtMs = performance.now();
    const response = await fetch(url);
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`A segment answered ${response.status}`);
    took.push(performance.now() - startedAtMs);
    await delay(SEGMENT_PAUSE_MS);
  }
  return took;
}

/** Opens writers in separate networks, because the message rate of each network is limited. */
async function openWriters(chat: NonNullable<PlaySession["chat"]>): Promise<ChatPage[]> {
  const writers = await Promise.all(
    Array.from({ length: WRITER_COUNT }, (_, n) =>
      ChatPage.join({ chat }, { headers: { "x-forwarded-for": `203.0.113.${n + 1}` } }),
    ),
  );
  await Promise.all(writers.map((writer) => writer.until("joined")));
  return writers;
}

/** Sends each message at its scheduled time. The message contains that time. */
async function writeMessages(writers: readonly ChatPage[]): Promise<void> {
  const startedAtMs = performance.now();
  for (let n = 0; n < MESSAGES_PER_SEC * MEASUREMENT_DURATION_SEC; n++) {
    const dueMs = startedAtMs + (n * 1_000) / MESSAGES_PER_SEC - performance.now();
    if (dueMs > 0) await delay(dueMs);
    writers[n % writers.length]?.write(`${sharedClockMs()}`);
  }
}
