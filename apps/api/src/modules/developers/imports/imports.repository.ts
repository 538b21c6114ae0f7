import {
  IMPORT_ROWS_PAGE_SIZE,
  type ImportFault,
  type ImportReportQuery,
  type ImportRowState,
  type ImportRowsQuery,
  type ImportState,
  MAX_OPEN_IMPORTS,
} from "@shoal/contract";
import { type Insertable, sql, type Updateable } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import { msUntil } from "../../../platform/work-notifications.ts";
import type { ImportItemRow, ImportTableRow } from "./imports.table.ts";

const FINAL_STATES: readonly ImportState[] = ["done", "cancelled", "failed"];

/** The maximum number of errors stored per line. A source may produce many more. */
export const MAX_FAULTS_PER_LINE = 20;

/** Returns the values that make an import available to the first free process. */
export const readyColumns = (isListed: boolean) => ({
  ...(isListed ? { started_at: sql<Date>`coalesce(started_at, now())` } : {}),
  claimed_until: sql<Date>`now()`,
  attempts: 0,
});

/** Creates the repository through which the users of a client manage its imports. */
export function createImportsRepository(db: Tx) {
  const ofClient = (clientUuid: string) =>
    db
      .selectFrom("imports")
      .leftJoin("users", "users.uuid", "imports.user_uuid")
      .select([
        "imports.uuid",
        "imports.client_uuid",
        "imports.kind",
        "imports.name",
        "imports.state",
        "imports.fault",
        "imports.ignored_fields",
        "imports.created_at",
        "imports.started_at",
        "imports.ended_at",
        "users.username",
      ])
      .where("imports.client_uuid", "=", clientUuid);

  const items = (clientUuid: string, uuid: string) =>
    db
      .selectFrom("import_items")
      .leftJoin("videos", (join) =>
        join
          .onRef("videos.uuid", "=", "import_items.video_uuid")
          .onRef("videos.client_uuid", "=", "import_items.client_uuid"),
      )
      .select([
        "import_items.number",
        "import_items.line",
        "import_items.state",
        "import_items.title",
        "import_items.shown_url",
        "import_items.tags",
        "import_items.caption_count",
        "import_items.chapter_count",
        "import_items.faults",
        "import_items.video_uuid",
        "videos.status as video_status",
        "videos.error_type as video_error",
      ])
      .where("import_items.client_uuid", "=", clientUuid)
      .where("import_items.import_uuid", "=", uuid);

  return {
    listImports: (clientUuid: string) =>
      ofClient(clientUuid).orderBy("imports.created_at", "desc").orderBy("imports.uuid").limit(200).execute(),

    findImport: (clientUuid: string, uuid: string) =>
      ofClient(clientUuid).where("imports.uuid", "=", uuid).executeTakeFirst(),

    /** Locks an import, so that changes of it run one after the other. */
    lockImport: (clientUuid: string, uuid: string) =>
      db
        .selectFrom("imports")
        .select(["uuid", "state", "listed_at"])
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", uuid)
        .forUpdate()
        .executeTakeFirst(),

    lockClient: (clientUuid: string) =>
      db.selectFrom("clients").select("uuid").where("uuid", "=", clientUuid).forNoKeyUpdate().execute(),

    async isFull(clientUuid: string): Promise<boolean> {
      const rows = await db
        .selectFrom("imports")
        .select("uuid")
        .where("client_uuid", "=", clientUuid)
        .where("state", "not in", FINAL_STATES)
        .limit(MAX_OPEN_IMPORTS)
        .execute();
      return rows.length >= MAX_OPEN_IMPORTS;
    },

    async addImport(row: Insertable<ImportTableRow>): Promise<void> {
      await db.insertInto("imports").values(row).execute();
    },

    async updateImport(
      clientUuid: string,
      uuid: string,
      change: Updateable<ImportTableRow> | ({ state: ImportState } & ReturnType<typeof readyColumns>),
    ): Promise<void> {
      await db
        .updateTable("imports")
        .set(change)
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", uuid)
        .execute();
    },

    async deleteImport(clientUuid: string, uuid: string): Promise<void> {
      await db.deleteFrom("imports").where("client_uuid", "=", clientUuid).where("uuid", "=", uuid).execute();
    },

    /** Counts the lines of each import by state. */
    async countItems(clientUuid: string, uuids: string[]) {
      if (uuids.length === 0) return [];
      return db
        .selectFrom("import_items")
        .select(["import_uuid", "state", sql<number>`count(*)`.as("count")])
        .where("client_uuid", "=", clientUuid)
        .where("import_uuid", "in", uuids)
        .groupBy(["import_uuid", "state"])
        .execute();
    },

    /** Lists the lines of a page and one more line, which shows whether another page follows. */
    listItems: (clientUuid: string, uuid: string, { state, after = 0 }: ImportRowsQuery) =>
      items(clientUuid, uuid)
        .where("number", ">", after)
        .$if(state !== undefined, (query) => query.where("state", "=", state ?? "broken"))
        .orderBy("number")
        .limit(IMPORT_ROWS_PAGE_SIZE + 1)
        .execute(),

    listForReport: (
      clientUuid: string,
      uuid: string,
      { only, after, limit }: ImportReportQuery & { after: number; limit: number },
    ) =>
      items(clientUuid, uuid)
        .where("number", ">", after)
        .$if(only === "faults", (query) =>
          query.where((eb) =>
            eb.or([eb("import_items.state", "in", ["broken", "failed"]), sql<boolean>`faults <> '[]'`]),
          ),
        )
        .orderBy("number")
        .limit(limit)
        .execute(),

    async cancelItems(clientUuid: string, uuid: string): Promise<void> {
      await db
        .updateTable("import_items")
        .set({ state: "cancelled", sealed_item: null })
        .where("client_uuid", "=", clientUuid)
        .where("import_uuid", "=", uuid)
        .where("state", "=", "waiting")
        .execute();
      // Captions of cancelled lines are no longer added, so their addresses are deleted.
      await db
        .updateTable("import_items")
        .set({ sealed_item: null })
        .where("client_uuid", "=", clientUuid)
        .where("import_uuid", "=", uuid)
        .where("state", "=", "fetching")
        .execute();
    },
  };
}
export type FoundImport = Awaited<
  ReturnType<ReturnType<typeof createImportsRepository>["listImports"]>
>[number];
export type FoundImportItem = Awaited<
  ReturnType<ReturnType<typeof createImportsRepository>["listItems"]>
>[number];

export interface ClaimedImport {
  uuid: string;
  client_uuid: string;
  user_uuid: string | null;
  kind: ImportTableRow["kind"];
  state: ImportState;
  sealed_source: string | null;
  cursor: string | null;
  ignored_fields: string[];
  attempts: number;
}

/** Whether a video's file has arrived, or no longer will. */
const hasArrived = sql<boolean>`(coalesce(contiguous_chunks >= chunk_count, false) OR is_deleted OR trashed_at IS NOT NULL
  OR status IN ('error', 'upload_failed', 'stopped'))`;

/** Creates the repository for the workers, which run the imports of all clients. */
export function createImportWorkRepository(db: Tx) {
  return {
    /** Claims an import for a while, so that another process continues it if this one dies. */
    async claim(
      leaseSec: number,
      { mine, busyClients }: { mine: readonly string[]; busyClients: readonly string[] },
    ): Promise<ClaimedImport | undefined> {
      const { rows } = await sql<ClaimedImport>`
        UPDATE imports SET claimed_until = now() + ${leaseSec}::int * interval '1 second'
        WHERE uuid = (SELECT uuid FROM imports WHERE state IN ('reading', 'running') AND claimed_until <= now()
          AND uuid <> ALL (${[...mine]}::uuid[]) AND client_uuid <> ALL (${[...busyClients]}::uuid[])
          ORDER BY claimed_until LIMIT 1 FOR UPDATE SKIP LOCKED)
        RETURNING uuid, client_uuid, user_uuid, kind, state, sealed_source, cursor, ignored_fields, attempts`.execute(
        db,
      );
      return rows[0];
    },

    /** Returns the time until another import becomes available. */
    async findDueInMs({
      mine,
      busyClients,
    }: {
      mine: readonly string[];
      busyClients: readonly string[];
    }): Promise<number | undefined> {
      const { rows } = await sql<{ ms: number | null }>`
        SELECT ${msUntil(sql`min(claimed_until)`)} AS ms FROM imports WHERE state IN ('reading', 'running')
          AND uuid <> ALL (${[...mine]}::uuid[]) AND client_uuid <> ALL (${[...busyClients]}::uuid[])`.execute(
        db,
      );
      return rows[0]?.ms ?? undefined;
    },

    /** Releases an import after a pause. @param isAttempt whether the source did not answer. */
    async release({ client_uuid, uuid }: ClaimedImport, pauseMs: number, isAttempt = false): Promise<void> {
      await sql`UPDATE imports SET claimed_until = now() + ${pauseMs}::int * interval '1 ms',
        attempts = CASE WHEN ${isAttempt}::boolean THEN attempts + 1 ELSE 0 END
        WHERE client_uuid = ${client_uuid} AND uuid = ${uuid}`.execute(db);
    },

    /** Renews a lease. @returns whether the import still has its state, since a user may have stopped it. */
    async renew({ client_uuid, uuid, state }: ClaimedImport, leaseSec: number): Promise<boolean> {
      const { numAffectedRows } = await sql`UPDATE imports
        SET claimed_until = now() + ${leaseSec}::int * interval '1 second'
        WHERE client_uuid = ${client_uuid} AND uuid = ${uuid} AND state = ${state}`.execute(db);
      return (numAffectedRows ?? 0n) > 0n;
    },

    /** Stores new lines and the cursor together. Existing lines are unchanged. */
    async addItems(
      { client_uuid, uuid }: ClaimedImport,
      rows: Insertable<ImportItemRow>[],
      { cursor, ignored }: { cursor: string | null; ignored: string[] },
    ): Promise<void> {
      if (rows.length > 0)
        await db
          .insertInto("import_items")
          .values(rows)
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      await db
        .updateTable("imports")
        .set({ cursor, ignored_fields: ignored, attempts: 0 })
        .where("client_uuid", "=", client_uuid)
        .where("uuid", "=", uuid)
        .execute();
    },

    /** Returns the number of lines read so far; 0 before the first. */
    async findLastNumber({ client_uuid, uuid }: ClaimedImport): Promise<number> {
      const { last } = await db
        .selectFrom("import_items")
        .select(sql<number>`coalesce(max(number), 0)`.as("last"))
        .where("client_uuid", "=", client_uuid)
        .where("import_uuid", "=", uuid)
        .executeTakeFirstOrThrow();
      return last;
    },

    /** Finds the videos of earlier imports, by key. */
    async findOrigins({ client_uuid }: ClaimedImport, keys: string[]): Promise<Map<string, string>> {
      if (keys.length === 0) return new Map();
      const rows = await db
        .selectFrom("import_origins")
        .select(["source_key", "video_uuid"])
        .where("client_uuid", "=", client_uuid)
        .where("source_key", "in", keys)
        .execute();
      return new Map(rows.map(({ source_key, video_uuid }) => [source_key, video_uuid]));
    },

    /** Records where a video comes from. @returns false if an earlier or concurrent import has already imported it. */
    async addOrigin(
      { client_uuid, uuid }: ClaimedImport,
      number: number,
      videoUuid: string,
    ): Promise<boolean> {
      const { rows } = await sql<{ is_new: boolean }>`WITH line AS (
          SELECT source_key FROM import_items
          WHERE client_uuid = ${client_uuid} AND import_uuid = ${uuid} AND number = ${number}
        ), added AS (
          INSERT INTO import_origins (client_uuid, source_key, video_uuid)
          SELECT ${client_uuid}::uuid, source_key, ${videoUuid}::uuid FROM line WHERE source_key IS NOT NULL
          ON CONFLICT DO NOTHING RETURNING source_key
        )
        SELECT source_key IS NULL OR EXISTS (SELECT FROM added) AS is_new FROM line`.execute(db);
      return rows[0]?.is_new ?? false;
    },

    async endAsPresent({ client_uuid, uuid }: ClaimedImport, number: number): Promise<void> {
      await sql`UPDATE import_items SET state = 'present', sealed_item = NULL, faults = '[]',
        video_uuid = (SELECT video_uuid FROM import_origins
          WHERE client_uuid = ${client_uuid} AND source_key = import_items.source_key)
        WHERE client_uuid = ${client_uuid} AND import_uuid = ${uuid} AND number = ${number}
          AND state = 'waiting'`.execute(db);
    },

    async moveImport(
      { client_uuid, uuid, kind, state: from }: ClaimedImport,
      state: ImportState,
      fault: ImportFault | null = null,
    ): Promise<void> {
      const isOver = FINAL_STATES.includes(state);
      await db
        .updateTable("imports")
        .set({
          state,
          fault,
          ...(state === "ready" ? { listed_at: sql`now()` } : {}),
          ...(isOver || kind === "csv" || kind === "json" ? { sealed_source: null } : {}),
          ...(isOver ? { ended_at: sql`now()` } : {}),
        })
        .where("client_uuid", "=", client_uuid)
        .where("uuid", "=", uuid)
        .where("state", "=", from)
        .execute();
    },

    /** Counts the files being fetched for all imports of the client, including paused and cancelled ones. */
    async countFetching(clientUuid: string): Promise<number> {
      const { rows } = await sql<{ count: number }>`SELECT count(*) AS count
        FROM import_items JOIN videos ON videos.uuid = video_uuid AND videos.client_uuid = ${clientUuid}
        WHERE import_items.client_uuid = ${clientUuid} AND state = 'fetching' AND NOT ${hasArrived}`.execute(
        db,
      );
      return rows[0]?.count ?? 0;
    },

    listItems: ({ client_uuid, uuid }: ClaimedImport, state: ImportRowState, limit: number) =>
      db
        .selectFrom("import_items")
        .select(["number", "sealed_item"])
        .where("client_uuid", "=", client_uuid)
        .where("import_uuid", "=", uuid)
        .where("state", "=", state)
        .orderBy("number")
        .limit(limit)
        .execute(),

    /** Lists the lines whose file has arrived or will not arrive. */
    async listArrived({ client_uuid, uuid }: ClaimedImport) {
      const { rows } = await sql<{
        number: number;
        sealed_item: string | null;
        video_uuid: string;
        is_here: boolean;
      }>`SELECT number, sealed_item, video_uuid, coalesce(contiguous_chunks >= chunk_count, false) AS is_here
        FROM import_items LEFT JOIN videos ON videos.uuid = video_uuid AND videos.client_uuid = ${client_uuid}
        WHERE import_items.client_uuid = ${client_uuid} AND import_uuid = ${uuid} AND state = 'fetching'
          AND (videos.uuid IS NULL OR ${hasArrived})
        ORDER BY number`.execute(db);
      return rows;
    },

    /**
     * Records the video of a line, in the transaction that creates it.
     * @returns false if another process has done so, or the import was stopped.
     */
    async startItem(
      { client_uuid, uuid }: ClaimedImport,
      number: number,
      change: Updateable<ImportItemRow>,
    ): Promise<boolean> {
      const running = await db
        .selectFrom("imports")
        .select("uuid")
        .where("client_uuid", "=", client_uuid)
        .where("uuid", "=", uuid)
        .where("state", "=", "running")
        .forShare()
        .executeTakeFirst();
      if (!running) return false;
      const { numUpdatedRows } = await db
        .updateTable("import_items")
        .set({ ...change, state: "fetching" })
        .where("client_uuid", "=", client_uuid)
        .where("import_uuid", "=", uuid)
        .where("number", "=", number)
        .where("state", "=", "waiting")
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async endItem(
      { client_uuid, uuid }: ClaimedImport,
      number: number,
      change: { state: "imported" | "failed"; faults: { path: string; reason: string }[] },
    ): Promise<void> {
      await db
        .updateTable("import_items")
        .set({
          state: change.state,
          faults: JSON.stringify(change.faults.slice(0, MAX_FAULTS_PER_LINE)),
          sealed_item: null,
        })
        .where("client_uuid", "=", client_uuid)
        .where("import_uuid", "=", uuid)
        .where("number", "=", number)
        .execute();
      if (change.state === "imported") return;
      // Videos that did not arrive can be imported again.
      await sql`DELETE FROM import_origins USING import_items AS line WHERE import_origins.client_uuid = ${client_uuid}
        AND line.client_uuid = ${client_uuid} AND line.import_uuid = ${uuid} AND line.number = ${number}
        AND import_origins.source_key = line.source_key
        AND import_origins.video_uuid = line.video_uuid`.execute(db);
    },

    /**
     * Deletes finished imports, and imports that were never started, after this many days. An import that stayed paused for
     * as long is cancelled, so that the credentials of its source are not kept indefinitely.
     */
    async prune(days: number): Promise<void> {
      await sql`WITH left_paused AS (
          UPDATE imports SET state = 'cancelled', fault = NULL, sealed_source = NULL, ended_at = now()
          WHERE state = 'paused' AND claimed_until < now() - ${days}::int * interval '1 day'
          RETURNING client_uuid, uuid
        )
        UPDATE import_items SET sealed_item = NULL,
          state = CASE WHEN import_items.state = 'waiting' THEN 'cancelled' ELSE import_items.state END
        FROM left_paused WHERE import_items.client_uuid = left_paused.client_uuid
          AND import_items.import_uuid = left_paused.uuid AND import_items.state IN ('waiting', 'fetching')`.execute(
        db,
      );
      await sql`DELETE FROM imports WHERE state NOT IN ('reading', 'running', 'paused')
        AND coalesce(ended_at, created_at) < now() - ${days}::int * interval '1 day'`.execute(db);
    },
  };
}
export type ImportWorkRepository = ReturnType<typeof createImportWorkRepository>;
