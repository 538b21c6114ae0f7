import { colourFilters, colourTags, rangeOptions, rungColours } from "../../encode/colour-filters.ts";
import { LIVE_SOUND_FILTERS } from "../../encode/stereo.ts";
import { AUDIO_CHANNELS, AUDIO_RATE_HZ } from "../../plan/copy-audio.ts";
import { toFps } from "../../probe/frame-rate.ts";
import { LIVE_SEGMENT_SEC, type LiveInput, type LivePlan, type LiveRung } from "./live-plan.ts";
import { FIRST_PIPE } from "./live-process.ts";

/** The number of short segments at the start. With them, a playlist soon has a segment. */
const SHORT_SEGMENTS = 4;
const SHORT_SEGMENT_SEC = 0.5;

/** The share of the key frame interval that a segment must last: a key frame can come slightly late, and the next one early. */
const MIN_SEGMENT_SHARE = 0.75;

/** Returns the minimum length of an encoder's segment, by its index. The segment ends with the next key frame. */
export const liveSegmentSec = (order: number) =>
  MIN_SEGMENT_SHARE * (order < SHORT_SEGMENTS ? SHORT_SEGMENT_SEC : LIVE_SEGMENT_SEC);

/** The number of pixels per second (1080p at 60 fps) up to which one thread is enough. The thread is idle for two thirds of the time. */
const MAX_SINGLE_THREAD_PIXELS = 1920 * 1080 * 60;
const LARGE_THREADS = 4;

/**
 * With a single kind of track, analysis ends at the second frame; it would otherwise wait 5 s for a kind that never comes. With
 * two kinds, everything an encoder needs precedes each track's first frame, so analysis lasts until both have arrived.
 */
const SINGLE_TRACK_ANALYZE_US = 1;

/** The input of the encoder; by default the plan's input. */
type PlannedInput = Partial<LiveInput>;

function analyzeArgs({ rungs, soundId }: LivePlan, { picture, hasSound = false }: PlannedInput): string[] {
  const isVideoOnly = soundId === undefined && !hasSound;
  const isSoundAlone = rungs.length === 0 && !picture;
  return isVideoOnly || isSoundAlone ? ["-analyzeduration", `${SINGLE_TRACK_ANALYZE_US}`] : [];
}

/**
 * Returns ffmpeg's arguments for FLV live input with times from 0. Each rendition goes to its own pipe, in the order of
 * `listRenditions`, as fragmented MP4 with one fragment per frame.
 */
export function liveArgs(plan: LivePlan, input: PlannedInput = {}): string[] {
  return plan.isPassthrough ? copyArgs(plan, input) : ladderArgs(plan, input);
}

/** Returns the arguments for passthrough. Timestamps are kept, since the first decode times may precede 0. */
function copyArgs(plan: LivePlan, input: PlannedInput): string[] {
  const { rungs, soundId, soundKbps } = plan;
  const sound = input.isSoundAac ? ["-map", "0:a", "-c:a", "copy"] : soundArgs({ soundKbps });
  return [
    "-copyts",
    ...analyzeArgs(plan, input),
    "-fpsprobesize",
    "0",
    "-f",
    "flv",
    "-i",
    "pipe:0",
    ...(rungs.length > 0 ? ["-map", "0:v", "-c:v", "copy", ...FRAGMENT_ARGS, `pipe:${FIRST_PIPE}`] : []),
    ...(soundId ? [...sound, ...FRAGMENT_ARGS, `pipe:${FIRST_PIPE + rungs.length}`] : []),
  ];
}

function ladderArgs(plan: LivePlan, input: PlannedInput): string[] {
  const { rungs, soundId } = plan;
  const threads = rungs.some((rung) => pixelsPerSecond(rung) > MAX_SINGLE_THREAD_PIXELS) ? LARGE_THREADS : 1;
  const pipeOf = (id: string) => `pipe:${FIRST_PIPE + listRenditions(plan).indexOf(id)}`;
  return [
    // Frame threads would delay the output by a frame each, so slices are used instead. `-fpsprobesize 0` avoids waiting to
    // estimate the rate.

    "-threads",
    `${threads}`,
    "-thread_type",
    "slice",
    ...analyzeArgs(plan, input),

    "-fpsprobesize",
    "0",
    "-f",
    "flv",
    "-i",
    "pipe:0",
    ...(rungs.length > 0 ? ["-filter_complex", filterGraph(plan)] : []),
    ...rungs.flatMap((rung) => [...pictureArgs(rung, plan), ...FRAGMENT_ARGS, pipeOf(rung.id)]),
    ...(soundId ? [...soundArgs(plan), ...FRAGMENT_ARGS, pipeOf(soundId)] : []),
  ];
}

/** Lists the ids of the output pipes. The first one is the reference. */
export const listRenditions = ({ rungs, soundId }: LivePlan): string[] => [
  ...rungs.map(({ id }) => id),
  ...(soundId ? [soundId] : []),
];

/** Each rendition keeps its own start time. Otherwise all would start at 0, and late audio would play too early. */
const FRAGMENT_ARGS = [
  "-f",
  "mp4",
  "-movflags",
  "+frag_every_frame+empty_moov+default_base_moof+frag_discont",

  "-use_editlist",
  "0",
  "-avoid_negative_ts",
  "make_non_negative",
];

const pixelsPerSecond = ({ width, height, fps }: LiveRung) => width * height * toFps(fps);

/** Returns the filter graph, in which a rung keeps its size even if the publisher switches to another one. */
function filterGraph({ rungs, isInterlaced, colours }: LivePlan): string {
  const fps = rungs[0]?.fps ?? { num: 30, den: 1 };
  const shared = [
    ...(isInterlaced ? ["bwdif=mode=send_frame:deint=interlaced"] : []),
    `fps=${fps.num}/${fps.den}`,
    ...(colours ? colourFilters(colours, (name) => name) : []),
  ];
  const pads = rungs.map(({ id }) => `[s${id}]`).join("");
  const chains = rungs.map(
    ({ id, width, height }) =>
      `[s${id}]scale=${width}:${height}:force_original_aspect_ratio=decrease:flags=bicubic${rangeOptions(colours)},` +
      `pad=${width}:${height}:-1:-1,setsar=1,format=yuv420p[o${id}]`,
  );
  return [`[0:v]${shared.join(",")},split=${rungs.length}${pads}`, ...chains].join(";");
}

function pictureArgs(rung: LiveRung, { colours }: LivePlan): string[] {
  const { id, crf, maxBitrateKbps, fps } = rung;
  const gop = Math.round(LIVE_SEGMENT_SEC * toFps(fps));
  const rate = crf === null ? ["-b:v", `${maxBitrateKbps}k`] : ["-crf", `${crf}`];
  const threads = pixelsPerSecond(rung) > MAX_SINGLE_THREAD_PIXELS ? LARGE_THREADS : 1;
  return [
    "-map",
    `[o${id}]`,
    "-fps_mode",
    "passthrough",
    "-c:v",
    "libx264",
    "-preset",
    "superfast",

    "-tune",
    "zerolatency",
    "-threads",
    `${threads}`,
    ...rate,
    // The rate buffer is one second, so the bit rate over a second never exceeds what a viewer's connection must sustain.

    "-maxrate",
    `${maxBitrateKbps}k`,
    "-bufsize",
    `${maxBitrateKbps}k`,

    "-g",
    `${gop}`,
    "-keyint_min",
    "1",
    "-sc_threshold",
    "0",
    "-forced-idr",
    "1",

    "-force_key_frames",
    keyTimes(),
    // Without colour tags, players assume BT.601 for small rungs and BT.709 for large ones.
    ...(colours ? colourTags(rungColours(colours)) : []),
  ];
}

/** Returns the times of key frames on the encoder's clock, equal in all rungs. */
function keyTimes(): string {
  const shortSec = SHORT_SEGMENTS * SHORT_SEGMENT_SEC;
  const short = `gte(t,n_forced*${SHORT_SEGMENT_SEC}-0.001)`;
  const usual = `gte(t,${shortSec}+(n_forced-${SHORT_SEGMENTS})*${LIVE_SEGMENT_SEC}-0.001)`;
  return `expr:if(lt(n_forced,${SHORT_SEGMENTS + 1}),${short},${usual})`;
}

/**
 * AAC starts with a silent priming frame before time 0. Keeping it would delay all audio by 21 ms, since negative times are not
 * written.
 */
const SKIP_PRIMING_ARGS = ["-bsf:a", "noise=drop=lt(pts\\,0)"];

/** Returns the audio options. Missing audio becomes silence, so audio never drifts from the video. */
function soundArgs({ soundKbps }: Pick<LivePlan, "soundKbps">): string[] {
  return [
    "-map",
    "0:a",
    "-af",
    LIVE_SOUND_FILTERS,
    "-c:a",
    "aac",
    "-b:a",
    `${soundKbps}k`,

    "-ar",
    `${AUDIO_RATE_HZ}`,
    "-ac",
    `${AUDIO_CHANNELS}`,
    ...SKIP_PRIMING_ARGS,
  ];
}
