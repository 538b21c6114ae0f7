import { type BodyOf, type ClientView, routes } from "@shoal/contract";
import { queryOptions } from "@tanstack/react-query";
import { isEditConflict } from "../../lib/edit-conflict.ts";
import { meQuery, queryClient } from "../../lib/queries.ts";
import { call } from "../../lib/session.ts";

export type ClientChange = Omit<BodyOf<typeof routes.updateClient>, "revision">;

/** Query for the client with its contact, contract and defaults. */
export const clientQuery = (uuid: string) =>
  queryOptions({
    queryKey: ["client", uuid] as const,
    queryFn: () => call(routes.getClient, { params: { id: uuid } }),
  });

/** Reloads the client on every screen that shows it. */
export const loadClient = (uuid: string): Promise<ClientView> =>
  queryClient.fetchQuery({ ...clientQuery(uuid), staleTime: 0 });

/** Stores a client from the server's response in every screen's cache. */
export async function cacheClient(client: ClientView): Promise<void> {
  queryClient.setQueryData(clientQuery(client.uuid).queryKey, client);
  await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
}

/**
 * Saves some fields of a client. Concurrent changes of other fields are not a conflict.
 * @param base the client as it was when the form was filled in.
 * @throws AppError "edit_conflict" if another user changed one of these fields.
 */
export async function saveClient(base: ClientView, change: ClientChange): Promise<ClientView> {
  const send = (revision: number) =>
    call(routes.updateClient, { params: { id: base.uuid }, body: { ...change, revision } });
  const saved = await send(base.revision).catch(async (error: unknown) => {
    const present = isEditConflict(error) ? await loadClient(base.uuid) : undefined;
    if (!present || !areEqual(base, present, Object.keys(change) as (keyof ClientView)[])) throw error;
    return send(present.revision);
  });
  await cacheClient(saved);
  return saved;
}

const areEqual = (a: ClientView, b: ClientView, names: readonly (keyof ClientView)[]): boolean =>
  names.every((name) => JSON.stringify(a[name]) === JSON.stringify(b[name]));
