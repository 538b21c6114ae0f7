import type { RuleSettings } from "@shoal/contract";
import type { Tx } from "../../../platform/database.ts";
import { createCollectionsRepository } from "./collections.repository.ts";
import { collectionNotFound } from "./collections.service.ts";
import { createConfigsRepository } from "./configs.repository.ts";
import { configNotFound } from "./configs.service.ts";
import { createVideoRulesRepository } from "./video-rules.repository.ts";

/** @throws AppError "collection_not_found". */
export async function requireCollection(db: Tx, clientUuid: string, uuid: string) {
  const row = await createCollectionsRepository(db).findCollection(clientUuid, uuid);
  if (!row) throw collectionNotFound();
  return row;
}

/** @throws AppError "config_not_found". */
export async function requireConfig(db: Tx, clientUuid: string, uuid: string) {
  const row = await createConfigsRepository(db).findConfig(clientUuid, uuid);
  if (!row) throw configNotFound();
  return row;
}

/** Assigns videos to a config while they are being created. @throws AppError "config_not_found". */
export async function setConfigOfNew(
  tx: Tx,
  clientUuid: string,
  videoUuids: readonly string[],
  configUuid: string,
): Promise<void> {
  if (!(await createConfigsRepository(tx).holdConfig(clientUuid, configUuid))) throw configNotFound();
  const rules = createVideoRulesRepository(tx);
  for (const uuid of videoUuids)
    await rules.saveRules(clientUuid, uuid, { config_uuid: configUuid, rules: "{}" });
}

/** Sets the rules of a video while it is being created, so that no viewer sees it without them. */
export const setRulesOfNew = (
  tx: Tx,
  clientUuid: string,
  videoUuid: string,
  rules: RuleSettings,
): Promise<void> =>
  createVideoRulesRepository(tx).saveRules(clientUuid, videoUuid, { rules: JSON.stringify(rules) });

/** Lists the settings of these videos, including the settings of their collections and configs; omits videos without settings. */
export const listVideoRules = (db: Tx, clientUuid: string, videoUuids: readonly string[]) =>
  createVideoRulesRepository(db).listRules(clientUuid, videoUuids);

/** Lists the rules of each config of a client, by uuid. */
export const listConfigRules = async (db: Tx, clientUuid: string): Promise<Map<string, RuleSettings>> =>
  new Map((await createConfigsRepository(db).listRules(clientUuid)).map(({ uuid, rules }) => [uuid, rules]));
