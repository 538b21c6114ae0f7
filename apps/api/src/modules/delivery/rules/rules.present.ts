import type { CollectionView, ConfigView, VideoRulesView } from "@shoal/contract";
import type { DescribedRules } from "@shoal/contract/edge";
import { isReportRecent, type ResolvedRules } from "@shoal/domain";
import type { Selectable } from "kysely";
import type { ConfigRow } from "../../../platform/schema.ts";
import type { FullCollectionRow } from "./collections.repository.ts";
import type { FullRulesRow } from "./video-rules.repository.ts";

export const presentConfig = (row: Selectable<ConfigRow>, edgeUrl: string): ConfigView => ({
  uuid: row.uuid,
  name: row.name,
  key: row.key,
  edgeUrl,
  rules: row.rules,
  sites: row.sites,
  oldKey: oldKeyOf(row, Date.now()),
  isRevoked: row.is_revoked,
  createdAt: row.created_at.toISOString(),
  revision: row.revision,
});

/** Returns the previous key while it is valid. */
function oldKeyOf(
  { old_key: key, old_key_ends_at: endsAt }: Selectable<ConfigRow>,
  nowMs: number,
): ConfigView["oldKey"] {
  if (key === null || endsAt === null || endsAt.getTime() <= nowMs) return null;
  return { key, endsAt: endsAt.toISOString() };
}

export const presentCollection = (row: FullCollectionRow): CollectionView => ({
  uuid: row.uuid,
  name: row.name,
  rules: row.rules,
  videoCount: row.video_count,
  reportedAt: row.reported_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  revision: row.revision,
});

/** The columns with rules. Media on other CDNs have no config of their own. */
export type SetRules = Pick<FullRulesRow, "rules" | "collection_name" | "collection_rules" | "reported_at"> &
  Partial<Pick<FullRulesRow, "config_rules">>;

/** Describes the levels that are set for a video; {} if there is no row. */
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

/** Returns the rules of a video. @param inForce the effective rules at `nowMs`. */
export function presentVideoRules(
  row: FullRulesRow | undefined,
  inForce: Pick<VideoRulesView, "rules" | "timeZone">,
  nowMs: number,
): VideoRulesView {
  const [collection, config] = row ? [presentCollectionOf(row, nowMs), configOf(row)] : [null, null];
  return { ...inForce, custom: row?.rules ?? {}, collection, config, revision: row?.revision ?? 0 };
}

/** Returns each rule as it applies at `nowMs`, with the names of the API. */
export const presentResolved = (resolved: ResolvedRules, nowMs: number) =>
  Object.fromEntries(
    Object.entries(resolved).map(([name, { reportedAtMs, ...rule }]) => [
      name,
      reportedAtMs === undefined
        ? rule
        : { ...rule, reportAgeSec: Math.round((nowMs - reportedAtMs) / 1000) },
    ]),
  ) as VideoRulesView["rules"];

/** Returns the collection of a row; null if it has none. */
export function presentCollectionOf(
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
