import type { UsualClaims } from "@shoal/contract/edge";

const HOUR_MS = 3_600_000;
/** An audience may be so many times the usual one of its hour, and be billed whole. */
const CLIENT_TIMES_USUAL = 3;
/** One network has so much of the client's usual hour. */
const NETWORK_SHARE_OF_USUAL = 0.005;

/** What is billed in an hour of claims of who is new, and of whom little is usual. */
export interface ClaimFloors {
  bytesPerClient: number;
  bytesPerNetworkOfClient: number;
}

/** What is billed of claims in an hour at most, of a client and of each network of its viewers. */
export interface UsualLimits {
  clientBytes: number;
  networkBytes: number;
}

/**
 * What of a client's claims is billed in the hour of a moment, by what is usual for it.
 * @param claims undefined for a client of which nothing is known
 * @returns undefined where the operator has lifted these limits
 */
export function usualLimitsOf(
  claims: UsualClaims | undefined,
  { bytesPerClient, bytesPerNetworkOfClient }: ClaimFloors,
  nowMs: number,
): UsualLimits | undefined {
  if (claims?.isLifted) return undefined;
  const hour = Math.floor(nowMs / HOUR_MS) % 24;
  const usualBytes = claims?.bytesByHour[hour] ?? 0;
  return {
    clientBytes: Math.max(bytesPerClient, CLIENT_TIMES_USUAL * usualBytes),
    networkBytes: Math.max(bytesPerNetworkOfClient, NETWORK_SHARE_OF_USUAL * usualBytes),
  };
}
