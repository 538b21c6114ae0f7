import { z } from "zod";
import { Revision } from "../accounts/account.ts";
import {
  CDN_ENTRY_STATES,
  CdnCorsOrigins,
  CdnDefaultTtl,
  CdnEntryView,
  CdnHost,
  CdnHostCheck,
  CdnHosts,
  CdnName,
  CdnOrigin,
  CdnPurgeAnswer,
  CdnPurgeBody,
  CdnRules,
  CdnSecretAnswer,
  CdnStatistics,
  CdnTestAnswer,
  CdnTraffic,
  CdnUsage,
  MAX_CDN_SECRET_GRACE_SEC,
  MAX_CDN_TRAFFIC_ENTRIES,
} from "../delivery/cdn.ts";
import { MAX_RULES_BODY_BYTES } from "../delivery/delivery-rules.ts";
import { createPageSchema, jsonParameter, PageQuery, sortBy } from "../list.ts";
import { defineRoute } from "../route.ts";
import { integerText, Text, Uuid } from "../text.ts";

const CdnTestUrl = z.url({ protocol: /^https?$/ }).max(4_000);
const EntryId = z.object({ id: Uuid });
const CdnDays = integerText(z.number().int().min(1).max(90));
/** Lists show each entry's traffic in this many past days. */
export const CDN_TRAFFIC_DAYS = 30;

/** The last three sort by the traffic of the last 30 days, and fail with `unavailable` while ClickHouse is unavailable. */
export const CDN_SORT_FIELDS = [
  "name",
  "originUrl",
  "createdAt",
  "requests",
  "bytesSent",
  "hitRatio",
] as const;
export const CdnEntryListQuery = PageQuery.extend({
  /** Searches names, origin addresses, custom host names and keys. */
  search: Text.trim().max(200).optional(),
  sort: sortBy(CDN_SORT_FIELDS).optional(),
  filter: jsonParameter(z.strictObject({ state: z.enum(CDN_ENTRY_STATES).optional() })).optional(),
});
export type CdnEntryListQuery = z.infer<typeof CdnEntryListQuery>;

/**
 * Addresses under which the edges serve files from a client's own server. Without an active subscription, all calls except
 * reading, pausing and deleting fail with `cdn_subscription_required`.
 */
export const cdnRoutes = {
  listCdnEntries: defineRoute({
    method: "GET",
    path: "/api/cdnentries",
    guard: "member",
    scope: "delivery:read",
    summary: "List the client's CDN entries",
    query: CdnEntryListQuery,
    response: createPageSchema(CdnEntryView),
  }),
  createCdnEntry: defineRoute({
    method: "POST",
    path: "/api/cdnentries",
    guard: "manager",
    scope: "delivery:write",
    summary: "Create a CDN entry: a new URL under which edges serve the files of an origin",
    maxBodyBytes: MAX_RULES_BODY_BYTES,
    body: z.strictObject({
      name: CdnName,
      originUrl: CdnOrigin,
      rules: CdnRules.default({}),
      hosts: CdnHosts.default([]),
      corsOrigins: CdnCorsOrigins.default([]),
      defaultTtlSec: CdnDefaultTtl.default(3_600),
      ignoresQuery: z.boolean().default(false),
    }),
    response: CdnEntryView,
    status: 201,
  }),
  getCdnEntry: defineRoute({
    method: "GET",
    path: "/api/cdnentries/{id}",
    guard: "member",
    scope: "delivery:read",
    summary: "Get a CDN entry",
    params: EntryId,
    response: CdnEntryView,
  }),
  updateCdnEntry: defineRoute({
    method: "PUT",
    path: "/api/cdnentries/{id}",
    guard: "manager",
    scope: "delivery:write",
    summary:
      "Change a CDN entry; lists and rules are replaced as a whole, and new host names are not served until they are checked",
    params: EntryId,
    maxBodyBytes: MAX_RULES_BODY_BYTES,
    body: z.strictObject({
      revision: Revision,
      name: CdnName.optional(),
      originUrl: CdnOrigin.optional(),
      rules: CdnRules.optional(),
      hosts: CdnHosts.optional(),
      corsOrigins: CdnCorsOrigins.optional(),
      defaultTtlSec: CdnDefaultTtl.optional(),
      ignoresQuery: z.boolean().optional(),
    }),
    response: CdnEntryView,
  }),
  pauseCdnEntry: defineRoute({
    method: "PUT",
    path: "/api/cdnentries/{id}/paused",
    guard: "manager",
    scope: "delivery:write",
    summary: "Pause or resume a CDN entry; a paused entry returns 403",
    params: EntryId,
    body: z.strictObject({ isPaused: z.boolean() }),
    response: CdnEntryView,
  }),
  deleteCdnEntry: defineRoute({
    method: "DELETE",
    path: "/api/cdnentries/{id}",
    guard: "manager",
    scope: "delivery:write",
    summary:
      "Delete a CDN entry; it serves from its cache for 10 more minutes, then its URL never works again",
    params: EntryId,
    response: CdnEntryView,
  }),
  renewCdnSecret: defineRoute({
    method: "POST",
    path: "/api/cdnentries/{id}/secrets",
    guard: "manager",
    scope: "delivery:write",
    summary:
      "Require signed URLs, or rotate the secret; the current secret keeps working for the requested grace period, and an earlier one stops now",
    params: EntryId,
    body: z.strictObject({
      graceSec: z.number().int().min(0).max(MAX_CDN_SECRET_GRACE_SEC).default(MAX_CDN_SECRET_GRACE_SEC),
    }),
    response: CdnSecretAnswer,
    status: 201,
  }),
  removeCdnSecrets: defineRoute({
    method: "DELETE",
    path: "/api/cdnentries/{id}/secrets",
    guard: "manager",
    scope: "delivery:write",
    summary: "Serve a CDN entry without signed URLs again; its secrets stop working",
    params: EntryId,
    response: CdnEntryView,
  }),
  checkCdnHost: defineRoute({
    method: "POST",
    path: "/api/cdnentries/{id}/hosts/check",
    guard: "manager",
    scope: "delivery:write",
    summary: "Check the DNS records of a host name of a CDN entry; it is served once both are correct",
    params: EntryId,
    body: z.strictObject({ host: CdnHost }),
    response: CdnHostCheck,
  }),
  purgeCdnEntry: defineRoute({
    method: "POST",
    path: "/api/cdnentries/{id}/purges",
    guard: "editor",
    scope: "delivery:write",
    summary:
      "Remove files of a CDN entry from all caches: single URLs, all that begin with one, or everything",
    params: EntryId,
    body: CdnPurgeBody,
    response: CdnPurgeAnswer,
    status: 201,
  }),
  getCdnUsage: defineRoute({
    method: "GET",
    path: "/api/cdnentries/usage",
    guard: "member",
    scope: "delivery:read",
    summary: "Get what all CDN entries of the client served in a month, by default the current one",
    query: z.strictObject({
      /** A month in UTC, such as 2026-10. */
      month: z
        .string()
        .regex(/^20\d\d-(0[1-9]|1[0-2])$/, "must be a month such as 2026-10")
        .optional(),
    }),
    response: CdnUsage,
  }),
  getCdnTraffic: defineRoute({
    method: "GET",
    path: "/api/cdnentries/traffic",
    guard: "member",
    scope: "delivery:read",
    summary: "Get what individual CDN entries served in the last days",
    query: z.strictObject({
      entries: jsonParameter(z.array(Uuid).min(1).max(MAX_CDN_TRAFFIC_ENTRIES)),
      days: CdnDays.default(CDN_TRAFFIC_DAYS),
    }),
    response: CdnTraffic,
  }),
  getCdnStatistics: defineRoute({
    method: "GET",
    path: "/api/cdnentries/{id}/statistics",
    guard: "member",
    scope: "delivery:read",
    summary: "Get what a CDN entry served, by hour or day, by country and by status",
    params: EntryId,
    query: z.strictObject({ days: CdnDays.default(7) }),
    response: CdnStatistics,
  }),
  testCdnOrigin: defineRoute({
    method: "POST",
    path: "/api/cdnentries/test",
    guard: "editor",
    scope: "delivery:write",
    summary:
      "Fetch a file of an origin, and explain what its headers mean for caches and what to send instead",
    isQuestion: true,
    body: z.strictObject({ url: CdnTestUrl }),
    response: CdnTestAnswer,
    status: 200,
  }),
} as const;
