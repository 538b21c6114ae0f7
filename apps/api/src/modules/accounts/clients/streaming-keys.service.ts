import { createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import {
  type AddedStreamingKey,
  AppError,
  MAX_STREAMING_KEYS,
  type StreamingKeyInput,
  type StreamingKeyView,
} from "@shoal/contract";
import type { Selectable } from "kysely";
import type { Database } from "../../../platform/database.ts";
import type { ClientStreamingKey } from "../../../platform/schema.ts";
import type { Actor } from "../auth/index.ts";
import { assertOwnClient, clientNotFound } from "./clients.policy.ts";
import { createClientsRepository } from "./clients.repository.ts";
import { createStreamingKeysRepository } from "./streaming-keys.repository.ts";

/** Manages the public keys that verify the streaming tokens of a client's backend. */
export function createStreamingKeysService({ db }: { db: Database }) {
  return {
    /** @throws AppError "client_not_found". */
    async listKeys(actor: Actor, clientUuid: string): Promise<StreamingKeyView[]> {
      assertOwnClient(actor, clientUuid);
      return (await createStreamingKeysRepository(db).listKeys(clientUuid)).map(presentStreamingKey);
    },

    /**
     * Adds a public key, or generates a pair and returns its private half once.
     * @throws AppError "client_not_found", "streaming_keys_too_many", "bad_request" for an invalid key, or one that the client
     * already has.
     */
    async addKey(actor: Actor, clientUuid: string, input: StreamingKeyInput): Promise<AddedStreamingKey> {
      assertOwnClient(actor, clientUuid);
      const pair =
        input.publicKey === undefined
          ? makeKeyPair()
          : { publicKey: readPublicKey(input.publicKey), privateKey: null };
      return db.transaction().execute(async (tx) => {
        if (!(await createClientsRepository(tx).lockClient(clientUuid))) throw clientNotFound();
        const keys = createStreamingKeysRepository(tx);
        const former = await keys.listKeys(clientUuid);
        if (former.length >= MAX_STREAMING_KEYS)
          throw new AppError(
            "streaming_keys_too_many",
            "A client can have at most two keys: delete one first",
          );
        if (former.some((key) => key.public_key === pair.publicKey)) throw duplicateKeyError();
        const row = await keys.addKey(clientUuid, { name: input.name, publicKey: pair.publicKey });
        await createClientsRepository(tx).touchClient(clientUuid);
        return { ...presentStreamingKey(row), privateKey: pair.privateKey };
      });
    },

    /**
     * Deletes a key. Tokens signed with it stop working, and their current viewers need another token.
     * @throws AppError "client_not_found", "streaming_key_not_found".
     */
    async deleteKey(actor: Actor, clientUuid: string, keyUuid: string): Promise<void> {
      assertOwnClient(actor, clientUuid);
      await db.transaction().execute(async (tx) => {
        if (!(await createStreamingKeysRepository(tx).deleteKey(clientUuid, keyUuid)))
          throw new AppError("streaming_key_not_found", "No such key");
        await createClientsRepository(tx).touchClient(clientUuid);
      });
    },
  };
}
export type StreamingKeysService = ReturnType<typeof createStreamingKeysService>;

const presentStreamingKey = (row: Selectable<ClientStreamingKey>): StreamingKeyView => ({
  uuid: row.uuid,
  name: row.name,
  publicKey: row.public_key,
  createdAt: row.created_at.toISOString(),
});

const duplicateKeyError = () =>
  new AppError("bad_request", "Some fields are not valid", [
    { path: "publicKey", reason: "is already one of the client's keys" },
  ]);

/** The elliptic curve that RFC 7518 requires for ES256 signatures. */
const EC_CURVE = "prime256v1";

const exportSpki = (key: KeyObject) => key.export({ type: "spki", format: "pem" }).toString();

/** Generates a key pair, both keys as PEM. */
function makeKeyPair(): { publicKey: string; privateKey: string } {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: EC_CURVE });
  return {
    publicKey: exportSpki(publicKey),
    privateKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

/**
 * Normalises a public key for storage.
 * @throws AppError "bad_request" that states what was found instead.
 */
function readPublicKey(pem: string): string {
  if (/PRIVATE KEY/.test(pem))
    throw invalidKeyError("is a private key: keep it secret and send the public key");
  let key: KeyObject;
  try {
    key = createPublicKey({ key: pem, format: "pem", type: "spki" });
  } catch {
    throw invalidKeyError("is not a public key in PEM (SPKI)");
  }
  if (key.asymmetricKeyType !== "ec" || key.asymmetricKeyDetails?.namedCurve !== EC_CURVE)
    throw invalidKeyError("is not a P-256 key");
  return exportSpki(key);
}

const invalidKeyError = (reason: string) =>
  new AppError("bad_request", "Some fields are not valid", [{ path: "publicKey", reason }]);
