/** Number of characters of the key that are stored: enough to distinguish links. */
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
  /** Stores the session. If the browser cannot store it, the guest must enter again at the next visit. */
  keep(key: string, token: string): void {
    try {
      localStorage.setItem(storageKeyOf(key), token);
    } catch {
      // In private windows and with a full storage, nothing is stored.
    }
  },
  clear(key: string): void {
    try {
      localStorage.removeItem(storageKeyOf(key));
    } catch {
      // If nothing was stored, nothing needs to be removed.
    }
  },
};
