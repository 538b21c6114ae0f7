import type { ByteRange, PlannedRung, Segment, SegmentIndex, TrackOutput } from "@shoal/contract";
import { type PackagedSegment, readTimescale, repackGroups } from "@shoal/media";
import {
  type Cut,
  cutIngredients,
  indexOf,
  initOf,
  isSeamBefore,
  openCut,
  segmentOf,
} from "../cut/cut-source.ts";
import { type EncodedEdge, encodeEdge } from "../cut/encode-edges.ts";
import { storeTrack } from "../media/store-track.ts";
import { type JobDeps, type JobHandler, resultBase } from "./job.ts";

/**
 * Some rungs of a cut. Whole segments stay where they are and are referred to; what the range takes of the segments at
 * its edges is repackaged, and of a group of pictures that it begins or ends in, encoded anew.
 */
export const cutVideo: JobHandler<"cut-video"> = async (payload, deps) => {
  const cut = await openCut(payload, deps.store);
  const rungs = payload.plan.rungs.filter(({ id }) => payload.rungIds.includes(id));
  const edges = await encodeEdges(cut, rungs, deps);
  const outputs: TrackOutput[] = [];
  for (const rung of rungs) outputs.push(await assemble(cut, rung, edges, deps));
  const { pieceIndex } = payload;
  return { type: "piece", job: "encode-piece", ...resultBase(payload), pieceIndex, outputs };
};

/** By the part's place, then by the rung. */
type Edges = ReadonlyMap<number, ReadonlyMap<string, EncodedEdge>>;

async function encodeEdges(cut: Cut, rungs: readonly PlannedRung[], deps: JobDeps): Promise<Edges> {
  const edges = new Map<number, Map<string, EncodedEdge>>();
  for (const [number, part] of cut.parts.entries())
    if (part.kind === "encode") {
      edges.set(number, await encodeEdge({ part, number }, rungs, cut, deps));
      deps.onProgress(edges.size / 3);
    }
  return edges;
}

/** One rung of the cut: what is new in an object of its own, the rest by reference. */
async function assemble(cut: Cut, rung: PlannedRung, edges: Edges, deps: JobDeps): Promise<TrackOutput> {
  const { payload, source, parts } = cut;
  const { videoUuid, generation, inSec } = payload;
  const index = indexOf(source, rung.id);
  const made = [...edges.values()].flatMap((byRung) => byRung.get(rung.id) ?? []);
  const kept = parts.find(({ kind }) => kind !== "encode");
  const keptInit = kept && initOf(index, segmentOf(index, kept.segment));
  const stored = await storeTrack(
    {
      init: made[0]?.init ?? Buffer.from(await readRange(keptInit ?? index.init, deps)),
      codecs: index.codecs,
      segments: newSegments(cut, index, edges, deps),
    },
    {
      ...{ videoUuid, generation, trackId: rung.id },
      ingredients: cutIngredients(payload, source, rung, deps.ffmpegVersion),
      targetDurationSec: index.targetDurationSec ?? 0,
    },
    deps,
  );
  const inits = new Inits(keptInit ?? stored.init);
  const byNumber = new Map(stored.segments.map((segment) => [segment.number, segment]));
  const segments = parts.map((part, number): Segment => {
    const original = segmentOf(index, part.segment);
    const { object, offset, length, sha256 } = byNumber.get(number) ?? original;
    const initNumber = inits.numberOf(part.kind === "encode" ? stored.init : initOf(index, original));
    const { startSec, endSec } = part;
    return {
      ...{ number, object, offset, length, sha256 },
      ...{ startSec: startSec - inSec, durationSec: endSec - startSec },
      ...(initNumber > 0 ? { initNumber } : {}),
      ...(isSeamBefore(parts, number, source) ? { isSeam: true as const } : {}),
    };
  });
  const { trackId, codecs, targetDurationSec } = stored;
  const mediaOffsetSec = source.mediaOffsetSec + inSec;
  return { trackId, codecs, segments, targetDurationSec, mediaOffsetSec, ...inits.written() };
}

/** The parts that are not referred to, in order, with their times in the segments. */
async function* newSegments(
  { parts, source }: Cut,
  index: SegmentIndex,
  edges: Edges,
  deps: JobDeps,
): AsyncGenerator<PackagedSegment> {
  for (const [number, part] of parts.entries()) {
    const edge = edges.get(number)?.get(index.trackId);
    if (edge) yield edge.segment;
    if (part.kind !== "copy") continue;
    const original = segmentOf(index, part.segment);
    const timescale = readTimescale(await readRange(initOf(index, original), deps));
    const [fromSec, toSec] = [part.startSec + source.mediaOffsetSec, part.endSec + source.mediaOffsetSec];
    const bytes = repackGroups(await readRange(original, deps), { timescale, fromSec, toSec }, number);
    yield { number, startSec: part.startSec, durationSec: part.endSec - part.startSec, bytes };
  }
}

const readRange = (range: ByteRange, { store }: JobDeps) => store.read(range.object, range);

/** The init segments of a track, each once; the first is the usual one. */
class Inits {
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
