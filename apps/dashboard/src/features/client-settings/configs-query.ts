import { type ConfigView, routes } from "@shoal/contract";
import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import { RULES_KEY } from "../../components/delivery-rules/rules-query.ts";
import type { ListShape, ListState } from "../../components/ui/table/list-address.ts";
import { call } from "../../lib/session.ts";

const CONFIGS_KEY = "configs";

/** The list of configs, which the server sorts by name. */
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

/** Reloads a config on every screen that shows it. */
export async function loadConfig(queries: QueryClient, uuid: string): Promise<ConfigView> {
  const config = await call(routes.getConfig, { params: { id: uuid } });
  queries.setQueryData(configQuery(uuid).queryKey, config);
  return config;
}

/** Stores a config from the server's response in the cache, and reloads lists and rules. */
export async function cacheConfig(queries: QueryClient, config: ConfigView): Promise<void> {
  queries.setQueryData(configQuery(config.uuid).queryKey, config);
  await reloadConfigs(queries);
}

export async function reloadConfigs(queries: QueryClient): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: [CONFIGS_KEY, "list"] }),
    queries.invalidateQueries({ queryKey: [RULES_KEY] }),
  ]);
}
