import { routes } from "@shoal/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { answer } from "../../testing/fake-api.ts";
import { sampleFigures } from "../../testing/samples.ts";
import { cleanAfterEach, show } from "../../testing/show.tsx";
import { AnalyticsPage } from "./analytics-page.tsx";

cleanAfterEach();

const [from, to] = ["2026-11-27T00:00:00.000Z", "2026-11-28T00:00:00.000Z"];
const footprint = {
  method: "shoal-1",
  energySavedWh: 1,
  energySpentWh: 2,
  co2Grams: 3,
  waterLitres: 4,
};
const side = { figures: sampleFigures(), footprint };

function answerFigures() {
  answer(routes.getStatisticsSubjects, () => ({
    timeZone: "UTC",
    isTimeZoneChosen: true,
    configs: [],
    collections: [],
  }));
  answer(routes.getStatisticsTotals, () => ({
    ...side,
    from,
    to,
    asOf: to,
    watchingNow: 0,
    robotSessions: 0,
    before: side,
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

const lead = (name: string) => page.getByRole("navigation", { name: "Metrics" }).getByRole("link", { name });
const curve = (name: RegExp) => page.getByRole("img", { name });

test("a leading figure or the list of metrics selects the chart, and the other figures follow in one panel", async () => {
  answerFigures();
  const { address } = show(<AnalyticsPage />, { path: "/analytics" });
  await expect.element(curve(/^Viewing time, /)).toBeVisible();
  await expect.element(lead("Viewing time")).toHaveAttribute("aria-current", "true");
  expect(page.getByRole("navigation", { name: "Metrics" }).getByRole("link").elements()).toHaveLength(4);
  await lead("Offload").click();
  await expect.element(curve(/^Offload, /)).toBeVisible();
  expect(address()).toContain("chart=offload");
  await expect.element(lead("Offload")).toHaveAttribute("aria-current", "true");
  await page.getByRole("combobox", { name: "Chart metric" }).selectOptions("Buffering time");
  await expect.element(curve(/^Buffering time, /)).toBeVisible();
  expect(address()).toContain("chart=stalls");
  const more = page.getByRole("region", { name: "More figures" });
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
