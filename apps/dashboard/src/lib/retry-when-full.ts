import { TOO_MANY_SOCKETS } from "@shoal/contract";

/** Another window may have been closed by then. What changed meanwhile is read when the socket opens. */
const RETRY_WHEN_FULL_MS = 30_000;

/** What is used of a socket. */
export interface RefusableSocket {
  on(event: "connect_error", handle: (error: Error) => void): unknown;
  connect(): unknown;
}

/**
 * Lets a socket be tried again for which the user has too many: unlike one that cannot reach the server, it is not by itself.
 * @returns what ends it.
 */
export function retryWhenFull(socket: RefusableSocket): () => void {
  let retry: ReturnType<typeof setTimeout> | undefined;
  socket.on("connect_error", ({ message }) => {
    if (message !== TOO_MANY_SOCKETS) return;
    clearTimeout(retry);
    retry = setTimeout(() => socket.connect(), RETRY_WHEN_FULL_MS);
  });
  return () => clearTimeout(retry);
}
