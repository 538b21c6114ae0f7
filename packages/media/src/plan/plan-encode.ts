import { OPTIMIZED_QUALITIES } from "@shoal/contract";
import type { JobPayload } from "@shoal/contract/jobs";
import type { EncodePlan, PlannedAudio, PlannedRung } from "@shoal/contract/stored-data";
import { startShiftSec } from "../encode/frame-times.ts";
import type { SourceBytes } from "../mp4/locate-moov.ts";
import type { Mp4Track } from "../mp4/read-tracks.ts";
import { listSyncSamples, timelineOf } from "../mp4/timeline.ts";
import { toFps } from "../probe/frame-rate.ts";
import { MediaFault } from "../probe/media-fault.ts";
import type { ProbedSource } from "../probe/probe-source.ts";
import { cutAudioParts } from "./audio-parts.ts";
import { planAudio } from "./copy-audio.ts";
import { type CopyCandidate, checkCopy } from "./copy-video.ts";
import { constantGrid, cutPieces, gopFramesOf, gridOfKeyFrames } from "./grid.ts";
import { customLadder, optimizedLadder, type Rung } from "./ladder.ts";

export type PlanOptions = Pick<JobPayload<"open-video">, "qualities" | "encoding" | "firstPass">;

/**
 * Plans the whole encoding of a probed source. Deterministic: the same source and settings give the same media. A file that is
 * still arriving is encoded in smaller pieces at first.
 * @throws MediaFault `unsupported_codec` for a passthrough that browsers could not play.
 */
export async function planEncode(
  probed: ProbedSource,
  wishes: PlanOptions,
  source: SourceBytes,
): Promise<EncodePlan> {
  const { info, tracks } = probed;
  const copy = await chooseCopy(probed, wishes, source);
  const encoded = wishes.encoding === "passthrough" ? [] : chooseLadder(probed, wishes, copy);
  const rungs = assignIds(encoded, copy && copyRung(probed, copy.candidate));
  // Copied audio is made together with copied video. Otherwise, the audio is encoded as a whole.
  const audio = planAudio(info, copy ? tracks : undefined);
  const topFps = encoded.map(({ fps }) => fps).toSorted((a, b) => toFps(b) - toFps(a))[0] ?? info.video.fps;
  const segmentStartsSec = copy
    ? gridOfKeyFrames(copy.candidate.keySec, info.durationSec)
    : constantGrid(info.durationSec - startShiftSec({ info, rungs }), topFps);
  const isArriving = source.availableBytes < source.sizeBytes;
  const pieces = cutPieces(segmentStartsSec, {
    keySec: copy ? [] : keyFramesOf(probed),
    endByteOf: endBytes(probed, [info.video, ...audio.flatMap(streamsOf)]),
    isArriving,
    fps: topFps,
  });
  const firstRungId = (rungs.find(({ mode }) => mode === "copy") ?? rungs[0])?.id ?? "v0";
  return {
    version: 1,
    info,
    rungs,
    audio,
    segmentStartsSec,
    gopFrames: gopFramesOf(topFps),
    pieces,
    ...(isArriving ? { audioParts: cutAudioParts(pieces) } : {}),
    firstRungId,
  };
}

const streamsOf = ({ streamIndex, rightStreamIndex }: PlannedAudio) =>
  rightStreamIndex === undefined ? [{ streamIndex }] : [{ streamIndex }, { streamIndex: rightStreamIndex }];

type ChosenCopy = { candidate: CopyCandidate; isLadderRung: boolean } | undefined;

async function chooseCopy(
  probed: ProbedSource,
  wishes: PlanOptions,
  source: SourceBytes,
): Promise<ChosenCopy> {
  const isOptimized = wishes.qualities === OPTIMIZED_QUALITIES && wishes.encoding === "encoding";
  if (isOptimized) {
    const strict = await checkCopy(probed, source, "ladder");
    if (strict.kind === "fits") return { candidate: strict.candidate, isLadderRung: true };
  }
  if (wishes.encoding !== "passthrough" && !wishes.firstPass) return undefined;
  const lenient = await checkCopy(probed, source, "browser");
  if (lenient.kind === "fits") return { candidate: lenient.candidate, isLadderRung: false };
  if (wishes.encoding === "passthrough")
    throw new MediaFault("unsupported_codec", `The source cannot be played as it is: ${lenient.why}`);
  return undefined;
}

/** Chooses the ladder. A source that is itself a rung of the ladder replaces rungs of similar size. */
function chooseLadder({ info }: ProbedSource, { qualities }: PlanOptions, copy: ChosenCopy): Rung[] {
  if (typeof qualities !== "string") return customLadder(qualities, info);
  const ladder = optimizedLadder(info);
  if (!copy?.isLadderRung) return ladder;
  const sourcePixels = info.video.width * info.video.height;
  return ladder.filter(({ width, height }) => width * height * 1.5 <= sourcePixels);
}

type UnnamedRung = Omit<PlannedRung, "id">;

function copyRung({ info }: ProbedSource, { maxBitrateKbps }: CopyCandidate): UnnamedRung {
  const { width, height, fps } = info.video;
  return { mode: "copy", width, height, fps, crf: null, maxBitrateKbps };
}

function assignIds(encoded: readonly Rung[], copy: UnnamedRung | undefined): PlannedRung[] {
  const all: UnnamedRung[] = encoded.map((rung) => ({ mode: "encode", ...rung }));
  if (copy) all.push(copy);
  return all.map((rung, order) => ({ id: `v${order}`, ...rung }));
}

/** Returns the times of the source's key frames, ascending, on the plan's timeline; empty if no table lists them. */
function keyFramesOf({ info, tracks }: ProbedSource): number[] {
  const track = tracks?.find(({ streamIndex }) => streamIndex === info.video.streamIndex);
  if (!track) return [];
  const timeline = timelineOf(track, info.startSec);
  return listSyncSamples(track).map((n) => timeline.ptsSec(n));
}

/** Returns a function that returns how many bytes contain all samples of some streams up to a time. The tables are read in one pass. */
function endBytes({ info, tracks }: ProbedSource, streams: readonly { streamIndex: number }[]) {
  const used = streams.map((stream) => tracks?.find(({ streamIndex }) => streamIndex === stream.streamIndex));
  const listed = used.filter((track) => track !== undefined).filter(isListed);
  // If the tables do not list all streams, the complete file is needed.
  if (listed.length < used.length) return () => info.sizeBytes;
  const cursors = listed.map((track) => cursorOf(track, info.startSec));
  let reached = 0;
  return (endSec: number) => {
    for (const advance of cursors) reached = Math.max(reached, advance(endSec));
    return reached;
  };
}

const isListed = ({ samples, hasComplexEdits }: Mp4Track) => samples.count > 0 && !hasComplexEdits;

/**
 * Reordered frames and the encoder's lookahead reach a few samples further. The margin is half a second plus the next sample,
 * because a frame lasts until the next one.
 */
const REORDER_MARGIN_SEC = 0.5;

function cursorOf(track: Mp4Track, startSec: number) {
  const { samples } = track;
  const timeline = timelineOf(track, startSec);
  let next = 0;
  let endByte = 0;
  return (endSec: number) => {
    const endOf = (n: number) => (samples.offset[n] ?? 0) + (samples.size[n] ?? 0);
    for (; next < samples.count && timeline.ptsSec(next) < endSec + REORDER_MARGIN_SEC; next++)
      endByte = Math.max(endByte, endOf(next));
    return next < samples.count ? Math.max(endByte, endOf(next)) : endByte;
  };
}
