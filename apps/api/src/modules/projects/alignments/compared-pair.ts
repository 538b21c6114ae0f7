import type { AlignmentReason, AlignmentState } from "@shoal/contract";
import type { PlaybackTrack } from "@shoal/contract/edge";
import { FPS_25, type FrameRate, frameRate } from "@shoal/frames";
import type { VersionMedia } from "./alignments.repository.ts";

/** A version whose lowest rung can be read. */
export interface ReadableVersion {
  number: number;
  videoUuid: string;
  generation: number;
  indexObject: string;
  /** The rate of the frames that comments refer to. */
  rate: FrameRate;
  /** The rate of the rung, which may have fewer frames than the source. */
  rungRate: FrameRate;
}

export interface ReadablePair {
  recent: ReadableVersion;
  old: ReadableVersion;
}

/** The pair to compare: both versions, or the reason why they cannot be compared. */
export type ComparedPair =
  | ReadablePair
  | { state: Extract<AlignmentState, "none" | "waiting">; reason: AlignmentReason | null };

/** The limit of a query for the two versions to compare. */
export const PAIR_LIMIT = { limit: 2 };

const ENCODED_STATUSES = ["encoded", "stopped"];

/** @param pair the version, then its predecessor. */
export function comparePair([recent, old]: readonly VersionMedia[]): ComparedPair {
  if (!recent || !old) return { state: "none", reason: "first_version" };
  const both = [recent, old];
  if (both.some(isMissing)) return { state: "none", reason: "video_missing" };
  if (both.some(({ status }) => !ENCODED_STATUSES.includes(status ?? "")))
    return { state: "waiting", reason: null };
  const [newer, older] = [readableVersion(recent), readableVersion(old)];
  if (!newer || !older) return { state: "none", reason: "no_picture" };
  return { recent: newer, old: older };
}

const isMissing = ({ found_uuid, is_deleted, trashed_at, status }: VersionMedia) =>
  found_uuid === null ||
  is_deleted === true ||
  trashed_at !== null ||
  status === "error" ||
  status === "upload_failed";

function readableVersion({ number, video_uuid, generation, tracks, rungs, info }: VersionMedia) {
  const track = lowestOf(tracks ?? []);
  if (!track || generation === null) return undefined;
  const rate = rateOf(info?.video.fps) ?? FPS_25;
  return {
    number,
    videoUuid: video_uuid,
    generation,
    indexObject: track.indexObject,
    rate,
    rungRate: rateOf(rungs?.find(({ id }) => id === track.id)?.fps) ?? rate,
  };
}

const rateOf = (fps: { num: number; den: number } | undefined) => fps && frameRate(fps.num, fps.den);

const lowestOf = (tracks: readonly PlaybackTrack[]) =>
  tracks.filter(({ kind }) => kind === "video").toSorted((a, b) => (a.height ?? 0) - (b.height ?? 0))[0];
