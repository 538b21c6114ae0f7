import { type ConfigView, routes } from "@shoal/contract";
import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import { RULES_KEY } from "../../components/delivery-rules/rules-query.ts";
import type { ListShape, ListState } from "../../components/ui/table/list-address.ts";
import { call } from "../../lib/session.ts";

const CONFIGS_KEY = "configs";

/** The server sorts them by name. */
export const CONFIG_LIST: ListShape<"name", never> = {
  sortFields: ["name"],
  defaultSort: { name: 1 },
  filters: [],
};
type ConfigListState = ListState<"name", never>;

export const configListQuery = ({ page, pageSize, search }: ConfigListState) =>
  queryOptions({
    queryKey: [CONFIGS_KEY, "list", page, pageSize, search],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(
        routes.listConfigs,
        { query: { page, pagesize: pageSize, ...(search ? { search } : {}) } },
        { signal },
      ),
  });

export const configQuery = (uuid: string) =>
  queryOptions({
    queryKey: [CONFIGS_KEY, "one", uuid],
    queryFn: ({ signal }) => call(routes.getConfig, { params: { id: uuid } }, { signal }),
  });

/** Reads it again, for all who show it. */
export async function readConfig(queries: QueryClient, uuid: string): Promise<ConfigView> {
  const config = await call(routes.getConfig, { params: { id: uuid } });
  queries.setQueryData(configQuery(uuid).queryKey, config);
  return config;
}

/** Puts what the server answered where it is shown, and has lists and rules read again. */
export async function rememberConfig(queries: QueryClient, config: ConfigView): Promise<void> {
  queries.setQueryData(configQuery(config.uuid).queryKey, config);
  await readConfigsAgain(queries);
}

export async function readConfigsAgain(queries: QueryClient): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: [CONFIGS_KEY, "list"] }),
    queries.invalidateQueries({ queryKey: [RULES_KEY] }),
  ]);
}
