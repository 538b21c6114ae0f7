import type { SiteFigures } from "@shoal/contract";

type SiteBytes = Pick<SiteFigures, "bytesServer" | "bytesWithin" | "bytesPeers">;

/** The bytes that a site's uplink carried, and the bytes that peers within the site kept off the uplink. */
export interface UplinkFigures {
  deliveredBytes: number;
  /** The number of bytes that the uplink carried; a minimum unless `isExact`. */
  carriedBytes: number;
  /** The number of bytes that the uplink was spared; a maximum unless `isExact`. */
  sparedBytes: number;
  offloadPercent: number;
  /** Whether the figures are exact; false if viewers of the site also shared data with viewers outside it. */
  isExact: boolean;
}

/**
 * Returns the figures of the uplink.
 * @example uplinkOf({ bytesServer: 25, bytesWithin: 75, bytesPeers: 0 }).offloadPercent // 75
 */
export function uplinkOf({ bytesServer, bytesWithin, bytesPeers }: SiteBytes): UplinkFigures {
  const sparedBytes = bytesWithin + bytesPeers;
  const deliveredBytes = bytesServer + sparedBytes;
  return {
    deliveredBytes,
    sparedBytes,
    carriedBytes: bytesServer,
    isExact: bytesPeers === 0,
    offloadPercent: deliveredBytes > 0 ? (100 * sparedBytes) / deliveredBytes : 0,
  };
}

export interface ChartBar {
  x: number;
  width: number;
  /** The parts of the bar from the bottom up: bytes from servers, from viewers anywhere, and from viewers within the site. */
  parts: { of: keyof SiteBytes; y: number; height: number }[];
}

const PART_ORDER = ["bytesServer", "bytesPeers", "bytesWithin"] as const;
/** The share of a bar's width that is left empty as a gap. */
const GAP_SHARE = 0.2;

/** Returns the bars of a chart of this size; empty if there are no steps. */
export function barsOf(
  steps: readonly SiteBytes[],
  { width, height }: { width: number; height: number },
): ChartBar[] {
  const most = Math.max(1, ...steps.map((step) => uplinkOf(step).deliveredBytes));
  const place = width / steps.length;
  return steps.map((step, index) => {
    let y = height;
    const parts = PART_ORDER.filter((of) => step[of] > 0).map((of) => {
      const part = (step[of] / most) * height;
      y -= part;
      return { of, y, height: part };
    });
    return { x: (index + GAP_SHARE / 2) * place, width: place * (1 - GAP_SHARE), parts };
  });
}
