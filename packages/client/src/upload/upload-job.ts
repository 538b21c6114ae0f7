import type { ErrorCode } from "../calls.ts";
import { codeOf } from "../errors.ts";
import { RateMeter } from "./rate-meter.ts";
import {
  chunkCountOf,
  chunkSizeOf,
  missingChunks,
  type SourceFile,
  titleOf,
  type UploadFault,
  type UploadItem,
  type UploadStatus,
} from "./upload-item.ts";

/** One file being uploaded: its stored, in-flight and remaining chunks. */
export class UploadJob<S = unknown, O = unknown> {
  readonly id: string;
  readonly file: SourceFile;
  title: string;
  settings: S;
  /** The options chosen when the upload started. */
  options: O | undefined;
  status: UploadStatus = "chosen";
  uuid: string | null = null;
  fault: UploadFault | null = null;
  /** Aborts everything in progress for this file. */
  stop = new AbortController();
  /** Settles once the server has registered this file, or rejected it. */
  prepared: Promise<void> = Promise.resolve();
  reportedAtMs = 0;
  #missing: number[] = [];
  #inFlight = new Map<number, number>();
  #storedBytes = 0;
  #waiting = 0;
  #meter = new RateMeter();

  constructor(id: string, file: SourceFile, settings: S) {
    this.id = id;
    this.settings = settings;
    this.file = file;
    this.title = titleOf(file.name);
  }

  get isUnderWay(): boolean {
    return this.status === "queued" || this.status === "uploading" || this.status === "cancelling";
  }

  /** Takes over the uuid and the chunks that the server already has, so that only the missing chunks are sent. */
  open(uuid: string, received: readonly (readonly [number, number])[]): void {
    this.uuid = uuid;
    const count = chunkCountOf(this.file.size);
    this.#missing = missingChunks(received, count);
    const missingBytes = this.#missing.reduce((sum, number) => sum + chunkSizeOf(this.file.size, number), 0);
    this.#storedBytes = this.file.size - missingBytes;
    this.#inFlight.clear();
  }

  get isWholeThere(): boolean {
    return this.uuid !== null && this.#missing.length === 0 && this.#inFlight.size === 0;
  }

  /** Returns the next chunk to send, and marks it as in flight. */
  nextChunk(): number | undefined {
    const number = this.#missing.shift();
    if (number === undefined) return undefined;
    this.#inFlight.set(number, 0);
    this.status = "uploading";
    return number;
  }

  isLast(number: number): boolean {
    return number === chunkCountOf(this.file.size) - 1;
  }

  recordSent(number: number, bytes: number, nowMs: number): void {
    const before = this.#inFlight.get(number);
    if (before === undefined) return;
    if (bytes > before) this.#meter.add(bytes - before, nowMs);
    this.#inFlight.set(number, bytes);
  }

  recordStored(number: number, nowMs: number): void {
    const size = chunkSizeOf(this.file.size, number);
    this.recordSent(number, size, nowMs);
    if (this.#inFlight.delete(number)) this.#storedBytes += size;
  }

  setWaiting(isWaiting: boolean): void {
    // A wait that began before the file was resumed or retried no longer counts when it ends.
    this.#waiting = Math.max(0, this.#waiting + (isWaiting ? 1 : -1));
    this.#meter.reset();
  }

  /** Pauses the file; chunks in flight are sent again later. */
  pause(): void {
    this.stop.abort();
    this.#missing = [...this.#inFlight.keys(), ...this.#missing].sort((a, b) => a - b);
    this.#inFlight.clear();
    this.#meter.reset();
    this.status = "paused";
  }

  resume(): void {
    this.stop = new AbortController();
    this.#waiting = 0;
    this.status = "queued";
  }

  fail(error: unknown): void {
    this.stop.abort();
    this.#missing = [];
    this.#inFlight.clear();
    this.#storedBytes = 0;
    this.status = "error";
    this.fault = faultOf(error);
  }

  /** Resets the job, so that the file is uploaded from its beginning. */
  rearm(): void {
    this.stop = new AbortController();
    this.status = "queued";
    this.fault = null;
    this.uuid = null;
    this.#waiting = 0;
    this.#meter = new RateMeter();
  }

  get percent(): number {
    if (this.status === "uploaded") return 100;
    const inFlightBytes = [...this.#inFlight.values()].reduce((sum, bytes) => sum + bytes, 0);
    return this.file.size === 0 ? 0 : (100 * (this.#storedBytes + inFlightBytes)) / this.file.size;
  }

  get etaSec(): number | null {
    const bytesPerSec = this.#meter.bytesPerSec();
    if (this.status !== "uploading" || this.#waiting > 0 || bytesPerSec === 0) return null;
    return ((1 - this.percent / 100) * this.file.size) / bytesPerSec;
  }

  toItem(): UploadItem<S> {
    const isMoving = this.status === "uploading" && this.#waiting === 0;
    return {
      id: this.id,
      name: this.file.name,
      title: this.title,
      settings: this.settings,
      uuid: this.uuid,
      sizeBytes: this.file.size,
      status: this.status,
      percent: this.percent,
      etaSec: this.etaSec,
      bytesPerSec: isMoving ? this.#meter.bytesPerSec() : 0,
      isReconnecting: this.#waiting > 0 && this.isUnderWay,
      fault: this.fault,
    };
  }
}

function faultOf(error: unknown): UploadFault {
  const code = codeOf(error);
  if (code === undefined) return isReadingFault(error) ? "file_unreadable" : "internal_error";
  // Node reports an unreadable file by a system error code in capitals, such as ENOENT.
  return /^[A-Z]/.test(code) ? "file_unreadable" : (code as ErrorCode);
}

/** Whether the file was moved or changed, or its disk was removed. A DOMException for a timeout does not concern the file. */
const isReadingFault = (error: unknown): boolean =>
  error instanceof DOMException && error.name !== "TimeoutError";
