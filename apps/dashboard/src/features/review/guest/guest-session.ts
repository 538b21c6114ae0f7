/** The number of characters of the link's key that are stored, enough to distinguish links. */
const STORED_KEY_LENGTH = 16;
const KEY_PREFIX = "shoal.guest.";

const storageKeyOf = (key: string) => KEY_PREFIX + key.slice(0, STORED_KEY_LENGTH);

/** The session of a guest in this browser, by the key of the review link. */
export const guestSession = {
  find(key: string): string | undefined {
    try {
      return localStorage.getItem(storageKeyOf(key)) ?? undefined;
    } catch {
      return undefined;
    }
  },
  /** Stores the session. If the browser cannot store it, the guest must enter their details again at the next visit. */
  keep(key: string, token: string): void {
    try {
      localStorage.setItem(storageKeyOf(key), token);
    } catch {
      // Storing fails in private windows and if the storage is full.
    }
  },
  clear(key: string): void {
    try {
      localStorage.removeItem(storageKeyOf(key));
    } catch {
      // The storage is not available, so nothing was stored that would have to be removed.
    }
  },
};
