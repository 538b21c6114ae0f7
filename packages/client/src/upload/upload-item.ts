import { UPLOAD_CHUNK_BYTES } from "@shoal/contract/constants";
import type { ErrorCode } from "../calls.ts";

/** `chosen` waits for the start; `queued` waits for its turn (§4). */
export type UploadStatus = "chosen" | "queued" | "uploading" | "paused" | "uploaded" | "error" | "cancelling";
export type UploadFault = ErrorCode | "file_unreadable";

/** The state of one file in the list of uploads. */
export interface UploadItem<S = unknown> {
  id: string;
  name: string;
  title: string;
  settings: S;
  /** The uuid of the file's video; null until the server has registered the file. */
  uuid: string | null;
  sizeBytes: number;
  status: UploadStatus;
  /** The percentage of bytes that were sent; 0 after an error. */
  percent: number;
  /** The estimated time until the end, in seconds; null if unknown. */
  etaSec: number | null;
  bytesPerSec: number;
  /** Whether the server does not respond; sending resumes automatically. */
  isReconnecting: boolean;
  fault: UploadFault | null;
}

/** Returns whether the file is being uploaded: neither waiting for the start nor finished. */
export const isUnderWay = ({ status }: Pick<UploadItem, "status">) =>
  !["chosen", "uploaded", "error"].includes(status);

/** The part of a browser's File that an upload needs; other sources may read asynchronously. */
export interface SourceFile extends Pick<File, "name" | "size" | "type" | "lastModified"> {
  slice(from: number, to: number): Blob | Promise<Blob>;
}
export type RefusalReason = "not_a_video" | "duplicate_name";
export interface Refusal {
  name: string;
  reason: RefusalReason;
}

/** Extensions for which browsers on some systems know no type. */
const UNTYPED_EXTENSIONS = /\.(mxf|mkv|mts|m2ts|ts|flv|avi|mov|mpg|wmv|webm|ogv)$/i;

/**
 * Returns whether a file is a video: its type contains video or mxf (§5), or, if the browser knows no type, by its extension.
 */
export function isVideoFile({ type, name }: Pick<File, "type" | "name">): boolean {
  return type === "" ? UNTYPED_EXTENSIONS.test(name) : /video|mxf/i.test(type);
}

/** @example titleOf("Sea of fish.final.mp4") // "Sea of fish.final" */
export function titleOf(name: string): string {
  return name.replace(/(?<=.)\.[^.]*$/, "").trim() || name;
}

const MAX_FINGERPRINT_LENGTH = 300;

/** Returns a string by which a file is recognised when it is chosen again. */
export function fingerprintOf(file: Pick<File, "name" | "size" | "lastModified">): string {
  const tail = `|${file.size}|${file.lastModified}`;
  return file.name.slice(0, MAX_FINGERPRINT_LENGTH - tail.length) + tail;
}

/** Returns the number of chunks. A file of zero bytes has one empty chunk. */
export const chunkCountOf = (sizeBytes: number) => Math.max(1, Math.ceil(sizeBytes / UPLOAD_CHUNK_BYTES));

export function chunkSizeOf(sizeBytes: number, number: number): number {
  return Math.min(UPLOAD_CHUNK_BYTES, sizeBytes - number * UPLOAD_CHUNK_BYTES);
}

/**
 * Lists the chunks still to send, in order.
 * @param received half-open ranges [from, to) of chunk numbers.
 * @example missingChunks([[0, 2], [3, 4]], 5) // [2, 4]
 */
export function missingChunks(received: readonly (readonly [number, number])[], count: number): number[] {
  const isThere = (number: number) => received.some(([from, to]) => number >= from && number < to);
  return Array.from({ length: count }, (_, number) => number).filter((number) => !isThere(number));
}
