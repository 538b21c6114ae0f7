import type { SummedDays } from "../figures/index.ts";
import type { SessionScope } from "./scope.ts";

const HOUR_SEC = 3_600;
const DAY_SEC = 86_400;

/** A period in seconds since 1970, whose end is exclusive. */
export interface PeriodSec {
  fromSec: number;
  toSec: number;
}

/** The options that decide which days can be read from daily totals. */
export interface SummedOptions {
  scope: SessionScope;
  /** The end of the last hour of the roll-up, in seconds since 1970. */
  closedUntilSec: number;
  /** The starts of steps, in seconds since 1970: no row may span such a start. */
  bordersSec: readonly number[];
  /** Whether rows are per minute, as far back as there are minutes. */
  isByMinute?: boolean;
  /** The days with daily totals, and the versions of these totals. */
  summedDays?: SummedDays | undefined;
}

/** The parts of a period that daily totals cover, aligned to whole slots, and the versions of these totals to read. */
export interface SummedPeriods {
  /** The periods in ascending order; adjacent ones are merged. */
  periods: PeriodSec[];
  versions: number[];
}

/**
 * Returns the parts of a period that daily totals cover. No step starts or ends within a slot of a day. The time after the last
 * closed hour is read from minutes, even if it was closed before, for example before an update that closes hours again.
 * @param slot the time covered by each unit that is read.
 */
export function summedPeriods(options: SummedOptions, slot: "hour" | "day"): SummedPeriods {
  const { scope, bordersSec, summedDays = new Map(), closedUntilSec, isByMinute } = options;
  if (isByMinute) return { periods: [], versions: [] };
  const slotSec = slot === "hour" ? HOUR_SEC : DAY_SEC;
  const [beginSec, endSec] = [scope.fromMs / 1_000, scope.toMs / 1_000];
  const inside = bordersSec.filter((sec) => sec > beginSec && sec < endSec);
  const cut = new Set(inside.filter((sec) => sec % slotSec !== 0).map((sec) => sec - (sec % DAY_SEC)));
  const periods: PeriodSec[] = [];
  const versions: number[] = [];
  for (const [daySec, version] of [...summedDays].sort(([a], [b]) => a - b)) {
    if (cut.has(daySec) || daySec + DAY_SEC > closedUntilSec) continue;
    const fromSec = Math.max(daySec, Math.ceil(beginSec / slotSec) * slotSec);
    const toSec = Math.min(daySec + DAY_SEC, Math.floor(endSec / slotSec) * slotSec);
    if (toSec <= fromSec) continue;
    versions.push(version);
    const last = periods.at(-1);
    if (last?.toSec === fromSec) last.toSec = toSec;
    else periods.push({ fromSec, toSec });
  }
  return { periods, versions };
}

/**
 * Returns the parts of periods outside all of the others. Both are ascending.
 * @example subtractPeriods([{ fromSec: 0, toSec: 9 }], [{ fromSec: 3, toSec: 9 }]) // 0–3
 */
export function subtractPeriods(periods: readonly PeriodSec[], others: readonly PeriodSec[]): PeriodSec[] {
  return others.reduce<PeriodSec[]>(
    (left, { fromSec, toSec }) =>
      left.flatMap((each) => [
        ...(each.fromSec < fromSec ? [{ ...each, toSec: Math.min(each.toSec, fromSec) }] : []),
        ...(each.toSec > toSec ? [{ ...each, fromSec: Math.max(each.fromSec, toSec) }] : []),
      ]),
    periods.filter(({ fromSec, toSec }) => toSec > fromSec),
  );
}

/** Returns the condition that a time is in one of these periods, of which there is at least one. */
export const isWithin = (column: string, periods: readonly PeriodSec[]): string =>
  `(${periods
    .map(
      ({ fromSec, toSec }) =>
        `(${column} >= toDateTime(${fromSec}, 'UTC') AND ${column} < toDateTime(${toSec}, 'UTC'))`,
    )
    .join(" OR ")})`;
