import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import {
  type AddedApiKey,
  API_KEYS_MAX_COUNT,
  type ApiKeyInput,
  type ApiKeyView,
  AppError,
} from "@shoal/contract";
import type { Selectable } from "kysely";
import type { Database } from "../../../platform/database.ts";
import type { ApiKeyRow } from "../../../platform/schema.ts";
import type { Actor, KeyHolder, KeyHolders } from "../auth/index.ts";
import { assertOwnClient, clientNotFound } from "../clients/index.ts";
import { createApiKeysRepository } from "./api-keys.repository.ts";

const SECRET_BYTES = 32;
const TOUCH_AFTER_MS = 60_000;

/** Keys with which a client's backends call the platform. */
export function createApiKeysService({ db }: { db: Database }) {
  return {
    /** @throws AppError "client_not_found". */
    async listKeys(actor: Actor, clientUuid: string): Promise<ApiKeyView[]> {
      assertOwnClient(actor, clientUuid);
      return (await createApiKeysRepository(db).listKeys(clientUuid)).map(present);
    },

    /**
     * Makes a key, whose secret is told this once.
     * @throws AppError "client_not_found", "api_keys_too_many".
     */
    async addKey(actor: Actor, clientUuid: string, input: ApiKeyInput): Promise<AddedApiKey> {
      assertOwnClient(actor, clientUuid);
      const secret = randomBytes(SECRET_BYTES).toString("base64url");
      return db.transaction().execute(async (tx) => {
        const keys = createApiKeysRepository(tx);
        if (!(await keys.lockClient(clientUuid))) throw clientNotFound();
        if ((await keys.listKeys(clientUuid)).length >= API_KEYS_MAX_COUNT)
          throw new AppError("api_keys_too_many", `A client can have at most ${API_KEYS_MAX_COUNT} API keys`);
        return { ...present(await keys.addKey(clientUuid, input, hashOf(secret))), secret };
      });
    },

    /** @throws AppError "client_not_found", "api_key_not_found". */
    async deleteKey(actor: Actor, clientUuid: string, keyUuid: string): Promise<void> {
      assertOwnClient(actor, clientUuid);
      if (!(await createApiKeysRepository(db).deleteKey(clientUuid, keyUuid)))
        throw new AppError("api_key_not_found", "No such API key");
    },

    async findHolder(keyUuid: string, secret: string): Promise<KeyHolder | undefined> {
      const keys = createApiKeysRepository(db);
      const row = await keys.findKey(keyUuid);
      if (!row || !timingSafeEqual(row.secret_hash, hashOf(secret))) return undefined;
      const { client_uuid: clientUuid, last_used_at: usedAt } = row;
      if (Date.now() - (usedAt?.getTime() ?? 0) > TOUCH_AFTER_MS) await keys.touchKey(clientUuid, keyUuid);
      return { keyUuid, clientUuid, videos: row.fixed_parameters.videos };
    },
  } satisfies KeyHolders & Record<string, unknown>;
}
export type ApiKeysService = ReturnType<typeof createApiKeysService>;

/** 256 random bits need no slow hash. */
const hashOf = (secret: string) => createHash("sha256").update(secret).digest();

const present = (row: Selectable<ApiKeyRow>): ApiKeyView => ({
  uuid: row.uuid,
  type: row.type,
  description: row.description,
  fixedParameters: row.fixed_parameters,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
});
