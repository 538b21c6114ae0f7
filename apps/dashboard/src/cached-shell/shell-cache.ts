/** The page that every URL of the dashboard loads. The part of the URL after the `#` names the screen. */
const SHELL_PATH = "/";
const CACHE_PREFIX = "shoal-shell-";
/**
 * Time in ms for which a cached page is used without a request to the server. The limit exists because the cached page keeps the server's
 * headers, which an operator may change.
 */
const CACHE_TTL_MS = 24 * 3_600_000;

/** The files that a build needs for its first screens. */
export interface ShellBuild {
  /** The id of the build, which is also in index.html. */
  build: string;
  /** Paths of the scripts, styles and texts of the first screens. Their names contain a content hash. */
  files: readonly string[];
}

/** The browser features that a service worker needs, replaceable in tests. */
interface ShellEnvironment {
  caches: CacheStorage;
  /** The origin of the dashboard, such as `https://shoal.example`. */
  origin: string;
  fetch: typeof fetch;
  now: () => number;
}

type Navigation = Pick<Request, "cache" | "method" | "mode" | "url">;

/**
 * Caches the page and the code of first screens in the browser, so that a screen starts without waiting for the server.
 * Chromium caches the compiled code too. Nothing personal is stored: the page is the same for everyone.
 */
export function createShellCache(
  { build, files }: ShellBuild,
  { caches, fetch, now, origin: own }: ShellEnvironment,
) {
  const name = CACHE_PREFIX + build;

  const isOfBuild = async (page: Response) => page.ok && (await page.clone().text()).includes(build);

  /**
   * Requests the page from the server, and caches it if it belongs to this build. A page of another build is left to that build's worker.
   */
  async function fetchDocument(request: Request | string): Promise<Response> {
    const page = await fetch(request);
    if (await isOfBuild(page)) {
      const cache = await caches.open(name);
      await cache.put(SHELL_PATH, page.clone());
    }
    return page;
  }

  const isFresh = (page: Response) => now() - Date.parse(page.headers.get("date") ?? "") < CACHE_TTL_MS;

  return {
    name,

    /**
     * Fills the cache.
     * @throws Error if a file cannot be loaded, or the server has switched to another build. The browser tries again later.
     */
    async fill(): Promise<void> {
      const page = await fetch(SHELL_PATH, { cache: "no-cache" });
      if (!(await isOfBuild(page))) throw new Error("The server has another build");
      const cache = await caches.open(name);
      await cache.addAll([...files]);
      await cache.put(SHELL_PATH, page);
    },

    /** Removes the caches of other builds. */
    async removeOthers(): Promise<void> {
      const others = (await caches.keys()).filter((each) => each.startsWith(CACHE_PREFIX) && each !== name);
      await Promise.all(others.map((each) => caches.delete(each)));
    },

    /**
     * Returns the response to a request, or undefined if the browser sends the request to the server unchanged. A reload and a visit after
     * more than a day request the page from the server; the cached page is used if the server cannot be reached.
     */
    answer(request: Request): Promise<Response> | undefined {
      const { pathname, origin } = new URL(request.url);
      if (request.method !== "GET" || origin !== own) return undefined;
      if (files.includes(pathname))
        return caches.match(pathname, { cacheName: name }).then((kept) => kept ?? fetch(request));
      if (!isShell(request)) return undefined;
      return caches.match(SHELL_PATH, { cacheName: name }).then((kept) => {
        if (kept && !isReload(request) && isFresh(kept)) return kept;
        return fetchDocument(request).catch((error: unknown) => {
          if (kept) return kept;
          throw error;
        });
      });
    },
  };
}

const isShell = ({ mode, url }: Navigation) => mode === "navigate" && new URL(url).pathname === SHELL_PATH;

const isReload = ({ cache }: Navigation) => cache !== "default" && cache !== "force-cache";
