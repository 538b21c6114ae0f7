import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";

/**
 * Returns the value that binds a picture's address to the access conditions of the video, and changes with each of them.
 * @param uuid the SQL name of the uuid of the video, scene or scene list, such as "videos.uuid".
 */
export const pictureLockOf = (uuid: string): RawBuilder<string> =>
  sql<string>`picture_lock(${sql.ref(uuid)})`;

/** Reads the picture lock of one video. */
export async function readPictureLock(db: Tx, uuid: string): Promise<string> {
  const { rows } = await sql<{ lock: string }>`SELECT picture_lock(${uuid}) AS lock`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("The database gave no row");
  return row.lock;
}
