import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import {
  type AddedApiKey,
  type ApiKeyInput,
  type ApiKeyListQuery,
  type ApiKeyView,
  AppError,
  apiKeyText,
  DEFAULT_PAGE_SIZE,
  MAX_API_KEYS,
  SCOPES_OF_TYPE,
} from "@shoal/contract";
import { isAddressIn } from "@shoal/domain";
import type { Selectable } from "kysely";
import { need } from "../../../platform/composition/need.ts";
import type { Database } from "../../../platform/database.ts";
import type { ApiKeyRow } from "../../../platform/schema.ts";
import type { Actor, KeyHolder, KeyHolders } from "../auth/index.ts";
import { assertOwnClient, clientNotFound } from "../clients/index.ts";
import { createApiKeysRepository } from "./api-keys.repository.ts";

/**
 * The config check that API keys need. The configs module provides it when the api starts, because that module depends on this one.
 */
interface ConfigsOfKeys {
  /** @throws AppError "config_not_found". */
  assertConfig(clientUuid: string, uuid: string): Promise<void>;
}
export const CONFIGS_OF_KEYS = need<ConfigsOfKeys>("configs of API keys");

const SECRET_BYTES = 32;
const TOUCH_AFTER_MS = 60_000;
/**
 * How long a revoked key is still recognised, in milliseconds, so that callers get the reason for the rejection. After that it
 * counts as unknown.
 */
const REVOKED_RETENTION_MS = 30 * 86_400_000;

/** Manages the API keys with which a client's backends call the platform. */
export function createApiKeysService({ db, configs }: { db: Database; configs: ConfigsOfKeys }) {
  return {
    /** @throws AppError "client_not_found". */
    async listKeys(
      actor: Actor,
      clientUuid: string,
      { page, pagesize, search }: ApiKeyListQuery,
    ): Promise<{ _embedded: ApiKeyView[]; _size: number }> {
      assertOwnClient(actor, clientUuid);
      const keys = createApiKeysRepository(db);
      const limit = pagesize ?? actor.user.default_page_size ?? DEFAULT_PAGE_SIZE;
      const [rows, size] = await Promise.all([
        limit === 0 ? [] : keys.listKeys(clientUuid, search, { limit, offset: (page - 1) * limit }),
        keys.countKeys(clientUuid, search),
      ]);
      return { _embedded: rows.map(presentKey), _size: size };
    },

    /**
     * Creates a key; its secret is returned once.
     * @throws AppError "client_not_found", "api_keys_too_many", "config_not_found", or "bad_request" for an expiry in the past.
     */
    async addKey(actor: Actor, clientUuid: string, input: ApiKeyInput): Promise<AddedApiKey> {
      assertOwnClient(actor, clientUuid);
      if (input.expiresAt !== null && Date.parse(input.expiresAt) <= Date.now())
        throw new AppError("bad_request", "Some fields are not valid", [
          { path: "expiresAt", reason: "must be in the future" },
        ]);
      const { config } = input.fixedParameters;
      if (config) await configs.assertConfig(clientUuid, config);
      const secret = newSecret();
      return db.transaction().execute(async (tx) => {
        const keys = createApiKeysRepository(tx);
        if (!(await keys.lockClient(clientUuid))) throw clientNotFound();
        if ((await keys.countKeys(clientUuid)) >= MAX_API_KEYS)
          throw new AppError("api_keys_too_many", `A client can have at most ${MAX_API_KEYS} API keys`);
        const row = await keys.addKey(clientUuid, input, {
          secretHash: computeHash(secret),
          by: actor.username,
        });
        return withSecret(row, secret);
      });
    },

    /**
     * Rotates the secret of a key and returns the new one once; the previous secret keeps working for a while.
     * @throws AppError "client_not_found", "api_key_not_found".
     */
    async rotateKey(
      actor: Actor,
      clientUuid: string,
      uuid: string,
      overlapSec: number,
    ): Promise<AddedApiKey> {
      assertOwnClient(actor, clientUuid);
      const secret = newSecret();
      const row = await createApiKeysRepository(db).rotateKey(
        clientUuid,
        uuid,
        computeHash(secret),
        overlapSec,
      );
      if (!row) throw keyNotFound();
      return withSecret(row, secret);
    },

    /** @throws AppError "client_not_found", "api_key_not_found". */
    async deleteKey(actor: Actor, clientUuid: string, keyUuid: string): Promise<void> {
      assertOwnClient(actor, clientUuid);
      if (!(await createApiKeysRepository(db).revokeKey(clientUuid, keyUuid))) throw keyNotFound();
    },

    /** Deletes keys that were revoked long ago. */
    prune: (now = new Date()) =>
      createApiKeysRepository(db).deleteRevokedBefore(new Date(now.getTime() - REVOKED_RETENTION_MS)),

    /** Finds the key in the database on each call, so that every replica rejects a revoked key immediately. */
    async findHolder({ uuid, secret }, from): Promise<KeyHolder | undefined> {
      const keys = createApiKeysRepository(db);
      const row = await keys.findKey(uuid);
      const secretHash = computeHash(secret);
      if (!row || !isSecretOf(row, secretHash, Date.now())) return undefined;
      assertValid(row, from.address, Date.now());
      const { client_uuid: clientUuid, last_used_at: usedAt } = row;
      if (Date.now() - (usedAt?.getTime() ?? 0) > TOUCH_AFTER_MS)
        await keys.touchKey(clientUuid, row.uuid, from);
      return holderOf(row, secretHash);
    },
  } satisfies KeyHolders & Record<string, unknown>;
}
export type ApiKeysService = ReturnType<typeof createApiKeysService>;

type FoundKey = NonNullable<Awaited<ReturnType<ReturnType<typeof createApiKeysRepository>["findKey"]>>>;

function isSecretOf(row: FoundKey, hash: Buffer, nowMs: number): boolean {
  if (timingSafeEqual(row.secret_hash, hash)) return true;
  const isOldInForce = row.old_secret_until !== null && row.old_secret_until.getTime() > nowMs;
  return isOldInForce && row.old_secret_hash !== null && timingSafeEqual(row.old_secret_hash, hash);
}

/** Checks that a key is valid. Only callers with the secret learn why it is rejected. */
function assertValid(row: FoundKey, address: string, nowMs: number): void {
  if (row.revoked_at) throw new AppError("api_key_revoked", "This API key was revoked");
  if (row.expires_at && row.expires_at.getTime() <= nowMs)
    throw new AppError("api_key_expired", `This API key expired at ${row.expires_at.toISOString()}`);
  if (row.addresses.length > 0 && !isAddressIn(address, row.addresses))
    throw new AppError("api_key_address_refused", `This API key cannot be used from ${address}`);
}

function holderOf(row: FoundKey, secretHash: Buffer): KeyHolder {
  const { uuid, client_uuid, type, description, fixed_parameters } = row;
  return {
    keyUuid: uuid,
    clientUuid: client_uuid,
    secretHash,
    type,
    description,
    scopes: SCOPES_OF_TYPE[type],
    fixedParameters: fixed_parameters,
    client: row,
  };
}

const keyNotFound = () => new AppError("api_key_not_found", "No such API key");
const newSecret = () => randomBytes(SECRET_BYTES).toString("base64url");
const withSecret = (row: Selectable<ApiKeyRow>, secret: string): AddedApiKey => ({
  ...presentKey(row),
  secret,
  key: apiKeyText({ uuid: row.uuid, secret }),
});

/** Hashes a secret. Its 256 random bits need no slow hash. */
const computeHash = (secret: string) => createHash("sha256").update(secret).digest();

const presentKey = (row: Selectable<ApiKeyRow>): ApiKeyView => ({
  uuid: row.uuid,
  type: row.type,
  scopes: [...SCOPES_OF_TYPE[row.type]],
  description: row.description,
  fixedParameters: row.fixed_parameters,
  addresses: row.addresses,
  createdAt: row.created_at.toISOString(),
  createdBy: row.created_by,
  expiresAt: row.expires_at?.toISOString() ?? null,
  oldSecretUntil:
    row.old_secret_until && row.old_secret_until.getTime() > Date.now()
      ? row.old_secret_until.toISOString()
      : null,
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  lastUsedAddress: row.last_used_address,
  lastUsedCall: row.last_used_call,
});
