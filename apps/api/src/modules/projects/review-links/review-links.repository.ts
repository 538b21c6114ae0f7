import { type Insertable, sql, type Updateable } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import type { ReviewLinkRow } from "./review-links.table.ts";

/** Creates the repository of review links of one client's projects. Every query is limited to the client. */
export function createReviewLinksRepository(db: Tx) {
  const ofProject = (clientUuid: string, projectUuid: string) =>
    db
      .selectFrom("review_links")
      .leftJoin("users as creators", (join) =>
        join
          .onRef("creators.uuid", "=", "review_links.creator_uuid")
          .onRef("creators.client_uuid", "=", "review_links.client_uuid"),
      )
      .leftJoinLateral(
        (eb) =>
          eb
            .selectFrom("review_guests")
            .select([
              sql<number>`count(*)`.as("guest_count"),
              sql<Date | null>`max(review_guests.last_used_at)`.as("last_used_at"),
            ])
            .whereRef("review_guests.link_uuid", "=", "review_links.uuid")
            .as("guests"),
        (join) => join.onTrue(),
      )
      .selectAll("review_links")
      .select([
        "guests.guest_count",
        "guests.last_used_at",
        sql<string>`coalesce(creators.username, review_links.creator_name)`.as("creator"),
      ])
      .where("review_links.client_uuid", "=", clientUuid)
      .where("review_links.project_uuid", "=", projectUuid);

  return {
    /** Lists the links of a project, newest first. */
    listLinks: (clientUuid: string, projectUuid: string) =>
      ofProject(clientUuid, projectUuid)
        .orderBy("review_links.created_at", "desc")
        .orderBy("review_links.uuid")
        .execute(),

    findLink: (clientUuid: string, projectUuid: string, uuid: string) =>
      ofProject(clientUuid, projectUuid).where("review_links.uuid", "=", uuid).executeTakeFirst(),

    /** Lists the guests of a link, the latest first. */
    listGuests: (clientUuid: string, linkUuid: string) =>
      db
        .selectFrom("review_guests")
        .select(["uuid", "name", "email", "created_at", "last_used_at"])
        .where("client_uuid", "=", clientUuid)
        .where("link_uuid", "=", linkUuid)
        .orderBy("last_used_at", "desc")
        .orderBy("uuid")
        .execute(),

    /** Counts the links of a project that the caller has locked. */
    async countLinks(clientUuid: string, projectUuid: string): Promise<number> {
      const { count } = await db
        .selectFrom("review_links")
        .select(sql<number>`count(*)`.as("count"))
        .where("client_uuid", "=", clientUuid)
        .where("project_uuid", "=", projectUuid)
        .executeTakeFirstOrThrow();
      return count;
    },

    async addLink(link: Insertable<ReviewLinkRow>): Promise<void> {
      await db.insertInto("review_links").values(link).execute();
    },

    async updateLink(clientUuid: string, uuid: string, change: Updateable<ReviewLinkRow>): Promise<void> {
      await db
        .updateTable("review_links")
        .set({ ...change, revision: sql<number>`revision + 1` })
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", uuid)
        .execute();
    },

    async deleteLink(clientUuid: string, projectUuid: string, uuid: string): Promise<boolean> {
      const deleted = await db
        .deleteFrom("review_links")
        .where("client_uuid", "=", clientUuid)
        .where("project_uuid", "=", projectUuid)
        .where("uuid", "=", uuid)
        .returning("uuid")
        .executeTakeFirst();
      return deleted !== undefined;
    },
  };
}
export type FoundReviewLink = NonNullable<
  Awaited<ReturnType<ReturnType<typeof createReviewLinksRepository>["findLink"]>>
>;
