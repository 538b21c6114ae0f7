import {
  type FootprintConsumption,
  type FootprintMethodId,
  type FootprintReport,
  STATISTICS_MINUTES_DAYS,
} from "@shoal/contract";
import { addMonths, DEFAULT_FOOTPRINT_METHOD, monthBounds, toIsoMonth } from "@shoal/domain/footprint";
import type { Analytics } from "../../../platform/clickhouse.ts";
import type { Database, Tx } from "../../../platform/database.ts";
import { createFigureCursorsRepository, createMonthSums } from "../figures/index.ts";
import { createFootprintRepository, type StoredReport } from "./footprint.repository.ts";
import { makeReport } from "./make-report.ts";
import { hasSameSums } from "./same-sums.ts";

const DAY_SEC = 86_400;
/** How far back aggregates are read again, because those of another replica become visible only after its transaction. */
const REREAD_WINDOW_MS = 600_000;

export interface FootprintMonthsDeps {
  db: Database;
  analytics: Analytics;
  onError: (error: unknown) => void;
  now?: () => number;
}

interface ReportedClient {
  clientUuid: string;
  timeZone: string;
}

/** Creates the service that makes reports of past months, and revisions of corrected ones. Every replica may run it. */
export function createFootprintMonthsService({
  db,
  analytics,
  onError,
  now = Date.now,
}: FootprintMonthsDeps) {
  const sums = createMonthSums(analytics);
  const cursors = createFigureCursorsRepository(db);
  const repository = createFootprintRepository(db);

  /**
   * Makes due reports. A client whose hours cannot be read gets no report for that month, and does not block the others.
   * @throws if ClickHouse does not respond.
   */
  async function makeDue(): Promise<void> {
    const closedUntilSec = await cursors.findClosedUntilSec();
    if (closedUntilSec === undefined) return;
    const clients = await repository.listClients();
    const firstHours = await sums.findFirstHours(
      clients.flatMap(({ clientUuid, nextMonth }) => (nextMonth === null ? [clientUuid] : [])),
    );
    for (const { nextMonth, ...client } of clients) {
      const firstSec = firstHours.get(client.clientUuid);
      const next =
        nextMonth ?? (firstSec === undefined ? undefined : toIsoMonth(firstSec * 1_000, client.timeZone));
      if (next !== undefined && isOver(next, client.timeZone, closedUntilSec))
        await tryInLock(client, (tx) => makeMonths(tx, client, next, closedUntilSec));
    }
    await correct(new Map(clients.map((client) => [client.clientUuid, client])), closedUntilSec);
  }

  const isOver = (month: string, timeZone: string, closedUntilSec: number) =>
    monthBounds(month, timeZone).toMs <= closedUntilSec * 1_000;

  const inLock = ({ clientUuid }: ReportedClient, work: (tx: Tx) => Promise<void>) =>
    db.transaction().execute(async (tx) => {
      await createFootprintRepository(tx).lockClient(clientUuid);
      await work(tx);
    });

  /** Works on a client. @returns whether it succeeded. @throws if ClickHouse does not respond at all. */
  async function tryInLock(client: ReportedClient, work: (tx: Tx) => Promise<void>): Promise<boolean> {
    try {
      await inLock(client, work);
      return true;
    } catch (error) {
      if (!(await analytics.ping()).success) throw error;
      onError(error);
      return false;
    }
  }

  async function makeMonths(
    tx: Tx,
    client: ReportedClient,
    first: string,
    closedUntilSec: number,
  ): Promise<void> {
    const { clientUuid, timeZone } = client;
    const own = createFootprintRepository(tx);
    // Another replica may already have made the report.
    let month = (await own.findNextMonth(clientUuid)) ?? first;
    for (; isOver(month, timeZone, closedUntilSec); month = addMonths(month, 1)) {
      const consumption = await read(client, month, closedUntilSec);
      if (consumption.length === 0) continue;
      const methodId = (await own.findMethod(clientUuid, month)) ?? DEFAULT_FOOTPRINT_METHOD;
      const input = { month, timeZone, methodId, consumption, nowMs: now() };
      await own.addReport(clientUuid, makeReport(input, { revision: 1, reason: "closed" as const }));
    }
    await own.saveNextMonth(clientUuid, month);
  }

  function read({ clientUuid, timeZone }: ReportedClient, month: string, closedUntilSec: number) {
    const { fromMs, toMs } = monthBounds(month, timeZone);
    return sums.readConsumption(clientUuid, { fromSec: fromMs / 1_000, toSec: toMs / 1_000 }, closedUntilSec);
  }

  async function correct(
    clients: ReadonlyMap<string, ReportedClient>,
    closedUntilSec: number,
  ): Promise<void> {
    const sinceMs = await repository.findCorrectedUntilMs();
    const fromSec = closedUntilSec - (STATISTICS_MINUTES_DAYS + 2) * DAY_SEC;
    const touched = await sums.listTouchedDays(Math.max(0, sinceMs - REREAD_WINDOW_MS), fromSec);
    let isComplete = true;
    for (const [clientUuid, days] of Map.groupBy(touched, (each) => each.clientUuid)) {
      const client = clients.get(clientUuid);
      if (!client) continue;
      const isCorrected = await tryInLock(client, (tx) =>
        correctMonths(tx, client, { daysSec: days.map(({ daySec }) => daySec), closedUntilSec }),
      );
      isComplete &&= isCorrected;
    }
    // The next run tries all of them again. A client whose totals are unchanged gets no revision.
    if (!isComplete) return;
    const newestMs = Math.max(sinceMs, ...touched.map((each) => each.newestMs));
    if (newestMs > sinceMs) await repository.saveCorrectedUntilMs(newestMs);
  }

  async function correctMonths(
    tx: Tx,
    client: ReportedClient,
    { daysSec, closedUntilSec }: { daysSec: readonly number[]; closedUntilSec: number },
  ): Promise<void> {
    const own = createFootprintRepository(tx);
    const nextMonth = (await own.findNextMonth(client.clientUuid)) ?? "";
    const latest = Map.groupBy(await own.listLatest(client.clientUuid), ({ month }) => month);
    for (const month of monthsOf(daysSec, client.timeZone)) {
      const reports = latest.get(month) ?? [];
      // A past month keeps its time zone, whatever the client's current one is.
      const timeZone = reports[0]?.timeZone ?? client.timeZone;
      // A month whose hours are not closed waits, for example while all hours are being closed again.
      if (month >= nextMonth || !isOver(month, timeZone, closedUntilSec)) continue;
      const consumption = await read({ ...client, timeZone }, month, closedUntilSec);
      const chosen = (await own.findMethod(client.clientUuid, month)) ?? DEFAULT_FOOTPRINT_METHOD;
      for (const report of revisionsOf(reports, chosen, { month, timeZone, consumption, nowMs: now() }))
        await own.addReport(client.clientUuid, report);
    }
  }

  return { makeDue };
}
export type FootprintMonthsService = ReturnType<typeof createFootprintMonthsService>;

/** Returns the months of days and their neighbours, since time zones differ from UTC by up to fourteen hours. */
const monthsOf = (daysSec: readonly number[], timeZone: string): Set<string> =>
  new Set(
    daysSec.flatMap((daySec) => [
      toIsoMonth((daySec - DAY_SEC) * 1_000, timeZone),
      toIsoMonth((daySec + 2 * DAY_SEC) * 1_000, timeZone),
      toIsoMonth(daySec * 1_000, timeZone),
    ]),
  );

interface MonthReports {
  month: string;
  timeZone: string;
  consumption: FootprintConsumption[];
  nowMs: number;
}

/**
 * Returns the reports to add to a month: one for each report whose totals have changed, and the first report if there was none.
 */
function revisionsOf(
  latest: readonly FootprintReport[],
  own: FootprintMethodId,
  { month, timeZone, consumption, nowMs }: MonthReports,
): StoredReport[] {
  const changed =
    latest.length > 0
      ? latest.filter((report) => !hasSameSums(report.consumption, consumption))
      : [{ method: { id: own }, revision: 0 }].slice(0, consumption.length);
  return changed.map(({ method, revision }) =>
    makeReport(
      { month, timeZone, methodId: method.id, consumption, nowMs },
      { revision: (revision ?? 0) + 1, reason: "corrected" as const },
    ),
  );
}
