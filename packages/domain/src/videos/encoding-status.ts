import {
  ARCHIVE_SOURCE_PATH,
  type EncodingStatus,
  PRODUCT_SOURCE_PATH,
  UPLOAD_CHUNK_BYTES,
  type VideoView,
} from "@shoal/contract";
import { traitsOf } from "./job-traits.ts";
import { isRefetched } from "./source-url.ts";

/**
 * Every legal transition of a VOD's `encodingStatus` (§4). `error` can follow any status with work in progress. `to_stop` means
 * that a user requested the stop; `stopped` means that it took effect.
 */
const ALLOWED_TRANSITIONS: Record<EncodingStatus, readonly EncodingStatus[]> = {
  uploading: ["uploading", "upload_failed", "segmented", "waiting_for_encoding", "error"],
  // A chunk in flight when the upload failed may be the last one.
  upload_failed: ["uploading", "segmented", "waiting_for_encoding", "error"],
  to_encode: ["waiting_for_encoding", "encoding", "to_stop", "error"],
  waiting_for_encoding: ["encoding", "segmented", "encoded", "to_stop", "stopped", "error"],
  encoding: ["segmented", "encoded", "to_stop", "stopped", "error"],
  segmented: [
    "encoding",
    "waiting_for_encoding",
    "encoded",
    "to_stop",
    "stopped",
    "error",
    "upload_failed",
    "uploading",
  ],
  to_stop: ["stopped", "error"],
  stopped: ["restart"],
  encoded: ["restart", "error"],
  error: ["restart"],
  // A restart fetches a file from its URL again, if it came from one.
  restart: ["uploading", "waiting_for_encoding", "encoding", "segmented", "to_stop", "stopped", "error"],
};

/** @example canMove("encoded", "restart") // true */
export function canMove(from: EncodingStatus, to: EncodingStatus): boolean {
  return ALLOWED_TRANSITIONS[from].includes(to);
}

/** Returns whether the server accepts chunks. */
export const isUploadOpen = (status: EncodingStatus): boolean =>
  status === "uploading" || status === "upload_failed";

const IN_PROGRESS_STATUSES: readonly EncodingStatus[] = [
  "to_encode",
  "waiting_for_encoding",
  "encoding",
  "segmented",
  "restart",
];

interface StatusSubject {
  encodingStatus: EncodingStatus;
  sourcePath?: string | null;
}

/** Live-specific properties; absent for other videos. */
interface LiveSubject {
  liveType?: VideoView["liveType"] | undefined;
  live?: { isOpen: boolean } | null | undefined;
}

/**
 * Returns whether a video can be stopped: while work is in progress (§4). Uploads are cancelled rather than stopped. A live
 * without a signal from its URL is retried until it is stopped.
 */
export function canStop(video: StatusSubject & LiveSubject): boolean {
  const isRetried = video.liveType === "custom" && video.live?.isOpen === true;
  return (
    IN_PROGRESS_STATUSES.includes(video.encodingStatus) || (video.encodingStatus === "error" && isRetried)
  );
}

type RestartSubject = Pick<
  VideoView,
  | "type"
  | "encodingStatus"
  | "sourcePath"
  | "isDeleted"
  | "isSizeKnown"
  | "sizeBytes"
  | "currentChunk"
  | "sourceUrl"
  | "errorType"
  | "uploadingPercent"
>;

/**
 * Returns whether a video can be restarted: if it is stopped, encoded or in error, unless its source is never re-encoded (§4).
 * A restart needs a source: a publisher for a live, a complete file, or a URL to fetch the file from again. The API enforces
 * the same rule that shows the buttons.
 */
export function canRestart(video: RestartSubject): boolean {
  if (video.isDeleted || !FINAL_STATUSES.includes(video.encodingStatus) || isNeverReencoded(video))
    return false;
  return video.type === "live" || isSourceComplete(video) || isRefetched(video);
}

/** Returns whether the media of a video come from a live or from another video, so that there is no separate source to encode (§4). */
export const isNeverReencoded = ({ sourcePath }: Pick<VideoView, "sourcePath">): boolean =>
  sourcePath === PRODUCT_SOURCE_PATH || sourcePath === ARCHIVE_SOURCE_PATH;

/** Whether restart is shown but disabled: the work has ended, and its media can never be encoded again (§4). */
export const isRestartDisabled = (
  video: Pick<VideoView, "encodingStatus" | "sourcePath" | "isDeleted">,
): boolean => !video.isDeleted && FINAL_STATUSES.includes(video.encodingStatus) && isNeverReencoded(video);

/** Returns whether every chunk of a file of known size has arrived. */
const isSourceComplete = (video: Pick<VideoView, "isSizeKnown" | "sizeBytes" | "currentChunk">): boolean =>
  video.isSizeKnown && video.currentChunk >= Math.max(1, Math.ceil(video.sizeBytes / UPLOAD_CHUNK_BYTES));

/**
 * Returns the legal transitions that end the work on a video, which observers see as one step; empty if no work is in progress.
 * @example movesToStop("to_encode") // ["to_stop", "stopped"]
 */
export function movesToStop(from: EncodingStatus): EncodingStatus[] {
  if (FINAL_STATUSES.includes(from)) return [];
  return canMove(from, "stopped") ? ["stopped"] : ["to_stop", "stopped"];
}

/**
 * Returns the transitions that restart a video, stopping any work in progress.
 * @example movesToRestart("segmented") // ["stopped", "restart"]
 */
export const movesToRestart = (from: EncodingStatus): EncodingStatus[] => [...movesToStop(from), "restart"];

/** Returns the transitions when a video's media are deleted: finished videos keep their status, uploads fail. */
export function movesToDeletion(from: EncodingStatus): EncodingStatus[] {
  if (from === "upload_failed") return [];
  return from === "uploading" ? ["upload_failed"] : movesToStop(from);
}

/** Returns whether each transition is legal in this order. @example areLegalMoves("encoded", ["restart"]) // true */
export const areLegalMoves = (from: EncodingStatus, moves: readonly EncodingStatus[]): boolean =>
  moves.every((move, n) => canMove(moves[n - 1] ?? from, move));

const FINAL_STATUSES: readonly EncodingStatus[] = ["stopped", "encoded", "error"];

/**
 * Returns whether the media of a video can be replaced: while no work is in progress. A cut shares the media of its original
 * video.
 */
export function canReplace(video: StatusSubject): boolean {
  return FINAL_STATUSES.includes(video.encodingStatus) && video.sourcePath !== PRODUCT_SOURCE_PATH;
}

/**
 * Returns the legal transitions by which a video gets its replacement media, which observers see as one step: work started meanwhile is
 * stopped, and the video starts again. Empty if there is no legal sequence.
 * @example movesToNewMedia("encoded", "encoded") // ["restart", "segmented", "encoded"]
 */
export function movesToNewMedia(from: EncodingStatus, to: "segmented" | "encoded"): EncodingStatus[] {
  const moves: EncodingStatus[] = [
    ...movesToRestart(from),
    "segmented",
    ...(to === "encoded" ? (["encoded"] as const) : []),
  ];
  return areLegalMoves(from, moves) ? moves : [];
}

/** Returns whether workers should continue this video's jobs, or the given job. */
export function isWorkNeeded(status: EncodingStatus, job?: string): boolean {
  if (status === "encoded") return traitsOf(job)?.isAfterwork ?? false;
  if (status === "stopped") return traitsOf(job)?.isOfStoppedVideo ?? false;
  return IN_PROGRESS_STATUSES.includes(status) || isUploadOpen(status);
}

/** A status as shown on screens: a key of the texts (§4). */
export type DisplayStatus =
  | "processing"
  | "waiting"
  | "encoding"
  | "encoded"
  | "stopping"
  | "stopped"
  | "error"
  | "uploading"
  | "upload_failed"
  | "restarting";

const DISPLAY_STATUSES: Record<EncodingStatus, DisplayStatus> = {
  to_encode: "processing",
  waiting_for_encoding: "waiting",
  encoding: "encoding",
  segmented: "encoding",
  encoded: "encoded",
  to_stop: "stopping",
  stopped: "stopped",
  error: "error",
  uploading: "uploading",
  upload_failed: "upload_failed",
  restart: "restarting",
};

/** Returns a status as shown on screens; undefined for an unknown status, such as one sent by a newer server. */
export function displayStatus(status: EncodingStatus): DisplayStatus | undefined {
  return DISPLAY_STATUSES[status];
}

/** The French names of the statuses, without accents. */
const FRENCH_STATUS_NAMES: Record<DisplayStatus, string> = {
  processing: "traitement",
  waiting: "en attente",
  encoding: "encodage",
  encoded: "encodee",
  stopping: "arret en cours",
  stopped: "arretee",
  error: "erreur",
  uploading: "envoi en cours",
  upload_failed: "envoi interrompu",
  restarting: "redemarrage",
};

/**
 * Returns the statuses that match a search word: a status of §4, its English or French name, or a prefix of any of them.
 * Ignores case, accents, hyphens and spaces.
 * @example statusesNamed("waiting") // ["waiting_for_encoding"]
 */
export function statusesNamed(word: string): EncodingStatus[] {
  const wanted = plainWord(word);
  const all = Object.keys(DISPLAY_STATUSES) as EncodingStatus[];
  const namesOf = (status: EncodingStatus) =>
    [status, DISPLAY_STATUSES[status], FRENCH_STATUS_NAMES[DISPLAY_STATUSES[status]]].map((name) =>
      plainWord(name),
    );
  const exact = all.filter((status) => namesOf(status).includes(wanted));
  if (exact.length > 0) return exact;
  return all.filter((status) => namesOf(status).some((name) => name.startsWith(wanted)));
}

const plainWord = (word: string) =>
  word
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[-_\s]+/g, "_");

/** Returns the percentage of a VOD's progress bar; undefined if no bar is shown (§4). */
export function progressOf(video: {
  encodingStatus: EncodingStatus;
  encodingPercent: number;
  uploadingPercent: number;
}): number | undefined {
  if (video.encodingStatus === "uploading") return video.uploadingPercent;
  const isEncoding = video.encodingStatus === "encoding" || video.encodingStatus === "segmented";
  return isEncoding && video.encodingPercent < 100 ? video.encodingPercent : undefined;
}
