import { type ApiCall, createApiClient, sessionHeaders, USER_VIEW_HEADER } from "@shoal/contract";
import type { TestApi, TestUser } from "../test-api.ts";

/** Makes calls as an administrator who views a client. */
export const viewAs = (api: TestApi, { credential }: TestUser, clientUuid: string): ApiCall =>
  createApiClient({ baseUrl: api.url, credential: () => credential, clientView: () => clientUuid });

/** Makes a call with the headers of a view, for requests that the typed client cannot send. */
export const fetchAs = (
  api: TestApi,
  { credential }: TestUser,
  path: string,
  view: { clientUuid?: string; userUuid?: string } = {},
): Promise<Response> =>
  fetch(api.url + path, {
    headers: {
      ...sessionHeaders(credential, view.clientUuid),
      ...(view.userUuid ? { [USER_VIEW_HEADER]: view.userUuid } : {}),
    },
  });
