import * as fc from "@shoal/testkit/property";
import { describe, expect, it } from "vitest";
import { billOf, FORECAST_READ_DAYS, forecastBill, monthOfUtc, tryForecasts } from "./month-bill.ts";
import { calculatePriceLines, centsOf, firstMonthOf, planIn, planOf, planOfKind, sumCents } from "./price.ts";

const BYTES_PER_TB = 1_000_000_000_000;
const DAY_MS = 86_400_000;
const MANAGED_PLAN = planOf({ isFreeTierOnly: false });
const FREE_PLAN = planOf({ isFreeTierOnly: true });
const deliveredDay = (serverBytes: number, peerBytes = 0) => ({ day: "2026-11-01", serverBytes, peerBytes });

describe("the price of a month", () => {
  it.each([
    ["nothing", 0, [0]],
    ["exactly the free tier", BYTES_PER_TB, [0]],
    ["half a TB more", 1.5 * BYTES_PER_TB, [0, 500]],
    ["0.004 € more, which is rounded down", BYTES_PER_TB + 400_000_000, [0, 0]],
    ["0.005 € more, which is rounded up", BYTES_PER_TB + 500_000_000, [0, 1]],
    ["51 TB", 51 * BYTES_PER_TB, [0, 50_000]],
    ["10 million euros", 1_000_001 * BYTES_PER_TB, [0, 1_000_000_000]],
  ])("splits the price of %s into the cents of each tier", (_, bytes, cents) => {
    expect(calculatePriceLines(BigInt(bytes), MANAGED_PLAN).map((line) => line.cents)).toEqual(cents);
  });

  it("a month on the free tier costs nothing, whatever its delivery", () => {
    expect(billOf([deliveredDay(5 * BYTES_PER_TB, 2 * BYTES_PER_TB)], FREE_PLAN)).toMatchObject({
      cents: 0,
      deliveredBytes: 7 * BYTES_PER_TB,
    });
  });

  it("peer bytes cost as much as server bytes", () => {
    expect(billOf([deliveredDay(BYTES_PER_TB), deliveredDay(0, BYTES_PER_TB)], MANAGED_PLAN).cents).toBe(
      1_000,
    );
  });

  it("lists one line per tier that delivery reached, without gaps or overlaps", () => {
    const tiers = [
      { upToBytes: 10, microsPerTb: 3 },
      { upToBytes: 20, microsPerTb: 2 },
      { upToBytes: null, microsPerTb: 1 },
    ];
    const lines = calculatePriceLines(25n, { kind: "managed", tiers });
    expect(lines.map(({ fromBytes, toBytes, bytes }) => [fromBytes, toBytes, bytes])).toEqual([
      [0, 10, 10],
      [10, 20, 10],
      [20, null, 5],
    ]);
  });

  const bytes = fc.bigInt({ min: 0n, max: 10n ** 19n });
  it("rounds to the nearest cent, halves away from zero", () => {
    fc.assert(
      fc.property(bytes, fc.nat(100_000_000), (delivered, micros) => {
        const cents = centsOf(delivered, micros);
        const [exact, unit] = [delivered * BigInt(micros), 10n ** 16n];
        // A JavaScript number is exact for whole cents up to 90 trillion euros.
        fc.pre(Number.isSafeInteger(cents));
        const off = 2n * (BigInt(cents) * unit - exact);
        return off > -unit && off <= unit && centsOf(-delivered, micros) === (cents === 0 ? 0 : -cents);
      }),
    );
  });

  it("the price never falls as delivery grows, and the lines add up to all bytes", () => {
    const smaller = fc.bigInt({ min: 0n, max: 10n ** 15n });
    fc.assert(
      fc.property(smaller, smaller, (some, more) => {
        const lines = calculatePriceLines(some, MANAGED_PLAN);
        const all = lines.reduce((sum, line) => sum + line.bytes, 0);
        return (
          all === Number(some) && sumCents(lines) <= sumCents(calculatePriceLines(some + more, MANAGED_PLAN))
        );
      }),
    );
  });

  it("the bill does not depend on the order of its days", () => {
    const days = fc.array(fc.tuple(fc.maxSafeNat(), fc.maxSafeNat()), { maxLength: 31 });
    fc.assert(
      fc.property(days, (all) => {
        const made = all.map(([server, peer]) => deliveredDay(server, peer));
        expect(billOf(made.toReversed(), MANAGED_PLAN)).toEqual(billOf(made, MANAGED_PLAN));
      }),
    );
  });
});

it("monthOfUtc ends at the start of the next month, also in December and February", () => {
  const daysOf = (month: string) => {
    const { fromMs, untilMs } = monthOfUtc(month);
    return [new Date(fromMs).toISOString().slice(0, 10), (untilMs - fromMs) / DAY_MS];
  };
  expect(daysOf("2026-12")).toEqual(["2026-12-01", 31]);
  // Daylight saving starts in March and ends in October; UTC months ignore it.
  expect(daysOf("2026-03")).toEqual(["2026-03-01", 31]);
  expect(daysOf("2028-02")).toEqual(["2028-02-01", 29]);
});

describe("the forecast of a bill", () => {
  const untilMs = Date.UTC(2026, 11, 1);
  const nowMs = Date.UTC(2026, 10, 21);
  const daysBack = (count: number, sumOf: (back: number) => number) =>
    Array.from({ length: count }, (_, at) => ({ atMs: nowMs - (at + 1) * DAY_MS, sum: sumOf(at + 1) }));
  const forecastOf = (days: ReturnType<typeof daysBack>, deliveredBytes = 2 * BYTES_PER_TB) =>
    forecastBill({ deliveredBytes, days, nowMs, untilMs, plan: MANAGED_PLAN });

  it("the range is a single value if all days are alike", () => {
    const end = { bytes: 3 * BYTES_PER_TB, cents: 2_000 };
    expect(forecastOf(daysBack(FORECAST_READ_DAYS, () => BYTES_PER_TB / 10))).toEqual({
      expected: end,
      range: { low: end, high: end },
    });
  });

  it("the range widens with the errors of daily forecasts", () => {
    const widthOf = (unrest: number) => {
      const days = daysBack(FORECAST_READ_DAYS, (back) => BYTES_PER_TB / 10 + (back % 2 === 0 ? unrest : 0));
      const range = forecastOf(days)?.range;
      return (range?.high.bytes ?? 0) - (range?.low.bytes ?? 0);
    };
    expect(widthOf(BYTES_PER_TB / 10)).toBeGreaterThan(widthOf(BYTES_PER_TB / 100));
    expect(widthOf(BYTES_PER_TB / 100)).toBeGreaterThan(0);
  });

  it("there is no range with less than two weeks of history, and no forecast without a full day", () => {
    expect(forecastOf(daysBack(10, () => BYTES_PER_TB / 10))).toMatchObject({ range: null });
    expect(forecastOf([])).toBeNull();
  });

  it("the forecast is never below what was already delivered", () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(BYTES_PER_TB), { maxLength: FORECAST_READ_DAYS }),
        fc.nat(BYTES_PER_TB),
        (sums, soFar) => {
          const made = forecastOf(
            daysBack(sums.length, (back) => sums[back - 1] ?? 0),
            soFar,
          );
          if (!made?.range) return true;
          const { low, high } = made.range;
          return soFar <= low.bytes && low.bytes <= made.expected.bytes && made.expected.bytes <= high.bytes;
        },
      ),
    );
  });
});

describe("the trial of forecasts", () => {
  const daysFrom = (from: string, count: number, sumOf: (at: number) => number) =>
    Array.from({ length: count }, (_, at) => ({ atMs: Date.parse(from) + at * DAY_MS, sum: sumOf(at) }));

  it("the mean error is 0 if all days are alike, even when the clocks change", () => {
    const days = daysFrom("2026-01-01", 120, () => BYTES_PER_TB / 10);
    expect(tryForecasts(days, ["2026-03", "2026-04"])).toEqual({ monthCount: 2, meanErrorPercent: 0 });
  });

  it("the mean error is the share by which the rest of the month differed from its forecast", () => {
    // Traffic doubles on 15 March, so the forecast for 14 days holds and the other 17 days deliver twice as much.
    const days = daysFrom("2026-01-01", 90, (at) => (at < 73 ? 100 : 200));
    const found = tryForecasts(days, ["2026-03"]);
    expect(found?.monthCount).toBe(1);
    expect(found?.meanErrorPercent).toBeCloseTo(((4_800 - 3_100) / 4_800) * 100, 6);
  });

  it("returns null with less than four weeks of history or without delivery", () => {
    expect(tryForecasts([], ["2026-03"])).toBeNull();
    expect(
      tryForecasts(
        daysFrom("2026-02-20", 60, () => 5),
        ["2026-03"],
      ),
    ).toBeNull();
  });
});

describe("a plan with a fixed price", () => {
  const FIXED = planOfKind("fixed");
  it.each([
    ["nothing", 0, [25_000]],
    ["50 TB", 50 * BYTES_PER_TB, [25_000]],
    ["51 TB", 51 * BYTES_PER_TB, [25_000, 1_000]],
  ])("prices %s at the fixed amount plus any tier beyond it", (_, bytes, cents) => {
    expect(calculatePriceLines(BigInt(bytes), FIXED).map((line) => line.cents)).toEqual(cents);
  });

  it("a fixed price in a later tier is charged once delivery reaches that tier", () => {
    const plan = planOfKind("own", [
      { upToBytes: 10 * BYTES_PER_TB, microsPerTb: 5_000_000 },
      { upToBytes: null, microsPerTb: 1_000_000, fixedCents: 700 },
    ]);
    expect(calculatePriceLines(BigInt(10 * BYTES_PER_TB), plan).map((line) => line.cents)).toEqual([5_000]);
    expect(calculatePriceLines(BigInt(11 * BYTES_PER_TB), plan).map((line) => line.cents)).toEqual([
      5_000, 800,
    ]);
  });

  it("a negative number of bytes gives a negative price without a minimum", () => {
    const plan = planOfKind("own", [{ upToBytes: null, microsPerTb: 10_000_000 }]);
    expect(calculatePriceLines(BigInt(-BYTES_PER_TB), plan).map((line) => line.cents)).toEqual([-1_000]);
    expect(calculatePriceLines(-400_000_000n, plan).map((line) => line.cents)).toEqual([0]);
  });
});

describe("the plan of a month", () => {
  const dated = (validFrom: string, micros: number) => ({
    validFrom,
    plan: planOfKind("own", [{ upToBytes: null, microsPerTb: micros }]),
  });
  const plans = [dated("2026-03-29", 3), dated("2025-01-01", 1), dated("2026-01-01", 2)];

  it.each([
    ["2024-12", undefined],
    ["2025-01", 1],
    ["2025-12", 1],
    ["2026-01", 2],
    // A price change in the middle of the month, on the day on which European clocks change.
    ["2026-03", 2],
    ["2026-04", 3],
  ])("the plan of %s is the one in force on its first day, whatever the order of plans", (month, micros) => {
    const rate = (all: typeof plans) => planIn(all, month).tiers[0]?.microsPerTb;
    expect(rate(plans)).toBe(micros ?? 0);
    expect(rate(plans.toReversed())).toBe(micros ?? 0);
  });

  it("a client without a plan has the managed CDN plan", () => {
    expect(planIn([], "2026-03")).toEqual(planOf({ isFreeTierOnly: false }));
  });

  it.each([
    ["2026-11-01", "2026-11"],
    ["2026-11-02", "2026-12"],
    ["2026-12-31", "2027-01"],
    ["2028-02-29", "2028-03"],
  ])("a plan that is valid from %s prices %s as its first month", (validFrom, month) => {
    expect(firstMonthOf(validFrom)).toBe(month);
  });
});
