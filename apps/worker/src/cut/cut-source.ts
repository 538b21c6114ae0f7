import type { JobPayload } from "@shoal/contract/jobs";
import {
  type ByteRange,
  type EncodePlan,
  type PlannedAudio,
  type PlannedRung,
  type Segment,
  SegmentIndex,
} from "@shoal/contract/stored-data";
import {
  type CutPart,
  type CutSegment,
  commonTimes,
  contiguousSegments,
  freeSetId,
  listKeyTimes,
  planParts,
  readTimescale,
} from "@shoal/media";
import type { MediaStore } from "@shoal/store";
import { sha256Of } from "../media/object-names.ts";

export type CutPayload = JobPayload<"cut-audio">;

/** The published tracks that a cut is made from, by id. */
export interface CutSource {
  indexes: ReadonlyMap<string, SegmentIndex>;
  /** The largest rung, from which frames are re-encoded. */
  topRungId: string;
  /** How much later the times in the segments are than the times of the video. */
  mediaOffsetSec: number;
}

/** A cut that is being made, with its source and its planned parts. */
export interface OpenCut {
  payload: CutPayload;
  source: CutSource;
  parts: readonly CutPart[];
  /**
   * The id of the parameter sets that re-encoded parts of each rung use, so that one init segment serves the entire cut. Undefined
   * if a rung does not allow this, in which case each edge is a seam in all tracks.
   */
  setIds: ReadonlyMap<string, number> | undefined;
}

/**
 * Reads the source and plans the parts. Every job of a cut does this for itself.
 * @throws Error if a track is missing.
 */
export async function openCut(payload: CutPayload, store: MediaStore): Promise<OpenCut> {
  const source = await readCutSource(payload, store);
  const parts = await planCut(payload, source, store);
  return { payload, source, parts, setIds: await chooseSetIds(payload.plan, source, parts, store) };
}

async function chooseSetIds({ rungs }: EncodePlan, source: CutSource, parts: CutPart[], store: MediaStore) {
  const setIds = new Map<string, number>();
  for (const rung of rungs) {
    const { id } = rung;
    const index = indexOf(source, id);
    const inits = new Map<string, ByteRange>();
    for (const { segment } of parts) {
      const init = initOf(index, requireSegment(index, segment));
      inits.set(init.sha256, init);
    }
    const [init, ...others] = inits.values();
    const bytes = init && others.length === 0 ? await store.read(init.object, init) : undefined;
    const setId = bytes && freeSetId(bytes, rung);
    if (setId === undefined) return undefined;
    setIds.set(id, setId);
  }
  return setIds;
}

/**
 * Reads where the segments of the tracks are.
 * @throws Error if a track is missing.
 */
async function readCutSource(payload: CutPayload, store: MediaStore): Promise<CutSource> {
  const entries = payload.tracks.map(async ({ trackId, indexObject }): Promise<[string, SegmentIndex]> => {
    const bytes = await store.read(indexObject);
    return [trackId, SegmentIndex.parse(JSON.parse(Buffer.from(bytes).toString()))];
  });
  const indexes = new Map(await Promise.all(entries));
  const topRungId = payload.plan.rungs.at(-1)?.id ?? "";
  return { indexes, topRungId, mediaOffsetSec: indexOf({ indexes }, topRungId).mediaOffsetSec ?? 0 };
}

/** Returns the index of a track. @throws Error if the video does not have it. */
export function indexOf({ indexes }: Pick<CutSource, "indexes">, trackId: string): SegmentIndex {
  const index = indexes.get(trackId);
  if (!index) throw new Error(`The video has no track ${trackId}`);
  return index;
}

/** Returns the init segment that belongs to a segment. */
export const initOf = (index: SegmentIndex, { initNumber = 0 }: Segment) =>
  index.moreInits?.[initNumber - 1] ?? index.init;

/**
 * Returns the offset from the video's times to a segment's media times, since each section of a live keeps the clock of its
 * encoder.
 */
export const offsetOf = (index: SegmentIndex, { mediaOffsetSec }: Segment): number =>
  mediaOffsetSec ?? index.mediaOffsetSec ?? 0;

/** Returns the init segment of the copied parts of a rung; undefined if every part is re-encoded. */
export function copiedInitOf({ source, parts }: OpenCut, rungId: string): ByteRange | undefined {
  const index = indexOf(source, rungId);
  const kept = parts.find(({ kind }) => kind !== "encode");
  return kept && initOf(index, requireSegment(index, kept.segment));
}

/** Plans the parts of a cut, which are the same for every track. Inner parts start at key frames that all rungs have. */
async function planCut(
  { inSec, outSec, plan }: CutPayload,
  source: CutSource,
  store: MediaStore,
): Promise<CutPart[]> {
  const touched = contiguousSegments(indexOf(source, source.topRungId)).filter(
    ({ startSec, durationSec }) => startSec < outSec && startSec + durationSec > inSec,
  );
  const edges = new Set([touched[0]?.number, touched.at(-1)?.number]);
  const segments = touched.map(async ({ number, startSec, durationSec }): Promise<CutSegment> => {
    const keySec = edges.has(number) ? await commonKeyFramesOf(plan, source, number, store) : [startSec];
    return { number, startSec, endSec: startSec + durationSec, keySec };
  });
  return planParts(await Promise.all(segments), inSec, outSec);
}

/** Finds the key frames of a segment that all rungs have. */
async function commonKeyFramesOf(plan: EncodePlan, source: CutSource, number: number, store: MediaStore) {
  const lists = plan.rungs.map(async ({ id }) => {
    const index = indexOf(source, id);
    const segment = requireSegment(index, number);
    const init = initOf(index, segment);
    const [initBytes, bytes] = await Promise.all([
      store.read(init.object, init),
      store.read(segment.object, segment),
    ]);
    const times = listKeyTimes(bytes, readTimescale(initBytes)).map((sec) => sec - offsetOf(index, segment));
    // The start in the grid is exact, while the ticks of a track are rounded.
    return [segment.startSec, ...times.slice(1)];
  });
  return commonTimes(await Promise.all(lists));
}

/** Returns a segment. @throws Error if the track does not have it. */
export function requireSegment(index: SegmentIndex, number: number): Segment {
  const segment = index.segments.find((each) => each.number === number);
  if (!segment) throw new Error(`${index.trackId} has no segment ${number}`);
  return segment;
}

/** Returns the inputs that determine the bytes of a track of the cut. A silent track depends on the video. */
export function cutIngredients(
  payload: CutPayload,
  source: CutSource,
  planned: PlannedRung | PlannedAudio,
  tool: string,
) {
  const { init, segments } = source.indexes.get(planned.id) ?? indexOf(source, source.topRungId);
  const media = sha256Of(Buffer.from(JSON.stringify([init, segments])));
  return ["cut-2", media, payload.inSec, payload.outSec, planned, tool];
}

/** Whether a part needs a different init segment from the previous part. */
export function isSeamBefore({ parts, source, setIds }: OpenCut, order: number): boolean {
  const [before, here] = [parts[order - 1], parts[order]];
  if (!before || !here) return false;
  if (!setIds && (before.kind === "encode" || here.kind === "encode")) return true;
  const isNext = before.segment !== here.segment;
  return isNext && requireSegment(indexOf(source, source.topRungId), here.segment).isSeam === true;
}
