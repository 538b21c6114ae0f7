import type { ByteRange, PlannedRung, Segment, SegmentIndex, TrackOutput } from "@shoal/contract/stored-data";
import { joinInits, type PackagedSegment, readTimescale, repackGroups } from "@shoal/media";
import { cutSound } from "../cut/cut-sound.ts";
import {
  copiedInitOf,
  cutIngredients,
  indexOf,
  initOf,
  isSeamBefore,
  type OpenCut,
  offsetOf,
  openCut,
  requireSegment,
} from "../cut/cut-source.ts";
import { type EdgesByPart, type EncodedEdge, encodeEdges } from "../cut/encode-edges.ts";
import { storeTrack } from "../media/store-track.ts";
import { type JobDeps, type JobHandler, resultBase } from "./job.ts";

/**
 * Makes some rungs of a cut, with some of its audio tracks. Complete segments are referenced. The segments at the edges are
 * repackaged, and a GOP that the cut divides is re-encoded.
 */
export const cutVideo: JobHandler<"cut-video"> = async (payload, deps) => {
  const cut = await openCut(payload, deps.store);
  const outputs = await bothOrNeither(
    cutRungs(cut, payload.rungIds, deps),
    cutTracks(cut, payload.audioIds, deps),
  );
  const { pieceIndex } = payload;
  return { type: "piece", job: "encode-piece", ...resultBase(payload), pieceIndex, outputs: outputs.flat() };
};

/**
 * Waits for all tasks even if one of them fails: the job's folder is removed at its end, and no task may write to the folder
 * afterwards.
 */
async function bothOrNeither<T>(...works: Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(works);
  return Promise.all(works);
}

async function cutRungs(cut: OpenCut, rungIds: readonly string[], deps: JobDeps): Promise<TrackOutput[]> {
  const rungs = cut.payload.plan.rungs.filter(({ id }) => rungIds.includes(id));
  const edges = await encodeEdges(cut, rungs, deps);
  const outputs: TrackOutput[] = [];
  for (const rung of rungs) outputs.push(await assembleRung(cut, rung, edges, deps));
  return outputs;
}

async function cutTracks(cut: OpenCut, audioIds: readonly string[], deps: JobDeps): Promise<TrackOutput[]> {
  const outputs: TrackOutput[] = [];
  for (const planned of cut.payload.plan.audio)
    if (audioIds.includes(planned.id)) outputs.push(await cutSound(cut, planned, deps));
  return outputs;
}

/** Assembles one rung of the cut. New parts are written to a new object, and unchanged parts are referenced. */
async function assembleRung(
  cut: OpenCut,
  rung: PlannedRung,
  edges: EdgesByPart,
  deps: JobDeps,
): Promise<TrackOutput> {
  const { payload, source, parts } = cut;
  const { videoUuid, generation, inSec } = payload;
  const index = indexOf(source, rung.id);
  const made = [...edges.values()].flatMap((byRung) => byRung.get(rung.id) ?? []);
  const keptInit = copiedInitOf(cut, rung.id);
  const stored = await storeTrack(
    {
      ...(await encodedInitOf(cut, rung.id, made[0], deps)),
      segments: makeNewSegments(cut, index, edges, deps),
    },
    {
      videoUuid,
      generation,
      trackId: rung.id,
      ingredients: cutIngredients(payload, source, rung, deps.ffmpegVersion),
      targetDurationSec: index.targetDurationSec ?? 0,
    },
    deps,
  );
  const isJoined = cut.setIds && made.length > 0;
  const inits = new InitSegments(isJoined ? stored.init : (keptInit ?? stored.init));
  const byNumber = new Map(stored.segments.map((segment) => [segment.number, segment]));
  const segments = parts.map((part, number): Segment => {
    const original = requireSegment(index, part.segment);
    const { object, offset, length, sha256 } = byNumber.get(number) ?? original;
    const isOwn = isJoined || part.kind === "encode";
    const initNumber = inits.numberOf(isOwn ? stored.init : initOf(index, original));
    const { startSec, endSec } = part;
    return {
      number,
      object,
      offset,
      length,
      sha256,

      startSec: startSec - inSec,
      durationSec: endSec - startSec,
      ...(initNumber > 0 ? { initNumber } : {}),
      ...(isSeamBefore(cut, number) ? { isSeam: true as const } : {}),
      ...sectionOffsetOf(original, inSec),
    };
  });
  const { trackId, codecs, targetDurationSec } = stored;
  const mediaOffsetSec = source.mediaOffsetSec + inSec;
  return { trackId, codecs, segments, targetDurationSec, mediaOffsetSec, ...inits.written() };
}

/** Returns the offset of a section that has its own clock, adjusted to the start of the cut. */
const sectionOffsetOf = ({ mediaOffsetSec }: Segment, inSec: number): Pick<Segment, "mediaOffsetSec"> =>
  mediaOffsetSec === undefined ? {} : { mediaOffsetSec: mediaOffsetSec + inSec };

/** Returns the init segment of re-encoded parts, which may also serve all other parts. */
async function encodedInitOf(cut: OpenCut, rungId: string, edge: EncodedEdge | undefined, deps: JobDeps) {
  const index = indexOf(cut.source, rungId);
  const keptInit = copiedInitOf(cut, rungId);
  const keptBytes = keptInit && Buffer.from(await readRange(keptInit, deps));
  if (edge && keptBytes && cut.setIds) return joinInits(keptBytes, edge.init);
  const init = edge?.init ?? keptBytes ?? Buffer.from(await readRange(index.init, deps));
  return { init, codecs: index.codecs };
}

/** Makes the parts that are not referenced, in order, with their start times in the segments. */
async function* makeNewSegments(
  { parts }: OpenCut,
  index: SegmentIndex,
  edges: EdgesByPart,
  deps: JobDeps,
): AsyncGenerator<PackagedSegment> {
  for (const [number, part] of parts.entries()) {
    const edge = edges.get(number)?.get(index.trackId);
    if (edge) yield edge.segment;
    if (part.kind !== "copy") continue;
    const original = requireSegment(index, part.segment);
    const timescale = readTimescale(await readRange(initOf(index, original), deps));
    const offsetSec = offsetOf(index, original);
    const [fromSec, toSec] = [part.startSec + offsetSec, part.endSec + offsetSec];
    const bytes = repackGroups(
      { segment: await readRange(original, deps), fromSec, toSec },
      timescale,
      number,
    );
    yield { number, startSec: part.startSec, durationSec: part.endSec - part.startSec, bytes };
  }
}

const readRange = (range: ByteRange, { store }: JobDeps) => store.read(range.object, range);

/** Collects the different init segments of a track. The first one is the default. */
class InitSegments {
  readonly #ranges: ByteRange[];
  constructor(usual: ByteRange) {
    this.#ranges = [usual];
  }

  numberOf(init: ByteRange): number {
    const known = this.#ranges.findIndex(({ sha256 }) => sha256 === init.sha256);
    return known < 0 ? this.#ranges.push(init) - 1 : known;
  }

  written(): Pick<TrackOutput, "init" | "moreInits"> {
    const [init, ...moreInits] = this.#ranges as [ByteRange, ...ByteRange[]];
    return { init, ...(moreInits.length > 0 ? { moreInits } : {}) };
  }
}
