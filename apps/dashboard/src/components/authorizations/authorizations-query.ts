import { type Authorizations, type AuthorizationsView, routes } from "@shoal/contract";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { callInClient } from "../../lib/call-in-client.ts";

const authorizationsKey = (clientUuid: string) => ["clients", "authorizations", clientUuid] as const;

/** Query for the access lists of a client. */
export const authorizationsQuery = (clientUuid: string) =>
  queryOptions({
    queryKey: authorizationsKey(clientUuid),
    queryFn: ({ signal }) =>
      callInClient(clientUuid)(routes.getAuthorizations, { params: { id: clientUuid } }, { signal }),
  });

const SAVE_ROUTES = {
  authorizedVideos: routes.setAuthorizedVideos,
  authorizedIPs: routes.setAuthorizedIps,
  unauthorizedIPs: routes.setUnauthorizedIps,
  authorizedVPNs: routes.setAuthorizedVpns,
  authorizedVPNsList: routes.setAuthorizedVpnsList,
  authorizedCountries: routes.setAuthorizedCountries,
  unauthorizedCountries: routes.setUnauthorizedCountries,
} as const;
export type ListName = keyof typeof SAVE_ROUTES;

export type ArrayName = Exclude<ListName, "authorizedVPNs">;

/** A change of one access list, by the list's name. With an outdated revision, saving fails with "edit_conflict". */
type ListChange = Partial<Authorizations> & { revision?: number };

/** Replaces one list. @throws AppError "bad_request" that names the invalid entries, "edit_conflict". */
export async function saveList(queries: QueryClient, clientUuid: string, change: ListChange): Promise<void> {
  const [name] = Object.keys(change) as [ListName];
  const body = { params: { id: clientUuid }, body: change };
  const saved = await callInClient(clientUuid)(SAVE_ROUTES[name], body as never);
  queries.setQueryData(authorizationsKey(clientUuid), saved as AuthorizationsView);
}
