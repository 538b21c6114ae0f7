import { routes } from "@shoal/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/session.ts";
import { filterOf, type LogListState } from "./log-filter.ts";

/** A page of the audit log. */
export const logListQuery = (state: LogListState) =>
  queryOptions({
    queryKey: ["logs", state],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const { page, pageSize, sort } = state;
      return call(
        routes.listLogs,
        { query: { page, pagesize: pageSize, sort, ...filterOf(state) } },
        { signal },
      );
    },
  });
