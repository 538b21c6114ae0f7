const KEY = "shoal.reloadedFrom";
const ASK_MAX_MS = 10_000;

/** The build of this page; the build writes it into index.html (vite.config.ts). */
const ownBuild = (): string | undefined => document.documentElement.dataset.build;

/**
 * Reloads the page when the server has a newer build than this page, because chunks of the old one are gone. Only once per
 * build, so that a cache that serves the old page causes no endless loop.
 * @returns whether the page is being reloaded.
 */
export async function reloadIfOutdated(): Promise<boolean> {
  const build = ownBuild();
  if (!build || sessionStorage.getItem(KEY) === build) return false;
  try {
    const answer = await fetch(location.pathname, {
      cache: "no-store",
      signal: AbortSignal.timeout(ASK_MAX_MS),
    });
    if (!answer.ok || (await answer.text()).includes(build)) return false;
  } catch {
    // Without the server there is nothing newer to load.
    return false;
  }
  sessionStorage.setItem(KEY, build);
  location.reload();
  return true;
}
