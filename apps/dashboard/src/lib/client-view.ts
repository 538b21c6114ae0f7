import { useSyncExternalStore } from "react";
import { meQuery, queryClient } from "./queries.ts";
import { session, type ViewedClient } from "./session.ts";

/**
 * Shows this tab to an administrator as a client sees it: every call and the realtime socket carry the client, and nothing of
 * the client before stays on screen. @throws AppError when the server does not answer; the view is unchanged.
 */
export async function viewClient(uuid: string, name: string): Promise<void> {
  await changeView({ uuid, name });
}

/** Back to the administrator's own client. @throws AppError as `viewClient`. */
export async function endView(): Promise<void> {
  await changeView(undefined);
}

async function changeView(view: ViewedClient | undefined): Promise<void> {
  const before = session.clientView();
  await queryClient.cancelQueries();
  session.setClientView(view);
  try {
    // The user comes first: screens and navigation depend on their client.
    await queryClient.fetchQuery({ ...meQuery, staleTime: 0 });
  } catch (error) {
    session.setClientView(before);
    throw error;
  }
  await queryClient.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== meQuery.queryKey[0] });
}

/** The client that is viewed in this tab; undefined when it is the user's own. */
export const useViewedClient = () => useSyncExternalStore(session.onViewChange, session.clientView);
