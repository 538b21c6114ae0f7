import { ShoalError } from "../errors.ts";
import type { VideoFields } from "./client-upload-server.ts";
import { createPatience } from "./persistence.ts";
import { sha256 } from "./sha256.ts";
import type { SourceFile, UploadFault, UploadItem } from "./upload-item.ts";
import { UploadManager } from "./upload-manager.ts";
import type { UploadServer } from "./upload-server.ts";

/** The progress of an upload. */
export interface UploadProgress {
  /** The uuid of the video; null until the server has registered the file. */
  uuid: string | null;
  status: UploadItem["status"];
  percent: number;
  bytesPerSec: number;
  /** The estimated time until the end, in seconds; null if unknown. */
  etaSec: number | null;
  /** Whether the server does not respond; sending resumes automatically. */
  isReconnecting: boolean;
}

export interface UploadOptions extends VideoFields {
  /** The file's name without its extension by default. */
  title?: string;
  /** Cancels the upload: its video is deleted. */
  signal?: AbortSignal;
  onProgress?: (progress: UploadProgress) => void;
}

/** An upload in progress, which can be awaited, paused or cancelled. */
export interface Upload {
  /** The uuid of the video, once all bytes have arrived. Rejects with a ShoalError, or with the reason of the signal. */
  readonly done: Promise<string>;
  pause(): void;
  resume(): void;
  /** Cancels the upload and deletes its video. */
  cancel(): Promise<void>;
  /** Stops the upload and keeps the uploaded data for a day. Uploading the same file again resumes it. */
  leave(): Promise<void>;
}

/** A file that could not be read to its end because it was moved or changed, or its disk was removed. */
export class FileUnreadableError extends Error {
  constructor(name: string) {
    super(`${name} cannot be read any more`);
    this.name = "FileUnreadableError";
  }
}

/** Uploads one file in chunks, three at a time; an earlier upload is resumed. */
export function startUpload(
  server: UploadServer<VideoFields>,
  file: SourceFile,
  { title, signal, onProgress, ...fields }: UploadOptions,
): Upload {
  const manager = new UploadManager<VideoFields, never, VideoFields>({
    server,
    hash: sha256,
    patience: createPatience(),
    // Every file is accepted here, since the server checks the content.
    accepts: () => true,
    nowMs: () => performance.now(),
    defaults: fields,
    fieldsOf: (chosen) => chosen,
  });
  const end = withResolvers<string>();
  const refused = (error: unknown) => end.reject(error);
  let lastError: unknown;
  manager.onNotCreated(refused);
  manager.onFault((error) => {
    lastError = error;
  });
  manager.subscribe(() => {
    const [item] = manager.snapshot();
    if (!item) return;
    onProgress?.(progressOf(item));
    if (item.status === "error") end.reject(errorOfFault(item.fault, file.name, lastError));
  });
  manager.onAllUploaded(([item]) => {
    if (item) onProgress?.(progressOf(item));
    end.resolve(item?.uuid ?? "");
  });
  manager.add([file]);
  const [{ id } = { id: "" }] = manager.snapshot();
  if (title !== undefined) manager.rename(id, title);
  const cancel = async () => {
    end.reject(signal?.reason ?? new DOMException("The upload was cancelled", "AbortError"));
    await manager.cancel(id);
  };
  const handleAbort = () => void cancel();
  signal?.addEventListener("abort", handleAbort);
  void end.promise.catch(() => undefined).then(() => signal?.removeEventListener("abort", handleAbort));
  if (signal?.aborted) end.reject(signal.reason);
  else manager.start();
  return {
    done: end.promise,
    pause: () => manager.pause(id),
    resume: () => manager.resume(id),
    cancel,
    async leave() {
      end.reject(new DOMException("The upload was left", "AbortError"));
      await manager.abandon();
    },
  };
}

/** Replaces Promise.withResolvers, which Node 20 lacks. */
function withResolvers<T>() {
  let resolve: (value: T) => void = () => undefined;
  let reject: (reason: unknown) => void = () => undefined;
  const promise = new Promise<T>((done, fail) => {
    resolve = done;
    reject = fail;
  });
  return { promise, resolve, reject };
}

const progressOf = (item: UploadItem): UploadProgress => ({
  uuid: item.uuid,
  status: item.status,
  percent: item.percent,
  bytesPerSec: item.bytesPerSec,
  etaSec: item.etaSec,
  isReconnecting: item.isReconnecting,
});

function errorOfFault(fault: UploadFault | null, name: string, cause: unknown): Error {
  if (cause instanceof ShoalError) return cause;
  if (fault === "file_unreadable") return new FileUnreadableError(name);
  return new ShoalError(fault ?? "internal_error", `${name} could not be uploaded`, { cause });
}
