import { routes, type StatisticsBreakdown, type StatisticsSort } from "@shoal/contract";
import { queryOptions } from "@tanstack/react-query";
import type { Period } from "../../components/analytics/period/period.ts";
import {
  FIGURE_QUERY_OPTIONS,
  periodParamsOf,
  STATISTICS_KEY,
} from "../../components/analytics/statistics-queries.ts";
import { call } from "../../lib/session.ts";

export type CountryRow = StatisticsBreakdown["rows"][number];
/** The maximum number of rows per response. More countries require further requests. */
const ROWS_PER_REQUEST = 100;

/** Query for all countries with viewers, sorted by a figure. Viewers of unknown location are returned separately. */
export const countriesQuery = (period: Period, sort: StatisticsSort) =>
  queryOptions({
    ...FIGURE_QUERY_OPTIONS,
    queryKey: [...STATISTICS_KEY, "countries", period, sort],
    async queryFn({ signal }) {
      const rows: CountryRow[] = [];
      for (let page = 1; ; page += 1) {
        const query = {
          ...periodParamsOf(period),
          dimension: "country",
          sort,
          page,
          pagesize: ROWS_PER_REQUEST,
        } as const;
        const answer = await call(routes.getStatisticsBreakdown, { query }, { signal });
        rows.push(...answer.rows);
        if (rows.length >= answer.size || answer.rows.length === 0)
          return {
            asOf: answer.asOf,
            rows: rows.filter(({ value }) => value !== ""),
            unknown: rows.find(({ value }) => value === ""),
          };
      }
    },
  });

/** Query for the videos that have a location. */
export const placesQuery = (period: Period) =>
  queryOptions({
    ...FIGURE_QUERY_OPTIONS,
    queryKey: [...STATISTICS_KEY, "places", period],
    queryFn: ({ signal }) => call(routes.getStatisticsPlaces, { query: periodParamsOf(period) }, { signal }),
  });
