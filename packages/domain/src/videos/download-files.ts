import type { PlaybackTrack } from "@shoal/contract/edge";
import type { DownloadFile } from "@shoal/contract/player";

/** Lists the downloads of a video with their file names: its renditions as MP4, largest first. */
export function listDownloads(
  tracks: readonly PlaybackTrack[],
  durationSec: number | null,
  urlOf: (fileName: string) => string,
): DownloadFile[] {
  const soundBps = sumBandwidthBps(tracks.filter(({ kind }) => kind === "audio"));
  return tracks
    .filter(({ kind }) => kind === "video")
    .toSorted((a, b) => (b.height ?? 0) - (a.height ?? 0))
    .map(({ id, width, height, fps, averageBandwidthBps }) => ({
      id,
      width: width ?? 0,
      height: height ?? 0,
      fps: fps ?? 0,
      approximateBytes: Math.round(((averageBandwidthBps + soundBps) * (durationSec ?? 0)) / 8),
      url: urlOf(`${id}.mp4`),
    }));
}

/** Estimates the total size of all renditions and audio tracks from their measured bitrates. */
export function bundleBytes(tracks: readonly PlaybackTrack[], durationSec: number | null): number {
  return Math.round((sumBandwidthBps(tracks) * (durationSec ?? 0)) / 8);
}

const sumBandwidthBps = (tracks: readonly PlaybackTrack[]) =>
  tracks.reduce((total, { averageBandwidthBps }) => total + averageBandwidthBps, 0);
