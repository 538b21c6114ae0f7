/** One line of the table: what was measured, beside its peer or physical limit, and the figure to reach. */
export interface Figure {
  name: string;
  value: string;
  reach: string;
  isReached: boolean;
  detail?: string;
}

/** A measurement that can run alone: `npm run bench -- <name>`. */
export interface Bench {
  name: string;
  run(): Promise<Figure[]>;
}
