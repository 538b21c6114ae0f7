import type { BillingPlan } from "@shoal/contract";
import { calculatePriceLines, planOf, sumCents } from "../billing/price.ts";

/** §9: monthly price of the fixed offer before tax, and its included volume; each further TB costs the rate per TB. */
export const FIXED_OFFER = { cents: 25_000, upToBytes: 50_000_000_000_000 } as const;

const PLAN_BEYOND_OFFER: BillingPlan = {
  kind: "managed",
  tiers: [{ upToBytes: null, microsPerTb: 10_000_000 }],
};

const BYTES_PER_TB = 1e12;
const SEC_PER_HOUR = 3_600;
const BITS_PER_BYTE = 8;

/** The month's traffic: bytes, or viewers, hours and bitrate. */
export type CalculatorInput =
  | { by: "traffic"; terabytes: number }
  | { by: "viewers"; viewers: number; hoursEach: number; kbps: number }
  | { by: "hours"; hours: number; kbps: number };

export interface CalculatorResult {
  /** The bytes delivered per month, from servers and peers together. */
  deliveredBytes: number;
  /** The bytes that viewers receive from each other. */
  peerBytes: number;
  serverBytes: number;
  /** The price with the rate per TB, before tax: the first TB is free, and peer bytes count too. */
  perTbCents: number;
  /** The price of the fixed offer, plus the price of any volume beyond it. */
  fixedCents: number;
  /** The cheaper of the two offers; `perTb` if they cost the same. */
  cheaper: "perTb" | "fixed";
}

/** @param offloadPct share of the bytes that viewers get from peers, 0 to 100. */
export function calculatePrice(input: CalculatorInput, offloadPct: number): CalculatorResult {
  const deliveredBytes = Math.min(Math.round(computeBytes(input)), Number.MAX_SAFE_INTEGER);
  const peerBytes = Math.round((deliveredBytes * offloadPct) / 100);
  const perTbCents = sumCents(calculatePriceLines(BigInt(deliveredBytes), planOf({ isFreeTierOnly: false })));
  const beyond = BigInt(Math.max(0, deliveredBytes - FIXED_OFFER.upToBytes));
  const fixedCents = FIXED_OFFER.cents + sumCents(calculatePriceLines(beyond, PLAN_BEYOND_OFFER));
  return {
    deliveredBytes,
    peerBytes,
    serverBytes: deliveredBytes - peerBytes,
    perTbCents,
    fixedCents,
    cheaper: fixedCents < perTbCents ? "fixed" : "perTb",
  };
}

function computeBytes(input: CalculatorInput): number {
  if (input.by === "traffic") return input.terabytes * BYTES_PER_TB;
  const hours = input.by === "hours" ? input.hours : input.viewers * input.hoursEach;
  return (hours * SEC_PER_HOUR * input.kbps * 1_000) / BITS_PER_BYTE;
}

/** The calculator's inputs as stored in a link; missing and invalid inputs are omitted. */
export interface CalculatorNumbers {
  by: CalculatorInput["by"];
  terabytes: number;
  viewers: number;
  hoursEach: number;
  hours: number;
  kbps: number;
  offloadPct: number;
}

export const DEFAULT_NUMBERS: CalculatorNumbers = {
  by: "traffic",
  terabytes: 10,
  viewers: 10_000,
  hoursEach: 2,
  hours: 20_000,
  kbps: 3_000,
  offloadPct: 60,
};

export const NUMBER_LIMITS = {
  terabytes: { min: 0, max: 9_000 },
  viewers: { min: 0, max: 100_000_000 },
  hoursEach: { min: 0, max: 744 },
  hours: { min: 0, max: 1_000_000_000 },
  kbps: { min: 1, max: 100_000 },
  offloadPct: { min: 0, max: 95 },
} as const satisfies Record<Exclude<keyof CalculatorNumbers, "by">, { min: number; max: number }>;
type NumberName = keyof typeof NUMBER_LIMITS;
const NUMBER_NAMES = Object.keys(NUMBER_LIMITS) as NumberName[];
/** The numbers that each mode of the calculator uses. */
const NUMBERS_OF_MODE: Record<CalculatorInput["by"], readonly NumberName[]> = {
  traffic: ["terabytes"],
  viewers: ["viewers", "hoursEach", "kbps"],
  hours: ["hours", "kbps"],
};

/**
 * Returns the query of a link, with the numbers that its mode uses.
 * @example writeNumbers({ …, terabytes: 30 }) // "by=traffic&terabytes=30&offloadPct=60"
 */
export const writeNumbers = (numbers: CalculatorNumbers): string =>
  new URLSearchParams([
    ["by", numbers.by],
    ...[...NUMBERS_OF_MODE[numbers.by], "offloadPct" as const].map((name) => [name, String(numbers[name])]),
  ]).toString();

/** Reads the inputs from a link: defaults for missing values; values out of range are clamped. */
export function readNumbers(query: URLSearchParams): CalculatorNumbers {
  const by = query.get("by");
  const isKnown = by === "viewers" || by === "hours";
  const numbers = NUMBER_NAMES.flatMap((name) => {
    const text = query.get(name);
    if (text === null || !/^\d{1,12}(\.\d{1,6})?$/.test(text)) return [];
    const { min, max } = NUMBER_LIMITS[name];
    return [[name, Math.min(max, Math.max(min, Number(text)))]];
  });
  return { ...DEFAULT_NUMBERS, ...Object.fromEntries(numbers), by: isKnown ? by : "traffic" };
}

/** Returns the input of the calculation: of the entered numbers, those that the mode uses. */
export function inputOf({
  by,
  terabytes,
  viewers,
  hoursEach,
  hours,
  kbps,
}: CalculatorNumbers): CalculatorInput {
  if (by === "viewers") return { by, viewers, hoursEach, kbps };
  return by === "hours" ? { by, hours, kbps } : { by, terabytes };
}
