const STORAGE_KEY = "shoal.reloadedFrom";
const CHECK_TIMEOUT_MS = 10_000;

/** Returns the build of this page, which the build process writes into index.html (vite.config.ts). */
const currentBuild = (): string | undefined => document.documentElement.dataset.build;

/**
 * Reloads the page if the server has a newer build, because the chunks of the old build no longer exist. The page is reloaded only once per
 * build, so that a cache with the old page does not cause an endless loop.
 * @returns whether the page is being reloaded.
 */
export async function reloadIfOutdated(): Promise<boolean> {
  const build = currentBuild();
  if (!build || sessionStorage.getItem(STORAGE_KEY) === build) return false;
  try {
    const answer = await fetch(location.pathname, {
      cache: "no-store",
      signal: AbortSignal.timeout(CHECK_TIMEOUT_MS),
    });
    if (!answer.ok || (await answer.text()).includes(build)) return false;
  } catch {
    // Does not reload if the server cannot be reached, because that would not help.
    return false;
  }
  sessionStorage.setItem(STORAGE_KEY, build);
  location.reload();
  return true;
}
