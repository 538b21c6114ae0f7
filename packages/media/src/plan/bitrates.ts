const FULL_HD_PIXELS = 1920 * 1080;
const FULL_HD_KBPS = 6_000;

/**
 * Returns the maximum bitrate of a rung, in kbps: 6,000 for 1080p at 30 fps, decreasing more slowly than the pixels (360p:
 * 1,034), and 1.4 times as much above 30 fps. CRF decides below it, so an easy title uses what it needs. The alternative, a
 * probe encode at 360p, would cost 3 % of the ladder's CPU and delay the plan, for caps that CRF 23 reaches only in grain and
 * confetti.
 */
export function capKbps({ width, height, fps }: { width: number; height: number; fps: number }): number {
  const byPixels = FULL_HD_KBPS * ((width * height) / FULL_HD_PIXELS) ** 0.8;
  return Math.max(100, Math.round(byPixels * (fps > 31 ? 1.4 : 1)));
}
