import { TOO_MANY_SOCKETS } from "@shoal/contract";

/**
 * Delay in ms, after which another window may have been closed. Changes in the meantime are loaded when the socket
 * opens.
 */
const RETRY_WHEN_FULL_MS = 30_000;

/** The members of a socket that this function uses. */
export interface RefusableSocket {
  on(event: "connect_error", handle: (error: Error) => void): unknown;
  connect(): unknown;
}

/**
 * Retries a socket connection that was refused because the user has too many: unlike an unreachable server, this is not retried
 * automatically.
 * @returns a function that stops it.
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
