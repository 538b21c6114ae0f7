export { canSpliceAfter } from "./cut/aac-window.ts";
export { colourRangeOf, freeSetId, joinInits } from "./cut/join-inits.ts";
export { isPlainAac } from "./cut/plain-aac.ts";
export { type CutPart, type CutSegment, commonTimes, planParts } from "./cut/plan-parts.ts";
export {
  type CutRange,
  joinGroups,
  lastFrameSec,
  listKeyTimes,
  moveFragment,
  onTrackClock,
  repackGroups,
  type Timescales,
} from "./cut/repack.ts";
export {
  AAC_FRAME_SAMPLES,
  audioArgs,
  audioFile,
  audioPartArgs,
  STABLE_MARGIN_FRAMES,
  silencedArgs,
} from "./encode/audio-args.ts";
export { rungColours } from "./encode/colour-filters.ts";
export {
  CONTINUOUS_FILE,
  continuousArgs,
  listEncodedSounds,
  needsContinuousCopy,
} from "./encode/continuous-args.ts";
export { sdrOf } from "./encode/hdr-table.ts";
export { Peaks } from "./encode/peaks.ts";
export {
  frameCardArgs,
  pictureCardArgs,
  SPRITE_COLUMNS,
  SPRITE_ROWS,
  spriteArgs,
  spriteFile,
  stillArgs,
  stillFile,
  THUMBNAIL_FILE,
  thumbnailArgs,
  tileSize,
} from "./encode/picture-args.ts";
export { frameTicksOf, rungFile, segmentFrames, timescaleOf, videoArgs } from "./encode/video-args.ts";
export type { VideoJob } from "./encode/video-job.ts";
export { readLoudness, WAVEFORM_FILE, WAVEFORM_RATE_HZ, waveformArgs } from "./encode/waveform-args.ts";
export { FfmpegError } from "./ffmpeg/ffmpeg-error.ts";
export { DEFAULT_LIMITS, MAX_PIXELS, type RunLimits } from "./ffmpeg/limits.ts";
export {
  type FfmpegArgs,
  type RunOptions,
  type RunResult,
  runFfmpeg,
  runFfprobe,
} from "./ffmpeg/run-tool.ts";
export { detectSandbox, type Sandbox, type SandboxSetting } from "./ffmpeg/sandbox.ts";
export { warmPrograms } from "./ffmpeg/warm-programs.ts";
export { writeLiveClip } from "./live/archive/live-clip.ts";
export { type PlannedArchive, planArchive } from "./live/archive/plan-archive.ts";
export { type StillJournal, withStillPicture } from "./live/archive/still-picture.ts";
export { EncodedLive, type EncoderFeed } from "./live/encoded/encoded-live.ts";
export type { LiveObjects, SegmentBytesOptions } from "./live/encoded/segment-bytes.ts";
export { listRenditions, liveArgs } from "./live/encoder/live-args.ts";
export { predictLiveCores } from "./live/encoder/live-cost.ts";
export {
  type LiveInput,
  type LivePlan,
  listShedPlans,
  MAX_COPY_FRAME_MS,
  MAX_COPY_KEY_INTERVAL_MS,
  planLive,
} from "./live/encoder/live-plan.ts";
export { type LiveProcess, type LiveProcessEnd, startLiveProcess } from "./live/encoder/live-process.ts";
export { type AvcVideo, readAvcConfig } from "./live/input/avc-config.ts";
export { isNotCopied } from "./live/input/flv-output.ts";
export { tsToFlvArgs } from "./live/input/ts-to-flv.ts";
export { webmToFlvArgs } from "./live/input/webm-to-flv.ts";
export { writeLiveManifest } from "./live/live-dash.ts";
export { listLiveHashes } from "./live/live-hashes.ts";
export { writeLivePlaylist } from "./live/live-hls.ts";
export { LiveFeedError } from "./live/live-media.ts";
export { checkReload, type ReloadRequest } from "./live/live-reload.ts";
export {
  type LiveClock,
  type LiveFeed,
  type LiveStream,
  steadyClock,
  wallClock,
} from "./live/live-stream.ts";
export { LiveTimeline } from "./live/live-timeline.ts";
export { LiveWindow } from "./live/live-window.ts";
export { measuredTracks } from "./live/measured-tracks.ts";
export { PacedVod, type PacedVodOptions } from "./live/paced/paced-vod.ts";
export { SimulatedLive, type SimulatedLiveOptions } from "./live/paced/simulated-live.ts";
export {
  lacksTimestamps,
  readSourceAddress,
  SOURCE_PORTS,
  type SourceAddress,
  type SourceReading,
} from "./live/source/source-args.ts";
export { startSourceProcess } from "./live/source/source-process.ts";
export { Mp4Error } from "./mp4/boxes.ts";
export type { ReadRange, SourceBytes } from "./mp4/locate-moov.ts";
export { type Fragment, readFragment, readTimescale } from "./mp4/read-fragment.ts";
export { type Mp4File, openMp4File } from "./mp4/read-index.ts";
export { type IndexRunOptions, readIndexSandboxed } from "./mp4/read-index-sandboxed.ts";
export { readSampleBytes } from "./mp4/read-sample-bytes.ts";
export type { Mp4Track } from "./mp4/read-tracks.ts";
export { timelineOf } from "./mp4/timeline.ts";
export { writeCaptionsFragment, writeCaptionsInit } from "./mp4/write-captions.ts";
export { type FragmentSample, writeFragment } from "./mp4/write-cmaf.ts";
export { frameAt } from "./package/find-frame.ts";
export { keyFrameMovie } from "./package/key-frame-movie.ts";
export {
  type PackagedSegment,
  type PackagedTrack,
  packageAudio,
  packageEncodedVideo,
  packagePassthroughVideo,
} from "./package/package-track.ts";
export { packageSilence } from "./package/silent-track.ts";
export { renderPdfPage } from "./picture/pdf-page.ts";
export {
  type MadePicture,
  measurePicture,
  PICTURE_LIMITS,
  pictureArgs,
  pictureFile,
} from "./picture/picture-files.ts";
export {
  PREVIEW_FILE,
  PREVIEW_LIMITS,
  PREVIEW_SOUND_FILE,
  PREVIEW_SOUND_RATE_HZ,
  posterArgs,
  previewSoundArgs,
  probeSentMedia,
  smallPictureArgs,
  waveformValues,
} from "./picture/preview-args.ts";
export { listAudioParts } from "./plan/audio-parts.ts";
export { AUDIO_CHANNELS, AUDIO_KBPS, AUDIO_RATE_HZ } from "./plan/copy-audio.ts";
export { frameRange, targetDurationSec } from "./plan/grid.ts";
export { type PlanOptions, planEncode } from "./plan/plan-encode.ts";
export * from "./playlists/captions.ts";
export * from "./playlists/dash.ts";
export { captionsRange } from "./playlists/dash-captions.ts";
export type { DashPeriod } from "./playlists/dash-xml.ts";
export * from "./playlists/hls.ts";
export * from "./playlists/segment-index.ts";
export { readStoryboard, type StoryboardTile, writeStoryboard } from "./playlists/storyboard.ts";
export { listChapters } from "./probe/chapters.ts";
export { measureExtents } from "./probe/extents.ts";
export { FFPROBE_ARGS, parseReport } from "./probe/ffprobe-report.ts";
export { toFps } from "./probe/frame-rate.ts";
export { findFault, MediaFault } from "./probe/media-fault.ts";
export { missingSecOf, type ProbeAnswer, type ProbedSource, probeSource } from "./probe/probe-source.ts";
export {
  isAssScript,
  listSubtitleStreams,
  type SubtitleStream,
  subtitleArgs,
  subtitleFile,
} from "./probe/subtitle-streams.ts";
export {
  type FileTrack,
  type ProgressiveFile,
  planProgressiveFile,
  type Span,
} from "./progressive/plan-file.ts";
export { TooManySamples } from "./progressive/track-table.ts";
export { joinIndexes, type ScenePart, widestCodecs } from "./scenes/join-indexes.ts";
export { joinStoryboards, type SceneStoryboard } from "./scenes/join-storyboards.ts";
export { planSceneLadder, type SceneRung } from "./scenes/scene-ladder.ts";
