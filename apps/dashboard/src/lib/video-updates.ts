import { routes, type VideoView } from "@shoal/contract";
import type { QueryClient } from "@tanstack/react-query";
import type { RealtimeSocket } from "./realtime.ts";
import { call } from "./session.ts";
import { cachedVideoIds, patchVideos, reloadLists, reloadVideos, removeVideo } from "./video-cache.ts";

/** The time for which changes are gathered, in ms. They arrive in bursts, each of which then causes a single request and render. */
const BATCH_DELAY_MS = 250;
const BATCH_SIZE = 100;

/**
 * Keeps the videos on screen up to date: applies progress, reloads changed videos, adds new ones. Changes missed while disconnected are
 * reloaded on reconnection.
 * @returns a function that stops the updates.
 */
export function subscribeToVideoUpdates(socket: RealtimeSocket, queries: QueryClient): () => void {
  const changed = new Set<string>();
  const progress = new Map<string, (video: VideoView) => VideoView>();
  let hasNew = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush(): void {
    timer = undefined;
    patchVideos(queries, progress);
    progress.clear();
    const known = cachedVideoIds(queries);
    const uuids = [...changed].filter((uuid) => known.has(uuid));
    changed.clear();
    if (hasNew) reloadLists(queries);
    hasNew = false;
    for (let from = 0; from < uuids.length; from += BATCH_SIZE)
      void loadVideos(queries, uuids.slice(from, from + BATCH_SIZE));
  }
  function markStale(uuids: string[], isNew = false): void {
    for (const uuid of uuids) changed.add(uuid);
    hasNew ||= isNew;
    timer ??= setTimeout(flush, BATCH_DELAY_MS);
  }

  // Reloads after the first connection too, because changes between the first load and the connection were missed.
  socket.on("connect", () => reloadVideos(queries));
  socket.on("video.changed", ({ uuid, isNew }) => markStale([uuid], isNew));
  socket.on("video.figures", ({ uuids }) => markStale(uuids));
  socket.on("video.deleted", ({ uuid }) => removeVideo(queries, uuid));
  socket.on("video.progress", ({ uuid, ...moved }) => {
    const before = progress.get(uuid);
    progress.set(uuid, (video) => ({ ...(before?.(video) ?? video), ...moved }));
    timer ??= setTimeout(flush, BATCH_DELAY_MS);
  });
  return () => clearTimeout(timer);
}

async function loadVideos(queries: QueryClient, uuids: string[]): Promise<void> {
  try {
    const page = await call(routes.listVideos, { query: { filter: { uuids }, pagesize: uuids.length } });
    patchVideos(queries, new Map(page._embedded.map((video) => [video.uuid, () => video])));
  } catch {
    // Leaves retries and error messages to the queries of the screens.
    reloadVideos(queries);
  }
}
