import type { UsualClaims } from "@shoal/contract/edge";

const HOUR_MS = 3_600_000;
/** The multiple of a client's usual claims per hour up to which claims are billed in full. */
const CLIENT_LIMIT_FACTOR = 3;
/** The share of a client's usual claims per hour that one network may claim. */
const NETWORK_LIMIT_SHARE = 0.005;

/** The hourly allowance for the claims of new clients, and of clients with few claims. */
export interface ClaimFloors {
  bytesPerClient: number;
  bytesPerNetworkOfClient: number;
}

/** The maximum claims per hour, for a client and for each network of its viewers. */
export interface ClaimLimits {
  clientBytes: number;
  networkBytes: number;
}

/**
 * Derives the hourly limits of a client's claims from its usual claims.
 * @param claims undefined for an unknown client
 * @returns undefined if the operator has lifted the limits
 */
export function claimLimitsOf(
  claims: UsualClaims | undefined,
  { bytesPerClient, bytesPerNetworkOfClient }: ClaimFloors,
  nowMs: number,
): ClaimLimits | undefined {
  if (claims?.isLifted) return undefined;
  const hour = Math.floor(nowMs / HOUR_MS) % 24;
  const usualBytes = claims?.bytesByHour[hour] ?? 0;
  return {
    clientBytes: Math.max(bytesPerClient, CLIENT_LIMIT_FACTOR * usualBytes),
    networkBytes: Math.max(bytesPerNetworkOfClient, NETWORK_LIMIT_SHARE * usualBytes),
  };
}
