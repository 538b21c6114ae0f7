const STORAGE_KEY = "shoal.wanted";

/**
 * The screen that was requested before sign-in, for this tab. Reading the screen also clears it, so that it is restored only once. Only
 * paths of this site are stored, so that a URL can never lead to another site.
 */
export const requestedPath = {
  remember(path: string): void {
    // Browsers interpret `//` and `/\\` as the start of another host.
    if (/^\/(?![/\\])/.test(path)) sessionStorage.setItem(STORAGE_KEY, path);
  },
  /** Remembers the current screen, for example when the session ends. */
  rememberShown(): void {
    const path = location.hash.slice(1);
    if (!/^(\/?$|\/auth)/.test(path)) requestedPath.remember(path);
  },
  consume(): string | undefined {
    const path = sessionStorage.getItem(STORAGE_KEY) ?? undefined;
    sessionStorage.removeItem(STORAGE_KEY);
    return path;
  },
  clear: () => sessionStorage.removeItem(STORAGE_KEY),
};
