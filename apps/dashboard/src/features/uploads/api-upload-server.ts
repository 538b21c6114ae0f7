import { AppError, errorOf, fillPath, routes } from "@shoal/contract";
import { call, session } from "../../lib/session.ts";
import type { ChunkToSend, UploadServer } from "./upload-server.ts";

/** A connection on which nothing moved for so long is dead; slow ones keep moving. */
const STALL_MS = 40_000;
const STALL_CHECK_MS = 5_000;
/** The page that left it may be gone by then. */
const NOTE_TIMEOUT_MS = 10_000;

/** The calls for uploads, as the signed-in user. */
export const apiUploadServer: UploadServer = {
  async announce(files) {
    const made = await call(routes.createVideos, {
      body: files.map((file) => ({ ...file, uploadingPercent: 0 })),
    });
    return new Map(made.map(({ video }) => [video.originalname ?? "", video.uuid]));
  },
  findUploads: (fingerprint) => call(routes.findUploads, { query: { fingerprint } }),
  async configure(id, wishes) {
    await call(routes.updateVideo, { params: { id }, body: wishes });
  },
  getUpload: (id) => call(routes.getUpload, { params: { id } }),
  sendChunk,
  async reportProgress(id, percent, etaSec) {
    const body = { uploadingPercent: Math.min(100, percent), uploadingETA: etaSec };
    await call(routes.updateVideo, { params: { id }, body });
  },
  async cancel(id) {
    try {
      await call(routes.cancelUpload, { params: { id } });
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "upload_not_open") throw error;
      // The last chunk was through: the video goes the way of all that are deleted.
      await call(routes.deleteVideo, { params: { id } });
    }
  },
  async markFailed(uuids) {
    await fetch(routes.failUploads.path, {
      method: routes.failUploads.method,
      headers: { ...session.headers(), "content-type": "application/json" },
      body: JSON.stringify({ uuids }),
      keepalive: true,
      signal: AbortSignal.timeout(NOTE_TIMEOUT_MS),
    });
  },
};

/** XMLHttpRequest, because fetch does not tell how much of a body has left. */
function sendChunk({ uuid, number, bytes, checksum, isEnd, signal, onSent }: ChunkToSend): Promise<void> {
  const { method, path, multipart } = routes.uploadChunk;
  const form = new FormData();
  form.append("checksum", checksum);
  if (isEnd) form.append("end", "true");
  form.append(multipart.file, bytes);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stopWatching = abortWhenStalled(request);
    const abort = () => request.abort();
    signal.addEventListener("abort", abort);
    request.upload.addEventListener("progress", ({ loaded }) => onSent(Math.min(loaded, bytes.size)));
    request.addEventListener("loadend", () => {
      stopWatching();
      signal.removeEventListener("abort", abort);
      if (request.status >= 200 && request.status < 300) resolve();
      else void faultOf(request).then(reject);
    });
    request.open(method, fillPath(path, { uuid, chunkNumber: number }));
    for (const [name, value] of Object.entries(session.headers())) request.setRequestHeader(name, value);
    request.send(form);
    if (signal.aborted) request.abort();
  });
}

function abortWhenStalled(request: XMLHttpRequest): () => void {
  let movedAtMs = performance.now();
  request.upload.addEventListener("progress", () => {
    movedAtMs = performance.now();
  });
  const timer = setInterval(() => {
    if (performance.now() - movedAtMs > STALL_MS) request.abort();
  }, STALL_CHECK_MS);
  return () => clearInterval(timer);
}

async function faultOf(request: XMLHttpRequest): Promise<AppError> {
  if (request.status === 0) return new AppError("unavailable", "The connection was lost");
  return errorOf(new Response(request.responseText, { status: request.status }));
}
