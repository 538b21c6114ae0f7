import type { WorldOptions } from "@shoal/swarm-sim";
import { Random, type SimResult, simulate } from "@shoal/swarm-sim";
import { CHROMIUM_SHELL } from "@shoal/testkit";
import { openStage, type SwarmShow, type SwarmStage } from "../../harness/swarm/stage.ts";
import type { swarmSettings } from "../settings.ts";
import { LIVE_SINCE_MS } from "../swarm/scenarios.ts";
import { type BrowserCase, simulationOptionsOf } from "./cases.ts";
import type { CrowdOptions } from "./crowd.ts";
import { ENGINE_SETTINGS, type EngineSetting, type OtherEngine, openOtherEngine } from "./field.ts";
import { openShapedNetwork, type ShapedLine, type ShapedNetwork } from "./network.ts";
import { type CrowdOutcome, measureCrowd } from "./outcome.ts";

type SwarmSettings = typeof swarmSettings;

/** A time limit that a run never reaches, unless the machine cannot keep up. */
const STARTUP_LIMIT_SEC = 60;
const END_TOLERANCE_SEC = 1;

/** The results of a case: in browsers, in the simulation, and with the other open engine in the same run. */
export interface CaseResult {
  ours: CrowdOutcome;
  /** The result of the same viewers without peers. It is measured for videos only. */
  alone: CrowdOutcome | undefined;
  field: Partial<Record<EngineSetting, CrowdOutcome>>;
  simulated: SimResult;
  upKbps: number[];
  uploadPercent: number;
}

interface CaseRun {
  browserCase: BrowserCase;
  simulation: WorldOptions;
  stage: SwarmStage;
  network: ShapedNetwork | undefined;
}

/** Runs a case. @throws Error if lines are to be shaped and this machine does not permit it. */
export async function runCase(browserCase: BrowserCase, settings: SwarmSettings): Promise<CaseResult> {
  const simulation = simulationOptionsOf(browserCase, settings);
  const lines = linesOf(simulation);
  const network = browserCase.isShaped ? await openShapedNetwork(lines, CHROMIUM_SHELL) : undefined;
  try {
    const stage = await openStage(network?.host ?? "127.0.0.1");
    try {
      const engines = await runEngines({ browserCase, simulation, stage, network }, settings);
      return { ...engines, simulated: simulate(simulation), upKbps: lines.map(({ upKbps }) => upKbps) };
    } finally {
      await stage.close();
    }
  } finally {
    await network?.close();
  }
}

/** Returns each viewer's network line. */
export const linesOf = (simulation: WorldOptions): ShapedLine[] =>
  Array.from({ length: simulation.viewers }, (_, index) => simulation.line(index, new Random(index)));

async function runEngines(run: CaseRun, { isOnlyOurs }: SwarmSettings) {
  const isVideo = !run.simulation.media.isLive;
  let uploadPercent = 0;
  const ours = (query: string) =>
    withShow(run, (show) => {
      uploadPercent = show.uploadPercent;
      return `${show.embedUrl}${query}`;
    });
  const alone = isVideo ? await ours("&p2p=0") : undefined;
  const together = await ours("");
  const field: CaseResult["field"] = {};
  if (!isOnlyOurs && !run.browserCase.liar) {
    const engine = await openOtherEngine(run.stage.host);
    try {
      for (const setting of Object.keys(ENGINE_SETTINGS) as EngineSetting[])
        field[setting] = await withShow(run, (show) => otherEngineUrl(engine, show, setting));
    } finally {
      await engine.close();
    }
  }
  return { ours: together, alone, field, uploadPercent };
}

const otherEngineUrl = (engine: OtherEngine, { playlistUrl, hls }: SwarmShow, setting: EngineSetting) =>
  engine.pageUrl(playlistUrl, hls, setting);

/** Runs a group of viewers. Each group watches its own video or live, so it shares nothing with another group. */
async function withShow(run: CaseRun, urlOf: (show: SwarmShow) => string): Promise<CrowdOutcome> {
  const { stage, simulation, browserCase, network } = run;
  const { media, durationMs, latencySec } = simulation;
  const lengthSec = media.isLive ? (durationMs - LIVE_SINCE_MS) / 1000 : media.count * media.segmentSec;
  const show = media.isLive
    ? await stage.openLive(latencySec, lengthSec + STARTUP_LIMIT_SEC)
    : await stage.openVideo(lengthSec);
  const arriveAtMs = arrivalTimesOf(simulation);
  const lastSec = Math.max(...arriveAtMs) / 1000;
  const options: Omit<CrowdOptions, "atEnd" | "endShow"> = {
    url: urlOf(show),
    origin: stage.origin,
    arriveAtMs,
    timeoutSec: lengthSec + lastSec + STARTUP_LIMIT_SEC,
    isDone: ({ isEnded, positionSec, watchedSec }) =>
      media.isLive
        ? watchedSec >= lengthSec - lastSec
        : isEnded || positionSec >= lengthSec - END_TOLERANCE_SEC,
    ...(network ? { browserPaths: network.browserPaths } : {}),
    ...(browserCase.liar ? { liar: browserCase.liar } : {}),
  };
  try {
    return await measureCrowd(stage, show, options);
  } finally {
    await show.close();
  }
}

function arrivalTimesOf({ viewers, media, arriveAtMs, seed }: WorldOptions): number[] {
  const random = new Random(seed);
  const sinceMs = media.isLive ? LIVE_SINCE_MS : 0;
  return Array.from({ length: viewers }, (_, index) => arriveAtMs(index, random) - sinceMs);
}
