import { type ResponseOf, routes, USER_SORT_FIELDS, type UserView } from "@shoal/contract";
import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { ListShape, ListState } from "../../components/ui/table/list-address.ts";
import { callInClient } from "../../lib/call-in-client.ts";
import { call } from "../../lib/session.ts";

/** The users that a screen lists: the current client's users, or, for administrators, the users of every client. */
export type UserScope = "client" | "all";

export type UserSortField = (typeof USER_SORT_FIELDS)[number];
type UserFilter = "client";
export type UserListState = ListState<UserSortField, UserFilter>;

export const USER_LIST: ListShape<UserSortField, UserFilter> = {
  sortFields: USER_SORT_FIELDS,
  defaultSort: { username: 1 },
  filters: ["client"],
};

const LISTS_KEY = ["users"] as const;
type UserPage = ResponseOf<typeof routes.listUsers>;

/** Query for a page of users. */
export const userListQuery = (scope: UserScope, state: UserListState) =>
  queryOptions({
    queryKey: [...LISTS_KEY, scope, state],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }): Promise<UserPage> => {
      const { page, pageSize, search, sort, filters } = state;
      const query = { page, pagesize: pageSize, sort, ...(search ? { search } : {}) };
      if (scope === "client") return call(routes.listUsers, { query }, { signal });
      const client = filters.client ? { client: filters.client } : {};
      return call(routes.listAllUsers, { query: { ...query, ...client } }, { signal });
    },
  });

/** Returns the function that calls the API about one user: administrators call it in the client of that user. */
export const callForUser = (scope: UserScope, user: UserView) =>
  callInClient(scope === "all" ? user.client : undefined);

/** Reloads all lists of users. */
export const reloadUsers = (queries: QueryClient) => queries.invalidateQueries({ queryKey: LISTS_KEY });
