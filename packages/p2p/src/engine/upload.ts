import type { PeerLink } from "../connect/peer-link.ts";
import { SendWindow } from "../connect/send-window.ts";
import type { UploadMeasure, UploadPace } from "./upload-pace.ts";

/** The time for which the line may always have data in flight. It adds no more delay than this, whatever the peer's own line. */
const WINDOW_MIN_MS = 50;

/** The time after which an uplink that has sent no more than `TRY_MIN_BYTES` is considered too slow to share. */
const UPLINK_TRIAL_MS = 700;
const TRY_MIN_BYTES = 20_000;
/** The interval at which a held-back upload checks whether it can continue. */
const THROTTLE_CHECK_MS = 50;

export interface UploadJob {
  link: Pick<PeerLink, "send" | "whenWritable" | "window">;
  peerId: string;
  requestId: number;
  bytes: Uint8Array<ArrayBuffer>;
  fromByte: number;
  pace: UploadPace;
  /** Returns where the transfer ends. The end moves down when the receiver needs less. */
  endByte(): number;
  /** Returns the share of the uplink that may be used, 0–100. */
  percent(): number;
  /** Whether the line is currently reserved for more urgent data. */
  isHeldBack(): boolean;
  onSent(at: number, sizeBytes: number): void;
  nowMs(): number;
}

/** Sends a part of a segment, no faster than the pace allows. Resolves when it is complete, cancelled, too slow or closed. */
export async function sendPart(job: UploadJob): Promise<UploadMeasure> {
  const { link, peerId, requestId, bytes, pace } = job;
  const { window } = link;
  window.leastBytes = (pace.bytesPerSec * WINDOW_MIN_MS) / 1000;
  const before = window.ackedBytes;
  const start = { bytes: before, byAll: SendWindow.ackedByAll, atMs: job.nowMs() };
  let first: typeof start | undefined;
  let restedMs = 0;
  const isHopeless = () =>
    pace.isUnsure &&
    job.nowMs() - start.atMs - restedMs > UPLINK_TRIAL_MS &&
    window.ackedBytes - before < TRY_MIN_BYTES;
  for (let at = job.fromByte; at < job.endByte(); ) {
    if (!(await link.whenWritable()) || at >= job.endByte()) break;
    if (job.isHeldBack()) {
      await sleep(THROTTLE_CHECK_MS);
      restedMs += THROTTLE_CHECK_MS;
      continue;
    }
    if (window.ackedBytes > before) {
      first ??= { bytes: window.ackedBytes, byAll: SendWindow.ackedByAll, atMs: window.ackedAtMs };
    }
    if (isHopeless()) break;
    const payload = bytes.subarray(at, Math.min(at + window.chunkBytes, job.endByte()));
    if (!link.send({ type: "chunk", requestId, payload })) break;
    at += payload.length;
    job.onSent(at, payload.length);
    const restMs = pace.spend(peerId, payload.length, job.percent(), job.nowMs());
    if (restMs === 0) continue;
    await sleep(restMs);
    restedMs += restMs;
  }
  if (isHopeless()) link.send({ type: "refuse", requestId, reason: "busy", waitMs: 0 });
  // On a slow line, a cancelled transfer may have been acknowledged once or not at all.
  const since = first && window.ackedBytes > first.bytes ? first : start;
  const endMs = window.ackedBytes > since.bytes ? window.ackedAtMs : job.nowMs();
  return { bytes: SendWindow.ackedByAll - since.byAll, ms: endMs - since.atMs, restedMs };
}

function sleep(durationMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, durationMs));
}
