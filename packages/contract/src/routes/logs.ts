import { z } from "zod";
import { createPageSchema, PageQuery, sortBy } from "../list.ts";
import { defineRoute } from "../route.ts";
import { Moment, Text } from "../text.ts";

const LogEntry = z.object({
  id: z.number(),
  at: z.string(),
  /** The name of the user, which stays when the user is deleted. */
  username: z.string().nullable(),
  userUuid: z.string().nullable(),
  clientname: z.string().nullable(),
  /** The client that was viewed by an administrator from another client; otherwise null. */
  viewedClientname: z.string().nullable(),
  /** The kind of action: `login`, or method and path of the call as in the OpenAPI document. */
  type: z.string(),
  /** The object of the action: a uuid or a name. */
  target: z.string().nullable(),
  /** The HTTP status of the response. */
  status: z.number(),
  address: z.string().nullable(),
});
export type LogEntry = z.infer<typeof LogEntry>;

const logFilters = {
  search: Text.trim().max(200).optional(),
  type: Text.trim().max(200).optional(),
  from: Moment.optional(),
  to: Moment.optional(),
};

export const logRoutes = {
  recordLogin: defineRoute({
    method: "POST",
    path: "/api/logins",
    isOldCall: true,
    guard: "session",
    scope: "noKey",
    summary:
      "Record that the page was opened with a confirmed session; the log keeps sign-ins, not page views",
    body: z.strictObject({ type: z.literal("login") }),
  }),
  listLogs: defineRoute({
    method: "GET",
    path: "/api/logs",
    isOldCall: true,
    guard: "manager",
    scope: "noKey",
    summary: "List the activity log of the client or, for an administrator, of all clients",
    query: PageQuery.extend({ ...logFilters, sort: sortBy(["at", "username", "type"]).optional() }),
    response: createPageSchema(LogEntry),
  }),
  exportLogs: defineRoute({
    method: "GET",
    path: "/api/logs/csv",
    guard: "manager",
    scope: "noKey",
    summary: "Download the activity log as CSV, the latest 100,000 lines",
    query: z.strictObject(logFilters),
  }),
} as const;
