import { FOOTPRINT_METHODS, type FootprintConsumption } from "@shoal/contract";
import * as fc from "@shoal/testkit/property";
import { expect, test } from "vitest";
import { addMonths, gridOf, listFootprintMethods, monthBounds, reportPartsOf, toIsoMonth } from "./index.ts";

const DEVICE_NAMES = ["phone", "tablet", "laptop", "desktop", "tv", "unknown"];
const NETWORK_NAMES = ["fixed", "mobile", "unknown"];
const anyAmount = fc.double({ min: 0, max: 1e6, noNaN: true });
const anyRow: fc.Arbitrary<FootprintConsumption> = fc.record({
  country: fc.constantFrom("FR", "PL", "US", "", "XX"),
  device: fc.constantFrom(...DEVICE_NAMES),
  network: fc.constantFrom(...NETWORK_NAMES),

  hours: anyAmount,
  deliveredGb: anyAmount,
  peerGb: anyAmount,
  uploadedGb: anyAmount,
});
const anyRows = fc.array(anyRow, { maxLength: 12 });
const anyMethod = fc.constantFrom(...listFootprintMethods());
const isNear = (value: number, wanted: number) =>
  Math.abs(value - wanted) <= 1e-9 * Math.max(1, Math.abs(value), Math.abs(wanted));

test("every method exists, and its constants have a source, a unit and a value within their range", () => {
  expect(listFootprintMethods().map(({ id }) => id)).toEqual(FOOTPRINT_METHODS);
  for (const { id, constants } of listFootprintMethods()) {
    expect(new Set(constants.map((each) => each.id)).size, id).toBe(constants.length);
    for (const { low, central, high, source, url, known, unit } of constants) {
      expect(low).toBeGreaterThanOrEqual(0);
      expect(low).toBeLessThanOrEqual(central);
      expect(central).toBeLessThanOrEqual(high);
      expect([
        source.length > 10,
        url.startsWith("https://") || (url === "" && known === "estimate"),
        /^(W|Wh\/GB|Wh\/h|L\/kWh)$/.test(unit),
      ]).toEqual([true, true, true]);
    }
  }
});

test("every result lies within its own range", () => {
  fc.assert(
    fc.property(anyRows, anyMethod, (consumption, chosen) => {
      for (const range of Object.values(reportPartsOf(consumption, chosen).result)) {
        if (!range) continue;
        expect(range.low).toBeLessThanOrEqual(range.central);
        expect(range.central).toBeLessThanOrEqual(range.high);
      }
    }),
  );
});

test("the footprint of two consumptions together is the sum of both", () => {
  fc.assert(
    fc.property(anyRows, anyRows, anyMethod, (one, other, chosen) => {
      const [a, b, both] = [one, other, [...one, ...other]].map((each) => reportPartsOf(each, chosen).result);
      expect(
        isNear(both?.energyKwh.central ?? 0, (a?.energyKwh.central ?? 0) + (b?.energyKwh.central ?? 0)),
      ).toBe(true);
      expect(isNear(both?.co2Grams.high ?? 0, (a?.co2Grams.high ?? 0) + (b?.co2Grams.high ?? 0))).toBe(true);
    }),
  );
});

test("more bytes never reduce the energy", () => {
  fc.assert(
    fc.property(anyRow, anyAmount, anyMethod, (less, moreGb, chosen) => {
      const more = { ...less, deliveredGb: less.deliveredGb + moreGb };
      const [a, b] = [less, more].map((each) => reportPartsOf([each], chosen).result.energyKwh.central);
      expect(b).toBeGreaterThanOrEqual(a ?? 0);
    }),
  );
});

test("the parts of the energy and the rows of each breakdown add up to the total", () => {
  fc.assert(
    fc.property(anyRows, anyMethod, (consumption, chosen) => {
      const { result, breakdown } = reportPartsOf(consumption, chosen);
      const { dataCentreKwh, networkKwh, devicesKwh, embodiedKwh, energyKwh } = result;
      const parts = [dataCentreKwh, networkKwh, devicesKwh, embodiedKwh];
      expect(
        isNear(
          parts.reduce((sum, { high }) => sum + high, 0),
          energyKwh.high,
        ),
      ).toBe(true);
      for (const dimension of ["country", "device", "network"]) {
        const values = breakdown.filter((each) => each.dimension === dimension);
        expect(
          isNear(
            values.reduce((sum, each) => sum + each.energyKwh.low, 0),
            energyKwh.low,
          ),
        ).toBe(true);
      }
    }),
  );
});

const LAPTOP_HOUR = {
  country: "FR",
  device: "tv",
  network: "fixed",
  hours: 1,
  deliveredGb: 1,
  peerGb: 0,
  uploadedGb: 0,
};
const kwhOf = (id: string) => {
  const chosen = listFootprintMethods().find((each) => each.id === id);
  return chosen ? reportPartsOf([LAPTOP_HOUR], chosen).result.energyKwh.central : undefined;
};

test.each([
  ["shoal-2026", (1.3 + 31.5 + 100) / 1_000],
  ["swd-4", 0.055 + 0.059 + 0.08 + 0.012 + 0.013 + 0.081],
  ["iea-2020", 0.077],
  ["carbon-trust-2021", (1.3 + 6.5 + 25 + 100) / 1_000],
  ["shift-2019", 0.072 + 0.152 + 60 * 0.00021],
])(
  "by the method %s, an hour and a gigabyte on a television use the energy that its source states: %d kWh",
  (id, kwh) => {
    expect(kwhOf(id)).toBeCloseTo(kwh, 9);
  },
);

test("the net saving is negative if peers upload more than they save, and null for methods without peer constants", () => {
  const uploads = [{ ...LAPTOP_HOUR, peerGb: 0.1, uploadedGb: 3 }];
  const nets = listFootprintMethods().map((each) => reportPartsOf(uploads, each).result.peersNetWh);
  expect(nets[0]?.central).toBeCloseTo(0.1 * 0.647 - 3 * 0.144);
  expect(nets[0]?.central).toBeLessThan(0);
  expect(nets.slice(1)).toEqual([null, null, null, null]);
});

test("an unknown country gets the world average and counts as assumed", () => {
  expect(gridOf("FR")).toMatchObject({ isAssumed: false });
  expect(gridOf("XK")).toMatchObject({ country: "XK", central: 958.72, isAssumed: false });
  expect(gridOf("")).toMatchObject({ isAssumed: true });
  expect(gridOf("XX").central).toBe(gridOf("").central);
  const [first] = listFootprintMethods();
  const unknown = [LAPTOP_HOUR, { ...LAPTOP_HOUR, country: "", device: "unknown", hours: 3 }];
  expect(first && reportPartsOf(unknown, first).assumed).toEqual({
    countryPercent: 75,
    devicePercent: 75,
    networkPercent: 0,
  });
});

test("months start at midnight in their time zone, also when the clocks change", () => {
  const bounds = (month: string, zone: string) => {
    const { fromMs, toMs } = monthBounds(month, zone);
    return [new Date(fromMs).toISOString(), new Date(toMs).toISOString()];
  };
  expect(bounds("2026-10", "Europe/Paris")).toEqual(["2026-09-30T22:00:00.000Z", "2026-10-31T23:00:00.000Z"]);
  expect(bounds("2026-12", "Asia/Kolkata")).toEqual(["2026-11-30T18:30:00.000Z", "2026-12-31T18:30:00.000Z"]);
  expect(bounds("2026-02", "Pacific/Kiritimati")[0]).toBe("2026-01-31T10:00:00.000Z");
  expect(toIsoMonth(Date.UTC(2026, 9, 31, 23, 30), "Europe/Paris")).toBe("2026-11");
  expect([addMonths("2026-12", 1), addMonths("2026-01", -1)]).toEqual(["2027-01", "2025-12"]);
});
