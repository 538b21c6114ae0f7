import {
  ARCHIVE_SOURCE_PATH,
  type EncodingStatus,
  PRODUCT_SOURCE_PATH,
  UPLOAD_CHUNK_BYTES,
  type VideoView,
} from "@shoal/contract";
import { traitsOf } from "./job-traits.ts";
import { isFetchedAgain } from "./source-url.ts";

/**
 * Every legal move of a VOD's `encodingStatus` (§4). `error` can be reached from wherever work goes on; `to_stop` is
 * what a person asked for and `stopped` what came of it.
 */
const MOVES: Record<EncodingStatus, readonly EncodingStatus[]> = {
  uploading: ["uploading", "upload_failed", "segmented", "waiting_for_encoding", "error"],
  // A chunk that was on its way when the upload failed may be the last one.
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
  // A file that was fetched from a URL is fetched again.
  restart: ["uploading", "waiting_for_encoding", "encoding", "segmented", "to_stop", "stopped", "error"],
};

/** @example canMove("encoded", "restart") // true */
export function canMove(from: EncodingStatus, to: EncodingStatus): boolean {
  return MOVES[from].includes(to);
}

/** Chunks are taken. */
export const isUploadOpen = (status: EncodingStatus): boolean =>
  status === "uploading" || status === "upload_failed";

const IN_PROGRESS: readonly EncodingStatus[] = [
  "to_encode",
  "waiting_for_encoding",
  "encoding",
  "segmented",
  "restart",
];

interface Subject {
  encodingStatus: EncodingStatus;
  sourcePath?: string | null;
}

/** For a live; left out for other videos. */
interface LiveSubject {
  liveType?: VideoView["liveType"] | undefined;
  live?: { isOpen: boolean } | null | undefined;
}

/**
 * Stop is offered while work goes on (§4). An upload is cancelled, not stopped. A live whose URL gives nothing is asked again
 * and again until someone stops that.
 */
export function canStop(video: Subject & LiveSubject): boolean {
  const isAskedAgain = video.liveType === "custom" && video.live?.isOpen === true;
  return IN_PROGRESS.includes(video.encodingStatus) || (video.encodingStatus === "error" && isAskedAgain);
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
 * Restart is offered for stopped, encoded and error videos, unless the source is never re-encoded (§4). It needs a
 * source: a live gets one from its publisher, a file has to be complete, or there is a URL to fetch it from again. The
 * API refuses by the same rule by which the buttons are shown.
 */
export function canRestart(video: RestartSubject): boolean {
  if (video.isDeleted || !FINAL.includes(video.encodingStatus) || isNeverEncodedAgain(video)) return false;
  return video.type === "live" || isSourceComplete(video) || isFetchedAgain(video);
}

/** Its media are those of a live or of another video: there is no source of its own to encode (§4). */
export const isNeverEncodedAgain = ({ sourcePath }: Pick<VideoView, "sourcePath">): boolean =>
  sourcePath === PRODUCT_SOURCE_PATH || sourcePath === ARCHIVE_SOURCE_PATH;

/** Every chunk of a file whose size is known has arrived. */
const isSourceComplete = (video: Pick<VideoView, "isSizeKnown" | "sizeBytes" | "currentChunk">): boolean =>
  video.isSizeKnown && video.currentChunk >= Math.max(1, Math.ceil(video.sizeBytes / UPLOAD_CHUNK_BYTES));

/**
 * The legal moves that end the work on a video, as one step for observers; empty if no work is in progress.
 * @example movesToStop("to_encode") // ["to_stop", "stopped"]
 */
export function movesToStop(from: EncodingStatus): EncodingStatus[] {
  if (FINAL.includes(from)) return [];
  return canMove(from, "stopped") ? ["stopped"] : ["to_stop", "stopped"];
}

/**
 * The same for a video that begins again, whatever goes on.
 * @example movesToRestart("segmented") // ["stopped", "restart"]
 */
export const movesToRestart = (from: EncodingStatus): EncodingStatus[] => [...movesToStop(from), "restart"];

/** The same for a video whose media are deleted: what had ended stays as it is, an upload has failed. */
export function movesToDeletion(from: EncodingStatus): EncodingStatus[] {
  if (from === "upload_failed") return [];
  return from === "uploading" ? ["upload_failed"] : movesToStop(from);
}

/** Whether each of the moves, one after the other, is legal. @example areLegalMoves("encoded", ["restart"]) // true */
export const areLegalMoves = (from: EncodingStatus, moves: readonly EncodingStatus[]): boolean =>
  moves.every((move, n) => canMove(moves[n - 1] ?? from, move));

const FINAL: readonly EncodingStatus[] = ["stopped", "encoded", "error"];

/** New media are taken where no work goes on; a cut has those of the video that it was cut from. */
export function canReplace(video: Subject): boolean {
  return FINAL.includes(video.encodingStatus) && video.sourcePath !== PRODUCT_SOURCE_PATH;
}

/**
 * The legal moves by which a video gets its replacement media, as one step for observers: work started meanwhile is stopped,
 * and the video begins again. Empty if there is no such way.
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

/** Whether workers should go on with this video's jobs, or with that one. */
export function isWorkWanted(status: EncodingStatus, job?: string): boolean {
  if (status === "encoded") return traitsOf(job)?.isAfterwork ?? false;
  if (status === "stopped") return traitsOf(job)?.isOfStoppedVideo ?? false;
  return IN_PROGRESS.includes(status) || isUploadOpen(status);
}

/** The word for a status as the interface names it: a key of the texts (§4). */
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

const DISPLAY: Record<EncodingStatus, DisplayStatus> = {
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

/** Undefined for a status that this program does not know, as a newer server may send. */
export function displayStatus(status: EncodingStatus): DisplayStatus | undefined {
  return DISPLAY[status];
}

/** The French names of the statuses, without accents. */
const FRENCH: Record<DisplayStatus, string> = {
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
 * The statuses that a word of a search means: one of §4, what the interface shows for it in English or French, or the
 * beginning of any of them. Upper case, accents, hyphens and spaces make no difference.
 * @example statusesNamed("waiting") // ["waiting_for_encoding"]
 */
export function statusesNamed(word: string): EncodingStatus[] {
  const wanted = plainWord(word);
  const all = Object.keys(DISPLAY) as EncodingStatus[];
  const namesOf = (status: EncodingStatus) =>
    [status, DISPLAY[status], FRENCH[DISPLAY[status]]].map((name) => plainWord(name));
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

/** The percentage of the progress bar of a VOD, or undefined where none is shown (§4). */
export function progressOf(video: {
  encodingStatus: EncodingStatus;
  encodingPercent: number;
  uploadingPercent: number;
}): number | undefined {
  if (video.encodingStatus === "uploading") return video.uploadingPercent;
  const isEncoding = ["encoding", "segmented", "waiting_for_encoding", "restart"].includes(
    video.encodingStatus,
  );
  return isEncoding && video.encodingPercent < 100 ? video.encodingPercent : undefined;
}
