import type { MediaInfo } from "@shoal/contract/stored-data";
import { type RunOptions, runFfprobe } from "../ffmpeg/run-tool.ts";
import type { Mp4Track } from "../mp4/read-tracks.ts";
import { timelineOf } from "../mp4/timeline.ts";
import { type FfprobeReport, type FfprobeStream, parseSeconds, tagOf } from "./ffprobe-report.ts";

/** The start and end of a stream, in seconds from the first presentation time of the file. */
export interface Extent {
  startSec: number;
  endSec: number;
}

/** The longest overhang of audio beyond the video that does not extend it: encoders fill their last frames. */
const MAX_AUDIO_OVERHANG_SEC = 0.5;
/** The number of seconds at the end of a file that contain its last frames, and the key frame before them. */
const TAIL_DURATION_SEC = 15;

/**
 * Returns the duration of a video: until its last frame ends, or the last audio if that is clearly later. The last frame is
 * shown until that time.
 * @example lengthOf({ startSec: 0, endSec: 4 }, [12]) // 12
 */
export function lengthOf(picture: Extent, soundEndsSec: readonly number[]): number {
  const soundSec = Math.max(0, ...soundEndsSec);
  return soundSec > picture.endSec + MAX_AUDIO_OVERHANG_SEC ? soundSec : picture.endSec;
}

/** The extent of a cover picture, whose packets have no time and whose header states the length of the song. */
const COVER_EXTENT: Extent = { startSec: 0, endSec: 0.04 };

/** Returns the extent of a stream according to the header. @param fileEndSec the fallback for its end. */
export function claimedExtent(
  report: FfprobeReport,
  stream: FfprobeStream,
  { tracks, fileEndSec }: { tracks: readonly Mp4Track[] | undefined; fileEndSec: number },
): Extent {
  if (stream.disposition?.attached_pic) return COVER_EXTENT;
  const fileStartSec = Number(report.format?.start_time ?? 0) || 0;
  const track = tracks?.find(({ streamIndex }) => streamIndex === stream.index);
  if (track && track.samples.count > 0 && !track.hasComplexEdits) return extentOfTrack(track, fileStartSec);
  const startSec = Math.max(0, (Number(stream.start_time ?? 0) || 0) - fileStartSec);
  const durationSec = parseSeconds(stream.duration);
  if (durationSec) return { startSec, endSec: startSec + durationSec };
  // In Matroska, some programs write the end time into the header and others the length. The packets show which one it is.
  const tagged = parseSeconds(tagOf(stream, "duration"));
  const endSec = tagged ? tagged - Math.max(0, fileStartSec) : fileEndSec;
  return { startSec, endSec: Math.max(startSec, endSec) };
}

function extentOfTrack(track: Mp4Track, fileStartSec: number): Extent {
  const timeline = timelineOf(track, fileStartSec);
  let [startSec, endSec] = [Number.POSITIVE_INFINITY, 0];
  for (let n = 0; n < track.samples.count; n++) {
    startSec = Math.min(startSec, timeline.ptsSec(n));
    endSec = Math.max(endSec, timeline.endSec(n));
  }
  return { startSec: Math.max(0, startSec), endSec };
}

/** The packets to read, in ffprobe's syntax. */
const WHOLE_FILE_ARGS: readonly string[] = [];
const fromTime = (sec: number) => ["-read_intervals", `${sec.toFixed(3)}%`];
const partsOf = (streamIndex: number, intervals: string) => [
  "-select_streams",
  `${streamIndex}`,
  "-read_intervals",
  intervals,
];
/** How many packets are read at the start of a file. They suffice to determine the frame rate. */
const HEAD_PACKETS = 120;
/** The samples that are read from a file whose head and tail have no rate: their number, and their length in seconds. */
const [SAMPLES, SAMPLE_SEC] = [8, 3];

/**
 * Reads packets of a file, without decoding, and returns the actual start and end of each stream, by index.
 * @param packets the ffprobe arguments that select packets; all by default.
 * @param onPacket receives the stream and presentation time of each.
 */
export async function measureExtents(
  run: RunOptions,
  { startSec, video }: Pick<MediaInfo, "startSec" | "video">,
  { packets = WHOLE_FILE_ARGS, onPacket }: { packets?: readonly string[]; onPacket?: OnPacket } = {},
): Promise<Map<number, Extent>> {
  const found = new Map<number, Extent>();
  const pictureSec = video.fps.den / video.fps.num;
  const onLine = (line: string) => {
    const [index, pts, dts, duration] = line.split(",");
    const sec = [pts, dts].map((each) => Number.parseFloat(each ?? "")).find(Number.isFinite);
    if (!index || sec === undefined) return;
    const streamIndex = Number(index);
    const beginsSec = sec - startSec;
    const lastsSec =
      Number.parseFloat(duration ?? "") || (streamIndex === video.streamIndex ? pictureSec : 0);
    const known = found.get(streamIndex) ?? { startSec: beginsSec, endSec: 0 };
    known.startSec = Math.min(known.startSec, beginsSec);
    known.endSec = Math.max(known.endSec, beginsSec + lastsSec);
    found.set(streamIndex, known);
    onPacket?.(streamIndex, beginsSec);
  };
  const fields = "packet=stream_index,pts_time,dts_time,duration_time";
  await runFfprobe([...packets, "-show_entries", fields, "-of", "csv=p=0"], { ...run, onLine });
  return found;
}

type OnPacket = (streamIndex: number, sec: number) => void;

/** The extents found in the packets of a file. */
export interface MeasuredEdges {
  /** The extents by stream, without streams that have no packets. */
  extents: Map<number, Extent>;
  /** The presentation times of the examined frames, in seconds, window by window. */
  pictureWindows: number[][];
}

/**
 * Measures when a file's video actually starts, and when video and audio end. Reads the first frames and the last seconds, or
 * everything if the video ended long before. Headers are unreliable. For example, ffprobe reports a stream that starts 5 s after
 * the audio as starting with it.
 */
export async function measureEdges(
  run: RunOptions,
  info: Pick<MediaInfo, "startSec" | "video">,
  fileEndSec: number,
): Promise<MeasuredEdges> {
  const { streamIndex } = info.video;
  const tailSec = Math.max(0, fileEndSec - TAIL_DURATION_SEC) + info.startSec;
  const reading = (packets: readonly string[]) => measureWindow(run, info, packets);
  const [head, tail] = await Promise.all([
    reading(partsOf(streamIndex, `%+#${HEAD_PACKETS}`)),
    reading(fromTime(tailSec)),
  ]);
  const [first, last] = [head, tail].map(({ extents }) => extents.get(streamIndex));
  if (!first || !last) {
    const { extents, picturesSec } = await reading(WHOLE_FILE_ARGS);
    return { extents, pictureWindows: [picturesSec] };
  }
  return {
    extents: tail.extents.set(streamIndex, { startSec: first.startSec, endSec: last.endSec }),
    pictureWindows: [head.picturesSec, tail.picturesSec],
  };
}

/** Reads the presentation times of frames from the middle of a file, in several samples. */
export async function samplePictures(
  run: RunOptions,
  info: Pick<MediaInfo, "startSec" | "video">,
  fileEndSec: number,
): Promise<number[][]> {
  const starts = Array.from(
    { length: SAMPLES },
    (_, n) => info.startSec + (fileEndSec * (n + 0.5)) / SAMPLES,
  );
  const intervals = starts.map((sec) => `${sec.toFixed(3)}%+${SAMPLE_SEC}`).join(",");
  const { picturesSec } = await measureWindow(run, info, partsOf(info.video.streamIndex, intervals));
  return [picturesSec];
}

async function measureWindow(
  run: RunOptions,
  info: Pick<MediaInfo, "startSec" | "video">,
  packets: readonly string[],
) {
  const picturesSec: number[] = [];
  const extents = await measureExtents(run, info, {
    packets,
    onPacket: (streamIndex, sec) => {
      if (streamIndex === info.video.streamIndex) picturesSec.push(sec);
    },
  });
  return { extents, picturesSec };
}
