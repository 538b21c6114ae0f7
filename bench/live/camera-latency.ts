import { routes } from "@shoal/contract";
import { eventually } from "@shoal/testkit";
import { openPageWithClock } from "../../harness/filming/filming-page.ts";
import { openClockViewer } from "../../harness/lives/clock-viewer.ts";
import type { ViewerBrowser } from "../../harness/swarm/swarm-viewers.ts";
import type { Figure } from "../bench.ts";
import { liveSettings } from "../settings.ts";
import { watchIdle } from "../viewers/idle.ts";
import { computeMedian, computeQuantile } from "./quantile.ts";
import { type LiveStage, withLiveStage } from "./stage.ts";
import { readDelays } from "./watch-live.ts";

const MAX_P50_MS = 2_000;

/** Measures a 720p30 camera that the dashboard's page publishes. The browser encodes the video, and viewers watch by LL-HLS. */
export const measureCamera = (): Promise<Figure[]> =>
  withLiveStage(async (stage, browser) => {
    const readIdle = watchIdle();
    const lives: { p50Ms: number; p95Ms: number }[] = [];
    while (lives.length < liveSettings.runs) lives.push(await watchCamera(stage, browser, lives.length));
    return [figureOf(lives, readIdle())];
  });

async function watchCamera({ platform, editor }: LiveStage, browser: ViewerBrowser, run: number) {
  const filming = await openPageWithClock(browser);
  await filming.addInitScript(
    (credential) => localStorage.setItem("shoal.credential", credential),
    editor.credential,
  );
  const title = `Desk ${run}`;
  await filming.goto(`${platform.installation.apiUrl}/#/capture?title=${encodeURIComponent(title)}`);
  await filming.getByRole("button", { name: "Turn on camera" }).click();
  await filming.getByRole("button", { name: "Start live" }).click();
  const live = await eventually(
    async () => {
      const { _embedded } = await editor.call(routes.listVideos, { query: { page: 1 } });
      return _embedded.find((each) => each.title === title && each.live?.state === "live") ?? false;
    },
    { what: "a live from the camera" },
  );
  const viewer = await openClockViewer(browser, live.embedUrl);
  try {
    const delays = await readDelays(viewer);
    return { p50Ms: computeQuantile(delays, 0.5), p95Ms: computeQuantile(delays, 0.95) };
  } finally {
    await filming.getByRole("button", { name: "Stop live" }).click();
    await filming.getByRole("dialog", { name: "Live finished" }).waitFor();
    await Promise.all([filming, viewer].map((page) => page.context().close()));
  }
}

function figureOf(lives: { p50Ms: number; p95Ms: number }[], idle: number): Figure {
  const p50Ms = computeMedian(lives.map((live) => live.p50Ms));
  const seconds = (ms: number) => (ms / 1_000).toFixed(2);
  const each = lives.map((live) => `${seconds(live.p50Ms)} / ${seconds(live.p95Ms)}`).join(", ");
  return {
    name: "live latency, frame of the browser's camera (720p30) → painted frame, LL-HLS, p50",
    value: `${seconds(p50Ms)} s`,
    reach: `≤ ${seconds(MAX_P50_MS)} s`,
    isReached: p50Ms <= MAX_P50_MS,
    detail: `each live, p50 / p95: ${each} s; idle ${(idle * 100).toFixed(0)} %`,
  };
}
