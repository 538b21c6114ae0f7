import { replaceEqualDeep, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useRef } from "react";
import type { Period } from "../../components/analytics/period/period.ts";
import { usePeriod } from "../../components/analytics/period/use-period.ts";
import { useZone } from "../../components/analytics/period/use-zone.ts";
import {
  isUnavailable,
  STATISTICS_KEY,
  type StatisticsQuestion,
  subjectsQuery,
} from "../../components/analytics/statistics-queries.ts";
import { type AnalyticsAddress, useAnalyticsAddress } from "./address/use-analytics-address.ts";
import { statisticsQueryOf, totalsQuery } from "./analytics-queries.ts";

/** The data that all parts of the analytics page share, once the client's time zone is known. */
export interface AnalyticsView extends AnalyticsAddress {
  period: Period;
  nowMs: number;
  timeZone: string;
  question: StatisticsQuestion;
}

/** Loads the data that the whole analytics page shares: the scope of the query, the totals, and errors. */
export function useAnalyticsView() {
  const address = useAnalyticsAddress();
  const client = useQueryClient();
  const subjects = useQuery(subjectsQuery);
  const timeZone = useZone(subjects.data);
  const { period, nowMs, refresh } = usePeriod(address.state, timeZone);
  const lastQuestion = useRef<StatisticsQuestion>(undefined);
  const view = useMemo((): AnalyticsView | undefined => {
    if (!period || !timeZone) return undefined;
    // Keeps the same object while the query is unchanged, so that components do not re-render.
    const question = replaceEqualDeep(
      lastQuestion.current,
      statisticsQueryOf(address.state, address.video, { period, timeZone }),
    );
    lastQuestion.current = question;
    return { ...address, period, nowMs, timeZone, question };
  }, [address, period, nowMs, timeZone]);
  const none: StatisticsQuestion = { from: "", to: "", timeZone: "UTC" };
  const totals = useQuery({ ...totalsQuery(view?.question ?? none), enabled: view !== undefined });
  const error = subjects.error ?? totals.error;
  return {
    address,
    view,
    subjects: subjects.data,
    totals,
    error,
    isAway: isUnavailable(error),
    refresh() {
      refresh();
      void client.invalidateQueries({ queryKey: STATISTICS_KEY });
      if (subjects.error) void subjects.refetch();
    },
  };
}
