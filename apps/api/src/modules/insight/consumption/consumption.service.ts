import {
  type ClientConsumption,
  type ConsumptionPage,
  type ConsumptionQuery,
  type ConsumptionSort,
  DEFAULT_PAGE_SIZE,
  FREE_TIER_BYTES,
} from "@shoal/contract";
import { FORECAST_DAYS, forecast } from "@shoal/domain/statistics";
import type { Analytics } from "../../../platform/clickhouse.ts";
import type { Database } from "../../../platform/database.ts";
import { sumStorageDaysForAdministration } from "../../accounts/clients/index.ts";
import { createFigureCursorsRepository } from "../figures/index.ts";
import { createConsumptionRepository } from "./consumption.repository.ts";
import { type ConsumptionPeriod, type ConsumptionSums, readConsumption } from "./consumption-sums.ts";

const DAY_SEC = 86_400;

export interface ConsumptionDeps {
  db: Database;
  analytics: Analytics;
  onError: (error: unknown) => void;
}

/** Creates the service of clients' consumption by month. It throws AppError "unavailable" while ClickHouse does not respond. */
export function createConsumptionService({ db, analytics, onError }: ConsumptionDeps) {
  const clients = createConsumptionRepository(db);
  const cursors = createFigureCursorsRepository(db);
  return {
    async listConsumption(query: ConsumptionQuery, nowMs = Date.now()): Promise<ConsumptionPage> {
      const { page, pagesize = DEFAULT_PAGE_SIZE, search, filter } = query;
      const month = query.month ?? new Date(nowMs).toISOString().slice(0, 7);
      const [closedUntilSec = 0, meteredSinceSec] = await Promise.all([
        cursors.findClosedUntilSec(),
        cursors.getMeteredSinceSec(),
      ]);
      const period = { ...periodOf(month, nowMs), closedUntilSec, meteredSinceSec };
      const [found, sums, stored] = await Promise.all([
        clients.listClients(search),
        readConsumption({ analytics, onError }, period),
        sumStorageDaysForAdministration(db, month),
      ]);
      const rows = found
        .map((client) => ({
          ...buildRow(client, sums.get(client.uuid), { nowMs, untilMs: period.untilSec * 1_000 }),
          storedByteDays: stored.get(client.uuid) ?? 0,
        }))
        .filter(({ deliveredBytes }) => !filter?.isOverFreeTier || deliveredBytes > FREE_TIER_BYTES)
        .sort(orderOf(query.sort));
      return {
        month,
        isComplete: period.closedUntilSec >= period.untilSec,
        asOf: new Date(nowMs).toISOString(),
        freeTierBytes: FREE_TIER_BYTES,
        total: totalOf(rows),
        _embedded: rows.slice((page - 1) * pagesize, page * pagesize),
        _size: rows.length,
      };
    },
  };
}
export type ConsumptionService = ReturnType<typeof createConsumptionService>;

function periodOf(
  month: string,
  nowMs: number,
): Omit<ConsumptionPeriod, "closedUntilSec" | "meteredSinceSec"> {
  const [year = 0, number = 0] = month.split("-").map(Number);
  const secOf = (monthIndex: number) => Date.UTC(year, monthIndex, 1) / 1_000;
  const daysUntilSec = Math.floor(nowMs / 1_000 / DAY_SEC) * DAY_SEC;
  const days = { daysFromSec: daysUntilSec - FORECAST_DAYS * DAY_SEC, daysUntilSec };
  return { fromSec: secOf(number - 1), untilSec: secOf(number), ...days };
}

/** Returns a client's row, which has zeros if there are no reports. */
function buildRow(
  client: ClientConsumption["client"],
  sums: Partial<ConsumptionSums> = {},
  { nowMs, untilMs }: { nowMs: number; untilMs: number },
): Omit<ClientConsumption, "storedByteDays"> {
  const {
    watchedSec = 0,
    views = 0,
    serverBytes = 0,
    peerBytes = 0,
    cdnBytes = 0,
    unmatchedPeerBytes = 0,
    unverifiedBytes = 0,
    days = [],
  } = sums;
  const deliveredBytes = serverBytes + peerBytes;
  const forecastBytes =
    nowMs >= untilMs ? deliveredBytes : forecast({ soFar: deliveredBytes, days, nowMs, untilMs });
  const bytes = { serverBytes, peerBytes, cdnBytes, deliveredBytes, unmatchedPeerBytes, unverifiedBytes };
  return { client, watchedSec, views, ...bytes, forecastBytes };
}

const totalOf = (rows: readonly ClientConsumption[]): ConsumptionPage["total"] => {
  const sum = (value: (row: ClientConsumption) => number) => rows.reduce((all, row) => all + value(row), 0);
  return {
    watchedSec: sum((row) => row.watchedSec),
    views: sum((row) => row.views),
    serverBytes: sum((row) => row.serverBytes),
    peerBytes: sum((row) => row.peerBytes),
    cdnBytes: sum((row) => row.cdnBytes),
    storedByteDays: sum((row) => row.storedByteDays),
    deliveredBytes: sum((row) => row.deliveredBytes),
    unmatchedPeerBytes: sum((row) => row.unmatchedPeerBytes),
    unverifiedBytes: sum((row) => row.unverifiedBytes),
  };
};

/** Returns the comparison of a sort order. Ties are sorted by name, and unknown forecasts come last. */
function orderOf(sort: ConsumptionQuery["sort"]): (a: ClientConsumption, b: ClientConsumption) => number {
  const [field, direction] = Object.entries(sort ?? { deliveredBytes: -1 })[0] ?? ["deliveredBytes", -1];
  if (field === "clientname") return (a, b) => direction * compareNames(a, b);
  const sizeOf = (row: ClientConsumption) =>
    row[field as Exclude<ConsumptionSort, "clientname">] ?? (direction > 0 ? Infinity : -Infinity);
  return (a, b) => direction * (sizeOf(a) - sizeOf(b) || 0) || compareNames(a, b);
}

const compareNames = (a: ClientConsumption, b: ClientConsumption): number =>
  a.client.clientname.localeCompare(b.client.clientname);
