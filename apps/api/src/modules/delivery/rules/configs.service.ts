import {
  AppError,
  type BodyOf,
  type ConfigListQuery,
  type ConfigView,
  DEFAULT_PAGE_SIZE,
  MAX_CONFIGS,
  type routes,
} from "@shoal/contract";
import type { ConfigDescriptor } from "@shoal/contract/edge";
import { changeSettings } from "@shoal/domain";
import type { Selectable } from "kysely";
import type { Database, Tx } from "../../../platform/database.ts";
import type { ConfigRow } from "../../../platform/schema.ts";
import { isUniqueViolation } from "../../../platform/unique-violation.ts";
import type { Actor } from "../../accounts/auth/index.ts";
import { createConfigsRepository } from "./configs.repository.ts";
import { assertIceSet } from "./ice-rule.ts";
import { identifySites } from "./identify-sites.ts";
import { presentConfig } from "./rules.present.ts";

/** Manages configs of plugins: a public key, its sites, and rules. */
export function createConfigsService({ db, edgeUrl }: { db: Database; edgeUrl: string }) {
  const present = (row: Selectable<ConfigRow>) => presentConfig(row, edgeUrl);
  return {
    async listConfigs({ clientUuid }: Actor, { search, page, pagesize }: ConfigListQuery) {
      const configs = createConfigsRepository(db);
      const limit = pagesize ?? DEFAULT_PAGE_SIZE;
      const rows = await configs.listConfigs(clientUuid, { search, limit, offset: (page - 1) * limit });
      return { _embedded: rows.map(present), _size: await configs.countConfigs(clientUuid, search) };
    },

    /** @throws AppError "config_not_found". */
    async getConfig({ clientUuid }: Actor, uuid: string): Promise<ConfigView> {
      const row = await createConfigsRepository(db).findConfig(clientUuid, uuid);
      if (!row) throw configNotFound();
      return present(row);
    },

    /** @throws AppError "config_name_taken", "not_found" for another client's ICE set, or "bad_request" if there are too many. */
    addConfig: ({ clientUuid }: Actor, { name, rules, sites }: BodyOf<typeof routes.addConfig>) =>
      withUniqueName(async (tx) => {
        const configs = createConfigsRepository(tx);
        if ((await configs.countForAdding(clientUuid)) >= MAX_CONFIGS) throw tooManyConfigsError();
        await assertIceSet(tx, clientUuid, rules);
        const written = { rules: JSON.stringify(rules), sites: JSON.stringify(identifySites(sites, [])) };
        return present(await configs.addConfig({ client_uuid: clientUuid, name, ...written }));
      }),

    /** @throws AppError "config_not_found", "edit_conflict", "config_name_taken", or "not_found" for a foreign ICE set. */
    updateConfig: ({ clientUuid }: Actor, uuid: string, change: BodyOf<typeof routes.updateConfig>) =>
      withUniqueName(async (tx) => {
        const configs = createConfigsRepository(tx);
        const row = await configs.lockConfig(clientUuid, uuid);
        if (!row) throw configNotFound();
        if (row.revision !== change.revision)
          throw new AppError("edit_conflict", "Someone else changed this config: fetch it again");
        await assertIceSet(tx, clientUuid, change.rules);
        const { name = row.name, isRevoked = row.is_revoked } = change;
        const sites = change.sites ? identifySites(change.sites, row.sites) : row.sites;
        const rules = JSON.stringify(changeSettings(row.rules, change.rules));
        const columns = { name, rules, sites: JSON.stringify(sites), is_revoked: isRevoked };
        return present(await configs.updateConfig(clientUuid, uuid, columns));
      }),

    /** Replaces the key. The current one stays valid for the grace period. @throws AppError "config_not_found". */
    async renewKey(
      { clientUuid }: Actor,
      uuid: string,
      grace: BodyOf<typeof routes.renewConfigKey>,
    ): Promise<ConfigView> {
      const row = await db
        .transaction()
        .execute((tx) => createConfigsRepository(tx).replaceKey(clientUuid, uuid, grace));
      if (!row) throw configNotFound();
      return present(row);
    },

    /** Deletes a config; its rules are copied to its videos. @throws AppError "config_not_found". */
    async deleteConfig({ clientUuid }: Actor, uuid: string): Promise<void> {
      const isDeleted = await db
        .transaction()
        .execute((tx) => createConfigsRepository(tx).deleteConfig(clientUuid, uuid));
      if (!isDeleted) throw configNotFound();
    },
  };

  function withUniqueName(work: (tx: Tx) => Promise<ConfigView>): Promise<ConfigView> {
    return db
      .transaction()
      .execute(work)
      .catch((error: unknown) => {
        if (!isUniqueViolation(error, "configs_name")) throw error;
        throw new AppError("config_name_taken", "A config with this name already exists", [
          { path: "name", reason: "is already in use" },
        ]);
      });
  }
}
export type ConfigsService = ReturnType<typeof createConfigsService>;

/** Reads what edges need of a config; undefined for an unknown key. */
export async function readConfigDescriptor(db: Tx, key: string): Promise<ConfigDescriptor | undefined> {
  const row = await createConfigsRepository(db).findForEdge(key);
  if (!row) return undefined;
  const { uuid, client_uuid: clientId, revision, rules, sites, is_revoked: isRevoked } = row;
  const isOld = row.key !== key.toLowerCase();
  const end = isOld && row.old_key_ends_at ? { endsAtMs: row.old_key_ends_at.getTime() } : {};
  return { key, uuid, clientId, revision, rules, sites, isRevoked, ...end };
}

export const configNotFound = () => new AppError("config_not_found", "No such config");
const tooManyConfigsError = () =>
  new AppError("bad_request", "Too many configs", [
    { path: "name", reason: `exceeds the maximum of ${MAX_CONFIGS} configs` },
  ]);
