import type { FootprintConstant } from "@shoal/contract";

/** The source of a value and the evidence for it. */
export type ConstantSource = Pick<FootprintConstant, "source" | "url" | "known">;
/** A value with its uncertainty, ascending. */
export type ValueRange = readonly [low: number, central: number, high: number];

type ConstantKind = Pick<FootprintConstant, "part" | "per" | "unit">;

const CONSTANT_KINDS = {
  dataCentrePerHour: { part: "dataCentre", per: "hours", unit: "Wh/h" },
  dataCentrePerGb: { part: "dataCentre", per: "deliveredGb", unit: "Wh/GB" },
  networkPerHour: { part: "network", per: "hours", unit: "Wh/h" },
  networkPerGb: { part: "network", per: "deliveredGb", unit: "Wh/GB" },
  devicePerHour: { part: "devices", per: "hours", unit: "W" },
  devicePerGb: { part: "devices", per: "deliveredGb", unit: "Wh/GB" },
  embodiedPerGb: { part: "embodied", per: "deliveredGb", unit: "Wh/GB" },
  savedPerPeerGb: { part: "peersSaved", per: "peerGb", unit: "Wh/GB" },
  spentPerUploadedGb: { part: "peersSpent", per: "uploadedGb", unit: "Wh/GB" },
  waterPerKwh: { part: "water", per: "kwh", unit: "L/kWh" },
  waterPerDataCentreKwh: { part: "water", per: "dataCentreKwh", unit: "L/kWh" },
} as const satisfies Record<string, ConstantKind>;

/**
 * Creates one constant of a method.
 * @param of selects the rows of consumption to which it applies; all rows if omitted.
 */
export const createConstant = (
  id: string,
  kind: keyof typeof CONSTANT_KINDS,
  [low, central, high]: ValueRange,
  { device = "", network = "", ...source }: ConstantSource & { device?: string; network?: string },
): FootprintConstant => ({ id, ...CONSTANT_KINDS[kind], device, network, low, central, high, ...source });

/** Returns one constant per kind of network; for an unknown network, the range of all kinds. */
export function constantsByNetwork(
  id: string,
  { fixed, mobile }: { fixed: ValueRange; mobile: ValueRange },
  source: ConstantSource,
): FootprintConstant[] {
  const unknown: ValueRange = [fixed[0], fixed[1], mobile[2]];
  return Object.entries({ fixed, mobile, unknown }).map(([network, values]) =>
    createConstant(`${id}.${network}`, "networkPerGb", values, { ...source, network }),
  );
}

/** Returns one constant per kind of device; an unknown device counts as a laptop, with the range of all kinds. */
export function constantsByDevice(
  id: string,
  watts: Record<"phone" | "tablet" | "laptop" | "desktop" | "tv", ValueRange>,
  source: ConstantSource,
): FootprintConstant[] {
  const all = Object.values(watts);
  const unknown: ValueRange = [
    Math.min(...all.map(([low]) => low)),
    watts.laptop[1],
    Math.max(...all.map(([, , high]) => high)),
  ];
  return Object.entries({ ...watts, unknown }).map(([device, values]) =>
    createConstant(`${id}.${device}`, "devicePerHour", values, { ...source, device }),
  );
}

/** Returns the range of a value without a published one: from half to twice as much. */
export const halfToTwice = (central: number): ValueRange => [central / 2, central, central * 2];
