import {
  type ApiCall,
  AppError,
  createApiClient,
  MAX_KNOWN_BROWSERS,
  sessionHeaders,
  type UserView,
} from "@shoal/contract";
import i18next from "i18next";
import { clearPrefetched, fetchOnce } from "./first-answers.ts";
import { recordError } from "./recent-errors.ts";

const CREDENTIAL_KEY = "shoal.credential";
const USER_KEY = "shoal.user";
/** Storage key that is kept at sign-out, because its values grant no access. */
const KNOWN_BROWSERS_KEY = "shoal.knownBrowsers";
/** Storage key of the client view, which is stored per tab, because two tabs may view different clients. */
const VIEW_KEY = "shoal.clientView";

/** The client whose data an administrator views. */
export interface ViewedClient {
  uuid: string;
  name: string;
}

let credential = localStorage.getItem(CREDENTIAL_KEY) ?? undefined;
let clientView = readStored<ViewedClient>(sessionStorage, VIEW_KEY);
const viewListeners = new Set<() => void>();

/** The stored credential, user and client view of this browser. Only this module accesses their storage. */
export const session = {
  credential: () => credential,
  clientView: () => clientView,
  open(next: string): void {
    // Replaces the credential without removing it first, because other tabs would treat an empty credential as a sign-out.
    localStorage.removeItem(USER_KEY);
    session.setClientView(undefined);
    clearPrefetched();
    credential = next;
    localStorage.setItem(CREDENTIAL_KEY, next);
  },
  /** Continues the session with a new credential. */
  renew(next: string): void {
    credential = next;
    localStorage.setItem(CREDENTIAL_KEY, next);
  },
  clear(): void {
    clearPrefetched();
    credential = undefined;
    localStorage.removeItem(CREDENTIAL_KEY);
    localStorage.removeItem(USER_KEY);
    session.setClientView(undefined);
  },
  setClientView(next: ViewedClient | undefined): void {
    if (!next && !clientView) return;
    clearPrefetched();
    clientView = next;
    if (next) sessionStorage.setItem(VIEW_KEY, JSON.stringify(next));
    else sessionStorage.removeItem(VIEW_KEY);
    for (const listener of viewListeners) listener();
  },
  onViewChange(listener: () => void): () => void {
    viewListeners.add(listener);
    return () => viewListeners.delete(listener);
  },
  /**
   * Returns the user as stored at the last visit; undefined while viewing a client, whose data differs from the user's
   * own.
   */
  storedUser: () => (credential && !clientView ? readStored<UserView>(localStorage, USER_KEY) : undefined),
  storeUser(user: UserView): void {
    if (!clientView) localStorage.setItem(USER_KEY, JSON.stringify(user));
  },
  /**
   * Returns the tokens of users who have signed in on this browser before. They are sent only with a sign-in, so that failed attempts by
   * other people do not lock these users out.
   */
  knownBrowsers: () => readStored<string[]>(localStorage, KNOWN_BROWSERS_KEY) ?? [],
  addKnownBrowser(token: string): void {
    const kept = [token, ...session.knownBrowsers()].slice(0, MAX_KNOWN_BROWSERS);
    localStorage.setItem(KNOWN_BROWSERS_KEY, JSON.stringify(kept));
  },
  /** Adopts the credential that another tab of this browser stored. @returns whether a different user is now signed in. */
  adoptCredential(): boolean {
    const stored = localStorage.getItem(CREDENTIAL_KEY) ?? undefined;
    if (stored === credential) return false;
    clearPrefetched();
    credential = stored;
    session.setClientView(undefined);
    return true;
  },
  /** Returns the headers for calls that do not go through `call`: uploads and files. */
  headers: () => ({ ...sessionHeaders(credential, clientView?.uuid), "accept-language": i18next.language }),
};

function readStored<T>(storage: Storage, key: string): T | undefined {
  try {
    return (JSON.parse(storage.getItem(key) ?? "null") as T | null) ?? undefined;
  } catch {
    return undefined;
  }
}

const sendRequest = createApiClient({
  baseUrl: "",
  credential: session.credential,
  clientView: () => clientView?.uuid,
  language: () => i18next.language,
  fetch: fetchOnce,
});

/**
 * Calls the API as the signed-in user. Calls that were pending when the session's credential changed are sent again. Failures are recorded
 * for support.
 */
export const call: ApiCall = (route, content, options) => {
  const used = credential;
  return sendRequest(route, content, options)
    .catch((error: unknown) => {
      const isOutdated = error instanceof AppError && error.code === "not_signed_in" && credential !== used;
      if (!isOutdated || !credential) throw error;
      return sendRequest(route, content, options);
    })
    .catch((error: unknown) => {
      recordError(error, `${route.method} ${route.path}`);
      throw error;
    });
};
