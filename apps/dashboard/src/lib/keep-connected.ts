import { TOO_MANY_SOCKETS } from "@shoal/contract";

/**
 * The delay before a retry, in ms. The user may have closed another window by that time. Changes in the meantime are loaded when the socket
 * opens.
 */
const RETRY_WHEN_FULL_MS = 30_000;

/** The members of a socket on which the connection depends. */
export interface ConnectableSocket {
  on(event: "connect_error", handle: (error: Error) => void): unknown;
  on(event: "disconnect", handle: (reason: string) => void): unknown;
  connect(): unknown;
}

/**
 * Reconnects a socket in the cases that the socket itself leaves alone: at once after the server has closed the connection, as it does when
 * the user's rights change, and after a delay if the user has too many connections. The socket itself retries with growing delays while the
 * server is unreachable.
 * @returns a function that stops the retries.
 */
export function keepConnected(socket: ConnectableSocket): () => void {
  let retry: ReturnType<typeof setTimeout> | undefined;
  socket.on("connect_error", ({ message }) => {
    if (message !== TOO_MANY_SOCKETS) return;
    clearTimeout(retry);
    retry = setTimeout(() => socket.connect(), RETRY_WHEN_FULL_MS);
  });
  socket.on("disconnect", (reason) => {
    if (reason === "io server disconnect") socket.connect();
  });
  return () => clearTimeout(retry);
}
