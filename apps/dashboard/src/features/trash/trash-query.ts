import { type ResponseOf, routes } from "@shoal/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { PageState } from "../../components/ui/pager.tsx";
import { call } from "../../lib/session.ts";

export type TrashEntry = ResponseOf<typeof routes.listTrash>["_embedded"][number];

/** The key prefix of all queries that show the trash. */
export const TRASH_KEY = "trash";

/** Query for a page of the trash. */
export const trashQuery = ({ page, pageSize }: PageState) =>
  queryOptions({
    queryKey: [TRASH_KEY, page, pageSize],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(routes.listTrash, { query: { page, pagesize: pageSize } }, { signal }),
  });
