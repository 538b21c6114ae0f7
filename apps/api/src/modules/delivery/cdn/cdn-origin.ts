import { setTimeout as pause } from "node:timers/promises";
import { AppError } from "@shoal/contract";
import { FetchError, type FetchFailure, type FetchPolicy, resolveTarget } from "@shoal/safe-fetch";

/** A name that resolves more slowly is looked up again when files are fetched. */
const LOOKUP_TIMEOUT_MS = 3_000;

const REASONS_BY_FAILURE: Partial<Record<FetchFailure, string>> = {
  bad_url: "must begin with http:// or https://",
  forbidden_port: "uses a port that is not allowed here",
  forbidden_address: "points to an address that is not allowed",
};

/** Returns an origin in its stored form, with a trailing `/`. */
export function normalizeOrigin(text: string): string {
  const url = new URL(text);
  if (!url.pathname.endsWith("/")) url.pathname += "/";
  return url.href;
}

/**
 * Rejects origins in our own networks and at our own addresses. Edges check again at each fetch, since a name may resolve
 * differently later.
 * @param ownHosts our own addresses, each with its port.
 * @throws AppError "bad_request" that names the field.
 */
export async function assertOrigin(
  origin: string,
  { policy, ownHosts }: { policy: FetchPolicy; ownHosts: readonly string[] },
): Promise<void> {
  const url = new URL(origin);
  if (ownHosts.includes(withoutRoot(url.host))) throw originError("leads back to this platform");
  const fault = await Promise.race([
    resolveTarget(url, policy).then(() => undefined, reasonOf),
    pause(LOOKUP_TIMEOUT_MS, undefined, { ref: false }),
  ]);
  const reason = fault && REASONS_BY_FAILURE[fault];
  if (reason) throw originError(reason);
}

/** Removes the trailing dot of a host name: `edge.example.net.` and `edge.example.net` are the same host. */
const withoutRoot = (host: string): string => host.replace(/\.(?=$|:)/, "");

function reasonOf(error: unknown): FetchFailure {
  if (error instanceof FetchError) return error.reason;
  throw error;
}

const originError = (reason: string) =>
  new AppError("bad_request", `The origin ${reason}`, [{ path: "originUrl", reason }]);
