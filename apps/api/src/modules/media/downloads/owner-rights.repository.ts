import { API_KEY_TYPES, SCOPES_OF_TYPE } from "@shoal/contract";
import { hasRole, readsAnalyticsOnly } from "@shoal/domain";
import { sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";

/** Types of API keys that can request downloads. */
const READING_KEY_TYPES = API_KEY_TYPES.filter((type) => SCOPES_OF_TYPE[type].includes("videos:read"));

/** Creates the repository that checks who may access videos with an owner's rights. */
export function createOwnerRightsRepository(db: Tx) {
  return {
    /**
     * Whether the user exists and can sign in as a member, and the video belongs to their client. Administrators can access any
     * client's videos.
     */
    async mayOwn(userUuid: string, videoUuid: string): Promise<boolean> {
      const found = await db
        .selectFrom("users")
        .innerJoin("videos", (join) => join.on("videos.uuid", "=", videoUuid))
        .select([
          "users.roles",
          "users.password_modified",
          "users.client_uuid as user_client_uuid",
          "videos.client_uuid",
        ])
        .where("users.uuid", "=", userUuid)
        .executeTakeFirst();
      if (!found?.password_modified || readsAnalyticsOnly(found.roles)) return false;
      return found.client_uuid === found.user_client_uuid || hasRole(found.roles, "admin");
    },

    /** Whether a valid API key gives an owner's rights: links issued to a backend end with its key. */
    async mayOwnByKey(keyUuid: string, videoUuid: string): Promise<boolean> {
      const found = await db
        .selectFrom("api_keys")
        .innerJoin("videos", "videos.client_uuid", "api_keys.client_uuid")
        .select("videos.uuid")
        .where("api_keys.uuid", "=", keyUuid)
        .where("videos.uuid", "=", videoUuid)
        .where("api_keys.type", "in", READING_KEY_TYPES)
        .where("api_keys.revoked_at", "is", null)
        .where(sql<boolean>`(api_keys.expires_at IS NULL OR api_keys.expires_at > now())`)
        .executeTakeFirst();
      return found !== undefined;
    },
  };
}
