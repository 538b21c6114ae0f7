import { join } from "node:path";
import type { RuleSettings } from "@shoal/contract";
import { VIEWER_AGENT } from "@shoal/testkit";
import {
  createClientDescriptor,
  type EdgeHarness,
  startEdgeHarness,
} from "../apps/edge/src/testing/edge-harness.ts";
import type { Bench, Figure } from "./bench.ts";
import { pinToOneCore } from "./cores.ts";
import { cpuSecondsOf, startEdgeProcess } from "./edge-process.ts";
import { computeQuantile } from "./live/quantile.ts";
import { formatPostRequest } from "./load-generator.ts";
import { startPlainServer } from "./play/plain-server.ts";
import { type SteadyLoad, sendSteadily } from "./play/steady-load.ts";

const CALLS_PER_SEC = 200;
const DURATION_MS = 25_000;
/** The time after which Node has compiled its hot code. */
const WARM_UP_MS = 10_000;
const TARGET_P50_MS = 3;
const TARGET_P99_MS = 10;
const VIEWER_COUNT = (CALLS_PER_SEC * DURATION_MS) / 1000;

const bannedNetworks = Array.from({ length: 400 }, (_, number) =>
  number % 4 === 0
    ? `2001:db8:${number.toString(16)}::/48`
    : `11.${number >> 4}.${(number & 15) * 16}.0/${20 + (number % 9)}`,
);
const listHosts = (name: string, count: number) =>
  Array.from({ length: count }, (_, number) => `${name}-${number}.example.com`);

/** The rules of a broadcaster: banned networks, countries with and without rights, sites that may show the video. */
const CLIENT_RULES: RuleSettings = {
  unauthorizedIPs: bannedNetworks.slice(0, 200),
  unauthorizedCountries: ["RU", "KP", "IR", "CN"],
  unauthorizedWebsites: listHosts("banned", 40),
};
const VIDEO_RULES: RuleSettings = {
  unauthorizedIPs: bannedNetworks.slice(200),
  authorizedCountries: ["FR", "BE", "CH", "LU", "MC", "CA", "DE", "ES", "IT", "PT", "NL", "AT"],
  authorizedWebsites: [...listHosts("partner", 60), "*.example.org"],
  unauthorizedSubdomains: listHosts("part", 20),
};

/**
 * Measures play calls at a steady rate, each from a new viewer. They go to an edge on one core, and to a Node server with a fixed
 * response.
 */
export async function measurePlay(): Promise<Figure[]> {
  const harness = await startEdgeHarness();
  const spoolDir = join(harness.folder, "edge-spool");
  const edge = await startEdgeProcess({ ...harness.config, spoolDir });
  try {
    const uuid = await publishRestricted(harness);
    const requests = requestsFor(uuid);
    const answer = await playOnce(edge.url, uuid);
    const plain = await startPlainServer(answer);
    try {
      const theirs = await measureServer({ origin: plain.origin, pid: plain.pid }, requests);
      const ours = await measureServer({ origin: edge.url, pid: edge.pid }, requests);
      return [figureOf(ours, theirs, answer.length)];
    } finally {
      await plain.stop();
    }
  } finally {
    await edge.stop();
    await harness.close();
  }
}

async function publishRestricted(harness: EdgeHarness): Promise<string> {
  const { uuid, clientId } = await harness.publish({ rules: { custom: VIDEO_RULES } });
  harness.api.setClient(createClientDescriptor(clientId, { rules: CLIENT_RULES }));
  return uuid;
}

/** Returns the address of a viewer in France. The proxy in front of the edge sends this address. */
const addressOf = (viewer: number) => `90.${viewer % 64}.${(viewer >> 6) & 255}.${1 + (viewer % 250)}`;

const requestsFor = (uuid: string) =>
  Array.from({ length: VIEWER_COUNT }, (_, viewer) => {
    const body = { referrer: `https://www-${viewer % 50}.example.org/watch/${viewer}` };
    return formatPostRequest(`/play/${uuid}`, body, {
      "X-Forwarded-For": addressOf(viewer),
      "User-Agent": VIEWER_AGENT,
    });
  });

async function playOnce(origin: string, uuid: string): Promise<string> {
  const response = await fetch(`${origin}/play/${uuid}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-forwarded-for": addressOf(0),
      "user-agent": VIEWER_AGENT,
    },
    body: JSON.stringify({ referrer: "https://www.example.org/" }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`The play session: ${response.status} ${text}`);
  return text;
}

interface MeasuredCalls {
  p50Ms: number;
  p99Ms: number;
  cpuSec: number;
  isOnOneCore: boolean;
}

async function measureServer(
  { origin, pid }: { origin: string; pid: number },
  requests: string[],
): Promise<MeasuredCalls> {
  const isOnOneCore = await pinToOneCore(pid);
  const load = (durationMs: number): SteadyLoad => ({ origin, requests, perSec: CALLS_PER_SEC, durationMs });
  await sendSteadily(load(WARM_UP_MS));
  const before = cpuSecondsOf(pid);
  const { tookMs } = await sendSteadily(load(DURATION_MS));
  const cpuSec = cpuSecondsOf(pid) - before;
  return { p50Ms: computeQuantile(tookMs, 0.5), p99Ms: computeQuantile(tookMs, 0.99), cpuSec, isOnOneCore };
}

function figureOf(ours: MeasuredCalls, theirs: MeasuredCalls, answerBytes: number): Figure {
  const describe = ({ p50Ms, p99Ms, cpuSec }: MeasuredCalls) =>
    `p50 ${p50Ms.toFixed(2)} ms, p99 ${p99Ms.toFixed(2)} ms, ${cpuSec.toFixed(2)} CPU seconds`;
  const core = ours.isOnOneCore ? "both kept on one core" : "not kept on one core: no taskset here";
  return {
    name: `play sessions, ${CALLS_PER_SEC}/s for ${DURATION_MS / 1000} s, on one core, by ${bannedNetworks.length} networks, countries and websites`,
    value: describe(ours),
    reach: `p50 ≤ ${TARGET_P50_MS} ms, p99 ≤ ${TARGET_P99_MS} ms`,
    unitCosts: { play: ours.cpuSec / VIEWER_COUNT },
    isReached:
      ours.p50Ms <= TARGET_P50_MS && ours.p99Ms <= TARGET_P99_MS && ours.cpuSec <= DURATION_MS / 1000,
    detail: `node's own server with the same ${answerBytes} bytes each time: ${describe(theirs)}; from the time at which each call was due; ${core}`,
  };
}

export const playBench: Bench[] = [{ name: "play", run: measurePlay }];
