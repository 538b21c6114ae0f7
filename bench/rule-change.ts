import { setTimeout as delay } from "node:timers/promises";
import { type ConfigView, type RuleChanges, routes } from "@shoal/contract";
import { openAccount } from "../harness/account.ts";
import { addPerson, type Person } from "../harness/people.ts";
import { startTestPlatform, type TestPlatform } from "../harness/platform.ts";
import type { Bench, Figure } from "./bench.ts";
import { cpuSecondsOf } from "./edge-process.ts";
import { ConnectedViewer, type ReceivedMessages } from "./rules/connected-viewer.ts";

const VIEWER_COUNT = 500;
/** The number of connections that are opened concurrently. */
const CONCURRENCY = 25;
/** The number of media that viewers watch at the same time. A few rooms are full, and many are small. */
const MEDIA_COUNT = 20;
/** The time after which all peers are connected and Node has compiled its hot code. */
const SETTLE_DURATION_MS = 10_000;
/**
 * The duration over which both the cost of a change and the idle load are measured. It includes the work after the last viewer has
 * received the change.
 */
const MEASUREMENT_WINDOW_MS = 10_000;
const ROUND_COUNT = 3;
const TARGET_DELAY_SEC = 10;
const TARGET_CPU_SEC = 1;
/** The time limit of a change, far beyond the target. Only a hanging change reaches it. */
const TIMEOUT_MS = 60_000;

/** A change of the config's rules, and the message by which a viewer learns that the change applies. */
interface RuleChange {
  name: string;
  rulesAt(round: number): RuleChanges;
  hasReceived(received: ReceivedMessages, round: number, before: ReceivedMessages): boolean;
}

const RULE_CHANGES: readonly RuleChange[] = [
  {
    name: "how much they upload",
    rulesAt: (round) => ({ uploadPercent: 40 + round }),
    hasReceived: ({ rules }, round) => rules.uploadPercent === 40 + round,
  },
  {
    name: "whether they exchange",
    rulesAt: (round) => ({ p2pWeb: round % 2 === 0 }),
    hasReceived: ({ rules }, round) => rules.enabled === (round % 2 === 0),
  },
  {
    name: "who may watch, so that each viewer renews their session",
    rulesAt: (round) => ({ unauthorizedIPs: [`203.0.113.${round}`] }),
    hasReceived: ({ sessions }, _round, before) => sessions > before.sessions,
  },
];

/** The platform, its manager and the connected viewers in a running bench. */
interface BenchStage {
  platform: TestPlatform;
  manager: Person;
  config: ConfigView;
  viewers: ConnectedViewer[];
  /** Called whenever a viewer has received a message. */
  onReceived: () => void;
}

interface MeasuredRound {
  lastSec: number;
  cpuSec: number;
}

/** Measures a change of a config's rule through the api while 500 viewers are connected to the edge. */
async function measureChanges(): Promise<Figure[]> {
  const platform = await startTestPlatform();
  const viewers: ConnectedViewer[] = [];
  try {
    const stage = await openStage(platform, viewers);
    await delay(SETTLE_DURATION_MS);
    const figures: Figure[] = [];
    for (const change of RULE_CHANGES) figures.push(await measureChange(stage, change));
    return figures;
  } finally {
    for (const viewer of viewers) viewer.close();
    await platform.close();
  }
}

async function openStage(platform: TestPlatform, viewers: ConnectedViewer[]): Promise<BenchStage> {
  const admin = await openAccount(platform);
  const { uuid } = await admin.call(routes.createClient, { body: { clientname: "Reef", type: "plugin" } });
  const manager = await addPerson(admin, uuid, { username: "manager", roles: ["manager"] });
  const config = await manager.call(routes.addConfig, { body: { name: "Shop" } });
  const stage: BenchStage = { platform, manager, config, viewers, onReceived: () => undefined };
  while (viewers.length < VIEWER_COUNT)
    viewers.push(
      ...(await Promise.all(Array.from({ length: CONCURRENCY }, (_, at) => openViewer(stage, at)))),
    );
  return stage;
}

const openViewer = (stage: BenchStage, at: number): Promise<ConnectedViewer> => {
  const { platform, config, viewers } = stage;
  const request = {
    key: config.key,
    video: `film ${(viewers.length + at) % MEDIA_COUNT}`,
    version: "1.0.0",
    ...({ platform: "web", referrer: "https://www.example.org/" } as const),
  };
  return ConnectedViewer.open(platform.installation.edgeUrl, request, () => stage.onReceived());
};

async function measureChange(stage: BenchStage, change: RuleChange): Promise<Figure> {
  const idle = await measureCpuSec(stage, () => delay(MEASUREMENT_WINDOW_MS));
  const rounds: MeasuredRound[] = [];
  while (rounds.length < ROUND_COUNT) {
    let lastMs = 0;
    const cpuSec = await measureCpuSec(stage, async () => {
      const window = delay(MEASUREMENT_WINDOW_MS);
      lastMs = await timeUntilAllReceived(stage, change, rounds.length + 1);
      await window;
    });
    rounds.push({ lastSec: lastMs / 1000, cpuSec: cpuSec - idle });
  }
  return figureOf(change, rounds, idle);
}

/** Returns the CPU seconds that the edge and the api use during an action. */
async function measureCpuSec({ platform }: BenchStage, work: () => Promise<unknown>): Promise<number> {
  const pids = platform.children
    .filter(({ name }) => name === "api" || name === "edge")
    .map((child) => child.pid() ?? 0);
  const used = () => pids.reduce((sum, pid) => sum + cpuSecondsOf(pid), 0);
  const before = used();
  await work();
  return used() - before;
}

async function timeUntilAllReceived(stage: BenchStage, change: RuleChange, round: number): Promise<number> {
  const before = stage.viewers.map(({ received }) => received);
  const haveAll = () =>
    stage.viewers.every(({ received }, index) =>
      change.hasReceived(received, round, before[index] as ReceivedMessages),
    );
  const received = new Promise<void>((resolve) => {
    stage.onReceived = () => haveAll() && resolve();
  });
  const startedAtMs = performance.now();
  await changeRules(stage, change.rulesAt(round));
  const fell = delay(TIMEOUT_MS, undefined, { ref: false }).then(() => {
    throw new Error(`Not all have heard of a change of ${change.name}`);
  });
  await Promise.race([received, fell]);
  return performance.now() - startedAtMs;
}

async function changeRules(stage: BenchStage, rules: RuleChanges): Promise<void> {
  const { manager, config } = stage;
  const body = { revision: config.revision, rules };
  stage.config = await manager.call(routes.updateConfig, { params: { id: config.uuid }, body });
}

function figureOf({ name }: RuleChange, rounds: readonly MeasuredRound[], idle: number): Figure {
  const lastSec = Math.max(...rounds.map((round) => round.lastSec));
  const cpuSec = Math.max(...rounds.map((round) => round.cpuSec));
  const each = rounds.map((round) => `${round.lastSec.toFixed(2)} s and ${round.cpuSec.toFixed(2)}`);
  return {
    name: `a change of a config's rules, seen by ${VIEWER_COUNT} connected viewers: ${name}`,
    value: `the last one after ${lastSec.toFixed(2)} s, ${cpuSec.toFixed(2)} core-seconds of edge and api`,
    reach: `≤ ${TARGET_DELAY_SEC} s, ≤ ${TARGET_CPU_SEC} core-second`,
    isReached: lastSec <= TARGET_DELAY_SEC && cpuSec <= TARGET_CPU_SEC,
    detail: `the worst of ${rounds.length} changes: ${each.join("; ")}; beyond what both take in ${MEASUREMENT_WINDOW_MS / 1000} s anyway, ${idle.toFixed(2)}`,
  };
}

export const ruleChangeBench: Bench[] = [{ name: "rule-change", run: measureChanges }];
