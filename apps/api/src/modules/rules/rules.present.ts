import type {
  CollectionView,
  ConfigView,
  DescribedRules,
  PluginVideoView,
  VideoRulesView,
} from "@shoal/contract";
import { isReportRecent, type ResolvedRules } from "@shoal/domain";
import type { Selectable } from "kysely";
import type { ConfigRow } from "../../platform/schema.ts";
import type { FullCollectionRow } from "./collections.repository.ts";
import type { FullPluginVideoRow } from "./plugin-videos.repository.ts";
import type { FullRulesRow } from "./video-rules.repository.ts";

export const presentConfig = (row: Selectable<ConfigRow>): ConfigView => ({
  uuid: row.uuid,
  name: row.name,
  key: row.key,
  rules: row.rules,
  sites: row.sites,
  isRevoked: row.is_revoked,
  createdAt: row.created_at.toISOString(),
  revision: row.revision,
});

export const presentCollection = (row: FullCollectionRow): CollectionView => ({
  uuid: row.uuid,
  name: row.name,
  rules: row.rules,
  videoCount: row.video_count,
  reportedAt: row.reported_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  revision: row.revision,
});

/** What of a row says which rules are set; media on other CDNs have no config of their own. */
type SetRules = Pick<FullRulesRow, "rules" | "collection_name" | "collection_rules" | "reported_at"> &
  Partial<Pick<FullRulesRow, "config_rules">>;

/** The levels that are set for a video; {} without a row. */
export function describeRules(row: SetRules | undefined): DescribedRules {
  if (!row) return {};
  const reportedAtMs = row.reported_at?.getTime() ?? null;
  return {
    custom: row.rules,
    ...(row.collection_rules
      ? { collection: { ...nameOf(row), rules: row.collection_rules, reportedAtMs } }
      : {}),
    ...(row.config_rules ? { config: row.config_rules } : {}),
  };
}

const nameOf = ({ collection_name: name }: Pick<FullRulesRow, "collection_name">) =>
  name === null ? {} : { name };

interface Moment {
  timeZone: string;
  nowMs: number;
}

/** @param resolved what holds at `nowMs`. */
export function presentVideoRules(
  row: FullRulesRow | undefined,
  resolved: ResolvedRules,
  { timeZone, nowMs }: Moment,
): VideoRulesView {
  const [collection, config] = row ? [collectionOf(row, nowMs), configOf(row)] : [null, null];
  const [rules, custom] = [rulesOf(resolved, nowMs), row?.rules ?? {}];
  return { rules, custom, collection, config, timeZone, revision: row?.revision ?? 0 };
}

/** @param resolved what holds at `nowMs`. */
export function presentPluginVideo(
  row: FullPluginVideoRow,
  resolved: ResolvedRules,
  { timeZone, nowMs }: Moment,
): PluginVideoView {
  const { uuid, name, version, rules: custom } = row;
  const [rules, collection] = [rulesOf(resolved, nowMs), collectionOf(row, nowMs)];
  return { uuid, name, version, rules, custom, collection, timeZone };
}

const rulesOf = (resolved: ResolvedRules, nowMs: number) =>
  Object.fromEntries(
    Object.entries(resolved).map(([name, { reportedAtMs, ...rule }]) => [
      name,
      reportedAtMs === undefined
        ? rule
        : { ...rule, reportAgeSec: Math.round((nowMs - reportedAtMs) / 1000) },
    ]),
  ) as VideoRulesView["rules"];

function collectionOf(
  row: Pick<FullRulesRow, "collection_uuid" | "collection_name" | "reported_at">,
  nowMs: number,
): VideoRulesView["collection"] {
  if (row.collection_uuid === null || row.collection_name === null) return null;
  return {
    uuid: row.collection_uuid,
    name: row.collection_name,
    reportedAt: row.reported_at?.toISOString() ?? null,
    isInForce: isReportRecent(row.reported_at?.getTime() ?? null, nowMs),
  };
}

const configOf = ({ config_uuid: uuid, config_name: name }: FullRulesRow): VideoRulesView["config"] =>
  uuid === null || name === null ? null : { uuid, name };
