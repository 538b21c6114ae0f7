import type { VideoErrorType } from "@shoal/contract";
import { MediaFault } from "@shoal/media";
import type { SafeResponse } from "@shoal/safe-fetch";
import { type FileValidators, SourceChangedError } from "./growing-source.ts";

/** A temporary error, which is retried. `errorType` is reported to the owner if no attempt is left. */
export class TransientFault extends Error {
  readonly errorType: VideoErrorType;
  constructor(errorType: VideoErrorType, message: string, options?: ErrorOptions) {
    super(message, options);
    this.errorType = errorType;
  }
}

/** A request for the bytes from `offset`. `known` describes the file if part of it is already stored. */
export interface RequestedBytes {
  offset: number;
  durableBytes: number;
  known: FileValidators;
}

const TRANSIENT_STATUSES = [408, 425, 429, 500, 502, 503, 504];
const DENIED_STATUSES = [401, 402, 403, 407, 451];
const MISSING_STATUSES = [404, 410];

/**
 * Returns the offset of a response's bytes and the file's validators. `isEnd` is set if there are no more bytes.
 * @throws MediaFault, TransientFault or SourceChangedError if the response is not the file.
 */
export function validateResponse(
  { status, headers, url }: SafeResponse,
  requested: RequestedBytes,
): { offset: number; validators: FileValidators; isEnd?: true } {
  const { known, durableBytes } = requested;
  if (status === 416 && durableBytes > 0) {
    if (totalBytesOf(headers["content-range"]) !== durableBytes)
      throw new SourceChangedError("It is shorter than before");
    return { offset: durableBytes, validators: { ...known, sizeBytes: durableBytes }, isEnd: true };
  }
  assertSuccess(status, url.host);
  assertFileType(headers["content-type"] ?? "", headers["content-encoding"] ?? "identity");
  const range = status === 206 ? parseContentRange(headers["content-range"], requested.offset) : undefined;
  const validators = {
    etag: headers.etag ?? null,
    lastModified: headers["last-modified"] ?? null,
    sizeBytes: range ? range.total : contentLengthOf(headers["content-length"]),
  };
  if (durableBytes > 0) assertSameFile(known, validators);
  const sizeBytes = validators.sizeBytes ?? known.sizeBytes;
  return { offset: range?.offset ?? 0, validators: { ...validators, sizeBytes } };
}

function assertSuccess(status: number, host: string): void {
  if (status === 200 || status === 206) return;
  const detail = `${host} answered ${status}`;
  if (TRANSIENT_STATUSES.includes(status)) throw new TransientFault("url_failed", detail);
  if (DENIED_STATUSES.includes(status)) throw new MediaFault("url_access_denied", detail);
  throw new MediaFault(MISSING_STATUSES.includes(status) ? "url_not_found" : "url_failed", detail);
}

const PLAYLIST_TYPES = /mpegurl|dash\+xml|vnd\.ms-sstr/i;
const NON_VIDEO_TYPES = /^(text\/html|application\/(xhtml\+xml|json|pdf)|image\/)/i;

function assertFileType(type: string, coding: string): void {
  if (PLAYLIST_TYPES.test(type)) throw new MediaFault("url_playlist", type);
  if (NON_VIDEO_TYPES.test(type)) throw new MediaFault("url_not_a_video", type);
  if (coding !== "identity") throw new MediaFault("url_failed", `Sent with the coding ${coding}`);
}

function parseContentRange(
  header: string | undefined,
  wanted: number,
): { offset: number; total: number | null } {
  const offset = Number(/^bytes (\d+)-/.exec(header ?? "")?.[1]);
  if (offset !== wanted) throw new MediaFault("url_failed", "Another part of the file than was asked for");
  return { offset, total: totalBytesOf(header) };
}

const totalBytesOf = (header: string | undefined) => contentLengthOf(/\/(\d+)$/.exec(header ?? "")?.[1]);
const contentLengthOf = (text: string | undefined) =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;

function assertSameFile(before: FileValidators, now: FileValidators): void {
  for (const key of ["etag", "lastModified", "sizeBytes"] as const)
    if (before[key] !== null && now[key] !== null && before[key] !== now[key])
      throw new SourceChangedError(`Another ${key} than before`);
}

/** Checks the first bytes of a file. @throws MediaFault for playlists and HTML pages, whatever their content type. */
export function assertVideoBytes(bytes: Uint8Array): void {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 2_000)).toString("latin1");
  const begin = text.replace(/^(\xef\xbb\xbf)?\s*/, "");
  const isXml = begin.startsWith("<?xml") || begin.startsWith("<");
  if (begin.startsWith("#EXTM3U") || (isXml && /<(MPD|SmoothStreamingMedia)[\s>]/.test(begin)))
    throw new MediaFault("url_playlist", "A playlist by its first bytes");
  if (/^(<!doctype html|<html)/i.test(begin))
    throw new MediaFault("url_not_a_video", "A page by its first bytes");
}
