import { createHmac } from "node:crypto";
import type { ForgottenViewer } from "@shoal/contract";
import { sql } from "kysely";
import type { Analytics } from "../../../platform/clickhouse.ts";
import { combineWrites } from "../../../platform/combine-writes.ts";
import { type Database, runInSession } from "../../../platform/database.ts";
import { errorForCaller } from "../../../platform/query-in-time.ts";
import { createAttemptCounter, type LimitStore, TooManyRequestsError } from "../../../platform/rate-limit.ts";
import type { SummedDaysRepository } from "../figures/index.ts";
import type { RunQuery } from "./query-analytics.ts";
import { spellingsOf } from "./viewer-spellings.ts";

/** The number of sessions whose uuids one statement names at most. */
const SESSIONS_PER_STATEMENT = 2_000;
/** The columns of a viewer's rows that are erased, in addition to the viewer's id. */
const PERSONAL_COLUMNS = ["viewer", "network_prefix", "events"];
const RETAINED_COLUMNS = ["client_uuid", "video_uuid", "minute", "hour"];

const VIEWERS_AT_ONCE = 100;

/** The lock that lets one run erase viewers at a time, since each run may rewrite large parts of tables that all clients share. */
const ONE_AT_A_TIME_LOCK = 7_205;
const BUSY_RETRY_SEC = 10;
/** The limit per client, which is high because clients process whole lists of viewers. */
const LIMIT_PER_CLIENT = { attempts: 30, windowSec: 60 };

interface ForgetViewerDeps {
  db: Database;
  /** The store of attempts, which is in the same database. */
  limitStore: LimitStore;
  runQuery: RunQuery;
  analytics: Analytics;
  days: Pick<SummedDaysRepository, "invalidate">;
  /** The installation's secret, without which nobody can link a renamed session to its original. */
  secret: string;
  onError: (error: unknown) => void;
}

/** How the rows of a table are identified by session, and how rows of old sessions get a new identity. */
interface SessionTable {
  table: "session_minutes" | "session_hours";
  session: string;
  isOld: string;
  renamed: string;
}

const hashesSql = (uuids: string) => `arrayMap(uuid -> sipHash64(uuid), {${uuids}:Array(String)})`;
const MINUTES_TABLE: SessionTable = {
  table: "session_minutes",
  session: "session_uuid",
  isOld: "session_uuid IN {old:Array(String)}",
  renamed: "transform(session_uuid, {old:Array(String)}, {new:Array(String)}, '')",
};
const HOURS_TABLE: SessionTable = {
  table: "session_hours",
  session: "session",
  isOld: `has(${hashesSql("old")}, session)`,
  renamed: `transform(session, ${hashesSql("old")}, ${hashesSql("new")}, toUInt64(0))`,
};

const CLIENT_CONDITION = "client_uuid = {client:String}";
const VIEWERS_CONDITION = `${CLIENT_CONDITION} AND has(${hashesSql("viewers")}, viewer)`;

interface ViewerRows {
  sessions: string[];
  /** The starts of the days whose totals contain the viewers, in seconds since 1970. */
  hoursOfDays: number[];
  rowsOfDays: number[];
}

/** The viewers of a client, with every spelling of their ids. */
interface ViewerKeys extends Record<string, unknown> {
  client: string;
  viewers: readonly string[];
}

/** Finds the stored data of viewers: their sessions, as far back as there are minutes, and other tables with their number. */
async function findViewerRows(runQuery: RunQuery, keys: ViewerKeys): Promise<ViewerRows> {
  const [sessions, hours, rows] = await Promise.all([
    runQuery<{ uuid: string }>(
      `SELECT DISTINCT session_uuid AS uuid FROM session_minutes
       WHERE ${CLIENT_CONDITION} AND viewer IN {viewers:Array(String)} ORDER BY uuid`,
      keys,
    ),
    runQuery<{ day: number }>(
      `SELECT DISTINCT toUnixTimestamp(toStartOfDay(hour)) AS day FROM session_hours WHERE ${VIEWERS_CONDITION}`,
      keys,
    ),
    runQuery<{ day: number }>(
      `SELECT DISTINCT toUnixTimestamp(toStartOfDay(hour)) AS day FROM day_rows WHERE ${VIEWERS_CONDITION}`,
      keys,
    ),
  ]);
  const daysOf = (found: readonly { day: number }[]) => found.map(({ day }) => day);
  return {
    sessions: sessions.map(({ uuid }) => uuid),
    hoursOfDays: daysOf(hours),
    rowsOfDays: daysOf(rows),
  };
}

/**
 * Runs work that no replica runs at the same time.
 * @throws TooManyRequestsError while another replica forgets viewers.
 */
const runExclusively = (db: Database, work: () => Promise<void>): Promise<void> =>
  runInSession(db, async (connection) => {
    const { rows } = await sql<{
      isMine: boolean;
    }>`SELECT pg_try_advisory_lock(${sql.lit(ONE_AT_A_TIME_LOCK)}) AS "isMine"`.execute(connection);
    if (!rows[0]?.isMine) throw new TooManyRequestsError(BUSY_RETRY_SEC);
    try {
      await work();
    } finally {
      await sql`SELECT pg_advisory_unlock(${sql.lit(ONE_AT_A_TIME_LOCK)})`.execute(connection);
    }
  });

/** Creates the function that erases a viewer's identity and the link to the sessions. The views stay in all totals. */
export function createForgetViewer({
  db,
  limitStore,
  runQuery,
  analytics,
  days,
  secret,
  onError,
}: ForgetViewerDeps) {
  const attempts = createAttemptCounter(limitStore, "forgotten-viewers", LIMIT_PER_CLIENT);

  const command = async (query: string, query_params: Record<string, unknown>): Promise<void> => {
    try {
      await analytics.command({ query, query_params });
    } catch (error) {
      onError(error);
      throw errorForCaller(error, "The viewer could not be forgotten, please retry later");
    }
  };

  /**
   * Renames rows. A single statement copies the rows under a new name and empties the old rows, so that totals are correct at any
   * time. The old rows are deleted afterwards, also on disk.
   */
  async function renameSessions(
    { table, session, isOld, renamed }: SessionTable,
    params: Record<string, unknown>,
  ) {
    const columns = await runQuery<{ name: string }>(
      "SELECT name FROM system.columns WHERE database = currentDatabase() AND table = {table:String} ORDER BY position",
      { table },
    );
    const names = columns.map(({ name }) => name).filter((name) => name !== "taken_at");
    const expressionOf = (name: string) => {
      if (name === session) return `if(isEmptied, ${session}, ${renamed})`;
      if (name === "version") return "version + isEmptied";
      if (PERSONAL_COLUMNS.includes(name)) return `defaultValueOfArgumentType(${name})`;
      return RETAINED_COLUMNS.includes(name)
        ? name
        : `if(isEmptied, defaultValueOfArgumentType(${name}), ${name})`;
    };
    const clientCondition = `client_uuid = {client:String} AND ${isOld}`;
    await command(
      `INSERT INTO ${table} (${names.join(", ")}) SELECT ${names.map(expressionOf).join(", ")}
       FROM (SELECT * FROM ${table} FINAL WHERE ${clientCondition} AND ${IS_NOT_EMPTY[table]}) AS known
       ARRAY JOIN [0, 1] AS isEmptied`,
      params,
    );
    await command(`ALTER TABLE ${table} DELETE WHERE ${clientCondition} SETTINGS mutations_sync = 1`, params);
  }

  async function forget(keys: ViewerKeys) {
    const { client } = keys;
    const { sessions, hoursOfDays, rowsOfDays } = await findViewerRows(runQuery, keys);
    const invalidateDays = () => days.invalidate([...hoursOfDays, ...rowsOfDays]);
    // Daily totals store the viewer as a bit, so they are computed again, including totals made while rows change.
    await invalidateDays();
    for (let index = 0; index < sessions.length; index += SESSIONS_PER_STATEMENT) {
      const old = sessions.slice(index, index + SESSIONS_PER_STATEMENT);
      const params = { client, old, new: old.map((uuid) => pseudonymizeSession(uuid, secret)) };
      // Hours are renamed first, because the minutes identify them.
      await renameSessions(HOURS_TABLE, params);
      // These rows belong to days that are no longer aggregated, and are not read.
      await command(
        `ALTER TABLE day_rows DELETE WHERE ${CLIENT_CONDITION} AND ${HOURS_TABLE.isOld} SETTINGS mutations_sync = 1`,
        params,
      );
      await renameSessions(MINUTES_TABLE, params);
    }
    // The last statement is for hours whose minutes no longer exist.
    const left = await findViewerRows(runQuery, keys);
    if (left.hoursOfDays.length > 0)
      await command(
        `ALTER TABLE session_hours UPDATE viewer = 0 WHERE ${VIEWERS_CONDITION} SETTINGS mutations_sync = 1`,
        keys,
      );
    if (left.rowsOfDays.length > 0)
      await command(
        `ALTER TABLE day_rows DELETE WHERE ${VIEWERS_CONDITION} SETTINGS mutations_sync = 1`,
        keys,
      );
    await invalidateDays();
  }

  /**
   * Combines requests: viewers that are requested while this replica is erasing others are erased together afterwards. Each run
   * rewrites tables that all clients share, and takes as long for many viewers as for one. A failed run fails for all of its
   * viewers, because separate runs for each would block one another.
   */
  const forgetSoon = combineWrites<{ client: string; viewer: string }>(
    (wanted) =>
      runExclusively(db, async () => {
        for (const [client, group] of Map.groupBy(wanted, (each) => each.client))
          await forget({ client, viewers: group.flatMap(({ viewer }) => spellingsOf(viewer)) });
      }),
    VIEWERS_AT_ONCE,
    { areFailuresSplit: false },
  );

  return {
    /**
     * Erases a viewer. Repeating it changes nothing, and completes an interrupted attempt. For an unknown viewer, nothing is
     * rewritten.
     * @param viewer the id that their browser reports to this client.
     * @returns how many sessions they had.
     * @throws AppError "unavailable" while ClickHouse does not respond; "too_many_requests" while another replica erases viewers,
     * and when the client has made too many requests.
     */
    async forgetViewer({ clientUuid }: { clientUuid: string }, viewer: string): Promise<ForgottenViewer> {
      await attempts.consume(clientUuid);
      const found = await findViewerRows(runQuery, { client: clientUuid, viewers: spellingsOf(viewer) });
      const isKnown = Object.values(found).some(({ length }) => length > 0);
      if (isKnown) await forgetSoon({ client: clientUuid, viewer });
      return { sessions: found.sessions.length };
    },
  };
}

/** The condition for rows that are not empty: rows emptied by an earlier attempt must not overwrite rows that it filled. */
const IS_NOT_EMPTY: Record<SessionTable["table"], string> = {
  session_minutes:
    "(attempts + views + errors + peers + bytes_server + bytes_peer + bytes_up > 0 OR sec_server + sec_peer > 0 OR sec_rebuf_http + sec_rebuf_p2p > 0)",
  session_hours: "holds",
};

/** Returns a new uuid that is stable across repetitions, as a custom uuid (RFC 9562, version 8). */
function pseudonymizeSession(sessionUuid: string, secret: string): string {
  const digest = createHmac("sha256", secret).update(`forgotten session ${sessionUuid}`).digest();
  digest.writeUInt8((digest.readUInt8(6) & 0x0f) | 0x80, 6);
  digest.writeUInt8((digest.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = digest.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    "-",
  );
}
