import type { LiveView } from "@shoal/contract";

/** Whether a live is on air, or may resume because its encoder did not sign off. */
export const isOnAir = ({ state, isSignedOff }: LiveView): boolean =>
  state === "live" || (state === "lost" && !isSignedOff);

/** Returns the time in seconds for which a live has been on air; undefined while it is off air. */
export function elapsedSecOf(live: LiveView, nowSec: number): number | undefined {
  const { startedAt } = live;
  if (startedAt === null || !isOnAir(live)) return undefined;
  // If this computer's clock is slow, the difference is negative.
  return Math.max(0, nowSec - Math.floor(Date.parse(startedAt) / 1000));
}
