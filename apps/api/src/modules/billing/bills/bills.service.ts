import { AppError, type BilledMonths, type MonthBill } from "@shoal/contract";
import {
  billOf,
  FORECAST_READ_DAYS,
  forecastBill,
  monthOfUtc,
  planIn,
  tryForecasts,
} from "@shoal/domain/billing";
import { CSV_START, writeCsvLine } from "@shoal/domain/csv";
import type { Analytics } from "../../../platform/clickhouse.ts";
import type { Database } from "../../../platform/database.ts";
import type { Actor } from "../../accounts/auth/index.ts";
import { readStorageDays } from "../../accounts/clients/index.ts";
import { createFigureCursorsRepository } from "../../insight/figures/index.ts";
import { readPlans } from "../price-plans/index.ts";
import {
  createBillsRepository,
  type DeliveredDay,
  readBilledDays,
  readBilledRows,
  readMeasuredBytes,
} from "./bills.repository.ts";

const DAY_MS = 86_400_000;
const MONTHS_SHOWN = 12;

export interface BillsDeps {
  db: Database;
  analytics: Analytics;
  onError: (error: unknown) => void;
  now?: () => number;
}

/** Creates the service of a client's delivery and price. Calls throw AppError "unavailable" while ClickHouse is unavailable. */
export function createBillsService({ db, analytics, onError, now = Date.now }: BillsDeps) {
  const clients = createBillsRepository(db);
  const cursors = createFigureCursorsRepository(db);

  /** Returns the period from one moment to another, which is exclusive. */
  async function periodOf(fromMs: number, untilMs: number) {
    const [closedUntilSec = 0, meteredSinceSec] = await Promise.all([
      cursors.findClosedUntilSec(),
      cursors.getMeteredSinceSec(),
    ]);
    return { fromSec: fromMs / 1_000, untilSec: untilMs / 1_000, closedUntilSec, meteredSinceSec };
  }

  async function readDays(clientUuid: string, fromMs: number, untilMs: number) {
    const period = await periodOf(fromMs, untilMs);
    const { closedUntilSec } = period;
    return { days: await readBilledDays({ analytics, onError }, clientUuid, period), closedUntilSec };
  }

  /** Returns the days of a month that have started. @throws AppError "bad_request" for a future month. */
  function startedDaysOf(month: string) {
    const { fromMs, untilMs } = monthOfUtc(month);
    if (fromMs <= now()) return { fromMs, untilMs };
    const reason = "lies ahead";
    throw new AppError("bad_request", `The month ${reason}`, [{ path: "month", reason }]);
  }

  /** Returns the bill of a month. @throws AppError "bad_request" for a future month. */
  async function getMonth({ clientUuid }: Pick<Actor, "clientUuid">, month: string): Promise<MonthBill> {
    const nowMs = now();
    const { fromMs, untilMs } = startedDaysOf(month);
    const todayMs = Math.floor(nowMs / DAY_MS) * DAY_MS;
    const isRunning = nowMs < untilMs;
    // A forecast uses the weeks before today, which may start before the month.
    const firstMs = isRunning ? Math.min(fromMs, todayMs - FORECAST_READ_DAYS * DAY_MS) : fromMs;
    const [plans, { days, closedUntilSec }] = await Promise.all([
      readPlans(db, clientUuid),
      readDays(clientUuid, firstMs, untilMs),
    ]);
    const plan = planIn(plans, month);
    const bill = billOf(
      days.filter(({ day }) => day.startsWith(month)),
      plan,
    );
    const past = days.map(sumOfDay).filter(({ atMs }) => atMs < todayMs);
    const stored = await readStorageDays(db, clientUuid, month);
    const { deliveredBytes } = bill;
    return {
      month,
      isComplete: closedUntilSec * 1_000 >= untilMs,
      asOf: new Date(nowMs).toISOString(),
      plan,
      ...bill,
      days: everyDay(days, fromMs, Math.min(untilMs, todayMs + DAY_MS)).map((each) => ({
        ...each,
        storedBytes: stored.get(each.day) ?? null,
      })),
      forecast: isRunning ? forecastBill({ deliveredBytes, days: past, nowMs, untilMs, plan }) : null,
    };
  }

  return {
    /** Lists months from the latest. Months before the client had an account are omitted, unless they have delivery. */
    async listMonths({ clientUuid }: Pick<Actor, "clientUuid">): Promise<BilledMonths> {
      const nowMs = now();
      const months = lastMonths(nowMs);
      const [createdAt, plans, { days, closedUntilSec }] = await Promise.all([
        clients.getCreation(clientUuid),
        readPlans(db, clientUuid),
        readDays(clientUuid, monthOfUtc(months.at(-1) ?? "").fromMs, monthOfUtc(months[0] ?? "").untilMs),
      ]);
      const byMonth = Map.groupBy(days, ({ day }) => day.slice(0, 7));
      const firstMonth = [toIsoMonth(createdAt.getTime()), ...byMonth.keys()].toSorted()[0] ?? "";
      const _embedded = months
        .filter((month) => month >= firstMonth)
        .map((month) => {
          const { lines: _, ...sums } = billOf(byMonth.get(month) ?? [], planIn(plans, month));
          return { month, isComplete: closedUntilSec * 1_000 >= monthOfUtc(month).untilMs, ...sums };
        });
      const over = _embedded.filter(({ isComplete }) => isComplete).map(({ month }) => month);
      const forecastTrial = tryForecasts(days.map(sumOfDay), over);
      return { _embedded, _size: _embedded.length, forecastTrial };
    },

    getMonth,

    /**
     * Exports the rows of a month's bill, in their current state, as a CSV file, day by day.
     * @throws AppError "bad_request" for a future month, and "unavailable" before the first line.
     */
    async exportRows(
      { clientUuid }: Pick<Actor, "clientUuid">,
      month: string,
    ): Promise<AsyncIterable<string>> {
      const { fromMs, untilMs } = startedDaysOf(month);
      const period = await periodOf(fromMs, untilMs);
      const readDay = (dayMs: number) =>
        readBilledRows({ analytics, onError }, clientUuid, {
          ...period,
          fromSec: dayMs / 1_000,
          untilSec: (dayMs + DAY_MS) / 1_000,
        });
      const first = await readDay(fromMs);
      return (async function* () {
        yield CSV_START + writeCsvLine(["hour", "video", "serverBytes", "peerBytes"]);
        for (let dayMs = fromMs; dayMs < Math.min(untilMs, now()); dayMs += DAY_MS) {
          const rows = dayMs === fromMs ? first : await readDay(dayMs);
          yield rows
            .map(({ hour, video, serverBytes, peerBytes }) =>
              writeCsvLine([hour, video, serverBytes, peerBytes]),
            )
            .join("");
        }
      })();
    },

    /**
     * Returns the cost of a month so far, and the part that edges sent and counted themselves.
     * @throws the same errors as `getMonth`.
     */
    async getSpent(client: Pick<Actor, "clientUuid">, month: string): Promise<SpentInMonth> {
      const { plan, cents } = await getMonth(client, month);
      const { fromMs, untilMs } = monthOfUtc(month);
      const period = { fromSec: fromMs / 1_000, untilSec: untilMs / 1_000 };
      const measured = await readMeasuredBytes({ analytics, onError }, client.clientUuid, period);
      return { cents, measuredCents: billOf([{ serverBytes: measured, peerBytes: 0 }], plan).cents };
    },
  };
}

interface SpentInMonth {
  cents: number;
  measuredCents: number;
}

export type BillsService = ReturnType<typeof createBillsService>;

const toIsoMonth = (ms: number): string => new Date(ms).toISOString().slice(0, 7);

/** Returns the current UTC month and the months before it. */
function lastMonths(nowMs: number): string[] {
  const now = new Date(nowMs);
  return Array.from({ length: MONTHS_SHOWN }, (_, back) =>
    toIsoMonth(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)),
  );
}

const sumOfDay = ({ day, serverBytes, peerBytes }: DeliveredDay) => ({
  atMs: Date.parse(day),
  sum: serverBytes + peerBytes,
});

/** Returns every day of the range, whose end is exclusive. Missing days are empty. */
function everyDay(known: readonly DeliveredDay[], fromMs: number, untilMs: number): DeliveredDay[] {
  const byDay = new Map(known.map((each) => [each.day, each]));
  return Array.from({ length: (untilMs - fromMs) / DAY_MS }, (_, at) => {
    const day = new Date(fromMs + at * DAY_MS).toISOString().slice(0, 10);
    return byDay.get(day) ?? { day, serverBytes: 0, peerBytes: 0, cdnBytes: 0 };
  });
}
