import type { Insertable } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import type { Schema } from "../../../platform/schema.ts";
import type { Place } from "../annotations/index.ts";

/** Of the version, also deleted ones: what somebody deleted does not come back by itself. */
export const listKnown = (tx: Tx, { clientUuid, projectUuid, number }: Place) =>
  tx
    .selectFrom("comments")
    .leftJoin("users", (join) =>
      join
        .onRef("users.uuid", "=", "comments.author_uuid")
        .onRef("users.client_uuid", "=", "comments.client_uuid"),
    )
    .select((eb) => [
      "comments.uuid",
      "comments.thread_uuid",
      "comments.thread_position",
      "comments.frame",
      "comments.end_frame",
      "comments.is_internal",
      "comments.text",
      "comments.deleted_at",
      eb.fn.coalesce("users.username", "comments.author_name").as("author"),
    ])
    .where("comments.client_uuid", "=", clientUuid)
    .where("comments.project_uuid", "=", projectUuid)
    .where("comments.version_number", "=", number)
    .execute();
export type KnownComment = Awaited<ReturnType<typeof listKnown>>[number];

export async function addComments(tx: Tx, rows: readonly Insertable<Schema["comments"]>[]): Promise<void> {
  await tx.insertInto("comments").values(rows).execute();
}
