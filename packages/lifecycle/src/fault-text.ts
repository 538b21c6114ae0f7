/** The properties of a system error, besides its message. */
type SystemError = Error & { code?: string; port?: number; address?: string; path?: string };

/**
 * Returns a message for the operator that states why a start failed. Returns undefined if the cause is a bug.
 * @example startFailureReason(error) // "Port 8080 of 127.0.0.1 is in use: …"
 */
export function startFailureReason(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, port, address, path } = error as SystemError;
  const place =
    port === undefined ? (path ?? address ?? "an address") : `Port ${port} of ${address ?? "this machine"}`;
  switch (code) {
    case "EADDRINUSE":
      return `${place} is in use: end the program that listens there, or choose another port (README, Settings)`;
    case "EADDRNOTAVAIL":
      return `${address ?? "The address"} is not an address of this machine: choose another host (README, Settings)`;
    case "EACCES":
      return port === undefined
        ? `${path ?? "A file"} may not be read or written by this user`
        : `${place} may not be opened by this user: ports below 1024 are for root`;
    case "ENOSPC":
    case "EDQUOT":
      return "The disk is full: make room and start again";
    case "ECONNREFUSED":
      return `Nothing answers at ${port === undefined ? (path ?? address) : `${address}:${port}`}: is what runs there started?`;
    default:
      return undefined;
  }
}

/**
 * Describes an error, starting with the reason, followed by the location. A configuration error takes several lines, and a bug is
 * shown with its stack.
 */
export function describeFault(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const reason = startFailureReason(error);
  if (reason !== undefined) return `${reason}\n${error.stack ?? error.message}`;
  return error.message.includes("\n") ? error.message : (error.stack ?? error.message);
}
