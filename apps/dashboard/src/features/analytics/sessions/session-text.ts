import type { StatisticsSession } from "@shoal/contract";

/** The number of characters of a viewer's id that are shown, enough to distinguish the viewers on one page. */
const VIEWER_ID_LENGTH = 8;

/** Abbreviates the id of a viewer. @example viewerText("3fa85f64-5717-4562-b3fc-2c963f66afa6") // "3fa85f64" */
export const viewerText = (viewer: string): string => viewer.slice(0, VIEWER_ID_LENGTH);

/** Returns the offload of a session in percent; null if nothing was delivered. */
export function offloadOf({ serverBytes, peerBytes }: StatisticsSession): number | null {
  const delivered = serverBytes + peerBytes;
  return delivered > 0 ? (100 * peerBytes) / delivered : null;
}
