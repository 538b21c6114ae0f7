export { type CutPart, type CutSegment, commonTimes, planParts } from "./cut/plan-parts.ts";
export { listKeyTimes, repackGroups } from "./cut/repack.ts";
export {
  AAC_FRAME_SAMPLES,
  audioArgs,
  audioFile,
  audioPartArgs,
  STABLE_MARGIN_FRAMES,
} from "./encode/audio-args.ts";
export {
  SPRITE_COLUMNS,
  SPRITE_ROWS,
  spriteArgs,
  spriteFile,
  THUMBNAIL_FILE,
  thumbnailArgs,
  tileSize,
} from "./encode/picture-args.ts";
export { rungFile, segmentFrames, videoArgs } from "./encode/video-args.ts";
export type { VideoJob } from "./encode/video-job.ts";
export { FfmpegError } from "./ffmpeg/ffmpeg-error.ts";
export { DEFAULT_LIMITS, type RunLimits } from "./ffmpeg/limits.ts";
export {
  type FfmpegArgs,
  type RunOptions,
  type RunResult,
  runFfmpeg,
  runFfprobe,
} from "./ffmpeg/run-tool.ts";
export { detectSandbox, type Sandbox, type SandboxSetting } from "./ffmpeg/sandbox.ts";
export { Mp4Error } from "./mp4/boxes.ts";
export type { ReadRange, SourceBytes } from "./mp4/locate-moov.ts";
export { readTimescale } from "./mp4/read-fragment.ts";
export { type Mp4File, openMp4File, readMp4Index } from "./mp4/read-index.ts";
export type { Mp4Track } from "./mp4/read-tracks.ts";
export { keyFrameMovie } from "./package/key-frame-movie.ts";
export {
  type PackagedSegment,
  type PackagedTrack,
  packageAudio,
  packageCopiedVideo,
  packageEncodedVideo,
} from "./package/package-track.ts";
export { targetDurationSec } from "./plan/grid.ts";
export { type PlanWishes, planEncode } from "./plan/plan-encode.ts";
export * from "./playlists/dash.ts";
export * from "./playlists/hls.ts";
export * from "./playlists/segment-index.ts";
export { writeStoryboard } from "./playlists/storyboard.ts";
export { toFps } from "./probe/frame-rate.ts";
export { findFault, MediaFault } from "./probe/media-fault.ts";
export { type ProbeAnswer, type ProbedSource, probeSource } from "./probe/probe-source.ts";
