import type { ScreenName } from "../../features.ts";
import { queryClient } from "../../lib/queries.ts";
import { session } from "../../lib/session.ts";
import { videoQuery } from "../../lib/video-cache.ts";
import { findRoute } from "../find-route.ts";
import { screenOf } from "../screens.ts";

/** Who only passes over a link asks for no data. */
const INTENT_MS = 80;

/** The first data of a screen, where one cheap call brings it. */
const FIRST_DATA: Partial<
  Record<ScreenName, (params: Record<string, string | undefined>) => Promise<unknown>>
> = {
  video: ({ uuid = "" }) => queryClient.prefetchQuery(videoQuery(uuid)),
};

/** The program and the texts of a screen, before it is asked for. What does not come is asked for again then. */
function prefetchScreen(name: ScreenName): void {
  const screen = screenOf(name);
  if (screen && "lazy" in screen) screen.lazy().catch(() => undefined);
}

/** Fetches what a link leads to when the pointer or the keyboard comes to it. @returns how to stop. */
export function prefetchOnIntent(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  function handleIntent({ target }: Event): void {
    clearTimeout(timer);
    const found = findRoute(linkedPath(target) ?? "");
    // What fails for want of a network, some browsers do not ask for again.
    if (!found || !session.credential() || !navigator.onLine) return;
    prefetchScreen(found.route.screen);
    timer = setTimeout(() => void FIRST_DATA[found.route.screen]?.(found.params), INTENT_MS);
  }
  const stopped = new AbortController();
  for (const type of ["pointerover", "focusin"])
    document.addEventListener(type, handleIntent, { passive: true, signal: stopped.signal });
  return () => {
    clearTimeout(timer);
    stopped.abort();
  };
}

/** Where a link of this page leads, without its query; undefined for all else. */
function linkedPath(target: EventTarget | null): string | undefined {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="#/"]') : null;
  return link?.hash.slice(1).split("?")[0];
}
