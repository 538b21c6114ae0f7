import type { UnitCosts } from "./growth/model.ts";

/** One line of the table: what was measured, beside its peer or physical limit, and the figure to reach. */
export interface Figure {
  name: string;
  value: string;
  reach: string;
  isReached: boolean;
  detail?: string;
  /** What the simulation of large audiences reckons with. */
  unitCosts?: Partial<UnitCosts>;
}

/** A measurement that can run alone: `npm run bench -- <name>`. */
export interface Bench {
  name: string;
  run(): Promise<Figure[]>;
}
