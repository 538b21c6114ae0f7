import { type ApiCall, createApiClient } from "@shoal/contract";
import { call, session } from "./session.ts";

/**
 * Returns a function that calls the API in the client that an administrator has selected in a list, without changing
 * which client the tab shows. The server checks the permission, and the log names both clients.
 * @param clientUuid undefined for the client that the tab shows.
 */
export function callInClient(clientUuid: string | undefined): ApiCall {
  if (clientUuid === undefined) return call;
  return createApiClient({ baseUrl: "", credential: session.credential, clientView: () => clientUuid });
}
