import {
  canDropFrames,
  convertFrame,
  type FrameRate,
  formatTimecode,
  isSameRate,
  parseTimecode,
  type TimecodeFormat,
} from "@shoal/frames";

/** Returns the timecode format with which a file of this rate labels the frames of the video. */
export function formatOfFile(format: TimecodeFormat, fileRate: FrameRate): TimecodeFormat {
  if (isSameRate(format.rate, fileRate)) return format;
  const isDropFrame = canDropFrames(fileRate) && (format.isDropFrame || !canDropFrames(format.rate));
  const unstarted = { rate: fileRate, isDropFrame, startFrames: 0 };
  // The start label is also a whole second, which is the same at every rate.
  const label = formatTimecode(0, format).split(/[:;]/).slice(0, 3).join(":");
  const start = parseTimecode(`${label}:00`, unstarted);
  return {
    ...unstarted,
    startFrames: start.ok ? start.frame : convertFrame(format.startFrames, format.rate, fileRate),
  };
}
