/** Number of characters of the key that are stored: enough to distinguish links. */
const KEY_PART = 16;
const PREFIX = "shoal.guest.";

const nameFor = (key: string) => PREFIX + key.slice(0, KEY_PART);

/** The session of a guest in this browser, by the key of the review link. */
export const guestSession = {
  find(key: string): string | undefined {
    try {
      return localStorage.getItem(nameFor(key)) ?? undefined;
    } catch {
      return undefined;
    }
  },
  /** Stores the session. If the browser cannot store it, the guest is asked again at the next visit. */
  keep(key: string, token: string): void {
    try {
      localStorage.setItem(nameFor(key), token);
    } catch {
      // In private windows and with a full storage, nothing is stored.
    }
  },
  clear(key: string): void {
    try {
      localStorage.removeItem(nameFor(key));
    } catch {
      // If nothing was stored, nothing needs to be removed.
    }
  },
};
