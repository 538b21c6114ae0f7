import type {
  FootprintConstant,
  FootprintConsumption,
  FootprintGrid,
  FootprintPart,
  FootprintRange,
  FootprintResult,
} from "@shoal/contract";

export const BOUNDS = ["low", "central", "high"] as const;
export type Bound = (typeof BOUNDS)[number];

/** The result of one row: Wh per part, and litres of water. */
type EnergySums = Record<FootprintPart, number>;

const ENERGY_PARTS = ["dataCentre", "network", "devices", "embodied"] as const;

/** Returns the result of one row with one bound of each constant. */
function sumsOf(
  row: FootprintConsumption,
  constants: readonly FootprintConstant[],
  bound: Bound,
): EnergySums {
  const sums: EnergySums = {
    dataCentre: 0,
    network: 0,
    devices: 0,
    embodied: 0,
    peersSaved: 0,
    peersSpent: 0,
    water: 0,
  };
  for (const each of constants) {
    if (each.per === "kwh" || each.per === "dataCentreKwh") continue;
    if (
      (each.device === "" || each.device === row.device) &&
      (each.network === "" || each.network === row.network)
    )
      sums[each.part] += row[each.per] * each[bound];
  }
  // The use of water depends on energy, so its constants are applied last.
  const whOf = { kwh: ENERGY_PARTS.reduce((wh, part) => wh + sums[part], 0), dataCentreKwh: sums.dataCentre };
  for (const each of constants)
    if (each.per === "kwh" || each.per === "dataCentreKwh")
      sums.water += (whOf[each.per] / 1_000) * each[bound];
  return sums;
}

export interface ResultInput {
  consumption: readonly FootprintConsumption[];
  constants: readonly FootprintConstant[];
  grid: ReadonlyMap<string, FootprintGrid>;
}

/** Returns the totals over all rows with one bound of each constant, including grams of CO₂. */
export function totalsAtBound({ consumption, constants, grid }: ResultInput, bound: Bound) {
  const total = {
    dataCentre: 0,
    network: 0,
    devices: 0,
    embodied: 0,
    peersSaved: 0,
    peersSpent: 0,
    water: 0,
  };
  let [energyWh, grams] = [0, 0];
  for (const row of consumption) {
    const sums = sumsOf(row, constants, bound);
    for (const part of Object.keys(total) as FootprintPart[]) total[part] += sums[part];
    const wh = ENERGY_PARTS.reduce((sum, part) => sum + sums[part], 0);
    energyWh += wh;
    grams += (wh / 1_000) * (grid.get(row.country)?.[bound] ?? 0);
  }
  return { ...total, energyWh, grams };
}
type FootprintTotals = ReturnType<typeof totalsAtBound>;

/**
 * Returns the footprint of a consumption: the lowest, highest and most probable values that the constants allow.
 * @param input the consumption, and the grid intensity of each of its countries.
 * @returns null for a value for which the method has no constant.
 */
export function resultOf(input: ResultInput): FootprintResult {
  const at = {
    low: totalsAtBound(input, "low"),
    central: totalsAtBound(input, "central"),
    high: totalsAtBound(input, "high"),
  };
  const range = (of: (totals: FootprintTotals) => number): FootprintRange => ({
    low: of(at.low),
    central: of(at.central),
    high: of(at.high),
  });
  const hasConstant = (part: FootprintPart) => input.constants.some((each) => each.part === part);
  const hasPeers = hasConstant("peersSaved") || hasConstant("peersSpent");
  const { low, central, high } = at;
  return {
    energyKwh: range(({ energyWh }) => energyWh / 1_000),
    dataCentreKwh: range(({ dataCentre }) => dataCentre / 1_000),
    networkKwh: range(({ network }) => network / 1_000),
    devicesKwh: range(({ devices }) => devices / 1_000),
    embodiedKwh: range(({ embodied }) => embodied / 1_000),
    co2Grams: range(({ grams }) => grams),
    waterLitres: hasConstant("water") ? range(({ water }) => water) : null,
    peersSavedWh: hasPeers ? range(({ peersSaved }) => peersSaved) : null,
    peersSpentWh: hasPeers ? range(({ peersSpent }) => peersSpent) : null,
    // The lower bound of the net saving is the lowest saving less the highest cost.
    peersNetWh: hasPeers
      ? {
          low: low.peersSaved - high.peersSpent,
          central: central.peersSaved - central.peersSpent,
          high: high.peersSaved - low.peersSpent,
        }
      : null,
  };
}
