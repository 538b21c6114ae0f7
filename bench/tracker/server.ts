import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { createClientAddress } from "@shoal/lifecycle";
import TorrentTracker from "bittorrent-tracker/server";
import { SwarmTickets } from "../../apps/edge/src/playback/ticket.ts";
import { routeUpgrades } from "../../apps/edge/src/socket-upgrades.ts";
import { createTracker } from "../../apps/edge/src/tracker/index.ts";

export type TrackerKind = "shoal" | "bittorrent-tracker";

/** The keys that sign tickets for this edge. */
export const SIGNING_KEYS = [{ id: "k1", secret: "s".repeat(32) }];
export const EDGE_URL = "http://127.0.0.1";
const REVIEW_INTERVAL_MS = 1_000;
/** The time within which a change of rules reaches all viewers. */
const MEASUREMENT_WINDOW_MS = 3_000;
/** The rule that currently applies. Each change of it makes the tracker send other rules to all viewers. */
let uploadPercent: number | undefined;

/** The commands that the process of a measured tracker accepts from its parent. */
const TRACKER_COMMANDS = {
  /** Returns the CPU seconds used so far, user and system. */
  cpuSec() {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  },
  /** Returns the CPU seconds used during a period of measurement. */
  async secondsOfWindow() {
    const before = TRACKER_COMMANDS.cpuSec();
    await delay(MEASUREMENT_WINDOW_MS);
    return TRACKER_COMMANDS.cpuSec() - before;
  },
  /** Sends rules to all viewers that differ from the rules with which they connected. */
  changeRules() {
    uploadPercent = 1;
    return 0;
  },
  /** Returns the bytes of the heap after a full garbage collection. */
  heapBytes() {
    for (let round = 0; round < 3; round++) globalThis.gc?.();
    return process.memoryUsage().heapUsed;
  },
};
type TrackerCommand = keyof typeof TRACKER_COMMANDS;

export interface TrackerProcess {
  url: string;
  ask(question: TrackerCommand): Promise<number>;
  stop(): Promise<void>;
}

/** Starts a tracker in a separate process. */
export async function startTrackerProcess(kind: TrackerKind): Promise<TrackerProcess> {
  const child = fork(import.meta.filename, [kind], { execArgv: ["--expose-gc"] });
  const [url] = (await once(child, "message")) as [string];
  return {
    url,
    async ask(question) {
      child.send(question);
      const [answer] = (await once(child, "message")) as [number];
      return answer;
    },
    async stop() {
      child.kill();
      await once(child, "exit");
    },
  };
}

/** Starts the edge's tracker, which verifies tickets, counts sockets and checks rules every second. */
async function startShoalTracker(): Promise<Server> {
  const tickets = new SwarmTickets(SIGNING_KEYS, EDGE_URL);
  const log = { debug: () => {}, info: () => {}, warn: () => {} };
  const tracker = createTracker({ verifyTicket: (ticket) => tickets.verify(ticket), log });
  const server = createServer();
  routeUpgrades(server, {
    servers: { "/tracker": tracker },
    addressOf: createClientAddress([]),
    socketsPerAddress: 100_000,
    onLimited: () => undefined,
  });
  setInterval(
    () =>
      tracker.review(({ rules }) => ({
        rules: { ...rules, uploadPercent: uploadPercent ?? rules.uploadPercent },
        isOutdated: false,
      })),
    REVIEW_INTERVAL_MS,
  );
  await once(server.listen(0, "127.0.0.1"), "listening");
  return server;
}

/** Starts the npm package's tracker with WebSockets only and without its statistics pages. */
async function startBittorrentTracker(): Promise<Server> {
  const tracker = new TorrentTracker({ http: false, udp: false, ws: true, stats: false });
  tracker.on("warning", (error) => console.error(error.message));
  await new Promise<void>((resolve) => tracker.listen(0, "127.0.0.1", resolve));
  return tracker.http;
}

async function serveCommands(kind: string): Promise<void> {
  const server = await (kind === "shoal" ? startShoalTracker() : startBittorrentTracker());
  process.on("message", async (question: TrackerCommand) =>
    process.send?.(await TRACKER_COMMANDS[question]()),
  );
  process.send?.(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/tracker`);
}

/** The following code runs if the file was started as a child process, with the name of a tracker implementation as its argument. */
if (process.send && process.argv[1] === import.meta.filename) await serveCommands(process.argv[2] ?? "");
