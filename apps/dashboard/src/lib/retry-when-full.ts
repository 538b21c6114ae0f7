import { TOO_MANY_SOCKETS } from "@shoal/contract";

/**
 * The delay before a retry, in ms. The user may have closed another window by that time. Changes in the meantime are loaded when the socket
 * opens.
 */
const RETRY_WHEN_FULL_MS = 30_000;

/** The members of a socket on which the retry depends. */
export interface RefusableSocket {
  on(event: "connect_error", handle: (error: Error) => void): unknown;
  connect(): unknown;
}

/**
 * Retries a socket connection that was refused because the user has too many connections. The socket itself retries only if the server is
 * unreachable.
 * @returns a function that stops the retries.
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
