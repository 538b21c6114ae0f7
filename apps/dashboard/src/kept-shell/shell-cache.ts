/** The page of every address of the dashboard, whose screens are behind its `#`. */
const SHELL_PATH = "/";
const CACHE_PREFIX = "shoal-shell-";
/** The page of a build, without a look at the server, for so long; it carries the server's headers, which an operator may change. */
const KEPT_MS = 24 * 3_600_000;

/** What a build needs for its first screens. */
export interface ShellBuild {
  /** Which build it is, as its page says. */
  build: string;
  /** Paths of the programs, styles and texts of first screens; their names change with what is in them. */
  files: readonly string[];
}

/** What a service worker has of a browser. */
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

  /** Asks the server, and keeps its page if it is of this build; one of another build comes with its own worker. */
  async function ask(request: Request | string): Promise<Response> {
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

    /** Removes what other builds kept. */
    async removeOthers(): Promise<void> {
      const others = (await caches.keys()).filter((each) => each.startsWith(CACHE_PREFIX) && each !== name);
      await Promise.all(others.map((each) => caches.delete(each)));
    },

    /**
     * The answer to a request; undefined for one that goes to the server as it is. Who loads the page again asks the server,
     * and so does who comes back after a day; the kept page helps them where the server cannot be reached.
     */
    answer(request: Request): Promise<Response> | undefined {
      const { pathname, origin } = new URL(request.url);
      if (request.method !== "GET" || origin !== own) return undefined;
      if (files.includes(pathname))
        return caches.match(pathname, { cacheName: name }).then((kept) => kept ?? fetch(request));
      if (!isShell(request)) return undefined;
      return caches.match(SHELL_PATH, { cacheName: name }).then((kept) => {
        if (kept && !isReload(request) && isFresh(kept)) return kept;
        return ask(request).catch((error: unknown) => {
          if (kept) return kept;
          throw error;
        });
      });
    },
  };
}

const isShell = ({ mode, url }: Navigation) => mode === "navigate" && new URL(url).pathname === SHELL_PATH;

const isReload = ({ cache }: Navigation) => cache !== "default" && cache !== "force-cache";
