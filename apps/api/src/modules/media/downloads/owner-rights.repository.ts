import { hasRole, readsAnalyticsOnly } from "@shoal/domain";
import type { Tx } from "../../../platform/database.ts";

/** Who may see which video in the dashboard, asked about people who are not the caller. */
export function createOwnerRightsRepository(db: Tx) {
  return {
    /**
     * Whether the user is there, may sign in as a member, and the video is one of their client's, or of any client for an
     * administrator, who views all of them.
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
  };
}
