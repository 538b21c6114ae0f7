import { routes, type StatisticsRanking } from "@shoal/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { answer, Refusal, refuse } from "../../testing/fake-api.ts";
import { sampleFigures } from "../../testing/samples.ts";
import { cleanAfterEach, show } from "../../testing/show.tsx";
import { RankingsPage } from "./rankings-page.tsx";

cleanAfterEach();

const answerSubjects = () =>
  answer(routes.getStatisticsSubjects, () => ({
    timeZone: "UTC",
    isTimeZoneChosen: true,
    configs: [],
    collections: [],
  }));
const ranking = (own: Partial<StatisticsRanking>) =>
  answer(
    routes.getStatisticsRanking,
    (): StatisticsRanking => ({
      of: "video",
      asOf: "2026-11-28T08:05:00.000Z",
      rows: [{ value: "a", label: "Film", rank: 1, figures: sampleFigures(), before: null }],
      size: 3,
      rest: [
        { reason: "size", count: 2, views: 40, watchedSec: 3_000, deliveredBytes: 5e8 },
        { reason: "minViews", count: 1_200, views: 2_400, watchedSec: 600, deliveredBytes: 1e8 },
      ],
      ...own,
    }),
  );
const row = (name: RegExp) => page.getByRole("row", { name });

test("subjects omitted from a ranking are summed up below it, so that the total equals that of analytics", async () => {
  answerSubjects();
  ranking({});
  show(<RankingsPage />, { path: "/rankings" });
  await expect.element(row(/^Lower in the ranking: 2 videos 50.min 40$/)).toBeVisible();
  await expect.element(row(/^Not ranked, fewer than 5 views: 1,200 videos 10.min 2,400$/)).toBeVisible();
  await expect.element(row(/^Total, as in Analytics 3.h 2,470$/)).toBeVisible();
});

test("metrics that cannot be summed have only a total of views, and a complete ranking has no total", async () => {
  answerSubjects();
  ranking({ rest: [{ reason: "noValue", count: 1, views: 5, watchedSec: 0, deliveredBytes: 0 }] });
  const { address } = show(<RankingsPage />, { path: "/rankings?sort=offloadPercent" });
  await expect.element(row(/^Not ranked, no value for this metric: 1 video 5$/)).toBeVisible();
  await expect.element(row(/^Total, as in Analytics 35$/)).toBeVisible();
  ranking({ rest: [] });
  await page.getByRole("link", { name: "7 days" }).click();
  await expect.poll(address).toContain("range=week");
  await expect.element(row(/^Total/)).not.toBeInTheDocument();
});

test("an empty ranking tells how many subjects it omits, and a failed one can be reloaded", async () => {
  answerSubjects();
  refuse(routes.getStatisticsRanking, new Refusal("internal_error"));
  show(<RankingsPage />, { path: "/rankings?of=country" });
  await expect.element(page.getByRole("alert").first()).toBeVisible();
  ranking({
    of: "country",
    rows: [],
    size: 0,
    rest: [{ reason: "minViews", count: 3, views: 6, watchedSec: 60, deliveredBytes: 0 }],
  });
  await page.getByRole("button", { name: "Try again" }).first().click();
  await expect.element(page.getByText("Not ranked, fewer than 5 views: 3 countries.")).toBeVisible();
});
