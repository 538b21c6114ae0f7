import { AppError, type OpenedSession, routes, type UserView } from "@shoal/contract";
import { MutationCache, notifyManager, QueryCache, QueryClient, queryOptions } from "@tanstack/react-query";
import { adoptLanguage } from "../i18n/index.ts";
import { requestedPath } from "./requested-path.ts";
import { call, session } from "./session.ts";

/** Whether an error is a response that a retry cannot change. */
const isFinalError = (error: unknown) => error instanceof AppError && error.code !== "unavailable";

const isSessionOver = (error: unknown) => error instanceof AppError && error.code === "not_signed_in";

/**
 * Removes a session that the server does not know; after signing in, users return to the screen where they were.
 */
function endSession(): void {
  requestedPath.rememberShown();
  session.clear();
}

/** Handles a session that ended while a screen was open: the shell leads to the sign-in. */
function onSessionEnd(error: unknown): void {
  if (!isSessionOver(error)) return;
  endSession();
  queryClient.setQueryData(meQuery.queryKey, null);
}

// With the default scheduler, a switch that shows the value of its pending mutation would flicker back until React is
// notified.
notifyManager.setScheduler(queueMicrotask);

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: onSessionEnd }),
  mutationCache: new MutationCache({ onError: onSessionEnd }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (count, error) => !isFinalError(error) && count < 3,
      // If there is no network, calls fail and the screen reports that; by default, they would wait silently.
      networkMode: "always",
      refetchOnReconnect: true,
    },
    mutations: { retry: false, networkMode: "always" },
  },
});

/**
 * The signed-in user as confirmed by the server; null when signed out. A session that ended is removed here too.
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
 * Validates the session. A client view that has become impossible, for example because the client was deleted, ends; the session continues.
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

/** Reports an entry to the server: once per sign-in or load of the page, not with every navigation (§7). */
function recordEntry(): void {
  const credential = session.credential();
  if (!credential || reportedCredential === credential) return;
  reportedCredential = credential;
  // If this report is lost, the sign-in still succeeds.
  call(routes.recordLogin, { body: { type: "login" } }).catch(() => undefined);
}

/** Stores the user from the server's response in the cache. */
export function cacheUser(user: UserView): void {
  session.storeUser(user);
  queryClient.setQueryData(meQuery.queryKey, user);
}

/** Query keys of responses without user data: the page of a used link must not request it again when it is left. */
const PUBLIC_KEYS: readonly unknown[] = ["settings", "link"];

const clearQueries = () =>
  queryClient.removeQueries({ predicate: ({ queryKey }) => !PUBLIC_KEYS.includes(queryKey[0]) });

/** Starts a session: all data on screen belonged to another user and is discarded. */
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
 * Returns the user for a guard: the cached user, even from the last visit, whom the shell confirms afterwards; otherwise a newly requested
 * one.
 */
export async function findCurrentUser(): Promise<UserView | null> {
  const known = queryClient.getQueryData(meQuery.queryKey);
  if (known !== undefined) return known;
  const stored = session.storedUser();
  if (!stored) return queryClient.fetchQuery(meQuery);
  queryClient.setQueryData(meQuery.queryKey, stored, { updatedAt: 0 });
  return stored;
}
