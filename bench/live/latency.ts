import type { InputQualities } from "@shoal/contract";
import type { Figure } from "../bench.ts";
import { liveSettings } from "../settings.ts";
import { watchIdle } from "../viewers/idle.ts";
import { computeMedian } from "./quantile.ts";
import { withLiveStage } from "./stage.ts";
import { type WatchedLive, watchLive } from "./watch-live.ts";

const TARGET_LATENCIES_SEC = {
  ladder: { p50Ms: 1_600, p95Ms: 2_300 },
  oneRung: { p50Ms: 1_300, p95Ms: 1_900 },
  start: { playlistMs: 1_200, firstFrameMs: 1_600 },
} as const;
/** The qualities of a live that is encoded to a single rung. */
const ONE_RUNG: InputQualities = [{ bitrate: 2_500, resolution: { width: 1_280, height: 720 }, FPS: 30 }];

/** Measures the latency of a live with three rungs of 720p30, and how soon it starts for a waiting viewer. */
export async function measureLadder(): Promise<Figure[]> {
  const { lives, idle } = await watchLives();
  return [
    delayFigure("3 rungs, parts of 0.33 s", lives, { reach: TARGET_LATENCIES_SEC.ladder, idle }),
    startFigure("the first playable playlist", lives, "playlistMs"),
    startFigure("the first painted frame of a viewer who waits", lives, "firstFrameMs"),
  ];
}

/** Measures the latency of a live with a single rung, which allows shorter parts. */
export async function measureOneRung(): Promise<Figure[]> {
  const { lives, idle } = await watchLives(ONE_RUNG);
  return [delayFigure("one rung, parts of 0.2 s", lives, { reach: TARGET_LATENCIES_SEC.oneRung, idle })];
}

const watchLives = (qualities?: InputQualities) =>
  withLiveStage(async (stage, browser) => {
    const readIdle = watchIdle();
    const lives: WatchedLive[] = [];
    while (lives.length < liveSettings.runs) lives.push(await watchLive(stage, browser, qualities));
    return { lives, idle: readIdle() };
  });

const formatSeconds = (ms: number) => (ms / 1_000).toFixed(2);

function delayFigure(
  what: string,
  lives: WatchedLive[],
  { reach, idle }: { reach: { p50Ms: number; p95Ms: number }; idle: number },
): Figure {
  const p50Ms = computeMedian(lives.map((live) => live.p50Ms));
  const p95Ms = computeMedian(lives.map((live) => live.p95Ms));
  const each = lives.map((live) => `${formatSeconds(live.p50Ms)} / ${formatSeconds(live.p95Ms)}`).join(", ");
  return {
    name: `live latency, publisher's frame → painted frame, ${what}, p50 / p95`,
    value: `${formatSeconds(p50Ms)} / ${formatSeconds(p95Ms)} s`,
    reach: `≤ ${formatSeconds(reach.p50Ms)} / ≤ ${formatSeconds(reach.p95Ms)} s`,
    isReached: p50Ms <= reach.p50Ms && p95Ms <= reach.p95Ms,
    detail: `each live: ${each} s; idle ${(idle * 100).toFixed(0)} %`,
  };
}

function startFigure(
  what: string,
  lives: WatchedLive[],
  name: keyof typeof TARGET_LATENCIES_SEC.start,
): Figure {
  const all = lives.map((live) => live[name]);
  const ms = computeMedian(all);
  return {
    name: `live start, first video packet at the ingest → ${what}`,
    value: `${formatSeconds(ms)} s`,
    reach: `≤ ${formatSeconds(TARGET_LATENCIES_SEC.start[name])} s`,
    isReached: ms <= TARGET_LATENCIES_SEC.start[name],
    detail: `each live: ${all.map(formatSeconds).join(", ")} s`,
  };
}
