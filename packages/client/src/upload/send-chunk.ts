import { fillPath } from "@shoal/contract/address";
import type { PATHS } from "../calls.ts";
import { encodeForm } from "../encode-form.ts";
import { errorOf, ShoalError } from "../errors.ts";
import type { ChunkToSend } from "./upload-server.ts";

/** The call that sends a chunk. It is declared here, because pages that only upload should not load the table of all calls. */
const CHUNK_CALL: (typeof PATHS)["uploadChunk"] = "POST /api/videos/{uuid}/{chunkNumber}";
/** A connection that makes no progress for this long counts as dead. A slow one still makes some. */
const STALL_TIMEOUT_MS = 40_000;
const STALL_CHECK_INTERVAL_MS = 5_000;
/** The time limit for a whole chunk if there are no progress events: 5 MB at 17 kB/s. */
const CHUNK_TIMEOUT_MS = 300_000;

export interface ChunkPlace {
  /** Origin of the api; "" for the page's own. */
  url: string;
  headers: Record<string, string>;
  fetch?: typeof fetch;
}

/** Sends one chunk. @throws ShoalError, or the signal's reason. */
export function sendChunk(chunk: ChunkToSend, place: ChunkPlace): Promise<void> {
  return typeof XMLHttpRequest === "undefined" ? sendByFetch(chunk, place) : sendByXhr(chunk, place);
}

const addressOf = ({ uuid, number }: ChunkToSend, { url }: ChunkPlace) =>
  `${url}${fillPath(CHUNK_CALL.slice("POST ".length), { uuid, chunkNumber: number })}`;

function formOf({ bytes, checksum, isEnd }: ChunkToSend): FormData {
  const form = new FormData();
  if (checksum !== undefined) form.append("checksum", checksum);
  if (isEnd) form.append("end", "true");
  form.append("video", bytes);
  return form;
}

async function sendByFetch(chunk: ChunkToSend, place: ChunkPlace): Promise<void> {
  const { signal, bytes, onSent } = chunk;
  const form = await encodeForm(formOf(chunk));
  const response = await (place.fetch ?? fetch)(addressOf(chunk, place), {
    method: "POST",
    headers: { ...place.headers, "content-type": form.type },
    body: form.bytes,
    signal: AbortSignal.any([signal, AbortSignal.timeout(CHUNK_TIMEOUT_MS)]),
  }).catch((cause: unknown) => {
    if (signal.aborted) throw cause;
    throw new ShoalError("unavailable", "The connection was lost", { cause });
  });
  if (!response.ok) throw await errorOf(response);
  await response.arrayBuffer().catch(() => undefined);
  onSent(bytes.size);
}

/** Uses XMLHttpRequest, because fetch does not report upload progress. */
function sendByXhr(chunk: ChunkToSend, place: ChunkPlace): Promise<void> {
  const { bytes, signal, onSent } = chunk;
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
    request.open("POST", addressOf(chunk, place));
    for (const [name, value] of Object.entries(place.headers)) request.setRequestHeader(name, value);
    request.send(formOf(chunk));
    if (signal.aborted) request.abort();
  });
}

function abortWhenStalled(request: XMLHttpRequest): () => void {
  let movedAtMs = performance.now();
  request.upload.addEventListener("progress", () => {
    movedAtMs = performance.now();
  });
  const timer = setInterval(() => {
    if (performance.now() - movedAtMs > STALL_TIMEOUT_MS) request.abort();
  }, STALL_CHECK_INTERVAL_MS);
  return () => clearInterval(timer);
}

async function faultOf(request: XMLHttpRequest): Promise<ShoalError> {
  if (request.status === 0) return new ShoalError("unavailable", "The connection was lost");
  const headers = { "retry-after": request.getResponseHeader("retry-after") ?? "" };
  return errorOf(new Response(request.responseText, { status: request.status, headers }));
}
