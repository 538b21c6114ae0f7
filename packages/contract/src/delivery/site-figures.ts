import { z } from "zod";

/** The number and length of the steps of a period: a day by the hour, a week by six hours, 30 days by the day. */
export const SITE_PERIOD_STEPS = {
  day: { count: 24, stepSec: 3_600 },
  week: { count: 28, stepSec: 21_600 },
  month: { count: 30, stepSec: 86_400 },
} as const;
export const SITE_PERIODS = ["day", "week", "month"] as const satisfies (keyof typeof SITE_PERIOD_STEPS)[];
export type SitePeriod = (typeof SITE_PERIODS)[number];

/** The sources from which the viewers of a site received bytes. */
const SITE_BYTE_SOURCES = {
  /** The bytes from servers, and from the publishing page of a direct live: they crossed the site's uplink. */
  bytesServer: z.number(),
  /** The bytes from other viewers of the site: they did not cross the site's uplink. */
  bytesWithin: z.number(),
  /** The bytes from peers while the site also exchanged data with peers elsewhere: it is unknown which of these peers were on site. */
  bytesPeers: z.number(),
};

export const SiteFigures = z.object({
  /** The number of sessions that reported in the last minutes. */
  viewersNow: z.number(),
  /** The number of sessions in the period. */
  sessions: z.number(),
  watchedSec: z.number(),
  ...SITE_BYTE_SOURCES,
  /** The points in ascending order, covering the whole period; the last one may still be incomplete. */
  steps: z.array(z.object({ from: z.string(), ...SITE_BYTE_SOURCES })),
});
export type SiteFigures = z.infer<typeof SiteFigures>;
