import type { QueryClient } from "@tanstack/react-query";
import { uploads } from "../features/uploads/uploads.ts";
import { keepConnected } from "../lib/keep-connected.ts";
import { subscribeToListUpdates } from "../lib/list-updates.ts";
import { meQuery } from "../lib/queries.ts";
import { openRealtime } from "../lib/realtime.ts";
import { realtimeSocket } from "../lib/realtime-socket.ts";
import { subscribeToVideoUpdates } from "../lib/video-updates.ts";

/**
 * Opens the realtime socket and keeps the screens up to date with the server, until `ended`.
 * @param clientView uuid of the viewed client; undefined for the user's own.
 */
export function subscribeToServer(
  queries: QueryClient,
  clientView: string | undefined,
  ended: AbortSignal,
): void {
  const socket = openRealtime(clientView);
  const stops = [
    subscribeToVideoUpdates(socket, queries),
    subscribeToListUpdates(socket, queries),
    keepConnected(socket),
  ];
  realtimeSocket.set(socket);
  const readUser = () => void queries.invalidateQueries({ queryKey: meQuery.queryKey });
  socket.on("video.deleted", ({ uuid }) => uploads.dropDeleted(uuid));
  socket.on("client.changed", readUser);
  // Reloads the user after the first connection too, because pushes between the first load and the connection were missed.
  socket.on("connect", readUser);
  // The server closes the sockets of users whose rights or account have changed, so the user is reloaded.
  socket.on("disconnect", (reason) => {
    if (reason === "io server disconnect") readUser();
  });
  ended.addEventListener("abort", () => {
    for (const stop of stops) stop();
    // Does not remove another socket: the socket for the next viewed client may already be open.
    if (realtimeSocket.get() === socket) realtimeSocket.set(undefined);
    socket.close();
  });
}
