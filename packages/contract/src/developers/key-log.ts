import { z } from "zod";
import { integerText, Uuid } from "../text.ts";

/** The number of days for which the calls of a key are logged. */
export const KEY_LOG_DAYS = 7;
export const KEY_LOG_PAGE_SIZE = 50;

/** The classes of results by which logged calls can be filtered: the first digit of the HTTP status. */
export const STATUS_CLASSES = ["2xx", "3xx", "4xx", "5xx"] as const;
export type StatusClass = (typeof STATUS_CLASSES)[number];

export const KeyLogEntry = z.object({
  id: z.number(),
  /** The X-Request-Id header of the response. */
  requestId: z.string(),
  at: z.string(),
  /** The call's operation id in the OpenAPI document. */
  call: z.string(),
  method: z.string(),
  /** The path without its query. */
  path: z.string(),
  status: z.number(),
  durationMs: z.number(),
  address: z.string(),
});
export type KeyLogEntry = z.infer<typeof KeyLogEntry>;

export const KeyLog = z.object({
  _embedded: z.array(KeyLogEntry),
  /** The value of `before` for the next page; null at the end. */
  next: z.number().nullable(),
});
export type KeyLog = z.infer<typeof KeyLog>;

export const KeyLogQuery = z.strictObject({
  status: z.enum(STATUS_CLASSES).optional(),
  requestId: Uuid.optional(),
  before: integerText(z.number().int().min(1).max(Number.MAX_SAFE_INTEGER)).optional(),
});
export type KeyLogQuery = z.infer<typeof KeyLogQuery>;
