import type { UnitCosts } from "./growth/model.ts";

/** One line of the table: the measured value, the value or limit that it is compared with, and the target. */
export interface Figure {
  name: string;
  value: string;
  reach: string;
  isReached: boolean;
  detail?: string;
  /** The measured costs from which the bench of growth simulates large audiences. */
  unitCosts?: Partial<UnitCosts>;
}

/** A measurement that can run alone: `npm run bench -- <name>`. */
export interface Bench {
  name: string;
  run(): Promise<Figure[]>;
}
