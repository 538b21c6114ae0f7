import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { uploads } from "../features/uploads/uploads.ts";
import { useViewedClient } from "../lib/client-view.ts";
import { meQuery } from "../lib/queries.ts";
import { openRealtime, type RealtimeSocket } from "../lib/realtime.ts";
import { followVideos } from "../lib/video-updates.ts";

/** A user that was read so lately is as he is. */
const FRESH_MS = 5_000;

/** Keeps what is on screen as the server has it, for the client that is viewed. */
export function useRealtime(): void {
  const queries = useQueryClient();
  const view = useViewedClient()?.uuid;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another viewed client needs another socket
  useEffect(() => {
    const stop = new AbortController();
    // Without the realtime program the page works; what it misses is read with the next visit.
    void openRealtime().then(
      (socket) => follow(socket, queries, stop.signal),
      () => undefined,
    );
    return () => stop.abort();
  }, [queries, view]);
}

function follow(socket: RealtimeSocket, queries: QueryClient, ended: AbortSignal): void {
  const stop = followVideos(socket, queries);
  const end = () => {
    stop();
    socket.close();
  };
  const readUser = () => void queries.invalidateQueries({ queryKey: meQuery.queryKey });
  socket.on("video.deleted", ({ uuid }) => uploads.forget(uuid));
  socket.on("client.changed", readUser);
  // What was told while nobody listened.
  socket.on("connect", () => {
    const { dataUpdatedAt = 0 } = queries.getQueryState(meQuery.queryKey) ?? {};
    if (Date.now() - dataUpdatedAt > FRESH_MS) readUser();
  });
  // The server ends sockets of users who are not any more what they were.
  socket.on("disconnect", (reason) => {
    if (reason !== "io server disconnect") return;
    readUser();
    socket.connect();
  });
  if (ended.aborted) end();
  else ended.addEventListener("abort", end);
}
