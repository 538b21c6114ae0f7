import { FREE_TIER_BYTES } from "@shoal/contract";
import type { Measured } from "@shoal/domain/alerts";
import type { Analytics } from "../../../platform/clickhouse.ts";
import type { Database } from "../../../platform/database.ts";
import { createFigureCursorsRepository } from "../figures/index.ts";
import { createAlertSubjectsRepository } from "./alert-subjects.repository.ts";
import { type AlertSums, createAlertSums, type SessionValues, subjectKey } from "./alert-sums.ts";

const MINUTE_SEC = 60;
const HOUR_SEC = 3_600;
/** The number of videos from which a client's total is judged too. With a single video, its own alert is more precise. */
const MIN_VIDEOS_FOR_TOTAL = 2;

/** The measurements of a client's video, or of all its videos together (`subject` ""). */
export interface SubjectMeasure extends Measured {
  clientUuid: string;
  subject: string;
}

/** The measurements of a period, in ms since 1970. */
export interface MeasuredPeriod {
  fromMs: number;
  toMs: number;
  measures: SubjectMeasure[];
}

/** Creates the measurements for all alerts, with one query for all clients, whatever their number. */
export function createAlertMeasures({ db, analytics }: { db: Database; analytics: Analytics }) {
  const sums = createAlertSums(analytics);
  const subjects = createAlertSubjectsRepository(db);
  const cursors = createFigureCursorsRepository(db);

  async function measureQuota(atMs: number): Promise<SubjectMeasure[]> {
    const clients = await subjects.listLimitedClients();
    if (clients.length === 0) return [];
    const at = new Date(atMs);
    const sinceSec = Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1) / 1_000;
    const [closedUntilSec = 0, meteredSinceSec] = await Promise.all([
      cursors.findClosedUntilSec(),
      cursors.getMeteredSinceSec(),
    ]);
    const period = { fromSec: sinceSec, closedUntilSec, meteredSinceSec };
    const delivered = await sums.listDelivered(clients, period);
    return clients.map((clientUuid) => ({
      clientUuid,
      subject: "",
      kind: "quota",
      sessions: null,
      usual: null,
      value: (100 * (delivered.get(clientUuid) ?? 0)) / FREE_TIER_BYTES,
    }));
  }

  async function measureClaims(atMs: number): Promise<SubjectMeasure[]> {
    // The previous hour is included, because few claims so far in this hour must not end a running alert.
    const hourSec = Math.floor(atMs / 1_000 / HOUR_SEC) * HOUR_SEC;
    const claims = await sums.listClaims({ fromSec: hourSec - HOUR_SEC, toSec: hourSec + HOUR_SEC });
    return claims.flatMap(({ client: clientUuid, unverifiedPercent, addressPercent }) => {
      const of = { clientUuid, subject: "", sessions: null, usual: null };
      return [
        { ...of, kind: "unverified" as const, value: unverifiedPercent },
        { ...of, kind: "address_quota" as const, value: addressPercent },
      ];
    });
  }

  return {
    /**
     * Measures consecutive full minutes.
     * @param minutesMs their starts.
     * @throws while ClickHouse does not respond, because unknown values are not zero.
     */
    async measureMinutes(minutesMs: readonly number[]): Promise<MeasuredPeriod[]> {
      const [firstMs = 0, lastMs = 0] = [minutesMs[0], minutesMs.at(-1)];
      const rows = await sums.listMinutes({ fromSec: firstMs / 1_000, toSec: lastMs / 1_000 + MINUTE_SEC });
      const usual = await readUsualOffloads(sums, rows, firstMs / 1_000);
      const quota = [...(await measureQuota(lastMs)), ...(await measureClaims(lastMs))];
      const byMinute = Map.groupBy(rows, ({ atSec }) => atSec);
      return minutesMs.map((fromMs) => ({
        fromMs,
        toMs: fromMs + MINUTE_SEC * 1_000,
        measures: [
          ...(byMinute.get(fromMs / 1_000) ?? []).flatMap((row) => measuresOf(row, usual)),
          // These values are for the month and the hour, not the minute, so the current values also apply to skipped minutes.
          ...quota,
        ],
      }));
    },

    /** Measures lives that should be on air and are not, with the time at which this became known. */
    async measureLives(): Promise<SubjectMeasure[]> {
      const lives = await subjects.listLivesOffAir();
      return lives.map(({ client_uuid: clientUuid, video_uuid: subject }) => ({
        clientUuid,
        subject,
        kind: "stream_down",
        value: 1,
        sessions: null,
        usual: null,
      }));
    },
  };
}
export type AlertMeasures = ReturnType<typeof createAlertMeasures>;

function measuresOf(row: SessionValues, usualBy: ReadonlyMap<string, number>): SubjectMeasure[] {
  const { client: clientUuid, subject, sessions } = row;
  if (subject === "" && row.videos < MIN_VIDEOS_FOR_TOTAL) return [];
  const of = { clientUuid, subject, sessions };
  return [
    { ...of, kind: "rebuffering", value: row.rebuffering, usual: null },
    { ...of, kind: "errors", value: row.errors, usual: null },
    {
      ...of,
      kind: "offload_lost",
      value: row.offload,
      usual: usualBy.get(subjectKey(clientUuid, subject)) ?? null,
    },
  ];
}

async function readUsualOffloads(sums: AlertSums, rows: readonly SessionValues[], beforeSec: number) {
  const clients = [...new Set(rows.filter(({ offload }) => offload !== null).map(({ client }) => client))];
  if (clients.length === 0) return new Map<string, number>();
  return sums.listUsualOffload(clients, beforeSec - (beforeSec % HOUR_SEC));
}
