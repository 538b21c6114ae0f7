import type { LiveView } from "@shoal/contract";

/** For how many seconds a live has been on air; undefined while there is nothing to watch. */
export function elapsedSecOf({ state, startedAt }: LiveView, nowSec: number): number | undefined {
  if (startedAt === null || (state !== "live" && state !== "lost")) return undefined;
  // The clock of this computer may be late.
  return Math.max(0, nowSec - Math.floor(Date.parse(startedAt) / 1000));
}
