import { type Authorizations, routes } from "@shoal/contract";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { callIn } from "../../../lib/call-in-client.ts";

const keyOf = (clientUuid: string) => ["clients", "authorizations", clientUuid] as const;

/** Who may watch the videos of a client. */
export const authorizationsQuery = (clientUuid: string) =>
  queryOptions({
    queryKey: keyOf(clientUuid),
    queryFn: ({ signal }) =>
      callIn(clientUuid)(routes.getAuthorizations, { params: { id: clientUuid } }, { signal }),
  });

const CALLS = {
  authorizedVideos: routes.setAuthorizedVideos,
  authorizedIPs: routes.setAuthorizedIps,
  unauthorizedIPs: routes.setUnauthorizedIps,
  authorizedVPNs: routes.setAuthorizedVpns,
  authorizedVPNsList: routes.setAuthorizedVpnsList,
  authorizedCountries: routes.setAuthorizedCountries,
  unauthorizedCountries: routes.setUnauthorizedCountries,
} as const;
export type ListName = keyof typeof CALLS;

/** Replaces one list. @throws AppError "bad_request" that names what is wrong in it. */
export async function saveList<K extends ListName>(
  queries: QueryClient,
  clientUuid: string,
  name: K,
  value: Authorizations[K],
): Promise<void> {
  const call = { params: { id: clientUuid }, body: { [name]: value } };
  const saved = await callIn(clientUuid)(CALLS[name], call as never);
  queries.setQueryData(keyOf(clientUuid), saved as Authorizations);
}
