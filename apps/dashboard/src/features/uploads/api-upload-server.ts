import { sendChunk } from "@shoal/client/upload";
import { AppError, routes } from "@shoal/contract";
import { call, session } from "../../lib/session.ts";
import type { UploadServer } from "./upload-types.ts";

/** The timeout for reporting failed uploads, in ms. It is short, because the page that sends the report may be closing. */
const REPORT_TIMEOUT_MS = 10_000;

/** The API calls of uploads, made as the signed-in user. */
export const apiUploadServer: UploadServer = {
  async announce(files) {
    const made = await call(routes.createVideos, {
      body: files.map((file) => ({ ...file, uploadingPercent: 0 })),
    });
    return new Map(made.map(({ video }) => [video.originalname, video.uuid]));
  },
  findUploads: (fingerprint) => call(routes.findUploads, { query: { fingerprint } }),
  async configure(id, wishes) {
    await call(routes.updateVideo, { params: { id }, body: wishes });
  },
  getUpload: (id) => call(routes.getUpload, { params: { id } }),
  sendChunk: (chunk) => sendChunk(chunk, { url: "", headers: session.headers() }),
  async reportProgress(id, percent, etaSec) {
    const body = { uploadingPercent: Math.min(100, percent), uploadingETA: etaSec };
    await call(routes.updateVideo, { params: { id }, body });
  },
  async cancel(id) {
    try {
      await call(routes.cancelUpload, { params: { id } });
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "upload_not_open") throw error;
      // If the last chunk has already arrived, the upload is complete and the resulting video is deleted.
      await call(routes.deleteVideo, { params: { id } });
    }
  },
  async markFailed(uuids) {
    await fetch(routes.failUploads.path, {
      method: routes.failUploads.method,
      headers: { ...session.headers(), "content-type": "application/json" },
      body: JSON.stringify({ uuids }),
      keepalive: true,
      signal: AbortSignal.timeout(REPORT_TIMEOUT_MS),
    });
  },
};
