import { createHmac } from "node:crypto";
import type { ForgottenViewer } from "@shoal/contract";
import { faultToTell } from "../../platform/ask-in-time.ts";
import type { Analytics } from "../../platform/clickhouse.ts";
import type { SummedDaysRepository } from "../figures/index.ts";
import type { Ask } from "./ask-analytics.ts";

/** In one statement. */
const SESSIONS_AT_ONCE = 2_000;
/** What no row keeps of a viewer, beside who he is. */
const PERSONAL = ["viewer", "network_prefix", "events"];
const KEPT = ["client_uuid", "video_uuid", "minute", "hour"];

interface ForgetViewerDeps {
  ask: Ask;
  analytics: Analytics;
  days: Pick<SummedDaysRepository, "forget">;
  /** Of the installation: nobody else can say which session became which. */
  secret: string;
  onError: (error: unknown) => void;
}

/** How rows of a table are told apart by session, and as whom those of old sessions come back. */
interface SessionTable {
  table: "session_minutes" | "session_hours";
  session: string;
  isOld: string;
  renamed: string;
}

const HASHES = (uuids: string) => `arrayMap(uuid -> sipHash64(uuid), {${uuids}:Array(String)})`;
const MINUTES: SessionTable = {
  ...{ table: "session_minutes", session: "session_uuid", isOld: "session_uuid IN {old:Array(String)}" },
  renamed: "transform(session_uuid, {old:Array(String)}, {new:Array(String)}, '')",
};
const HOURS: SessionTable = {
  ...{ table: "session_hours", session: "session", isOld: `has(${HASHES("old")}, session)` },
  renamed: `transform(session, ${HASHES("old")}, ${HASHES("new")}, toUInt64(0))`,
};

/** Removes who a viewer was and which sessions were his; what he watched stays in every sum. */
export function createForgetViewer({ ask, analytics, days, secret, onError }: ForgetViewerDeps) {
  const command = async (query: string, query_params: Record<string, unknown>): Promise<void> => {
    try {
      await analytics.command({ query, query_params });
    } catch (error) {
      onError(error);
      throw faultToTell(error, "The viewer could not be forgotten, please retry later");
    }
  };

  /**
   * One statement says that the rows are somebody else's and that the old ones hold nothing, so that sums are right at any moment;
   * then the old ones go, from the disk too.
   */
  async function rename({ table, session, isOld, renamed }: SessionTable, params: Record<string, unknown>) {
    const columns = await ask<{ name: string }>(
      "SELECT name FROM system.columns WHERE database = currentDatabase() AND table = {table:String} ORDER BY position",
      { table },
    );
    const names = columns.map(({ name }) => name).filter((name) => name !== "taken_at");
    const expressionOf = (name: string) => {
      if (name === session) return `if(isEmptied, ${session}, ${renamed})`;
      if (name === "version") return "version + isEmptied";
      if (PERSONAL.includes(name)) return `defaultValueOfArgumentType(${name})`;
      return KEPT.includes(name) ? name : `if(isEmptied, defaultValueOfArgumentType(${name}), ${name})`;
    };
    const whose = `client_uuid = {client:String} AND ${isOld}`;
    await command(
      `INSERT INTO ${table} (${names.join(", ")}) SELECT ${names.map(expressionOf).join(", ")}
       FROM (SELECT * FROM ${table} FINAL WHERE ${whose} AND ${HOLDS_SOMETHING[table]}) AS known
       ARRAY JOIN [0, 1] AS isEmptied`,
      params,
    );
    await command(`ALTER TABLE ${table} DELETE WHERE ${whose} SETTINGS mutations_sync = 1`, params);
  }

  return {
    /**
     * Doing it again changes nothing, and finishes what was begun.
     * @param viewer as his browser tells him to this client.
     * @returns how many sessions were his.
     * @throws AppError "unavailable" while the analytics engine does not answer.
     */
    async forgetViewer({ clientUuid }: { clientUuid: string }, viewer: string): Promise<ForgottenViewer> {
      const who = { client: clientUuid, viewer };
      const found = await ask<{ uuid: string }>(
        `SELECT DISTINCT session_uuid AS uuid FROM session_minutes
         WHERE client_uuid = {client:String} AND viewer = {viewer:String} ORDER BY uuid`,
        who,
      );
      const sessions = found.map(({ uuid }) => uuid);
      const watched = await ask<{ day: number }>(
        `SELECT DISTINCT toUnixTimestamp(toStartOfDay(hour)) AS day FROM session_hours
         WHERE client_uuid = {client:String} AND viewer = sipHash64({viewer:String})`,
        who,
      );
      const forgetDays = () => days.forget(watched.map(({ day }) => day));
      // Sums of days know him by a bit: they are made anew, those too that somebody makes while rows change.
      await forgetDays();
      for (let place = 0; place < sessions.length; place += SESSIONS_AT_ONCE) {
        const old = sessions.slice(place, place + SESSIONS_AT_ONCE);
        const params = { client: clientUuid, old, new: old.map((uuid) => disguise(uuid, secret)) };
        // Hours first: while they have not gone, the minutes still say which ones.
        await rename(HOURS, params);
        // Of days that are not summed up any more, whose rows nobody reads.
        await command(
          `ALTER TABLE day_rows DELETE WHERE client_uuid = {client:String} AND ${HOURS.isOld} SETTINGS mutations_sync = 1`,
          params,
        );
        await rename(MINUTES, params);
      }
      // Hours of which there are no minutes any more.
      for (const change of ["session_hours UPDATE viewer = 0", "day_rows DELETE"])
        await command(
          `ALTER TABLE ${change} WHERE client_uuid = {client:String} AND viewer = sipHash64({viewer:String})
           SETTINGS mutations_sync = 1`,
          who,
        );
      await forgetDays();
      return { sessions: sessions.length };
    },
  };
}

/** Rows that were emptied by an attempt before must not come over those that it filled. */
const HOLDS_SOMETHING: Record<SessionTable["table"], string> = {
  session_minutes:
    "(attempts + views + errors + peers + bytes_server + bytes_peer + bytes_up > 0 OR sec_server + sec_peer > 0 OR sec_rebuf_http + sec_rebuf_p2p > 0)",
  session_hours: "holds",
};

/** Always the same of a session, so that repeating changes nothing; a uuid of nobody's making (RFC 9562, version 8). */
function disguise(sessionUuid: string, secret: string): string {
  const digest = createHmac("sha256", secret).update(`forgotten session ${sessionUuid}`).digest();
  digest.writeUInt8((digest.readUInt8(6) & 0x0f) | 0x80, 6);
  digest.writeUInt8((digest.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = digest.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    "-",
  );
}
