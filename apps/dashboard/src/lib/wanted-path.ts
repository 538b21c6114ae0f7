const KEY = "shoal.wanted";

/**
 * The screen that was asked for before signing in, for this tab. Taking it forgets it: one returns once.
 * Only paths of this page are kept, so that an address can never lead elsewhere.
 */
export const wantedPath = {
  remember(path: string): void {
    // Browsers take `//` and `/\\` for the beginning of another host.
    if (/^\/(?![/\\])/.test(path)) sessionStorage.setItem(KEY, path);
  },
  /** Keeps the screen that is shown, as when its session ended. */
  rememberShown(): void {
    const path = location.hash.slice(1);
    if (!/^(\/?$|\/auth)/.test(path)) wantedPath.remember(path);
  },
  take(): string | undefined {
    const path = sessionStorage.getItem(KEY) ?? undefined;
    sessionStorage.removeItem(KEY);
    return path;
  },
  forget: () => sessionStorage.removeItem(KEY),
};
