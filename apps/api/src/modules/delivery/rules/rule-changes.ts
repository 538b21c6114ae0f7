import type { RuleChanges, RuleSettings } from "@shoal/contract";
import { changeSettings, rulesKeptFrom } from "@shoal/domain";
import type { Updateable } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import type { VideoRulesRow } from "../../../platform/schema.ts";
import { createCollectionsRepository } from "./collections.repository.ts";
import { collectionNotFound } from "./collections.service.ts";
import { createConfigsRepository } from "./configs.repository.ts";
import { configNotFound } from "./configs.service.ts";
import { assertIceSet } from "./ice-rule.ts";

/** A requested change of the rules of a video, or of media on another CDN, which have no config. */
interface RequestedChange {
  rules: RuleChanges;
  collection?: string | null | undefined;
  config?: string | null | undefined;
}

/** The stored settings that a change is compared with. */
interface CurrentSettings {
  rules: RuleSettings;
  collection_uuid: string | null;
  collection_rules: RuleSettings | null;
  /** When a page last named the collection; null for one that a user chose. */
  reported_at: Date | null;
}

/**
 * Checks that the objects named by a change belong to the client.
 * @throws AppError "collection_not_found", "config_not_found", or "not_found" for a foreign ICE set.
 */
export async function assertNamed(
  tx: Tx,
  clientUuid: string,
  { collection, config, rules }: RequestedChange,
): Promise<void> {
  if (collection) await lockCollection(tx, clientUuid, collection);
  if (config && !(await createConfigsRepository(tx).holdConfig(clientUuid, config))) throw configNotFound();
  await assertIceSet(tx, clientUuid, rules);
}

/** Locks a collection until the transaction ends. @throws AppError "collection_not_found". */
export async function lockCollection(tx: Tx, clientUuid: string, uuid: string): Promise<void> {
  if (!(await createCollectionsRepository(tx).holdCollection(clientUuid, uuid))) throw collectionNotFound();
}

/** @param row undefined if there are no settings yet. */
export function columnsOf(
  row: CurrentSettings | undefined,
  change: RequestedChange,
): Pick<Updateable<VideoRulesRow>, "collection_uuid" | "reported_at" | "config_uuid"> & { rules: string } {
  const { collection, config } = change;
  const isLeaving = collection !== undefined && collection !== (row?.collection_uuid ?? null);
  const rules = changeSettings(isLeaving ? withInherited(row) : (row?.rules ?? {}), change.rules);
  return {
    rules: JSON.stringify(rules),
    // A collection that a user chose applies without reports.
    ...(collection === undefined ? {} : { collection_uuid: collection, reported_at: null }),
    ...(config === undefined ? {} : { config_uuid: config }),
  };
}

/**
 * A video that leaves a collection keeps the collection's rules unless it has its own (§4). If a page had reported the collection,
 * the video keeps only the peer rules.
 */
const withInherited = (row: CurrentSettings | undefined): RuleSettings => ({
  ...(row?.collection_rules
    ? rulesKeptFrom({ rules: row.collection_rules, reportedAtMs: row.reported_at?.getTime() ?? null })
    : {}),
  ...row?.rules,
});
