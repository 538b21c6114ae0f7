const KEY = "shoal.reloadedFrom";
const ASK_MAX_MS = 10_000;

/** What the page was started with; its name has a hash of what is in it. */
const ownEntry = (): string | undefined =>
  document.querySelector<HTMLScriptElement>("script[type=module][src]")?.getAttribute("src") ?? undefined;

/**
 * Loads the page anew when the server has a newer build than this page: parts of the old one are gone. Once for each
 * build, so that a cache that keeps the old page makes no endless loop.
 * @returns whether the page is being loaded anew.
 */
export async function reloadIfOutdated(): Promise<boolean> {
  const entry = ownEntry();
  if (!entry || sessionStorage.getItem(KEY) === entry) return false;
  try {
    const answer = await fetch(location.pathname, {
      cache: "no-store",
      signal: AbortSignal.timeout(ASK_MAX_MS),
    });
    if (!answer.ok || (await answer.text()).includes(entry)) return false;
  } catch {
    // Without the server there is nothing newer to load.
    return false;
  }
  sessionStorage.setItem(KEY, entry);
  location.reload();
  return true;
}
