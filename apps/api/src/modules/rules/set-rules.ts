import type { Tx } from "../../platform/database.ts";
import { createCollectionsRepository } from "./collections.repository.ts";
import { collectionNotFound } from "./collections.service.ts";
import { createConfigsRepository } from "./configs.repository.ts";
import { configNotFound } from "./configs.service.ts";

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
