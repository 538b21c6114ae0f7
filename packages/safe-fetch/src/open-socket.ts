import { connect, isIP, type Socket } from "node:net";
import { connect as connectSecurely } from "node:tls";
import { asFetchError, FetchError } from "./fetch-error.ts";
import { type FetchPolicy, isAllowed } from "./policy.ts";
import { type CheckedTarget, createFixedLookup, resolveTarget } from "./resolve-target.ts";

export interface OpenSocketOptions {
  /** A host name or an address. IPv6 addresses have no brackets. */
  host: string;
  port: number;
  /** Whether to use TLS. The certificate must be valid for this host. */
  isSecure: boolean;
  policy: FetchPolicy;
  /** The accepted certificate authorities. By default, they are Node's own. */
  ca?: string | Buffer;
  /** Aborts the attempt. */
  signal: AbortSignal;
}

/**
 * Connects to a user-supplied host, for any protocol. The host is resolved once, checked against the policy, and connected by the
 * checked address.
 * @throws FetchError, or the signal's reason.
 */
export async function openSocket(options: OpenSocketOptions): Promise<Socket> {
  const { host, port, policy, signal } = options;
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const handleAbort = () => aborted.reject(signal.reason as Error);
  signal.addEventListener("abort", handleAbort, { once: true });
  try {
    // The policy checks only host and port, so the URL may have any scheme that the policy supports.
    const url = new URL(`http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`);
    const target = await Promise.race([resolveTarget(url, policy), aborted.promise]);
    return await connectTo(target, options, aborted.promise);
  } catch (error) {
    signal.throwIfAborted();
    throw asFetchError(error, host);
  } finally {
    signal.removeEventListener("abort", handleAbort);
    aborted.promise.catch(() => undefined);
  }
}

async function connectTo(
  target: CheckedTarget,
  { host, port, isSecure, policy, ca }: OpenSocketOptions,
  aborted: Promise<never>,
): Promise<Socket> {
  const where = { host, port, lookup: createFixedLookup(target) };
  const name = isIP(host) ? {} : { servername: host };
  const socket = isSecure
    ? connectSecurely({ ...where, ...name, ...(ca === undefined ? {} : { ca }) })
    : connect(where);
  // The reader of the socket handles its errors. Until there is a reader, an error must not end the process.
  socket.on("error", () => {});
  try {
    await Promise.race([isOpen(socket, { host, isSecure, policy }), aborted]);
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

function isOpen(
  socket: Socket,
  { host, isSecure, policy }: Pick<OpenSocketOptions, "host" | "isSecure" | "policy">,
): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once("error", reject);
    socket.once("close", () => reject(new FetchError("broken", `${host} closed the connection immediately`)));
    // The connected address is checked again, whatever the lookup returned.
    socket.once("connect", () => {
      if (!isAllowed(socket.remoteAddress ?? "", policy))
        reject(new FetchError("forbidden_address", `${host} led to an address that is not allowed`));
    });
    socket.once(isSecure ? "secureConnect" : "connect", () => resolve());
  });
}
