import { randomUUID } from "node:crypto";
import type { ConfigSite, SiteExchange } from "@shoal/contract";
import type { PlaybackDescriptor } from "@shoal/contract/edge";
import { CHROMIUM_SHELL } from "@shoal/testkit";
import { openStage, type SwarmStage } from "../harness/swarm/stage.ts";
import type { Bench, Figure } from "./bench.ts";
import { swarmSettings } from "./settings.ts";
import { type CrowdOutcome, measureCrowd } from "./viewers/outcome.ts";
import { openSiteNetwork, type SiteNetwork } from "./viewers/site-network.ts";

const SITE_COUNT = 2;
const VIEWERS_PER_SITE = 4;
/** The bandwidth of an office's connection. Nine copies of the stream of 667 kbit/s would fill it. */
const SITE_LINE = { upKbps: 6_000, downKbps: 6_000 };
const MAX_COPIES = 1.3;
const END_TOLERANCE_SEC = 1;
/** A time limit that a run never reaches, unless the machine cannot keep up. */
const STARTUP_LIMIT_SEC = 60;
const LIVE_LATENCY_SEC = 10;

interface SiteLoad {
  name: string;
  /** The time between two arriving viewers, in ms. */
  everyMs: number;
  isLive: boolean;
}
const SITE_LOADS: readonly SiteLoad[] = [
  { name: "a video, a viewer every 2.5 s", everyMs: 2_500, isLive: false },
  { name: "a live, all within 4 s", everyMs: 500, isLive: true },
];

interface SiteMeasurements {
  outcome: CrowdOutcome;
  /** The media that each site's uplink carried, in copies of the stream that one viewer played. */
  copies: number[];
  /** All bytes that each uplink carried, in the same unit. In longer runs, pages, scripts and playlists make up a smaller share. */
  carried: number[];
  crossed: number;
}

/** Measures two sites, each with four viewers of the same video behind one shaped line. */
async function measureSites(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const watched of SITE_LOADS.filter(({ name }) => name.includes(swarmSettings.caseWord))) {
    console.log(`  ${watched.name}`);
    const only = await runSites(watched, "only");
    const first = swarmSettings.isOnlyOurs ? undefined : await runSites(watched, "first");
    figures.push(...evaluateSites(watched, only, first));
  }
  return figures;
}

async function runSites(watched: SiteLoad, exchange: SiteExchange): Promise<SiteMeasurements> {
  const network = await openSiteNetwork({ sites: SITE_COUNT, ...SITE_LINE }, CHROMIUM_SHELL);
  try {
    const stage = await openStage(network.host);
    try {
      return await watchAtSites(watched, { network, stage, exchange });
    } finally {
      await stage.close();
    }
  } finally {
    await network.close();
  }
}

async function watchAtSites(
  { everyMs, isLive }: SiteLoad,
  { network, stage, exchange }: { network: SiteNetwork; stage: SwarmStage; exchange: SiteExchange },
): Promise<SiteMeasurements> {
  const config = buildConfig(network.subnets, exchange);
  const lengthSec = swarmSettings.minutes * 60;
  const show = isLive
    ? await stage.openLive(LIVE_LATENCY_SEC, lengthSec + STARTUP_LIMIT_SEC, { config })
    : await stage.openVideo(lengthSec, { config });
  const arriveAtMs = Array.from({ length: SITE_COUNT * VIEWERS_PER_SITE }, (_, index) => index * everyMs);
  const lastSec = Math.max(...arriveAtMs) / 1_000;
  try {
    const before = await network.readDownBytes();
    const outcome = await measureCrowd(stage, show, {
      url: show.embedUrl,
      origin: stage.origin,
      arriveAtMs,
      browserPaths: network.browserPaths,
      timeoutSec: lengthSec + lastSec + STARTUP_LIMIT_SEC,
      isDone: ({ isEnded, positionSec, watchedSec }) =>
        isLive ? watchedSec >= lengthSec - lastSec : isEnded || positionSec >= lengthSec - END_TOLERANCE_SEC,
    });
    const after = await network.readDownBytes();
    const carried = after.map((bytes, site) => (bytes - (before[site] ?? 0)) / meanTaken(outcome, site));
    const copies = after.map((_, site) => sumOf(outcome, site, "bytesServer") / meanTaken(outcome, site));
    return { outcome, copies, carried, crossed: await network.readCrossed() };
  } finally {
    await show.close();
  }
}

function buildConfig(subnets: readonly string[], exchange: SiteExchange): PlaybackDescriptor["config"] {
  const sites = subnets.map((subnet, index): ConfigSite => {
    const named = { uuid: randomUUID(), name: `Site ${index}`, exchange };
    return { ...named, websites: [], publicIPs: [], subnets: [subnet] };
  });
  return { uuid: randomUUID(), sites };
}

/** Returns the bytes that all viewers of a site received. */
const sumOf = ({ readings }: CrowdOutcome, site: number, what: "bytesServer" | "bytesAppended"): number =>
  readings.filter((_, index) => index % SITE_COUNT === site).reduce((sum, reading) => sum + reading[what], 0);

/** Returns the mean bytes that a viewer of a site played, which make up one copy of the stream. */
const meanTaken = (outcome: CrowdOutcome, site: number): number =>
  sumOf(outcome, site, "bytesAppended") / VIEWERS_PER_SITE;

function evaluateSites(
  { name }: SiteLoad,
  only: SiteMeasurements,
  first: SiteMeasurements | undefined,
): Figure[] {
  const { copies, carried, crossed, outcome } = only;
  const stalls = outcome.stalls;
  const unfinished = outcome.readings.filter(({ isDone }) => !isDone).length;
  const line = (title: string, rest: Omit<Figure, "name">): Figure => ({
    name: `sites: ${name}: ${title}`,
    ...rest,
  });
  return [
    line("copies of the stream on each uplink", {
      value: `${describeCopies(copies)}; with pages and scripts ${describeCopies(carried)}`,
      reach: `≤ ${MAX_COPIES} each`,
      isReached: copies.every((count) => count <= MAX_COPIES),
      detail: [
        describeSites("among themselves only", only),
        ...(first ? [describeSites("first", first)] : []),
      ].join("\n  "),
    }),
    line("packets between the sites", {
      value: `${crossed}${first ? ` (${first.crossed} where sites exchange with others too)` : ""}`,
      reach: first ? "none (some)" : "none",
      isReached: crossed === 0 && (first === undefined || first.crossed > 0),
    }),
    line("watching", {
      value: `${stalls} stalls, ${unfinished} never saw the end, idle ${(outcome.idle * 100).toFixed(0)} %`,
      reach: "none",
      isReached: stalls === 0 && unfinished === 0,
    }),
  ];
}

const describeCopies = (copies: readonly number[]) => copies.map((count) => count.toFixed(2)).join(" and ");

function describeSites(title: string, { outcome, copies, carried, crossed }: SiteMeasurements): string {
  const each = (value: (reading: CrowdOutcome["readings"][number]) => number) =>
    outcome.readings.map((reading) => (value(reading) / 1e6).toFixed(1)).join(" ");
  return [
    `${title}: ${describeCopies(copies)} copies, ${describeCopies(carried)} with all that was carried, ${crossed} packets between sites`,
    `offload ${outcome.offload.toFixed(3)}, ${outcome.stalls} stalls (${outcome.stalledSec.toFixed(1)} s)`,
    `MB from the server ${each(({ bytesServer }) => bytesServer)}, from peers ${each(({ bytesPeer }) => bytesPeer)}`,
    `played ${each(({ bytesAppended }) => bytesAppended)}, peers ${outcome.readings.map(({ peers }) => peers).join(" ")}`,
  ].join(", ");
}

export const sitesBench: Bench[] = [{ name: "sites", run: measureSites }];
