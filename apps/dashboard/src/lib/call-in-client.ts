import { type ApiCall, createApiClient } from "@shoal/contract";
import { call, session } from "./session.ts";

/**
 * Returns a function that calls the API in a client that an administrator has selected in a list. The tab continues to show its current
 * client. The server checks the permission, and the log names both clients.
 * @param clientUuid undefined for the client that the tab shows.
 */
export function callInClient(clientUuid: string | undefined): ApiCall {
  if (clientUuid === undefined) return call;
  return createApiClient({ baseUrl: "", credential: session.credential, clientView: () => clientUuid });
}
