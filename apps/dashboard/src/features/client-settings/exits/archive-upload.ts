import {
  createPatience,
  sha256,
  type UploadItem,
  UploadManager,
  type UploadServer,
} from "@shoal/client/upload";
import { AppError, fillPath, routes } from "@shoal/contract";
import { useSyncExternalStore } from "react";
import { fetchFile } from "../../../lib/fetch-file.ts";
import { queryClient } from "../../../lib/queries.ts";
import { call } from "../../../lib/session.ts";
import { onSessionEnd } from "../../../lib/session-end.ts";
import { arrivalsQuery } from "./arrivals-query.ts";

/** The form of an archive upload, which has no fields besides the file. */
type NoFields = Record<never, never>;
type ArchiveUploadManager = UploadManager<NoFields, never, NoFields>;

let uploadManager: ArchiveUploadManager | undefined;
const listeners = new Set<() => void>();
const notifyListeners = () => {
  for (const listener of listeners) listener();
};

const reloadArrivals = () => queryClient.invalidateQueries({ queryKey: arrivalsQuery.queryKey });

/** Returns the API calls for an archive. One call both starts and resumes its upload. */
function createUploadServer(file: File): UploadServer<NoFields> {
  const announce = async (fingerprint: string) => {
    const body = { originalname: file.name.slice(0, 300), size: file.size, fingerprint };
    const state = await call(routes.createArrivalUpload, { body });
    return { ...state, status: "uploading" as const };
  };
  return {
    findUploads: async (fingerprint) => [await announce(fingerprint)],
    async announce([announced]) {
      const state = await announce(announced?.fingerprint ?? "");
      return new Map([[file.name, state.uuid]]);
    },
    configure: () => Promise.resolve(),
    getUpload: async (id) => ({
      ...(await call(routes.getArrivalUpload, { params: { id } })),
      status: "uploading",
    }),
    async sendChunk({ uuid: id, number, bytes, checksum, isEnd, signal, onSent }) {
      const body = new FormData();
      if (checksum !== undefined) body.append("checksum", checksum);
      if (isEnd) body.append("end", "true");
      body.append("video", bytes);
      await fetchFile(fillPath(routes.uploadArrivalChunk.path, { id, chunkNumber: number }), {
        method: "POST",
        body,
        signal,
      });
      onSent(bytes.size);
    },
    // Reports nothing: other windows compute the progress from the chunks that the server has stored.
    reportProgress: () => Promise.resolve(),
    async cancel(id) {
      await call(routes.deleteArrival, { params: { id } }).catch((error: unknown) => {
        // Another user may already have deleted the archive, which is not an error here.
        if (!(error instanceof AppError && error.code === "arrival_not_found")) throw error;
      });
    },
    markFailed: () => Promise.resolve(),
  };
}

/** The archive that this window uploads. The upload continues on every page. */
export const archiveUpload = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },

  /** Returns the upload: the same object until the upload's state changes. */
  find: (): UploadItem | undefined => uploadManager?.snapshot()[0],

  start(file: File): void {
    const started: ArchiveUploadManager = new UploadManager({
      server: createUploadServer(file),
      hash: sha256,
      patience: createPatience(),
      // Accepts every file, because the server checks its contents.
      accepts: () => true,
      defaults: {},
      fieldsOf: () => ({}),
      nowMs: () => performance.now(),
    });
    started.subscribe(notifyListeners);
    started.onAllUploaded(() => {
      if (uploadManager === started) uploadManager = undefined;
      void reloadArrivals().then(notifyListeners);
    });
    uploadManager = started;
    started.add([file]);
    started.start();
  },

  pause: () => runOnItem((id, own) => own.pause(id)),
  resume: () => runOnItem((id, own) => own.resume(id)),
  retry: () => runOnItem((id, own) => own.retry(id)),

  /** Cancels the upload on this page and on the server. */
  async cancel(): Promise<void> {
    const own = uploadManager;
    const item = own?.snapshot()[0];
    if (own && item) await own.cancel(item.id);
    if (uploadManager === own) uploadManager = undefined;
    notifyListeners();
  },

  /** Stops the upload and keeps the stored chunks, so that the same file can resume it. */
  async abandon(): Promise<void> {
    const own = uploadManager;
    uploadManager = undefined;
    await own?.abandon();
    notifyListeners();
  },
};

onSessionEnd(() => archiveUpload.abandon());

function runOnItem(work: (id: string, own: ArchiveUploadManager) => void): void {
  const [item] = uploadManager?.snapshot() ?? [];
  if (uploadManager && item) work(item.id, uploadManager);
}

export const useArchiveUpload = () => useSyncExternalStore(archiveUpload.subscribe, archiveUpload.find);

window.addEventListener("online", () => uploadManager?.wake());
window.addEventListener("beforeunload", (event) => {
  if (uploadManager?.isBusy) event.preventDefault();
});
