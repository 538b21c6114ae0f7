import { routes, type SitePeriod } from "@shoal/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/session.ts";

/** Players tell what they count every 10 s. */
const REPORTS_MS = 30_000;

export const siteFiguresQuery = (config: string, site: string, period: SitePeriod) =>
  queryOptions({
    queryKey: ["siteFigures", config, site, period],
    placeholderData: keepPreviousData,
    refetchInterval: REPORTS_MS,
    queryFn: ({ signal }) =>
      call(routes.getSiteFigures, { params: { id: config, site }, query: { period } }, { signal }),
  });
