import {
  AppError,
  type FootprintMethodId,
  type FootprintMonths,
  type FootprintReport,
} from "@shoal/contract";
import {
  addMonths,
  DEFAULT_FOOTPRINT_METHOD,
  listFootprintMethods,
  monthBounds,
  toIsoMonth,
} from "@shoal/domain/footprint";
import type { Analytics } from "../../../platform/clickhouse.ts";
import type { Database } from "../../../platform/database.ts";
import { errorForCaller, isForCaller } from "../../../platform/query-in-time.ts";
import type { Actor } from "../../accounts/auth/index.ts";
import { findTimeZone } from "../../accounts/clients/index.ts";
import { createFigureCursorsRepository, createMonthSums } from "../figures/index.ts";
import { createFootprintRepository } from "./footprint.repository.ts";
import { makeReport } from "./make-report.ts";
import { hasSameSums } from "./same-sums.ts";

export interface FootprintDeps {
  db: Database;
  analytics: Analytics;
  onError: (error: unknown) => void;
  now?: () => number;
}

export interface ReportSelection {
  month: string;
  method?: FootprintMethodId | undefined;
  revision?: number | undefined;
}

const badMonthError = (reason: string) =>
  new AppError("bad_request", `The month ${reason}`, [{ path: "month", reason }]);

/** Lists the months from the first to before the last, ascending. */
function monthsBetween(first: string, end: string): string[] {
  const months: string[] = [];
  for (let month = first; month < end; month = addMonths(month, 1)) months.push(month);
  return months;
}

/**
 * A client's footprint by month. Each call throws AppError "bad_request" for a future month, "not_found" if nothing is stored for
 * it, and, only for the current month, "unavailable" while ClickHouse does not respond.
 */
export function createFootprintService({ db, analytics, onError, now = Date.now }: FootprintDeps) {
  const repository = createFootprintRepository(db);
  const cursors = createFigureCursorsRepository(db);
  const sums = createMonthSums(analytics);
  const methodOf = async (clientUuid: string, month: string) =>
    (await repository.findMethod(clientUuid, month)) ?? DEFAULT_FOOTPRINT_METHOD;

  /** Makes a report of a month that has no stored report, up to now. The report is not stored. */
  async function preview(clientUuid: string, { month, method }: ReportSelection, timeZone: string) {
    const nowMs = now();
    const { fromMs, toMs } = monthBounds(month, timeZone);
    const range = { fromSec: fromMs / 1_000, toSec: toMs / 1_000 };
    const closedUntilSec = (await cursors.findClosedUntilSec()) ?? range.fromSec;
    const consumption = await sums.readConsumption(clientUuid, range, closedUntilSec).catch((error) => {
      if (!isForCaller(error)) onError(error);
      throw errorForCaller(error);
    });
    const methodId = method ?? (await methodOf(clientUuid, month));
    return makeReport({ month, timeZone, methodId, consumption, nowMs }, RUNNING_REPORT);
  }

  async function getReport({ clientUuid }: Actor, which: ReportSelection): Promise<FootprintReport> {
    const { month, method, revision } = which;
    const timeZone = await findTimeZone(db, clientUuid);
    const running = toIsoMonth(now(), timeZone);
    if (month > running) throw badMonthError("must not be in the future");
    const own = method ?? (await methodOf(clientUuid, month));
    const stored = await repository.findReport(clientUuid, { month, method: own }, revision);
    if (stored) return stored;
    const isDue = month < ((await repository.findNextMonth(clientUuid)) ?? running);
    if (!isDue && revision === undefined) return preview(clientUuid, which, timeZone);
    // Existing reports may have been computed by another method than the client's current choice.
    const other =
      method || revision !== undefined ? undefined : await repository.findNewest(clientUuid, month);
    if (!other) throw new AppError("not_found", "No such report for this month");
    return other;
  }

  return {
    listMethods: async () => listFootprintMethods(),
    getReport,

    /** Returns a report with the client's name, for files that are passed on. */
    async getNamed(actor: Actor, which: ReportSelection) {
      const report = await getReport(actor, which);
      return { report, client: await repository.findName(actor.clientUuid) };
    },

    async listReports({ clientUuid }: Actor): Promise<FootprintMonths> {
      const timeZone = await findTimeZone(db, clientUuid);
      const running = toIsoMonth(now(), timeZone);
      const [rows, nextMonth] = await Promise.all([
        repository.listReports(clientUuid),
        repository.findNextMonth(clientUuid),
      ]);
      return {
        dueMonths: monthsBetween(nextMonth ?? running, running).reverse(),

        timeZone,
        running,
        method: await methodOf(clientUuid, running),
        reports: rows.map(({ month, method, revision, reason, made_at, result }) => ({
          month,
          method,
          revision,
          reason,
          madeAt: made_at.toISOString(),
          energyKwh: result.energyKwh,
          co2Grams: result.co2Grams,
          waterLitres: result.waterLitres,
        })),
      };
    },

    /** Makes a past month's report by another method from its latest totals. Returns the report if it already exists. */
    async makeBeside(
      { clientUuid }: Actor,
      month: string,
      methodId: FootprintMethodId,
    ): Promise<FootprintReport> {
      const timeZone = await findTimeZone(db, clientUuid);
      const next = await repository.findNextMonth(clientUuid);
      if (month >= toIsoMonth(now(), timeZone) || (next !== undefined && month >= next))
        throw badMonthError("must be over, with complete data");
      return db.transaction().execute(async (tx) => {
        const own = createFootprintRepository(tx);
        await own.lockClient(clientUuid);
        const newest = await own.findNewest(clientUuid, month);
        if (!newest) throw new AppError("not_found", "No report for this month");
        const known = await own.findReport(clientUuid, { month, method: methodId });
        const { consumption } = newest;
        if (known && hasSameSums(known.consumption, consumption)) return known;
        const which = { revision: (known?.revision ?? 0) + 1, reason: "asked" as const };
        const input = { month, timeZone: newest.timeZone, methodId, consumption, nowMs: now() };
        const report = makeReport(input, which);
        await own.addReport(clientUuid, report);
        return report;
      });
    },

    /** Chooses the method from the current month, which has no report yet. */
    async chooseMethod({ clientUuid }: Actor, method: FootprintMethodId): Promise<void> {
      const timeZone = await findTimeZone(db, clientUuid);
      await repository.saveMethod(clientUuid, toIsoMonth(now(), timeZone), method);
    },
  };
}
export type FootprintService = ReturnType<typeof createFootprintService>;

const RUNNING_REPORT = { revision: null, reason: "running" as const };
