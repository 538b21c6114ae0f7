import { createPatience, isVideoFile, UploadManager } from "@shoal/client/upload";
import { type BodyOf, routes, type UploadState } from "@shoal/contract";
import { call } from "../../lib/session.ts";
import { apiUploadServer } from "./api-upload-server.ts";
import { createHasher } from "./hasher.ts";
import { type UploadItem, type UploadServer, VIDEO_UPLOADS } from "./upload-types.ts";

const computeHash = createHasher();
const uploadManagers = new Map<string, ReturnType<typeof createManager>>();
const listeners = new Set<() => void>();

/** Returns the calls for a file that replaces the media of a video; the same call announces and resumes the upload. */
function createUploadServer(videoUuid: string, file: File): UploadServer {
  const announce = (body: BodyOf<typeof routes.replaceVideo>): Promise<UploadState> =>
    call(routes.replaceVideo, { params: { id: videoUuid }, body });
  return {
    ...apiUploadServer,
    async findUploads(fingerprint) {
      return [await announce({ originalname: file.name, size: file.size, fingerprint })];
    },
    async announce(files) {
      const made = files.map(async ({ originalname, size, fingerprint }): Promise<[string, string]> => {
        const { uuid } = await announce({ originalname, size, fingerprint });
        return [originalname, uuid];
      });
      return new Map(await Promise.all(made));
    },
    // Reports nothing: other pages compute the progress from the chunks that the server has received.
    reportProgress: () => Promise.resolve(),
  };
}

const createManager = (server: UploadServer) =>
  new UploadManager({ server, hash: computeHash, patience: createPatience(), ...VIDEO_UPLOADS });

/** The uploads of replacement files, which continue on any page. */
export const replacementUploads = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },

  /** Returns this window's upload for a video. */
  find: (videoUuid: string): UploadItem | undefined => uploadManagers.get(videoUuid)?.snapshot()[0],

  /** Starts the upload of a file. @returns false if the file is not a video. */
  start(videoUuid: string, file: File): boolean {
    if (!isVideoFile(file)) return false;
    const server = createUploadServer(videoUuid, file);
    const manager = createManager(server);
    manager.subscribe(() => {
      for (const listener of listeners) listener();
    });
    manager.onAllUploaded(() => uploadManagers.delete(videoUuid));
    uploadManagers.set(videoUuid, manager);
    manager.add([file]);
    manager.start();
    return true;
  },

  retry(videoUuid: string): void {
    const item = replacementUploads.find(videoUuid);
    if (item) uploadManagers.get(videoUuid)?.retry(item.id);
  },

  /** Cancels the replacement on this page and on the server. */
  async cancel(videoUuid: string): Promise<void> {
    const item = replacementUploads.find(videoUuid);
    if (item) await uploadManagers.get(videoUuid)?.cancel(item.id);
    uploadManagers.delete(videoUuid);
  },
};

const allManagers = () => [...uploadManagers.values()];
window.addEventListener("online", () => {
  for (const manager of allManagers()) manager.wake();
});
window.addEventListener("pagehide", () => {
  for (const manager of allManagers()) void manager.onPageHide();
});
window.addEventListener("beforeunload", (event) => {
  if (allManagers().some(({ isBusy }) => isBusy)) event.preventDefault();
});
