import { z } from "zod";
import { Revision } from "../accounts/account.ts";
import {
  AccessReplay,
  AccessReplayView,
  AccessSimulation,
  AccessSimulationView,
} from "../delivery/access-simulation.ts";
import {
  CollectionName,
  CollectionView,
  ConfigName,
  ConfigView,
  MAX_CONFIG_KEY_GRACE_SEC,
  SavedSites,
} from "../delivery/config.ts";
import {
  DeliveryRules,
  MAX_RULES_BODY_BYTES,
  RULE_ATTRIBUTES,
  RULE_SOURCES,
  RuleChanges,
  type RuleName,
  RuleSettings,
  type RuleSource,
  TimeZone,
} from "../delivery/delivery-rules.ts";
import { RuleReachSubject, RuleReachView } from "../delivery/edge-reports.ts";
import { createPageSchema, PageQuery } from "../list.ts";
import { defineRoute } from "../route.ts";
import { Text, Uuid } from "../text.ts";
import { VideoId } from "./videos.ts";

const RuleSubjectParams = z.object({ id: Uuid });
const SearchQuery = PageQuery.extend({ search: Text.trim().max(200).optional() });
export const CollectionListQuery = SearchQuery.extend({
  /** The client to inspect; the caller's own if omitted. */
  client: Uuid.optional(),
});
export type CollectionListQuery = z.infer<typeof CollectionListQuery>;
export type ConfigListQuery = z.infer<typeof SearchQuery>;

interface RuleInForce<N extends RuleName> {
  value: DeliveryRules[N];
  source: RuleSource;
  reportAgeSec?: number | undefined;
}
const ruleInForce = <N extends RuleName>(value: (typeof RULE_ATTRIBUTES)[N]) =>
  z.object({
    value,
    source: z.enum(RULE_SOURCES),
    /** The age of the SDK's last report, for a collection's rule. */
    reportAgeSec: z.number().optional(),
  });
const RulesInForce = z.object(
  Object.fromEntries(
    Object.entries(RULE_ATTRIBUTES).map(([name, schema]) => [name, ruleInForce(schema)]),
  ) as unknown as { [N in RuleName]: z.ZodType<RuleInForce<N>> },
);

export const VideoRulesView = z.object({
  /** Each rule with its value in force and its source. */
  rules: RulesInForce,
  /** The rules of this video only. */
  custom: RuleSettings,
  collection: z
    .object({
      uuid: z.string(),
      name: z.string(),
      /** When the SDK last reported the collection; null if it was chosen by hand and needs no reports. */
      reportedAt: z.string().nullable(),
      /** Whether the SDK's report is recent enough for the collection to apply. */
      isInForce: z.boolean(),
    })
    .nullable(),
  config: z.object({ uuid: z.string(), name: z.string() }).nullable(),
  timeZone: z.string(),
  revision: z.number(),
});
export type VideoRulesView = z.infer<typeof VideoRulesView>;

/** The rules that are changed by separate lists and calls. */
const RULES_WITH_OWN_CALL = {
  authorizedIPs: true,
  unauthorizedIPs: true,
  authorizedVPNs: true,
  authorizedVPNsList: true,
  authorizedCountries: true,
  unauthorizedCountries: true,
  ice: true,
} as const;
const ClientRuleChanges = RuleChanges.omit(RULES_WITH_OWN_CALL);
export const ClientRulesView = z.object({
  rules: DeliveryRules.omit(RULES_WITH_OWN_CALL).partial(),
  /** The time zone of weekly times. */
  timeZone: z.string(),
  /** Whether search engines may list the pages of videos that everyone may watch. */
  isIndexed: z.boolean(),
  /** The sitemap of these videos, which exists while `isIndexed`. */
  sitemapUrl: z.string(),
  revision: z.number(),
});
export type ClientRulesView = z.infer<typeof ClientRulesView>;

const videoRuleRoutes = {
  getVideoRules: defineRoute({
    method: "GET",
    path: "/api/videos/{id}/rules",
    guard: "member",
    scope: "delivery:read",
    summary: "Get the delivery rules that apply to a video now, each with its source",
    params: VideoId,
    response: VideoRulesView,
  }),
  updateVideoRules: defineRoute({
    method: "PUT",
    path: "/api/videos/{id}/rules",
    guard: "editor",
    scope: "delivery:write",
    summary:
      "Change a video's rules, collection and config; null makes a rule inherited again. The rules of a collection it leaves become its own",
    params: VideoId,
    maxBodyBytes: MAX_RULES_BODY_BYTES,
    body: z.strictObject({
      revision: z.number().int().min(0).max(2_147_483_647),
      rules: RuleChanges.default({}),
      collection: Uuid.nullable().optional(),
      config: Uuid.nullable().optional(),
    }),
    response: VideoRulesView,
  }),
  getClientRules: defineRoute({
    method: "GET",
    path: "/api/clients/{id}/rules",
    guard: "member",
    scope: "delivery:read",
    summary: "Get the client's default rules, which configs, collections and videos override",
    params: RuleSubjectParams,
    response: ClientRulesView,
  }),
  updateClientRules: defineRoute({
    method: "PUT",
    path: "/api/clients/{id}/rules",
    guard: "manager",
    scope: "delivery:write",
    summary:
      "Change the client's default rules, time zone and whether search engines list its videos; null resets a rule",
    params: RuleSubjectParams,
    maxBodyBytes: MAX_RULES_BODY_BYTES,
    body: z.strictObject({
      revision: z.number().int().min(0).max(2_147_483_647),
      rules: ClientRuleChanges.default({}),
      timeZone: TimeZone.optional(),
      isIndexed: z.boolean().optional(),
    }),
    response: ClientRulesView,
  }),
  getRuleReach: defineRoute({
    method: "GET",
    path: "/api/rule-reach/{type}/{id}",
    guard: "member",
    scope: "delivery:read",
    summary: "Count current viewers who have the saved rules of a video, collection, config or client",
    params: RuleReachSubject,
    response: RuleReachView,
  }),
  simulateAccess: defineRoute({
    method: "POST",
    path: "/api/access-simulation",
    guard: "member",
    scope: "delivery:read",
    summary:
      "Check whether a viewer would be allowed at a given time, and by which rule of which level; also with unsaved rules",
    isQuestion: true,
    maxBodyBytes: MAX_RULES_BODY_BYTES,
    body: AccessSimulation,
    response: AccessSimulationView,
  }),
  replayAccess: defineRoute({
    method: "POST",
    path: "/api/access-simulation/yesterday",
    guard: "member",
    scope: "delivery:read",
    summary: "Count sessions of the last 24 hours that rules would have blocked; also with unsaved rules",
    isQuestion: true,
    maxBodyBytes: MAX_RULES_BODY_BYTES,
    body: AccessReplay,
    response: AccessReplayView,
  }),
} as const;

const configRoutes = {
  listConfigs: defineRoute({
    method: "GET",
    path: "/api/configs",
    guard: "member",
    scope: "delivery:read",
    summary: "List the client's configs by name; the search matches names and keys",
    query: SearchQuery,
    response: createPageSchema(ConfigView),
  }),
  addConfig: defineRoute({
    method: "POST",
    path: "/api/configs",
    guard: "manager",
    scope: "delivery:write",
    summary: "Create a config; the platform generates its public key",
    maxBodyBytes: MAX_RULES_BODY_BYTES,
    body: z.strictObject({
      name: ConfigName,
      rules: RuleSettings.default({}),
      sites: SavedSites.default([]),
    }),
    response: ConfigView,
    status: 201,
  }),
  getConfig: defineRoute({
    method: "GET",
    path: "/api/configs/{id}",
    guard: "member",
    scope: "delivery:read",
    summary: "Get a config",
    params: RuleSubjectParams,
    response: ConfigView,
  }),
  updateConfig: defineRoute({
    method: "PUT",
    path: "/api/configs/{id}",
    guard: "manager",
    scope: "delivery:write",
    summary: "Change a config, or revoke its key; null resets a rule",
    params: RuleSubjectParams,
    maxBodyBytes: MAX_RULES_BODY_BYTES,
    body: z.strictObject({
      revision: Revision,
      name: ConfigName.optional(),
      rules: RuleChanges.default({}),
      sites: SavedSites.optional(),
      isRevoked: z.boolean().optional(),
    }),
    response: ConfigView,
  }),
  renewConfigKey: defineRoute({
    method: "POST",
    path: "/api/configs/{id}/key",
    guard: "manager",
    scope: "delivery:write",
    summary:
      "Rotate the key of a config; the current key keeps working for the requested grace period, and an earlier key stops now",
    params: RuleSubjectParams,
    body: z.strictObject({ graceSec: z.number().int().min(0).max(MAX_CONFIG_KEY_GRACE_SEC) }),
    response: ConfigView,
  }),
  deleteConfig: defineRoute({
    method: "DELETE",
    path: "/api/configs/{id}",
    guard: "manager",
    scope: "delivery:write",
    summary: "Delete a config; its key never works again, and its rules become those of its videos",
    params: RuleSubjectParams,
  }),
} as const;

const collectionRoutes = {
  listCollections: defineRoute({
    method: "GET",
    path: "/api/collections",
    isOldCall: true,
    guard: "member",
    scope: "delivery:read",
    summary: "List the client's collections by name",
    query: CollectionListQuery,
    response: createPageSchema(CollectionView),
  }),
  addCollection: defineRoute({
    method: "POST",
    path: "/api/collections",
    guard: "editor",
    scope: "delivery:write",
    summary: "Create a collection before the SDK reports it",
    maxBodyBytes: MAX_RULES_BODY_BYTES,
    body: z.strictObject({ name: CollectionName, rules: RuleSettings.default({}) }),
    response: CollectionView,
    status: 201,
  }),
  getCollection: defineRoute({
    method: "GET",
    path: "/api/collections/{id}",
    guard: "member",
    scope: "delivery:read",
    summary: "Get a collection",
    params: RuleSubjectParams,
    response: CollectionView,
  }),
  updateCollection: defineRoute({
    method: "PUT",
    path: "/api/videosplugin/collection/{id}",
    isOldCall: true,
    guard: "editor",
    scope: "delivery:write",
    summary: "Rename a collection or change its rules; null resets a rule",
    params: RuleSubjectParams,
    maxBodyBytes: MAX_RULES_BODY_BYTES,
    body: z.strictObject({
      revision: Revision.optional(),
      name: CollectionName.optional(),
      rules: RuleChanges.default({}),
    }),
    response: CollectionView,
  }),
  deleteCollection: defineRoute({
    method: "DELETE",
    path: "/api/collections/{id}",
    guard: "editor",
    scope: "delivery:write",
    summary: "Delete a collection; its rules become those of its videos",
    params: RuleSubjectParams,
  }),
} as const;

export const ruleRoutes = { ...videoRuleRoutes, ...configRoutes, ...collectionRoutes } as const;
