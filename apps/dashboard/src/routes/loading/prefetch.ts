import type { ScreenName } from "../../features.ts";
import { queryClient } from "../../lib/queries.ts";
import { session } from "../../lib/session.ts";
import { videoQuery } from "../../lib/video-cache.ts";
import { findRoute } from "../find-route.ts";
import { screenOf } from "../screens.ts";

/** The delay before prefetching, in ms, so that a pointer that merely crosses a link causes no request. */
const PREFETCH_DELAY_MS = 80;

/** Requests the first data of a screen, for screens that need only a single cheap call. */
const FIRST_QUERIES: Partial<
  Record<ScreenName, (params: Record<string, string | undefined>) => Promise<unknown>>
> = {
  video: ({ uuid = "" }) => queryClient.prefetchQuery(videoQuery(uuid)),
};

/** Prefetches the scripts and texts of a screen. If that fails, they are requested again when the screen opens. */
function prefetchScreen(name: ScreenName): void {
  const screen = screenOf(name);
  if ("lazy" in screen) screen.lazy().catch(() => undefined);
}

/** Prefetches a link's target on hover or keyboard focus. @returns a function that stops prefetching. */
export function prefetchOnIntent(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  function handleIntent({ target }: Event): void {
    clearTimeout(timer);
    const found = findRoute(linkedPath(target) ?? "");
    // Sends no request while the browser is offline, because some browsers do not repeat a module request that has failed.
    if (!found || !session.credential() || !navigator.onLine) return;
    prefetchScreen(found.route.screen);
    timer = setTimeout(() => void FIRST_QUERIES[found.route.screen]?.(found.params), PREFETCH_DELAY_MS);
  }
  const stopped = new AbortController();
  for (const type of ["pointerover", "focusin"])
    document.addEventListener(type, handleIntent, { passive: true, signal: stopped.signal });
  return () => {
    clearTimeout(timer);
    stopped.abort();
  };
}

/** Returns the path of a link within this site, without its query; undefined for any other target. */
function linkedPath(target: EventTarget | null): string | undefined {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="#/"]') : null;
  return link?.hash.slice(1).split("?")[0];
}
