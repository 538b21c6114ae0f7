import type { LiveView } from "@shoal/contract";

/** Whether a live is on air, or may return because it was not ended. */
export const isOnAir = ({ state, isSignedOff }: LiveView): boolean =>
  state === "live" || (state === "lost" && !isSignedOff);

/** For how many seconds a live has been on air; undefined while it is not. */
export function elapsedSecOf(live: LiveView, nowSec: number): number | undefined {
  const { startedAt } = live;
  if (startedAt === null || !isOnAir(live)) return undefined;
  // The clock of this computer may be late.
  return Math.max(0, nowSec - Math.floor(Date.parse(startedAt) / 1000));
}
