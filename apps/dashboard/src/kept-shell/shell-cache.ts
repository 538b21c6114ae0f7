/** The one page that every address of the dashboard loads; its screens are behind the `#`. */
const SHELL_PATH = "/";
const CACHE_PREFIX = "shoal-shell-";
/** How long a build's page is used without asking the server; it carries the server's headers, which an operator may change. */
const KEPT_MS = 24 * 3_600_000;

/** The files that a build needs for its first screens. */
export interface ShellBuild {
  /** The build's id, as in its page. */
  build: string;
  /** Paths of the scripts, styles and texts of the first screens; their names contain a content hash. */
  files: readonly string[];
}

/** The browser features that a service worker needs. */
interface ShellNeeds {
  caches: CacheStorage;
  /** The dashboard's own. */
  origin: string;
  fetch: typeof fetch;
  now: () => number;
}

type Navigation = Pick<Request, "cache" | "method" | "mode" | "url">;

/**
 * Keeps the page and the programs of first screens in the browser: with them a screen starts without waiting for the server,
 * and what Chromium has compiled of the programs is kept too. Nothing of anyone's is kept: the page is the same for all.
 */
export function createShellCache(
  { build, files }: ShellBuild,
  { caches, fetch, now, origin: own }: ShellNeeds,
) {
  const name = CACHE_PREFIX + build;

  const isOfBuild = async (page: Response) => page.ok && (await page.clone().text()).includes(build);

  /** Requests the page from the server, and caches it if it belongs to this build; another build comes with its own worker. */
  async function fetchDocument(request: Request | string): Promise<Response> {
    const page = await fetch(request);
    if (await isOfBuild(page)) {
      const cache = await caches.open(name);
      await cache.put(SHELL_PATH, page.clone());
    }
    return page;
  }

  const isFresh = (page: Response) => now() - Date.parse(page.headers.get("date") ?? "") < KEPT_MS;

  return {
    name,

    /** @throws Error when something does not arrive, or the server has another build by now: the browser tries again later. */
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
     * The response to a request; undefined for one that goes to the server unchanged. A reload asks the server, and so does a
     * visit
     * after a day; the cached page is then the fallback when the server cannot be reached.
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
