import type { Calls } from "../calls.ts";
import { codeOf } from "../errors.ts";
import { type ClientOptions, headersOf, type SendCall } from "../request.ts";
import { sendChunk } from "./send-chunk.ts";
import type { UploadServer } from "./upload-server.ts";

/** The fields of a video created by an upload, apart from the fields of its file. */
export type VideoFields = Omit<
  Calls["createVideo"]["body"],
  "title" | "type" | "originalname" | "size" | "fingerprint" | "url"
>;

/** Creates the upload calls that a client makes with a key or a session. */
export function createUploadServer(send: SendCall, options: ClientOptions): UploadServer<VideoFields> {
  return {
    async announce(files) {
      const made = new Map<string, string>();
      // Videos are created one by one, since each call has its own idempotency key.
      for (const file of files) made.set(file.originalname, (await send("createVideo", { body: file })).uuid);
      return made;
    },
    findUploads: (fingerprint) => send("findUploads", { query: { fingerprint } }),
    async configure(id, { title, description, tags }) {
      const body = {
        title,
        ...(description === undefined ? {} : { description }),
        ...(tags === undefined ? {} : { tags }),
      };
      await send("updateVideo", { params: { id }, body });
    },
    getUpload: (id) => send("getUpload", { params: { id } }),
    sendChunk: async (chunk) =>
      sendChunk(chunk, {
        url: options.url,
        headers: await headersOf(options),
        ...(options.fetch ? { fetch: options.fetch } : {}),
      }),
    async reportProgress(id, percent, etaSec) {
      const body = { uploadingPercent: Math.min(100, percent), uploadingETA: etaSec };
      await send("updateVideo", { params: { id }, body });
    },
    async cancel(id) {
      try {
        await send("cancelUpload", { params: { id } });
      } catch (error) {
        if (codeOf(error) !== "upload_not_open") throw error;
        // The upload was complete, so its video is deleted like any other.
        await send("deleteVideo", { params: { id } });
      }
    },
    async markFailed(uuids) {
      await send("failUploads", { body: { uuids } });
    },
  };
}
