import { z } from "zod";
import { jsonParameter, PageQuery, sortBy } from "../list.ts";
import { Text } from "../text.ts";

/** The form of a UTC month, as used on invoices: 2026-11. */
const MONTH_PATTERN = /^20\d\d-(?:0[1-9]|1[0-2])$/;
const Month = z.string().regex(MONTH_PATTERN, "must be a month, as 2026-11");

export const CONSUMPTION_SORT_FIELDS = [
  "clientname",
  "watchedSec",
  "views",
  "serverBytes",
  "peerBytes",
  "cdnBytes",
  "storedByteDays",
  "deliveredBytes",
  "forecastBytes",
] as const;
export type ConsumptionSort = (typeof CONSUMPTION_SORT_FIELDS)[number];

export const ConsumptionQuery = PageQuery.extend({
  /** The month to list; the current month by default. */
  month: Month.optional(),
  /** The search words, which are matched with client names. */
  search: Text.trim().max(200).optional(),
  /** The order of the clients; by descending delivery if omitted. */
  sort: sortBy(CONSUMPTION_SORT_FIELDS).optional(),
  filter: jsonParameter(z.strictObject({ isOverFreeTier: z.boolean().optional() })).optional(),
});
export type ConsumptionQuery = z.infer<typeof ConsumptionQuery>;

const ConsumptionSums = z.object({
  watchedSec: z.number(),
  views: z.number(),
  serverBytes: z.number(),
  peerBytes: z.number(),
  /** The part of the server bytes that was sent for CDN entries. */
  cdnBytes: z.number(),
  /** The sum of the stored bytes measured each day of the month. */
  storedByteDays: z.number(),
  /** The billed bytes, from servers and peers together, which count against the free tier. */
  deliveredBytes: z.number(),
  /** Peer data that viewers report and no peer confirms: not billed. */
  unmatchedPeerBytes: z.number(),
  /** The bytes that viewers of media on other CDNs report beyond the usual amount: not billed. */
  unverifiedBytes: z.number(),
});

/** The consumption of a client in a month. */
export const ClientConsumption = ConsumptionSums.extend({
  client: z.object({
    uuid: z.string(),
    clientname: z.string(),
    /** Whether the client may use only the free tier. */
    freeTier: z.boolean(),
  }),
  /** The forecast delivery at the end of the month; null if there is no full day yet. */
  forecastBytes: z.number().nullable(),
});
export type ClientConsumption = z.infer<typeof ClientConsumption>;

export const ConsumptionPage = z.object({
  month: z.string(),
  /** Whether the month is over and its hours are closed. */
  isComplete: z.boolean(),
  asOf: z.string(),
  freeTierBytes: z.number(),
  /** The totals of all matching clients. */
  total: ConsumptionSums,
  _embedded: z.array(ClientConsumption),
  _size: z.number(),
});
export type ConsumptionPage = z.infer<typeof ConsumptionPage>;
