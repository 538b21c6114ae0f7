import { createHash, randomBytes, randomUUID, timingSafeEqual } from "node:crypto";
import {
  type AddedUploadToken,
  AppError,
  type CreateUploadToken,
  type CurrentUpload,
  MAX_UPLOAD_TOKENS,
  UploadTokenFields,
  type UploadTokenView,
  uploadTokenText,
} from "@shoal/contract";
import type { SecretBox } from "@shoal/tokens";
import type { Database, Tx } from "../../../platform/database.ts";
import { type Actor, makerOf, type UploadTokens } from "../../accounts/auth/index.ts";
import { requireConfig } from "../../delivery/rules/index.ts";
import { createVideosRepository } from "../../media/videos/index.ts";
import { createUploadTokensRepository } from "./upload-tokens.repository.ts";

const SECRET_BYTES = 32;

export interface UploadTokensDeps {
  db: Database;
  /** The box that encrypts the fields of the videos. */
  box: SecretBox;
  edgeUrl: string;
}

/** Creates the service of tokens, each of which lets a browser upload one video directly. */
export function createUploadTokensService({ db, box, edgeUrl }: UploadTokensDeps) {
  return {
    /** @throws AppError "config_not_found", "upload_tokens_too_many"; "not_signed_in" if the password changes meanwhile. */
    async createToken(actor: Actor, input: CreateUploadToken): Promise<AddedUploadToken> {
      const { config, maxBytes, lifetimeSec, origins, ...fields } = input;
      const { clientUuid } = actor;
      if (config !== undefined) await requireConfig(db, clientUuid, config);
      const uuid = randomUUID();
      const secret = randomBytes(SECRET_BYTES).toString("base64url");
      const expiresAt = new Date(Date.now() + lifetimeSec * 1_000);
      await db.transaction().execute(async (tx) => {
        const tokens = createUploadTokensRepository(tx);
        await tokens.lockClient(clientUuid);
        await assertPasswordUnchanged(tx, actor);
        if ((await tokens.countOpen(clientUuid)) >= MAX_UPLOAD_TOKENS)
          throw new AppError(
            "upload_tokens_too_many",
            `A client can have at most ${MAX_UPLOAD_TOKENS} unused upload tokens`,
          );
        await tokens.addToken({
          uuid,
          client_uuid: clientUuid,
          // An administrator who views another client is not a user of that client.
          user_uuid: clientUuid === actor.ownClientUuid ? makerOf(actor) : null,
          created_by: actor.username,
          maker_uuid: makerOf(actor),
          key_uuid: actor.key?.keyUuid ?? null,
          key_secret_hash: actor.key?.secretHash ?? null,
          secret_hash: computeHash(secret),
          title: fields.title,
          sealed_fields: box.seal(JSON.stringify(fields), uuid),
          config_uuid: config ?? null,
          max_bytes: maxBytes,
          origins,
          video_uuid: null,
          expires_at: expiresAt,
        });
      });
      return { token: uploadTokenText({ uuid, secret }), uuid, expiresAt: expiresAt.toISOString() };
    },

    async listTokens({ clientUuid }: Actor): Promise<UploadTokenView[]> {
      const rows = await createUploadTokensRepository(db).listTokens(clientUuid);
      return rows.map((row) => ({
        uuid: row.uuid,
        title: row.title,
        maxBytes: row.max_bytes,
        origins: row.origins,
        video: row.video_uuid,
        createdAt: new Date(row.created_at).toISOString(),
        createdBy: row.created_by,
        expiresAt: new Date(row.expires_at).toISOString(),
        isRevoked: row.revoked_at !== null || row.is_key_ended || row.is_maker_gone,
      }));
    },

    /** @throws AppError "upload_token_not_found". */
    async revokeToken({ clientUuid }: Actor, uuid: string): Promise<void> {
      if (!(await createUploadTokensRepository(db).revokeToken(clientUuid, uuid)))
        throw new AppError("upload_token_not_found", "No such upload token");
    },

    /** Finds the caller's upload. @throws AppError "upload_token_not_found" if the caller has no token. */
    async getCurrent({ uploadToken, clientUuid }: Actor): Promise<CurrentUpload> {
      if (!uploadToken) throw new AppError("upload_token_not_found", "This call requires an upload token");
      const { videoUuid, maxBytes, expiresAt } = uploadToken;
      const video = videoUuid && (await createVideosRepository(db).findVideo(clientUuid, videoUuid));
      return {
        maxBytes,
        expiresAt: expiresAt.toISOString(),
        video: video
          ? {
              uuid: video.uuid,
              encodingStatus: video.status,
              uploadingPercent: video.uploading_percent,
              encodingPercent: video.encoding_percent,
              embedUrl: `${edgeUrl}/embed/${video.uuid}`,
            }
          : null,
      };
    },

    /** Finds the holder of a token in the database each time, so that every replica rejects a revoked token immediately. */
    async findHolder({ uuid, secret }) {
      const row = await createUploadTokensRepository(db).findToken(uuid);
      if (!row || !timingSafeEqual(row.secret_hash, computeHash(secret))) return undefined;
      return {
        tokenUuid: row.uuid,
        clientUuid: row.client_uuid,
        makerUuid: row.user_uuid,
        fields: UploadTokenFields.parse(JSON.parse(box.open(row.sealed_fields, row.uuid))),
        config: row.config_uuid ?? undefined,
        maxBytes: row.max_bytes,
        origins: row.origins,
        videoUuid: row.video_uuid,
        expiresAt: row.expires_at,
        usedAt: row.used_at,
        isRevoked: row.revoked_at !== null || row.is_maker_gone,
        isKeyEnded: row.is_key_ended,
        client: row,
        use: (tx: Tx, videoUuid: string) => useForVideo(tx, row, videoUuid),
      };
    },

    prune: () => createUploadTokensRepository(db).prune(),
  } satisfies UploadTokens & Record<string, unknown>;
}
export type UploadTokensService = ReturnType<typeof createUploadTokensService>;

/**
 * A new password ends the tokens that exist, and one that is created during the change must not outlive it.
 * @throws AppError "not_signed_in".
 */
async function assertPasswordUnchanged(tx: Tx, actor: Actor): Promise<void> {
  const maker = makerOf(actor);
  if (maker === null) return;
  const user = await createUploadTokensRepository(tx).lockPassword(maker);
  if (user?.password_hash !== actor.user.password_hash) throw new AppError("not_signed_in", "Sign in first");
}

async function useForVideo(
  tx: Tx,
  { uuid, client_uuid }: { uuid: string; client_uuid: string },
  videoUuid: string,
): Promise<void> {
  if (!(await createUploadTokensRepository(tx).useToken(client_uuid, uuid, videoUuid)))
    throw new AppError(
      "upload_token_used",
      "This upload token was already used for a video, or is no longer valid",
    );
}

/** Hashes a secret. Its 256 random bits need no slow hash. */
const computeHash = (secret: string) => createHash("sha256").update(secret).digest();
