import { lookup } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import { asFetchError, FetchError } from "./fetch-error.ts";
import { type FetchPolicy, findUrlFault, type HostResolver, hostOf, isAllowed } from "./policy.ts";

/** A URL with its resolved and checked addresses. Callers must connect only to one of these. */
export interface CheckedTarget {
  url: URL;
  addresses: readonly { address: string; family: number }[];
}

const resolveBySystem: HostResolver = (host) => lookup(host, { all: true });

/**
 * Resolves the host of a URL once, and checks the result. Callers connect by this result, so a later change of the name's address
 * does not affect them.
 * @throws FetchError
 */
export async function resolveTarget(url: URL, policy: FetchPolicy): Promise<CheckedTarget> {
  const fault = findUrlFault(url, policy);
  if (fault) throw new FetchError(fault, `Not allowed: ${url.protocol}//${url.host}`);
  const host = hostOf(url);
  const family = isIP(host);
  if (family !== 0) return { url, addresses: [{ address: host, family }] };
  const found = await (policy.resolve ?? resolveBySystem)(host).catch((error: unknown) => {
    throw asFetchError(error, host);
  });
  const addresses = found.filter(({ address }) => isAllowed(address, policy));
  if (addresses.length > 0) return { url, addresses };
  if (found.length === 0) throw new FetchError("unresolved", `${host} has no address`);
  throw new FetchError("forbidden_address", `${host} leads to no address that is allowed`);
}

/** Creates a lookup function with a fixed result, because a second lookup could resolve differently. */
export const createFixedLookup =
  ({ addresses }: CheckedTarget): LookupFunction =>
  (_host, { all }, callback) => {
    const [first] = addresses;
    if (all) callback(null, [...addresses]);
    else callback(null, first?.address ?? "", first?.family);
  };
