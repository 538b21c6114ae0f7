import { createClient, ShoalError } from "@shoal/client";
import {
  createPatience,
  createRandomUuid,
  isVideoFile,
  sendChunk,
  sha256,
  tidyUrl,
  type UploadItem,
  UploadManager,
  type UploadServer,
} from "@shoal/client/upload";
import { UnfinishedFiles } from "./unfinished.ts";

/** A file in the uploader's list. */
export interface UploaderFile {
  id: string;
  name: string;
  sizeBytes: number;
  status: "queued" | "uploading" | "paused" | "uploaded" | "error" | "cancelling";
  percent: number;
  bytesPerSec: number;
  /** The estimated time until the end, in seconds; null if unknown. */
  etaSec: number | null;
  /** Whether the server does not respond; sending resumes automatically. */
  isReconnecting: boolean;
  /** The uuid of the file's video; null until the server has registered the file. */
  uuid: string | null;
  /** Why the upload failed: an API code, or `file_unreadable`. */
  fault: string | null;
}

export interface UploaderOptions {
  /** The origin of the installation. */
  url: string;
  /** Returns an upload token for this file, requested from the page's own server. */
  authorize: (file: File) => Promise<string>;
  /** Which files are accepted; videos by default. */
  accepts?: (file: File) => boolean;
  /** Replaces localStorage for data kept between visits; null stores nothing. */
  store?: Pick<Storage, "getItem" | "setItem" | "removeItem"> | null;
}

export interface RefusedFile {
  name: string;
  reason: "not_a_video" | "duplicate_name";
}

export interface Uploader {
  /** Adds files to the list and uploads them. @returns the files that are not accepted. */
  add(files: Iterable<File>): RefusedFile[];
  /** Returns the same array until an upload changes. */
  files(): readonly UploaderFile[];
  /** @returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
  pause(id: string): void;
  resume(id: string): void;
  retry(id: string): void;
  /** Removes a file from the list; its video is deleted if the token allows it. */
  cancel(id: string): Promise<void>;
  /** Lists the files of earlier visits that are resumed when they are chosen again. */
  unfinished(): { name: string; sizeBytes: number; forget(): void }[];
  /** Stops everything; uploaded data is kept for a day. */
  close(): void;
}

/** @example const uploader = createUploader({ url, authorize: (file) => askMyServer(file.name) }); */
export function createUploader(options: UploaderOptions): Uploader {
  const url = tidyUrl(options.url);
  const kept = new UnfinishedFiles(
    options.store === null ? undefined : (options.store ?? pageStore()),
    url,
    Date.now,
  );
  const chosen = new Map<string, File>();
  const done: UploaderFile[] = [];
  const patience = createPatience();
  const manager = new UploadManager<object, never, object>({
    server: serverOf({ ...options, url }, kept, chosen),
    hash: sha256,
    patience,
    accepts: (file) => (options.accepts ?? isVideoFile)(file as File),
    nowMs: () => performance.now(),
    defaults: {},
    fieldsOf: (fields) => fields,
  });
  const listeners = new Set<() => void>();
  let files: readonly UploaderFile[] = [];
  const publish = () => {
    files = [...done, ...manager.snapshot().map(fileOf)];
    for (const { status, uuid } of files) if (status === "uploaded" && uuid) kept.removeVideo(uuid);
    for (const listener of listeners) listener();
  };
  manager.subscribe(publish);
  manager.onAllUploaded((items) => {
    done.push(...items.map(fileOf));
    publish();
  });
  const wake = () => manager.wake();
  globalThis.addEventListener?.("online", wake);
  return {
    add(added) {
      const all = [...added];
      // The list has each name once; a file that was uploaded earlier may have had the same name.
      const names = new Set(manager.snapshot().map(({ name }) => name));
      for (const file of all) {
        if (names.has(file.name)) continue;
        names.add(file.name);
        chosen.set(file.name, file);
      }
      const refused = manager.add(all);
      manager.start();
      return refused;
    },
    files: () => files,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    pause: (id) => manager.pause(id),
    resume: (id) => manager.resume(id),
    retry: (id) => manager.retry(id),
    async cancel(id) {
      const file = files.find((one) => one.id === id);
      const at = done.findIndex((one) => one.id === id);
      if (at >= 0) done.splice(at, 1);
      await manager.cancel(id);
      if (file?.uuid) kept.removeVideo(file.uuid);
      if (file && !manager.snapshot().some(({ name }) => name === file.name)) chosen.delete(file.name);
      publish();
    },
    unfinished() {
      const running = new Set(manager.snapshot().map(({ uuid }) => uuid));
      return kept
        .list()
        .filter(({ uuid }) => !running.has(uuid))
        .map(({ name, sizeBytes, fingerprint }) => ({
          name,
          sizeBytes,
          forget() {
            kept.remove(fingerprint);
            publish();
          },
        }));
    },
    close() {
      globalThis.removeEventListener?.("online", wake);
      void manager.abandon();
    },
  };
}

const fileOf = (item: UploadItem): UploaderFile => ({
  id: item.id,
  name: item.name,
  sizeBytes: item.sizeBytes,
  status: item.status === "chosen" ? "queued" : item.status,
  percent: item.percent,
  bytesPerSec: item.bytesPerSec,
  etaSec: item.etaSec,
  isReconnecting: item.isReconnecting,
  uuid: item.uuid,
  fault: item.fault,
});

/** Returns the page's storage; sandboxed pages have no storage, and throw an error. */
function pageStore(): Storage | undefined {
  try {
    return globalThis.localStorage;
  } catch {
    return undefined;
  }
}

const UPLOAD_TOKEN = "shoalup_";

/** Creates the calls of uploads that use upload tokens, of which each permits one video. */
function serverOf(
  { url, authorize }: UploaderOptions,
  kept: UnfinishedFiles,
  chosen: ReadonlyMap<string, File>,
): UploadServer<object> {
  const tokens = new Map<string, string>();
  /**
   * The token and key of each creation that has started, by fingerprint. If a response was lost, the creation is repeated with the same
   * key.
   */
  const begun = new Map<string, { token: string; idempotencyKey: string }>();
  const clientOf = (key: string | undefined) =>
    createClient({ url, ...(key === undefined ? {} : { key }), retries: 0 });
  const clientOfVideo = (uuid: string) => clientOf(tokens.get(uuid));

  async function begin(name: string, fingerprint: string) {
    const known = begun.get(fingerprint);
    if (known) return known;
    const file = chosen.get(name);
    if (!file) throw new ShoalError("not_found", `${name} is not on the list`);
    const made = { token: await authorize(file), idempotencyKey: createRandomUuid() };
    begun.set(fingerprint, made);
    return made;
  }

  return {
    async announce(files) {
      const made = new Map<string, string>();
      for (const { title, originalname, size, fingerprint } of files) {
        const { token, idempotencyKey } = await begin(originalname, fingerprint);
        const file = { originalname, size, fingerprint };
        // Upload tokens contain the title; session credentials do not.
        const body = (token.startsWith(UPLOAD_TOKEN) ? file : { ...file, title }) as { title: string };
        const { uuid } = await clientOf(token)
          .createVideo({ body }, { idempotencyKey })
          .catch((error: unknown) => {
            // After a rejection, the next attempt requests a new token.
            if (!(error instanceof ShoalError) || error.status !== 0) begun.delete(fingerprint);
            throw error;
          });
        begun.delete(fingerprint);
        tokens.set(uuid, token);
        kept.put({ fingerprint, name: originalname, sizeBytes: size, uuid, token });
        made.set(originalname, uuid);
      }
      return made;
    },
    async findUploads(fingerprint) {
      const file = kept.find(fingerprint);
      if (!file) return [];
      tokens.set(file.uuid, file.token);
      try {
        return [await clientOf(file.token).getUpload({ params: { id: file.uuid } })];
      } catch (error) {
        if (!(error instanceof ShoalError) || error.status === 0 || error.status >= 429) throw error;
        // The upload cannot be resumed, because the token has expired or its video was deleted.
        kept.remove(fingerprint);
        return [];
      }
    },
    getUpload: (id) => clientOfVideo(id).getUpload({ params: { id } }),
    sendChunk: (chunk) =>
      sendChunk(chunk, { url, headers: { authorization: `Bearer ${tokens.get(chunk.uuid) ?? ""}` } }),
    async cancel(id) {
      await clientOfVideo(id).cancelUpload({ params: { id } });
    },
    // Tokens do not allow changing the title, and the server derives the progress from the received chunks.
    configure: async () => undefined,
    reportProgress: async () => undefined,
    markFailed: async () => undefined,
  };
}
