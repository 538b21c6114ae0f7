import { routes } from "@shoal/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { answer } from "../../testing/fake-api.ts";
import { sampleFigures } from "../../testing/samples.ts";
import { cleanAfterEach, show } from "../../testing/show.tsx";
import { AnalyticsPage } from "./analytics-page.tsx";

cleanAfterEach();

const [from, to] = ["2026-11-27T00:00:00.000Z", "2026-11-28T00:00:00.000Z"];
const FOOTPRINT = {
  method: "shoal-1",
  energySavedWh: 1,
  energySpentWh: 2,
  co2Grams: 3,
  waterLitres: 4,
};
const PERIOD_FIGURES = { figures: sampleFigures(), footprint: FOOTPRINT };

function answerFigures() {
  answer(routes.getStatisticsSubjects, () => ({
    timeZone: "UTC",
    isTimeZoneChosen: true,
    configs: [],
    collections: [],
  }));
  answer(routes.getStatisticsTotals, () => ({
    ...PERIOD_FIGURES,
    from,
    to,
    asOf: to,
    watchingNow: 0,
    robotSessions: 0,
    before: PERIOD_FIGURES,
  }));
  answer(routes.getStatisticsSeries, () => ({
    step: "day" as const,
    timeZone: "UTC",
    asOf: to,
    points: [{ ...sampleFigures(), at: from, to }],
  }));
  answer(routes.getStatisticsPeaks, () => ({ step: "day" as const, asOf: to, peak: null, points: [] }));
  answer(routes.getStatisticsNow, () => ({ asOf: to, watching: 0, watchingByPeers: 0, runningLives: 0 }));
  answer(routes.getStatisticsBreakdown, () => ({ dimension: "video" as const, asOf: to, rows: [], size: 0 }));
}

const leadingFigure = (name: string) =>
  page.getByRole("navigation", { name: "Metrics" }).getByRole("link", { name });
const chartImage = (name: RegExp) => page.getByRole("img", { name });

test("a leading figure or the list of metrics selects the chart, and the other figures follow in one panel", async () => {
  answerFigures();
  const { address } = show(<AnalyticsPage />, { path: "/analytics" });
  await expect.element(chartImage(/^Viewing time, /)).toBeVisible();
  await expect.element(leadingFigure("Viewing time")).toHaveAttribute("aria-current", "true");
  expect(page.getByRole("navigation", { name: "Metrics" }).getByRole("link").elements()).toHaveLength(4);
  await leadingFigure("Offload").click();
  await expect.element(chartImage(/^Offload, /)).toBeVisible();
  expect(address()).toContain("chart=offload");
  await expect.element(leadingFigure("Offload")).toHaveAttribute("aria-current", "true");
  await page.getByRole("combobox", { name: "Chart metric" }).selectOptions("Buffering time");
  await expect.element(chartImage(/^Buffering time, /)).toBeVisible();
  expect(address()).toContain("chart=stalls");
  const more = page.getByRole("region", { name: "More metrics" });
  const names = more
    .getByRole("heading", { level: 3 })
    .elements()
    .map((each) => each.textContent);
  expect(names).toEqual([
    "Viewers",
    "Peak",
    "Mean time",
    "Start-up",
    "Best quality",
    "Playback failures",
    "Exits before video start",
    "Delivered",
    "Energy saved",
    "Energy spent",
    "Carbon",
    "Water",
  ]);
});
