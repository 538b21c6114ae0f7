import { type MonthBill, routes } from "@shoal/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { answer, Refusal, refuse } from "../../testing/fake-api.ts";
import { cleanAfterEach, show } from "../../testing/show.tsx";
import { BillingPage } from "./billing-page.tsx";

cleanAfterEach();

const BYTES_PER_TB = 1_000_000_000_000;
const monthSums = (month: string, cents: number) => ({
  month,
  isComplete: month !== "2026-11",
  serverBytes: BYTES_PER_TB,
  peerBytes: BYTES_PER_TB / 2,
  deliveredBytes: 1.5 * BYTES_PER_TB,
  cents,
});
const monthBill = (own: Partial<MonthBill> = {}): MonthBill => ({
  ...monthSums("2026-11", 500),
  asOf: "2026-11-02T12:00:00.000Z",
  plan: {
    kind: "managed",
    tiers: [
      { upToBytes: BYTES_PER_TB, microsPerTb: 0 },
      { upToBytes: null, microsPerTb: 10_000_000 },
    ],
  },
  lines: [
    { fromBytes: 0, toBytes: BYTES_PER_TB, microsPerTb: 0, bytes: BYTES_PER_TB, cents: 0 },
    { fromBytes: BYTES_PER_TB, toBytes: null, microsPerTb: 10_000_000, bytes: BYTES_PER_TB / 2, cents: 500 },
  ],
  days: [
    {
      day: "2026-11-01",
      serverBytes: BYTES_PER_TB,
      peerBytes: BYTES_PER_TB / 2,
      cdnBytes: BYTES_PER_TB / 4,
      storedBytes: 3e9,
    },
    { day: "2026-11-02", serverBytes: 0, peerBytes: 0, cdnBytes: 0, storedBytes: null },
  ],
  forecast: {
    expected: { bytes: 3 * BYTES_PER_TB, cents: 2_000 },
    range: {
      low: { bytes: 2 * BYTES_PER_TB, cents: 1_000 },
      high: { bytes: 4 * BYTES_PER_TB, cents: 3_000 },
    },
  },
  ...own,
});
const answerMonths = () => {
  answer(routes.listInvoices, () => ({ _embedded: [], _size: 0 }));
  answer(routes.getBudget, () => ({
    limitCents: null,
    stops: false,
    stopsCdn: false,
    stopsPlayback: false,
    spentCents: null,
    measuredCents: null,
    isStopped: false,
    isCdnStopped: false,
    isPlaybackStopped: false,
  }));
  return answer(routes.listBilledMonths, () => ({
    _embedded: [monthSums("2026-11", 500), monthSums("2026-10", 700)],
    _size: 2,
    forecastTrial: { monthCount: 11, meanErrorPercent: 4.2 },
  }));
};
const rowTextsOf = (name: string) => page.getByRole("region", { name }).getByRole("row");

test("a bill explains its lines and forecasts the end of the month", async () => {
  answerMonths();
  answer(routes.getMonthBill, () => monthBill());
  show(<BillingPage />);
  const lines = rowTextsOf("How the price is calculated");
  await expect
    .element(lines.nth(1))
    .toMatchTextContent(/The first 1\.00.TB.*1,000,000,000,000 bytes × €0\.00 per TB.*1\.00.TB€0\.00€0\.00/);
  await expect
    .element(lines.nth(2))
    .toMatchTextContent(/Beyond 1\.00.TB.*500,000,000,000 bytes × €10\.00 per TB.*500.GB€10\.00€5\.00/);
  await expect.element(lines.nth(3)).toMatchTextContent(/Price before tax1\.50.TB–€5\.00/);
  await expect.element(page.getByText(/: €10\.00 .* to €30\.00/)).toBeVisible();
  await expect
    .element(rowTextsOf("Day by day").nth(1))
    .toMatchTextContent(/01\/11\/26.*750.GB.*250.GB.*500.GB.*1\.50.TB.*3\.00.GB/);
  await expect.element(page.getByText("3 GB·days")).toBeVisible();
  await expect.element(page.getByText(/^Data from peers costs the same as data from servers/)).toBeVisible();
  await expect.element(page.getByText(/measured once a day \(UTC\)/)).toBeVisible();
  await expect.element(page.getByText(/previous 11 months.*4\.2/)).toBeVisible();
});

test("selecting another month changes the URL, and a past month has no forecast", async () => {
  answerMonths();
  const asked = answer(routes.getMonthBill, ({ params: { month = "" } }) =>
    month === "2026-10" ? monthBill({ ...monthSums(month, 700), forecast: null }) : monthBill(),
  );
  const { address } = show(<BillingPage />);
  await page.getByRole("combobox", { name: "Month" }).selectOptions("October 2026");
  await expect.poll(address).toContain("month=2026-10");
  await expect.poll(() => asked.at(-1)?.params.month).toBe("2026-10");
  await expect.element(page.getByText("The month is over: these amounts are final.")).toBeVisible();
  await expect.element(page.getByText("Forecast, end of month")).not.toBeInTheDocument();
});

test("unavailable figures are reported, without a price", async () => {
  answerMonths();
  refuse(routes.getMonthBill, new Refusal("internal_error"));
  show(<BillingPage />);
  await expect.element(page.getByRole("alert")).toBeVisible();
  await expect.element(page.getByText("How the price is calculated")).not.toBeInTheDocument();
});

test("a phone shows the latest days of a month first, and all of them on request", async () => {
  answerMonths();
  const days = Array.from({ length: 30 }, (_, index) => ({
    day: `2026-11-${String(index + 1).padStart(2, "0")}`,
    serverBytes: BYTES_PER_TB,
    peerBytes: 0,
    cdnBytes: 0,
    storedBytes: null,
  }));
  answer(routes.getMonthBill, () => monthBill({ days }));
  show(<BillingPage />);
  const day = (date: string) => page.getByRole("rowheader", { name: date, exact: true });
  const unfold = page.getByRole("button", { name: "Show all 30 days" });
  await expect.element(day("01/11/26")).toBeVisible();
  await expect.element(unfold).not.toBeInTheDocument();
  await page.viewport(390, 844);
  await expect.element(day("24/11/26")).toBeVisible();
  await expect.element(day("23/11/26")).not.toBeInTheDocument();
  await unfold.click();
  await expect.element(day("01/11/26")).toBeVisible();
  await page.getByRole("button", { name: "Show fewer" }).click();
  await expect.element(day("01/11/26")).not.toBeInTheDocument();
  await page.viewport(1_280, 800);
});

test("a line of the bill opens its explanation", async () => {
  answerMonths();
  answer(routes.getMonthBill, () => monthBill());
  show(<BillingPage />);
  await page.getByRole("button", { name: "About: Beyond 1.00 TB" }).click();
  await expect.element(page.getByRole("dialog").getByText(/× €10\.00 = €5\.00/)).toBeVisible();
});
