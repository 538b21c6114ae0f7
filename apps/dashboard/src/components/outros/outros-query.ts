import { type OutroView, routes } from "@shoal/contract";
import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/session.ts";

const QUERY_KEY = ["outros"] as const;

/** Query for a page of the client's outros. */
export const outroListQuery = (state: { page: number; pageSize: number; search: string }) =>
  queryOptions({
    queryKey: [...QUERY_KEY, "list", state],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const { page, pageSize, search } = state;
      const query = { page, pagesize: pageSize, ...(search ? { search } : {}) };
      return call(routes.listOutros, { query }, { signal });
    },
  });

/** Query for one outro; null if no id is given. */
export const outroQuery = (id: string | null) =>
  queryOptions({
    queryKey: [...QUERY_KEY, "one", id],
    queryFn: ({ signal }) => (id === null ? null : call(routes.getOutro, { params: { id } }, { signal })),
  });

/** Stores an outro from the server's response in every screen's cache; lists are reloaded. */
export async function cacheOutro(queries: QueryClient, outro: OutroView): Promise<void> {
  queries.setQueryData(outroQuery(outro.id).queryKey, outro);
  await queries.invalidateQueries({ queryKey: [...QUERY_KEY, "list"] });
}

/** Reloads everything that shows outros. */
export const reloadOutros = (queries: QueryClient) => queries.invalidateQueries({ queryKey: QUERY_KEY });
