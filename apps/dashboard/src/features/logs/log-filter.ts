import type { QueryOf, routes } from "@shoal/contract";
import dayjs from "dayjs";
import type { ListShape, ListState } from "../../components/ui/table/list-address.ts";

export type LogSortField = "at" | "username" | "type";
export type LogFilterName = "type" | "from" | "to";
export type LogListState = ListState<LogSortField, LogFilterName>;

export const LOG_LIST: ListShape<LogSortField, LogFilterName> = {
  sortFields: ["at", "username", "type"],
  defaultSort: { at: -1 },
  filters: ["type", "from", "to"],
};

/** Converts the filters to parameters of the API call: whole days in the reader's time zone, including the last one. */
export function filterOf({
  search,
  filters: { type, from, to },
}: Pick<LogListState, "search" | "filters">): QueryOf<typeof routes.exportLogs> {
  const begin = dayjs(from);
  const end = dayjs(to).add(1, "day");
  return {
    ...(search ? { search } : {}),
    ...(type ? { type } : {}),
    ...(from && begin.isValid() ? { from: begin.startOf("day").toISOString() } : {}),
    ...(to && end.isValid() ? { to: end.startOf("day").toISOString() } : {}),
  };
}
