import { z } from "zod";

/** The number and length of the steps of a period: a day by the hour, a week by six hours, 30 days by the day. */
export const SITE_PERIOD_STEPS = {
  day: { count: 24, stepSec: 3_600 },
  week: { count: 28, stepSec: 21_600 },
  month: { count: 30, stepSec: 86_400 },
} as const;
export const SITE_PERIODS = ["day", "week", "month"] as const satisfies (keyof typeof SITE_PERIOD_STEPS)[];
export type SitePeriod = (typeof SITE_PERIODS)[number];

/** The sources of the bytes that the viewers of a site received. */
const SITE_BYTES = {
  /** Bytes from servers, and from the publishing page of a direct live: the uplink carried them. */
  bytesServer: z.number(),
  /** Bytes from viewers of the site: the uplink did not carry them. */
  bytesWithin: z.number(),
  /** Bytes from peers while the site also shared with others: which of them were on site is unknown. */
  bytesPeers: z.number(),
};

export const SiteFigures = z.object({
  /** Sessions that reported in the last minutes. */
  viewersNow: z.number(),
  /** Sessions of the period. */
  sessions: z.number(),
  watchedSec: z.number(),
  ...SITE_BYTES,
  /** Ascending, covering the whole period; the last one is still running. */
  steps: z.array(z.object({ from: z.string(), ...SITE_BYTES })),
});
export type SiteFigures = z.infer<typeof SiteFigures>;
