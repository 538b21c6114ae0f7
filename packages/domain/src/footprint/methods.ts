import { FOOTPRINT_METHODS, type FootprintMethod, type FootprintMethodId } from "@shoal/contract";
import { CARBON_TRUST_2021 } from "./methods/carbon-trust-2021.ts";
import { IEA_2020 } from "./methods/iea-2020.ts";
import { SHIFT_2019 } from "./methods/shift-2019.ts";
import { SHOAL_2026 } from "./methods/shoal-2026.ts";
import { SWD_4 } from "./methods/swd-4.ts";

const METHODS: Record<FootprintMethodId, FootprintMethod> = {
  "shoal-2026": SHOAL_2026,
  "swd-4": SWD_4,
  "iea-2020": IEA_2020,
  "carbon-trust-2021": CARBON_TRUST_2021,
  "shift-2019": SHIFT_2019,
};

export const DEFAULT_FOOTPRINT_METHOD = "shoal-2026" satisfies FootprintMethodId;

/** A method as it is today; reports keep what they were made with. */
export const footprintMethod = (id: FootprintMethodId): FootprintMethod => METHODS[id];

/** All of them, the default first. */
export const listFootprintMethods = (): FootprintMethod[] => FOOTPRINT_METHODS.map(footprintMethod);
