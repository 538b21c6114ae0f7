import { AppError, type OpenedSession, routes, type UserView } from "@shoal/contract";
import { MutationCache, notifyManager, QueryCache, QueryClient, queryOptions } from "@tanstack/react-query";
import { adoptLanguage } from "../i18n/index.ts";
import { requestedPath } from "./requested-path.ts";
import { call, session } from "./session.ts";

/** Whether an error is a response that a retry cannot change. */
const isFinalError = (error: unknown) => error instanceof AppError && error.code !== "unavailable";

const isSessionOver = (error: unknown) => error instanceof AppError && error.code === "not_signed_in";

/**
 * Removes a session that the server does not know; after signing in, users return to the screen that they had open.
 */
function endSession(): void {
  requestedPath.rememberShown();
  session.clear();
}

/** Handles a session that ended while a screen was open: the shell then opens the sign-in page. */
function onSessionEnd(error: unknown): void {
  if (!isSessionOver(error)) return;
  endSession();
  queryClient.setQueryData(meQuery.queryKey, null);
}

// Notifies React in a microtask. With the default scheduler, a switch that shows the value of its pending mutation would briefly flicker
// back.
notifyManager.setScheduler(queueMicrotask);

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: onSessionEnd }),
  mutationCache: new MutationCache({ onError: onSessionEnd }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (count, error) => !isFinalError(error) && count < 3,
      // Without a network, calls fail and the screen reports the failure. By default, they would wait silently.
      networkMode: "always",
      refetchOnReconnect: true,
    },
    mutations: { retry: false, networkMode: "always" },
  },
});

/**
 * The signed-in user as confirmed by the server; null when signed out. If the session has ended, the query removes it from this browser.
 */
export const meQuery = queryOptions({
  queryKey: ["me"],
  staleTime: 60_000,
  queryFn: async (): Promise<UserView | null> => {
    if (!session.credential()) return null;
    try {
      const user = await validateSession();
      session.storeUser(user);
      recordEntry();
      return user;
    } catch (error) {
      if (!isSessionOver(error)) throw error;
      endSession();
      return null;
    }
  },
});

/**
 * Validates the session. If the viewed client no longer exists or is no longer accessible, only the view ends, and the session continues.
 */
async function validateSession(): Promise<UserView> {
  try {
    return await call(routes.getMe, {});
  } catch (error) {
    const isViewOver =
      error instanceof AppError && ["client_not_found", "forbidden", "bad_request"].includes(error.code);
    if (!isViewOver || !session.clientView()) throw error;
    session.setClientView(undefined);
    return call(routes.getMe, {});
  }
}

let reportedCredential: string | undefined;

/** Reports to the server that a user has opened the dashboard: once per sign-in or load of the page, not for each navigation (§7). */
function recordEntry(): void {
  const credential = session.credential();
  if (!credential || reportedCredential === credential) return;
  reportedCredential = credential;
  // Ignores failures, because the sign-in succeeds even without this report.
  call(routes.recordLogin, { body: { type: "login" } }).catch(() => undefined);
}

/** Stores the user from the server's response in the cache. */
export function cacheUser(user: UserView): void {
  session.storeUser(user);
  queryClient.setQueryData(meQuery.queryKey, user);
}

/**
 * The query keys of responses without user data, which are kept when the session changes. Otherwise, the page of a used link would request
 * the link again.
 */
const PUBLIC_KEYS: readonly unknown[] = ["settings", "link"];

const clearQueries = () =>
  queryClient.removeQueries({ predicate: ({ queryKey }) => !PUBLIC_KEYS.includes(queryKey[0]) });

/** Starts a session: all cached data belonged to another user and is discarded. */
export function startSession({ credential, user, knownBrowser }: OpenedSession): void {
  session.open(credential);
  session.addKnownBrowser(knownBrowser);
  clearQueries();
  cacheUser(user);
  void adoptLanguage(user.language);
  recordEntry();
}

/** Ends the session in this browser. */
export function leaveSession(): void {
  session.clear();
  clearQueries();
  queryClient.setQueryData(meQuery.queryKey, null);
}

/** Follows sign-ins and sign-outs in other tabs of this browser. */
export function subscribeToOtherTabs(): void {
  window.addEventListener("storage", () => {
    if (!session.adoptCredential()) return;
    if (!session.credential()) queryClient.setQueryData(meQuery.queryKey, null);
    void queryClient.resetQueries({ predicate: ({ queryKey }) => !PUBLIC_KEYS.includes(queryKey[0]) });
  });
}

/**
 * Returns the user for a guard: the cached user, even from the last visit, whom the shell later confirms with the server. Without a cached
 * user, requests the user.
 */
export async function findCurrentUser(): Promise<UserView | null> {
  const known = queryClient.getQueryData(meQuery.queryKey);
  if (known !== undefined) return known;
  const stored = session.storedUser();
  if (!stored) return queryClient.fetchQuery(meQuery);
  queryClient.setQueryData(meQuery.queryKey, stored, { updatedAt: 0 });
  return stored;
}
