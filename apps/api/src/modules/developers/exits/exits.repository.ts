import { EXIT_RETENTION_DAYS, type ExitFault, MAX_EXITS } from "@shoal/contract";
import { type Insertable, sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import { msUntil } from "../../../platform/work-notifications.ts";
import type { ExitFileRow, ExitSpan } from "./exits.table.ts";

/** Creates the repository through which the users of a client manage the archives of its data. */
export function createExitsRepository(db: Tx) {
  const ofClient = (clientUuid: string) =>
    db
      .selectFrom("exits")
      .leftJoin("users", "users.uuid", "exits.user_uuid")
      .select([
        "exits.uuid",
        "exits.state",
        "exits.fault",
        "exits.snapshot_at",
        "exits.size_bytes",
        "exits.ready_at",
        "users.username",
        sql<number>`(SELECT count(*) FROM exit_files WHERE exit_uuid = exits.uuid AND NOT is_missing)`.as(
          "file_count",
        ),
        sql<number>`(SELECT count(*) FROM exit_files WHERE exit_uuid = exits.uuid AND sha256 IS NOT NULL)`.as(
          "checked_count",
        ),
        sql<number>`(SELECT count(*) FROM exit_files WHERE exit_uuid = exits.uuid AND is_missing)`.as(
          "missing_count",
        ),
      ])
      .where("exits.client_uuid", "=", clientUuid);

  return {
    listExits: (clientUuid: string) =>
      ofClient(clientUuid).orderBy("snapshot_at", "desc").orderBy("exits.uuid").execute(),

    findExit: (clientUuid: string, uuid: string) =>
      ofClient(clientUuid).where("exits.uuid", "=", uuid).executeTakeFirst(),

    /** Serializes concurrent requests, so that each is counted. */
    lockClient: (clientUuid: string) =>
      db.selectFrom("clients").select("uuid").where("uuid", "=", clientUuid).forNoKeyUpdate().execute(),

    async isFull(clientUuid: string): Promise<boolean> {
      const rows = await db
        .selectFrom("exits")
        .select("uuid")
        .where("client_uuid", "=", clientUuid)
        .where("state", "in", ["making", "ready"])
        .limit(MAX_EXITS)
        .execute();
      return rows.length >= MAX_EXITS;
    },

    async addExit(row: { uuid: string; client_uuid: string; user_uuid: string }): Promise<void> {
      await db.insertInto("exits").values(row).execute();
    },

    /** Sets the key of the link. @returns whether the archive exists and is ready. */
    async setKey(clientUuid: string, uuid: string, key: { hash: Buffer; until: Date }): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable("exits")
        .set({ key_hash: key.hash, key_until: key.until })
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", uuid)
        .where("state", "=", "ready")
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async deleteExit(clientUuid: string, uuid: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom("exits")
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", uuid)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}
export type FoundExit = Awaited<ReturnType<ReturnType<typeof createExitsRepository>["listExits"]>>[number];

export interface ClaimedExit {
  uuid: string;
  client_uuid: string;
  snapshot_at: Date;
  is_listed: boolean;
  attempts: number;
}

/** Creates the repository for the workers, which create the archives of all clients, and for downloads. */
export function createExitWorkRepository(db: Tx) {
  return {
    /** Claims an archive for a while, so that another process continues it if this one dies. */
    async claim(leaseSec: number, mine: readonly string[]): Promise<ClaimedExit | undefined> {
      const { rows } = await sql<ClaimedExit>`
        UPDATE exits SET claimed_until = now() + ${leaseSec}::int * interval '1 second'
        WHERE uuid = (SELECT uuid FROM exits WHERE state = 'making' AND claimed_until <= now()
          AND uuid <> ALL (${[...mine]}::uuid[]) ORDER BY claimed_until LIMIT 1 FOR UPDATE SKIP LOCKED)
        RETURNING uuid, client_uuid, snapshot_at, is_listed, attempts`.execute(db);
      return rows[0];
    },

    /** Returns the time until another archive can be claimed. */
    async findDueInMs(except: readonly string[]): Promise<number | undefined> {
      const { rows } = await sql<{ ms: number | null }>`
        SELECT ${msUntil(sql`min(claimed_until)`)} AS ms FROM exits
        WHERE state = 'making' AND uuid <> ALL (${[...except]}::uuid[])`.execute(db);
      return rows[0]?.ms ?? undefined;
    },

    /** Renews a claim. @returns false if the archive was deleted. */
    async renew({ client_uuid, uuid }: ClaimedExit, leaseSec: number): Promise<boolean> {
      const { numAffectedRows } = await sql`UPDATE exits
        SET claimed_until = now() + ${leaseSec}::int * interval '1 second'
        WHERE client_uuid = ${client_uuid} AND uuid = ${uuid} AND state = 'making'`.execute(db);
      return (numAffectedRows ?? 0n) > 0n;
    },

    /**
     * Locks an archive, so that the process that finishes it keeps its claim.
     * @returns whether the archive is still in progress.
     */
    async lock({ client_uuid, uuid }: ClaimedExit): Promise<boolean> {
      const row = await db
        .selectFrom("exits")
        .select("uuid")
        .where("client_uuid", "=", client_uuid)
        .where("uuid", "=", uuid)
        .where("state", "=", "making")
        .forUpdate()
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Schedules another attempt after a failure. */
    async putOff({ client_uuid, uuid }: ClaimedExit, pauseSec: number): Promise<void> {
      await sql`UPDATE exits SET attempts = attempts + 1, claimed_until = now() + ${pauseSec}::int * interval '1 second'
        WHERE client_uuid = ${client_uuid} AND uuid = ${uuid} AND state = 'making'`.execute(db);
    },

    /** Records a final failure, and deletes the files of the export. */
    async recordFailed({ client_uuid, uuid }: ClaimedExit, fault: ExitFault): Promise<void> {
      await db
        .updateTable("exits")
        .set({ state: "failed", fault, failed_at: sql`now()` })
        .where("client_uuid", "=", client_uuid)
        .where("uuid", "=", uuid)
        .execute();
      await db
        .deleteFrom("exit_files")
        .where("client_uuid", "=", client_uuid)
        .where("exit_uuid", "=", uuid)
        .execute();
    },

    /** Records the progress. Bytes from before an interruption do not count. */
    async recordProgress({ client_uuid, uuid }: ClaimedExit): Promise<void> {
      await db
        .updateTable("exits")
        .set({ attempts: 0 })
        .where("client_uuid", "=", client_uuid)
        .where("uuid", "=", uuid)
        .where("attempts", ">", 0)
        .execute();
    },

    async addFiles(rows: Insertable<ExitFileRow>[]): Promise<void> {
      if (rows.length > 0) await db.insertInto("exit_files").values(rows).execute();
    },

    async recordListed({ client_uuid, uuid }: ClaimedExit): Promise<void> {
      await db
        .updateTable("exits")
        .set({ is_listed: true })
        .where("client_uuid", "=", client_uuid)
        .where("uuid", "=", uuid)
        .execute();
    },

    findUnchecked: ({ client_uuid, uuid }: ClaimedExit) =>
      db
        .selectFrom("exit_files")
        .select(["number", "size_bytes", "content", "spans"])
        .where("client_uuid", "=", client_uuid)
        .where("exit_uuid", "=", uuid)
        .where("sha256", "is", null)
        .where("is_missing", "=", false)
        .orderBy("number")
        .executeTakeFirst(),

    /** Records a checksum. @param sha256 null for a file whose media no longer exist. */
    async recordChecked(
      { client_uuid, uuid }: ClaimedExit,
      number: number,
      sha256: Buffer | null,
    ): Promise<void> {
      await db
        .updateTable("exit_files")
        .set(sha256 ? { sha256 } : { is_missing: true, content: null })
        .where("client_uuid", "=", client_uuid)
        .where("exit_uuid", "=", uuid)
        .where("number", "=", number)
        .execute();
    },

    listFiles: (
      { client_uuid, uuid }: Pick<ClaimedExit, "client_uuid" | "uuid">,
      { after, limit }: { after: number; limit: number },
    ) =>
      db
        .selectFrom("exit_files")
        .select(["number", "kind", "path", "size_bytes", "sha256", "is_missing"])
        .where("client_uuid", "=", client_uuid)
        .where("exit_uuid", "=", uuid)
        .where("number", ">", after)
        .orderBy("number")
        .limit(limit)
        .execute(),

    async setOffsets(
      { client_uuid, uuid }: ClaimedExit,
      places: readonly { number: number; offset: number }[],
    ): Promise<void> {
      await sql`UPDATE exit_files SET offset_bytes = place.at FROM unnest(${places.map(({ number }) => number)}::int[],
          ${places.map(({ offset }) => offset)}::bigint[]) AS place (number, at)
        WHERE client_uuid = ${client_uuid} AND exit_uuid = ${uuid} AND exit_files.number = place.number`.execute(
        db,
      );
    },

    async recordReady({ client_uuid, uuid }: ClaimedExit, sizeBytes: number): Promise<void> {
      await db
        .updateTable("exits")
        .set({ state: "ready", size_bytes: sizeBytes, ready_at: sql`now()` })
        .where("client_uuid", "=", client_uuid)
        .where("uuid", "=", uuid)
        .execute();
    },

    findByKey: (keyHash: Buffer) =>
      db
        .selectFrom("exits")
        .innerJoin("exit_files", (join) =>
          join.onRef("exit_files.exit_uuid", "=", "exits.uuid").on("exit_files.number", "=", 0),
        )
        .select([
          "exits.uuid",
          "exits.client_uuid",
          "exits.snapshot_at",
          "exits.size_bytes",
          "exit_files.sha256 as manifest_sha256",
        ])
        .where("exits.key_hash", "=", keyHash)
        .where("exits.state", "=", "ready")
        .where("exits.key_until", ">", sql<Date>`now()`)
        .executeTakeFirst(),

    /** Lists the file that contains an offset of the archive, and the files after it in order. */
    listFilesFrom: (
      { client_uuid, uuid }: Pick<ClaimedExit, "client_uuid" | "uuid">,
      offset: number,
      limit: number,
    ): Promise<FileAtOffset[]> =>
      db
        .selectFrom("exit_files")
        .select(["number", "path", "size_bytes", "offset_bytes", "content", "spans"])
        .where("client_uuid", "=", client_uuid)
        .where("exit_uuid", "=", uuid)
        .where("offset_bytes", ">=", (query) =>
          query
            .selectFrom("exit_files")
            .select((eb) => eb.fn.max("offset_bytes").as("offset_bytes"))
            .where("client_uuid", "=", client_uuid)
            .where("exit_uuid", "=", uuid)
            .where("offset_bytes", "<=", offset),
        )
        .orderBy("offset_bytes")
        .limit(limit)
        .$narrowType<{ offset_bytes: number }>()
        .execute(),

    async prune(): Promise<void> {
      await sql`DELETE FROM exits WHERE coalesce(ready_at, failed_at) < now() - ${EXIT_RETENTION_DAYS}::int * interval '1 day'`.execute(
        db,
      );
    },
  };
}

export interface FileAtOffset {
  number: number;
  path: string;
  size_bytes: number;
  offset_bytes: number;
  content: Buffer | null;
  spans: ExitSpan[];
}
