import type { StatisticsSubjects } from "@shoal/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { browserZone } from "../../lib/dates.ts";
import { type Period, type Range, refreshMsOf } from "./period/period.ts";
import { usePeriod } from "./period/use-period.ts";
import { useZone } from "./period/use-zone.ts";
import { STATISTICS_KEY, subjectsQuery } from "./statistics-queries.ts";

export interface PeriodView {
  /** The period; undefined until the client's time zone is known. */
  period: Period | undefined;
  timeZone: string | undefined;
  nowMs: number;
  subjects: StatisticsSubjects | undefined;
  /** Why the time zone could not be loaded. */
  error: unknown;
  /** Reloads all figures for the current period. */
  refresh: () => void;
}

/**
 * Returns the period of an analytics page in the reader's time zone, or in the browser's if the reader has no access to
 * the client's.
 */
export function usePeriodView(
  when: { range: Range; own: Period },
  {
    refreshMsFor = refreshMsOf,
    mayRead = true,
  }: { refreshMsFor?: (range: Range) => number; mayRead?: boolean } = {},
): PeriodView {
  const client = useQueryClient();
  const subjects = useQuery({ ...subjectsQuery, enabled: mayRead });
  const zone = useZone(subjects.data);
  const timeZone = mayRead ? zone : browserZone();
  const { period, nowMs, refresh } = usePeriod(when, timeZone, refreshMsFor);
  return {
    period,
    timeZone,
    nowMs,
    subjects: subjects.data,
    error: subjects.error,
    refresh() {
      refresh();
      void client.invalidateQueries({ queryKey: STATISTICS_KEY });
      if (subjects.error) void subjects.refetch();
    },
  };
}
