import type { StatisticsSession } from "@shoal/contract";

/** Enough to tell a page's viewers apart. */
const VIEWER_CHARS = 8;

/** @example viewerText("3fa85f64-5717-4562-b3fc-2c963f66afa6") // "3fa85f64" */
export const viewerText = (viewer: string): string => viewer.slice(0, VIEWER_CHARS);

/** Offload in percent; null without delivery. */
export function offloadOf({ serverBytes, peerBytes }: StatisticsSession): number | null {
  const delivered = serverBytes + peerBytes;
  return delivered > 0 ? (100 * peerBytes) / delivered : null;
}
