import {
  type AlertDetail,
  type AlertSeries,
  AppError,
  DEFAULT_PAGE_SIZE,
  type QueryOf,
  type ResponseOf,
  type routes,
} from "@shoal/contract";
import type { Analytics } from "../../../platform/clickhouse.ts";
import type { Database } from "../../../platform/database.ts";
import { errorForCaller, isForCaller } from "../../../platform/query-in-time.ts";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import type { Actor } from "../../accounts/auth/index.ts";
import { findTimeZone } from "../../accounts/clients/index.ts";
import { createAlertEventsRepository } from "./alert-events.repository.ts";
import type { AlertNews } from "./alert-news.ts";
import { chartPeriodOf, isStored, pointsOf, sessionValueAt, storedValueAt } from "./alert-series.ts";
import { createAlertStatesRepository } from "./alert-states.repository.ts";
import { createAlertSums } from "./alert-sums.ts";
import { ALERT_CURSORS } from "./alert-watch.ts";
import { type ListedAlert, presentAlert, presentHistory } from "./alerts.present.ts";
import { createAlertsRepository } from "./alerts.repository.ts";

export interface AlertsDeps {
  db: Database;
  analytics: Analytics;
  realtime: Pick<Realtime, "emit">;
  news: AlertNews;
  onError: (error: unknown) => void;
  nowMs?: () => number;
}

const alertNotFound = () => new AppError("alert_not_found", "No such alert");

/** Creates the service of a client's alerts as its users see them. */
export function createAlertsService(deps: AlertsDeps) {
  const { db, analytics, realtime, news, onError, nowMs = Date.now } = deps;
  const alerts = createAlertsRepository(db);
  const sums = createAlertSums(analytics);

  /** Finds the time until which all data has arrived, which the source that is furthest behind determines. */
  async function findAsOf(): Promise<string | null> {
    const states = createAlertStatesRepository(db);
    const seen = await Promise.all(Object.values(ALERT_CURSORS).map((name) => states.findCursor(name)));
    if (seen.some((ms) => ms === undefined)) return null;
    return new Date(Math.min(...seen.map((ms) => ms ?? 0))).toISOString();
  }

  async function detailOf(row: ListedAlert): Promise<AlertDetail> {
    const events = await createAlertEventsRepository(db).listEvents(row.client_uuid, row.uuid);
    return { ...presentAlert(row), history: presentHistory(events) };
  }

  async function get({ clientUuid }: Actor, uuid: string): Promise<ListedAlert> {
    const row = await alerts.findAlert(clientUuid, uuid);
    if (!row) throw alertNotFound();
    return row;
  }

  return {
    async listAlerts(
      { clientUuid }: Actor,
      { filter = {}, sort = {}, page, pagesize }: QueryOf<typeof routes.listAlerts>,
    ): Promise<ResponseOf<typeof routes.listAlerts>> {
      const limit = pagesize ?? DEFAULT_PAGE_SIZE;
      const [[field, direction] = ["openedAt", -1] as const] = Object.entries(sort) as ["openedAt", 1 | -1][];
      const [rows, size, asOf] = await Promise.all([
        alerts.listAlerts(clientUuid, filter, { field, direction, limit, offset: (page - 1) * limit }),
        alerts.countAlerts(clientUuid, filter),
        findAsOf(),
      ]);
      return { _embedded: rows.map(presentAlert), _size: size, asOf };
    },

    async countOpen({ clientUuid }: Actor): Promise<ResponseOf<typeof routes.countOpenAlerts>> {
      const [open, acknowledged, asOf] = await Promise.all([
        alerts.countAlerts(clientUuid, { state: "open" }),
        alerts.countAlerts(clientUuid, { state: "acknowledged" }),
        findAsOf(),
      ]);
      return { count: open + acknowledged, asOf };
    },

    /** @throws AppError "alert_not_found". */
    getAlert: async (actor: Actor, uuid: string): Promise<AlertDetail> => detailOf(await get(actor, uuid)),

    /** @throws AppError "alert_not_found", "unavailable" while ClickHouse does not respond. */
    async getSeries(actor: Actor, uuid: string): Promise<AlertSeries> {
      const row = await get(actor, uuid);
      const { kind, threshold, subject, client_uuid: client } = row;
      const charted = {
        kind,
        openedMs: (row.opened_at ?? row.since).getTime(),
        closedMs: row.closed_at?.getTime() ?? null,
      };
      const stretch = chartPeriodOf(charted, nowMs());
      const { stepSec } = stretch;
      const valueAt = isStored(kind)
        ? storedValueAt(charted, await alerts.listValues(client, uuid), stepSec)
        : sessionValueAt(kind, await querySteps(() => sums.listSteps(stretch, { client, subject, stepSec })));
      return { threshold, points: pointsOf(stretch, valueAt), timeZone: await findTimeZone(db, client) };
    },

    /** Acknowledges an alert. @throws AppError "alert_not_found", "alert_acknowledged" if a user has already done so. */
    async acknowledge(actor: Actor, uuid: string, note: string | undefined): Promise<AlertDetail> {
      const acknowledgement = { by: actor.username, note: note || null };
      const { clientUuid } = actor;
      const row = await db.transaction().execute(async (tx) => {
        const known = createAlertsRepository(tx);
        const isFirst = await known.acknowledge(
          { clientUuid, uuid },
          { ...acknowledgement, at: new Date(nowMs()) },
        );
        const alert = await known.findAlert(clientUuid, uuid);
        if (!alert) throw alertNotFound();
        if (!isFirst)
          throw new AppError(
            "alert_acknowledged",
            `${alert.acknowledged_by} has already acknowledged this alert`,
          );
        await news.notifyAcknowledged(tx, alert, acknowledgement);
        return alert;
      });
      realtime.emit(clientUuid, "alerts.changed");
      return detailOf(row);
    },
  };

  async function querySteps<T>(query: () => Promise<T>): Promise<T> {
    try {
      return await query();
    } catch (error) {
      if (!isForCaller(error)) onError(error);
      throw errorForCaller(error);
    }
  }
}
export type AlertsService = ReturnType<typeof createAlertsService>;
