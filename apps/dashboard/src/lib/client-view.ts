import { useSyncExternalStore } from "react";
import { meQuery, queryClient } from "./queries.ts";
import { session, type ViewedClient } from "./session.ts";

/**
 * Shows this tab to an administrator as a client sees it: every call and the realtime socket name the client, and no data of the previous
 * client stays on screen.
 * @throws AppError if the server does not respond. The view then stays unchanged.
 */
export async function viewClient(uuid: string, name: string): Promise<void> {
  await changeView({ uuid, name });
}

/** Returns to the administrator's own client. @throws the same errors as `viewClient`. */
export async function endView(): Promise<void> {
  await changeView(undefined);
}

async function changeView(view: ViewedClient | undefined): Promise<void> {
  const before = session.clientView();
  await queryClient.cancelQueries();
  session.setClientView(view);
  try {
    // Loads the user first, because screens and navigation depend on the user's client.
    await queryClient.fetchQuery({ ...meQuery, staleTime: 0 });
  } catch (error) {
    session.setClientView(before);
    throw error;
  }
  await queryClient.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== meQuery.queryKey[0] });
}

/** Returns the client that is viewed in this tab; undefined for the user's own client. */
export const useViewedClient = () => useSyncExternalStore(session.onViewChange, session.clientView);
