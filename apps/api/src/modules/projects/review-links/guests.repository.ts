import { MAX_REVIEW_GUESTS } from "@shoal/contract";
import { type Insertable, type SqlBool, sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import type { ReviewGuestRow } from "./review-links.table.ts";

/** The interval at which a guest's last call is recorded. */
const USED_PAUSE_SEC = 60;

/** Creates the repository of review links that currently give access, and of their guests. */
export function createGuestsRepository(db: Tx) {
  /**
   * Selects active links before their end date, of a client with projects, in a project that is not archived, with a version to
   * show. Every call of a guest checks this.
   */
  const openLinks = () =>
    db
      .selectFrom("review_links")
      .innerJoin("projects", "projects.uuid", "review_links.project_uuid")
      .innerJoin("clients", "clients.uuid", "review_links.client_uuid")
      .innerJoinLateral(
        (eb) =>
          eb
            .selectFrom("project_versions")
            .select(["project_versions.number", "project_versions.video_uuid"])
            .whereRef("project_versions.project_uuid", "=", "review_links.project_uuid")
            .where(
              sql<SqlBool>`(review_links.version_number IS NULL
                OR project_versions.number = review_links.version_number)`,
            )
            .orderBy("project_versions.number", "desc")
            .limit(1)
            .as("shown"),
        (join) => join.onTrue(),
      )
      .where("review_links.is_on", "=", true)
      .where(sql<SqlBool>`(review_links.ends_at IS NULL OR review_links.ends_at > now())`)
      .where("projects.archived_at", "is", null)
      .where("clients.vireed", "=", true);

  const liveGuests = () =>
    openLinks()
      .innerJoin("review_guests", "review_guests.link_uuid", "review_links.uuid")
      .whereRef("review_guests.password_revision", "=", "review_links.password_revision")
      .where(sql<SqlBool>`review_guests.expires_at > now()`);

  const withAccess = () =>
    liveGuests().select([
      "review_guests.uuid",
      "review_guests.download_uuid",
      "review_guests.name",
      "review_links.uuid as link_uuid",
      "review_links.client_uuid",
      "clients.name as client_name",
      "review_links.project_uuid",
      "shown.number as version",
      "review_links.may_comment",
      "review_links.may_download",
      "review_links.has_watermark",
      "review_links.ends_at",
      sql<boolean>`review_guests.last_used_at < now() - make_interval(secs => ${USED_PAUSE_SEC})`.as(
        "is_to_note",
      ),
    ]);

  return {
    findOpenLink: (keyHash: Buffer) =>
      openLinks()
        .select([
          "review_links.uuid",
          "review_links.client_uuid",
          "clients.name as client_name",
          "review_links.asks_email",
          "review_links.password_hash",
          "review_links.password_revision",
          "projects.name as project_name",
        ])
        .where("review_links.key_hash", "=", keyHash)
        .executeTakeFirst(),

    findByToken: (tokenHash: Buffer) =>
      withAccess().where("review_guests.token_hash", "=", tokenHash).executeTakeFirst(),

    listLive: (uuids: readonly string[]) =>
      withAccess().where(sql<SqlBool>`review_guests.uuid = ANY(${uuids}::uuid[])`).execute(),

    /**
     * Whether a link made for a guest still gives access to a video, which must belong to the version shown.
     * @param holderUuid the guest, or the uuid used for their downloads.
     */
    async mayOpen(holderUuid: string, videoUuid: string): Promise<boolean> {
      const found = await liveGuests()
        .innerJoin("videos", (join) =>
          join
            .onRef("videos.uuid", "=", "shown.video_uuid")
            .onRef("videos.client_uuid", "=", "review_links.client_uuid"),
        )
        .select("review_guests.uuid")
        .where("videos.uuid", "=", videoUuid)
        .where(
          sql<SqlBool>`(review_guests.uuid = ${holderUuid}
            OR (review_guests.download_uuid = ${holderUuid} AND review_links.may_download))`,
        )
        .executeTakeFirst();
      return found !== undefined;
    },

    /** @returns false if the link has the maximum number of guests. */
    async addGuest(guest: Insertable<ReviewGuestRow>): Promise<boolean> {
      // The link is locked, so that guests who enter at the same time are counted one after the other.
      await db
        .selectFrom("review_links")
        .select("uuid")
        .where("client_uuid", "=", guest.client_uuid)
        .where("uuid", "=", guest.link_uuid)
        .forNoKeyUpdate()
        .execute();
      const { count } = await db
        .selectFrom("review_guests")
        .select(sql<number>`count(*)`.as("count"))
        .where("client_uuid", "=", guest.client_uuid)
        .where("link_uuid", "=", guest.link_uuid)
        .executeTakeFirstOrThrow();
      if (count >= MAX_REVIEW_GUESTS) return false;
      await db.insertInto("review_guests").values(guest).execute();
      return true;
    },

    async recordUse(clientUuid: string, uuid: string): Promise<void> {
      await db
        .updateTable("review_guests")
        .set({ last_used_at: sql<Date>`now()` })
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", uuid)
        .execute();
    },

    /** Ends a guest's session. The row stays, because it counts and comments refer to it. */
    async endSession(clientUuid: string, uuid: string): Promise<void> {
      await db
        .updateTable("review_guests")
        .set({ expires_at: sql<Date>`now()` })
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", uuid)
        .execute();
    },
  };
}
export type FoundGuest = NonNullable<
  Awaited<ReturnType<ReturnType<typeof createGuestsRepository>["findByToken"]>>
>;
