import type { PeerLink } from "../connect/peer-link.ts";
import { CHUNK_BYTES } from "../protocol/index.ts";

/** Pauses shorter than this are saved up: timers are not that exact. */
const PAUSE_MIN_MS = 20;

export interface UploadJob {
  link: PeerLink;
  requestId: number;
  bytes: Uint8Array<ArrayBuffer>;
  fromByte: number;
  /** Share of the uplink that may be used, 0–100. */
  percent(): number;
  isCancelled(): boolean;
  onSent(sizeBytes: number): void;
  nowMs(): number;
}

/**
 * Sends a segment as fast as the wire takes it, resting in proportion: whatever the uplink carries, the given share of
 * it is used. Resolves at the end, or when cancelled or closed.
 */
export async function sendSegment(job: UploadJob): Promise<void> {
  const { link, requestId, bytes } = job;
  if (!link.send({ type: "accept", requestId, totalBytes: bytes.length })) return;
  let oweMs = 0;
  let busySinceMs = job.nowMs();
  for (let at = job.fromByte; at < bytes.length; at += CHUNK_BYTES) {
    if (!(await link.whenWritable()) || job.isCancelled()) return;
    const payload = bytes.subarray(at, at + CHUNK_BYTES);
    if (!link.send({ type: "chunk", requestId, payload })) return;
    job.onSent(payload.length);
    oweMs += ((job.nowMs() - busySinceMs) * (100 - job.percent())) / Math.max(1, job.percent());
    busySinceMs = job.nowMs();
    if (oweMs < PAUSE_MIN_MS) continue;
    await rest(oweMs);
    oweMs -= job.nowMs() - busySinceMs;
    busySinceMs = job.nowMs();
  }
}

function rest(durationMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, durationMs));
}
