import type { MediaInfo } from "@shoal/contract/stored-data";

/** Returns the facts of a full HD video, of 60 s by default. */
export function infoOf(
  changes: Partial<Omit<MediaInfo, "video">> & { video?: Partial<MediaInfo["video"]> },
): MediaInfo {
  const { video, ...rest } = changes;
  return {
    container: "mov",
    durationSec: 60,
    startSec: 0,
    sizeBytes: 40_000_000,
    bitrateKbps: 6_000,
    video: {
      streamIndex: 0,
      codec: "h264",
      width: 1920,
      height: 1080,
      fps: { num: 25, den: 1 },
      isVariableFrameRate: false,
      rotationDeg: 0,
      isInterlaced: false,
      isHdr: false,
      pixelFormat: "yuv420p",
      frameCount: 1_500,
      ...video,
    },
    audio: [],
    isFaststart: false,
    ...rest,
  };
}
