import type { Insertable } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import type { Schema } from "../../../platform/schema.ts";
import { atVersion, type VersionPlace } from "../projects/index.ts";

/** Of the version, also deleted ones: what somebody deleted does not come back by itself. */
export const listKnown = (tx: Tx, place: VersionPlace) =>
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
    .where(atVersion(place, "comments"))
    .execute();
export type KnownComment = Awaited<ReturnType<typeof listKnown>>[number];

export async function addComments(tx: Tx, rows: readonly Insertable<Schema["comments"]>[]): Promise<void> {
  await tx.insertInto("comments").values(rows).execute();
}
