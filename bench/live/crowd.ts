import { setTimeout as delay } from "node:timers/promises";
import { endPublisher, publishClock } from "@shoal/testkit";
import type { Figure } from "../bench.ts";
import { swarmSettings } from "../settings.ts";
import { measureCrowd, type Outcome } from "../viewers/outcome.ts";
import { type IngestStage, openIngestStage } from "./ingest-stage.ts";

/** Of the edge's window, so that a joining viewer finds what he begins with. */
const LATENCY_SEC = 7;
const HEAD_START_MS = 20_000;
/** One viewer after the other, ms. */
const APART_MS = 1_000;
const LATE_SEC = 60;
const OFFLOAD_MIN = 0.85;

/** Viewers with free uplinks of a live that a real publisher sends by the real ingest. */
export async function measureLiveCrowd(): Promise<Figure[]> {
  const stage = await openIngestStage();
  const publisher = publishClock(stage.publishUrl, { width: 640, height: 360 });
  try {
    await delay(HEAD_START_MS);
    stage.openLive(LATENCY_SEC);
    return [figureOf(await watchAll(stage, () => endPublisher(publisher)))];
  } finally {
    await endPublisher(publisher);
    await stage.close();
  }
}

function watchAll(stage: IngestStage, endLive: () => Promise<void>): Promise<Outcome> {
  const { origin, embedUrl, servedBytes } = stage;
  const { viewers, minutes } = swarmSettings;
  const arriveAtMs = Array.from({ length: viewers }, (_, index) => index * APART_MS);
  const watchedSec = minutes * 60;
  const show = { publishedAtMs: () => undefined, close: endLive };
  return measureCrowd({ servedBytes }, show, {
    ...{ url: embedUrl, origin, arriveAtMs },
    timeoutSec: watchedSec + LATE_SEC,
    isDone: (reading) => reading.watchedSec >= watchedSec,
  });
}

function figureOf({ offload, stalls, stalledSec, readings, wasted, idle }: Outcome): Figure {
  const late = readings.filter(({ firstFrameMs }) => firstFrameMs === null).length;
  return {
    name: `live, ${readings.length} viewers with peers over real ingest, one rung of about 0.67 Mbit/s, ${LATENCY_SEC} s behind, free uplinks`,
    value: `offload ${offload.toFixed(3)}, ${stalls} stalls`,
    reach: `≥ ${OFFLOAD_MIN}, none`,
    isReached: offload >= OFFLOAD_MIN && stalls === 0 && late === 0,
    detail: `${late} saw nothing, ${stalledSec.toFixed(1)} s of stalls, waste ${(wasted * 100).toFixed(1)} %, peers ${readings.map(({ peers }) => peers).join(" ")}, MB from the server ${readings.map(({ bytesServer }) => (bytesServer / 1e6).toFixed(1)).join(" ")}, MB appended ${readings.map(({ bytesAppended }) => (bytesAppended / 1e6).toFixed(1)).join(" ")}, idle ${(idle * 100).toFixed(0)} %`,
  };
}
