import { sql } from "kysely";
import type { Analytics } from "../../../platform/clickhouse.ts";
import type { Database } from "../../../platform/database.ts";
import { touchClient } from "../../accounts/clients/index.ts";

const DAY_SEC = 86_400;
const HOURS_PER_DAY = 24;
/** The number of days, which contain each weekday four times. */
const USUAL_DAYS = 28;
const QUERY_TIMEOUT_MS = 60_000;
/** Smaller changes of a figure are not announced to edges, which would otherwise read every client again each day. */
const CHANGE_FROM = 0.05;

interface UsualRow {
  client: string;
  hour: number;
  bytes: number | string;
}

/**
 * Creates the refresh of a client's usual claims by hour of the day, which are the median of the last 28 days, including empty
 * days. A client therefore counts as new for two weeks, and forged claims become usual only after that time. Withheld claims are
 * included, since a growing audience would otherwise never become usual.
 */
export function createUsualClaims({ db, analytics }: { db: Database; analytics: Analytics }) {
  return {
    /** Saves changes and notifies edges. @throws while ClickHouse does not respond. */
    async refresh(nowMs = Date.now()): Promise<void> {
      const usual = usualByClient(await readUsualRows(analytics, nowMs));
      const known = await db
        .selectFrom("clients")
        .select(["uuid", "usual_claims"])
        .where((eb) =>
          eb.or([
            eb(sql<number>`cardinality(usual_claims)`, ">", 0),
            eb("uuid", "in", [...usual.keys(), NIL_UUID]),
          ]),
        )
        .execute();
      for (const { uuid, usual_claims: before } of known) {
        const now = usual.get(uuid) ?? [];
        if (!hasChanged(before, now)) continue;
        await db.transaction().execute(async (tx) => {
          await tx.updateTable("clients").set({ usual_claims: now }).where("uuid", "=", uuid).execute();
          await touchClient(tx, uuid);
        });
      }
    },
  };
}
export type UsualClaimsWork = ReturnType<typeof createUsualClaims>;

/** A uuid that no client has, because a list of uuids must not be empty. */
const NIL_UUID = "00000000-0000-0000-0000-000000000000";
const UUID_PATTERN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

async function readUsualRows(analytics: Analytics, nowMs: number): Promise<UsualRow[]> {
  const untilSec = Math.floor(nowMs / 1_000 / DAY_SEC) * DAY_SEC;
  const result = await analytics.query({
    // This is the median of the days in descending order, where days without a row count as zero.
    query: `SELECT client_uuid AS client, toHour(at) AS hour, arraySort(x -> -x, groupArray(bytes))[${USUAL_DAYS / 2 + 1}] AS bytes
      FROM (SELECT client_uuid, hour AS at, toFloat64(sum(bytes_elsewhere + bytes_peer + bytes_unverified)) AS bytes
        FROM metered_hours FINAL
        WHERE hour >= toDateTime({from:UInt32}, 'UTC') AND hour < toDateTime({until:UInt32}, 'UTC')
        GROUP BY client_uuid, hour)
      GROUP BY client, hour HAVING bytes > 0`,
    query_params: { from: untilSec - USUAL_DAYS * DAY_SEC, until: untilSec },
    format: "JSONEachRow",
    abort_signal: AbortSignal.timeout(QUERY_TIMEOUT_MS),
  });
  return result.json<UsualRow>();
}

/** Returns the maximum of each hour and its neighbours, since audiences shift by an hour when clocks change. */
function usualByClient(rows: readonly UsualRow[]): Map<string, number[]> {
  const byClient = new Map<string, number[]>();
  for (const [client, of] of Map.groupBy(rows, (row) => row.client)) {
    if (!UUID_PATTERN.test(client)) continue;
    const own = Array<number>(HOURS_PER_DAY).fill(0);
    for (const { hour, bytes } of of) own[Number(hour)] = Math.round(Number(bytes));
    const at = (hour: number) => own[(hour + HOURS_PER_DAY) % HOURS_PER_DAY] ?? 0;
    byClient.set(
      client,
      own.map((_, hour) => Math.max(at(hour - 1), at(hour), at(hour + 1))),
    );
  }
  return byClient;
}

function hasChanged(before: readonly number[], now: readonly number[]): boolean {
  if (before.length !== now.length) return true;
  return now.some((bytes, hour) => {
    const was = before[hour] ?? 0;
    return Math.abs(bytes - was) > CHANGE_FROM * Math.max(bytes, was);
  });
}
