import {
  ARRIVAL_RETENTION_DAYS,
  type ArrivalFault,
  type ArrivalReport,
  type ArrivalState,
  MAX_OPEN_ARRIVALS,
} from "@shoal/contract";
import { type Insertable, sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import { msUntil } from "../../../platform/work-notifications.ts";
import type { ArrivalFileRow } from "./arrivals.table.ts";

const OPEN_STATES = ["uploading", "checking", "taking"] as const;

/** Creates the repository through which the users of a client manage the archives that it loads. */
export function createArrivalsRepository(db: Tx) {
  const ofClient = (clientUuid: string) =>
    db
      .selectFrom("arrivals")
      .leftJoin("users", "users.uuid", "arrivals.user_uuid")
      .select([
        "arrivals.uuid",
        "arrivals.state",
        "arrivals.fault",
        "arrivals.fault_path",
        "arrivals.checked_bytes",
        "arrivals.size_bytes",
        "arrivals.file_name",
        "arrivals.created_at",
        "arrivals.ended_at",
        "arrivals.report",
        "users.username",
        sql<number>`(SELECT count(*) FROM arrival_chunks WHERE arrival_uuid = arrivals.uuid AND is_stored)`.as(
          "chunk_count",
        ),
        sql<number>`(SELECT count(*) FROM arrival_files WHERE arrival_uuid = arrivals.uuid AND kind = 'video')`.as(
          "video_count",
        ),
        sql<number>`(SELECT count(*) FROM arrival_files WHERE arrival_uuid = arrivals.uuid AND is_arrived)`.as(
          "arrived_count",
        ),
        sql<number>`(SELECT count(*) FROM arrival_files WHERE arrival_uuid = arrivals.uuid)`.as("file_count"),
      ])
      .where("arrivals.client_uuid", "=", clientUuid);
  return {
    listArrivals: (clientUuid: string) =>
      ofClient(clientUuid).orderBy("arrivals.created_at", "desc").orderBy("arrivals.uuid").execute(),

    findArrival: (clientUuid: string, uuid: string) =>
      ofClient(clientUuid).where("arrivals.uuid", "=", uuid).executeTakeFirst(),

    /** Serializes concurrent starts, so that each is counted. */
    lockClient: (clientUuid: string) =>
      db.selectFrom("clients").select("uuid").where("uuid", "=", clientUuid).forNoKeyUpdate().execute(),

    async isFull(clientUuid: string): Promise<boolean> {
      const rows = await db
        .selectFrom("arrivals")
        .select("uuid")
        .where("client_uuid", "=", clientUuid)
        .where("state", "in", OPEN_STATES)
        .limit(MAX_OPEN_ARRIVALS)
        .execute();
      return rows.length >= MAX_OPEN_ARRIVALS;
    },

    async addArrival(row: {
      uuid: string;
      client_uuid: string;
      user_uuid: string;
      sealed_url: string;
    }): Promise<void> {
      await db.insertInto("arrivals").values(row).execute();
    },

    async deleteArrival(clientUuid: string, uuid: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom("arrivals")
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", uuid)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    /** Lists the videos and links of an archive, ordered by their old uuids. */
    listCodes: (
      clientUuid: string,
      uuid: string,
      { after, limit }: { after: { kind: string; old: string }; limit: number },
    ) =>
      db
        .selectFrom("arrived_things as thing")
        .leftJoin("export_links as link", (join) =>
          join
            .onRef("link.uuid", "=", "thing.new_uuid")
            .onRef("link.client_uuid", "=", "thing.client_uuid")
            .on("thing.kind", "=", "exportLinks"),
        )
        .innerJoin("videos", (join) =>
          join
            .on(sql`videos.uuid`, "=", sql`coalesce(link.video_uuid, thing.new_uuid)`)
            .onRef("videos.client_uuid", "=", "thing.client_uuid"),
        )
        .select(["thing.kind", "old_uuid", "new_uuid", "is_closed", "videos.title"])
        .where("thing.client_uuid", "=", clientUuid)
        .where("arrival_uuid", "=", uuid)
        .where("thing.kind", "in", ["videos", "exportLinks"])
        .where(sql<boolean>`(thing.kind, old_uuid) > (${after.kind}, ${after.old}::uuid)`)
        .orderBy("thing.kind")
        .orderBy("old_uuid")
        .limit(limit)
        .execute(),
  };
}
export type FoundArrival = Awaited<
  ReturnType<ReturnType<typeof createArrivalsRepository>["listArrivals"]>
>[number];

export interface ClaimedArrival {
  uuid: string;
  client_uuid: string;
  user_uuid: string | null;
  state: ArrivalState;
  sealed_url: string | null;
  size_bytes: number;
  etag: string | null;
  checked_bytes: number;
  attempts: number;
}

/** Creates the repository for the workers, which load the archives of all clients. */
export function createArrivalWorkRepository(db: Tx) {
  const own = ({ client_uuid, uuid }: Pick<ClaimedArrival, "client_uuid" | "uuid">) =>
    db.updateTable("arrivals").where("client_uuid", "=", client_uuid).where("uuid", "=", uuid);
  return {
    /**
     * Claims an archive for a while, so that another process continues it if this one dies.
     * @param except the archives that this process already has.
     */
    async claim(leaseSec: number, except: readonly string[]): Promise<ClaimedArrival | undefined> {
      const { rows } = await sql<ClaimedArrival>`
        UPDATE arrivals SET claimed_until = now() + ${leaseSec}::int * interval '1 second'
        WHERE uuid = (SELECT uuid FROM arrivals WHERE state IN ('checking', 'taking') AND claimed_until <= now()
            AND uuid <> ALL (${[...except]}::uuid[])
          ORDER BY claimed_until LIMIT 1 FOR UPDATE SKIP LOCKED)
        RETURNING uuid, client_uuid, user_uuid, state, sealed_url, size_bytes, etag, checked_bytes, attempts`.execute(
        db,
      );
      return rows[0];
    },

    /** Returns the time until another archive can be claimed. */
    async findDueInMs(except: readonly string[]): Promise<number | undefined> {
      const { rows } = await sql<{ ms: number | null }>`
        SELECT ${msUntil(sql`min(claimed_until)`)} AS ms FROM arrivals
        WHERE state IN ('checking', 'taking') AND uuid <> ALL (${[...except]}::uuid[])`.execute(db);
      return rows[0]?.ms ?? undefined;
    },

    /** Renews a claim. @returns false if the archive was cancelled. */
    async renew(claimed: ClaimedArrival, leaseSec: number): Promise<boolean> {
      const { numUpdatedRows } = await own(claimed)
        .set({ claimed_until: sql`now() + ${leaseSec}::int * interval '1 second'` })
        .where("state", "in", OPEN_STATES)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async recordFound(
      claimed: ClaimedArrival,
      found: { etag: string | null; sizeBytes: number },
    ): Promise<void> {
      await own(claimed).set({ etag: found.etag, size_bytes: found.sizeBytes }).execute();
    },

    /** Records how far the archive is checked, and clears earlier failures. */
    async recordChecked(claimed: ClaimedArrival, bytes: number): Promise<void> {
      await own(claimed).set({ checked_bytes: bytes, attempts: 0 }).execute();
    },

    /**
     * Locks the archive until its contents are written. @returns false if another process has written them, or it was
     * cancelled.
     */
    async lockChecked({ client_uuid, uuid }: ClaimedArrival): Promise<boolean> {
      const row = await db
        .selectFrom("arrivals")
        .select("uuid")
        .where("client_uuid", "=", client_uuid)
        .where("uuid", "=", uuid)
        .where("state", "=", "checking")
        .forUpdate()
        .executeTakeFirst();
      return row !== undefined;
    },

    async recordLoading(claimed: ClaimedArrival, report: ArrivalReport): Promise<void> {
      await own(claimed)
        .set({ state: "taking", attempts: 0, report: JSON.stringify(report) })
        .execute();
    },

    /** Prevents waiting videos from counting as abandoned uploads. */
    async keepWaiting({ client_uuid, uuid }: ClaimedArrival): Promise<void> {
      await sql`UPDATE videos SET upload_feedback_at = now()
        WHERE client_uuid = ${client_uuid} AND upload_feedback_at < now() - interval '2 minutes' AND uuid IN (
          SELECT new_uuid FROM arrival_files WHERE arrival_uuid = ${uuid} AND client_uuid = ${client_uuid}
            AND kind = 'video' AND NOT is_arrived)`.execute(db);
    },

    async recordEnded(
      claimed: ClaimedArrival,
      end: { state: "done" } | { state: "failed"; fault: ArrivalFault; fault_path: string | null },
    ): Promise<void> {
      await own(claimed)
        .set({ ...end, sealed_url: null, ended_at: sql`now()` })
        .where("state", "in", OPEN_STATES)
        .execute();
    },

    async putOff(claimed: ClaimedArrival, pauseSec: number): Promise<void> {
      await own(claimed)
        .set({
          attempts: sql`attempts + 1`,
          claimed_until: sql`now() + ${pauseSec}::int * interval '1 second'`,
        })
        .execute();
    },

    async addFiles(rows: Insertable<ArrivalFileRow>[]): Promise<void> {
      for (let n = 0; n < rows.length; n += 1_000)
        await db
          .insertInto("arrival_files")
          .values(rows.slice(n, n + 1_000))
          .execute();
    },

    findNext: ({ client_uuid, uuid }: ClaimedArrival) =>
      db
        .selectFrom("arrival_files")
        .select(["number", "kind", "offset_bytes", "size_bytes", "sha256", "new_uuid", "captions"])
        .where("client_uuid", "=", client_uuid)
        .where("arrival_uuid", "=", uuid)
        .where("is_arrived", "=", false)
        .orderBy("number")
        .executeTakeFirst(),

    async recordArrived({ client_uuid, uuid }: ClaimedArrival, number: number): Promise<void> {
      await db
        .updateTable("arrival_files")
        .set({ is_arrived: true, captions: "[]" })
        .where("client_uuid", "=", client_uuid)
        .where("arrival_uuid", "=", uuid)
        .where("number", "=", number)
        .execute();
    },

    async prune(): Promise<void> {
      await sql`DELETE FROM arrivals WHERE ended_at < now() - ${ARRIVAL_RETENTION_DAYS}::int * interval '1 day'`.execute(
        db,
      );
    },
  };
}
export type NextArrivalFile = NonNullable<
  Awaited<ReturnType<ReturnType<typeof createArrivalWorkRepository>["findNext"]>>
>;
