import type { EncodePlan } from "@shoal/contract/stored-data";
import { listAudioParts } from "@shoal/media";

/** A copy costs about a fiftieth of an encode of the same length, and audio a thirtieth (measured with 1080p H.264). */
const COPY_WEIGHT = 0.02;
const AUDIO_WEIGHT = 0.03;
const ETA_WINDOW_MS = 60_000;

export interface DoneJob {
  job: string;
  piece_index: number;
}

/** Lists the jobs of a plan that must be done before the video counts as encoded. */
function expectedJobs(
  plan: EncodePlan,
): { job: "encode-piece" | "copy-piece" | "audio"; pieceIndex: number }[] {
  const pieces = (job: "encode-piece" | "copy-piece") =>
    plan.pieces.map(({ index }) => ({ job, pieceIndex: index }));
  const sounds = () => listAudioParts(plan).map((_, pieceIndex) => ({ job: "audio" as const, pieceIndex }));
  return [
    ...(plan.audio.some(({ mode }) => mode === "encode") ? sounds() : []),
    ...(plan.rungs.some(({ mode }) => mode === "copy") ? pieces("copy-piece") : []),
    ...(plan.rungs.some(({ mode }) => mode === "encode") ? pieces("encode-piece") : []),
  ];
}

/** Whether every expected job is done. */
export function isPlanDone(plan: EncodePlan, done: readonly DoneJob[]): boolean {
  const keys = new Set(done.map(({ job, piece_index }) => `${job}:${piece_index}`));
  return expectedJobs(plan).every(({ job, pieceIndex }) => keys.has(`${job}:${pieceIndex}`));
}

/**
 * Returns the completed share of the work, 0–1.
 * @param running the completed fraction of each running job, by `job:pieceIndex`.
 */
export function fractionDone(
  plan: EncodePlan,
  done: readonly DoneJob[],
  running: ReadonlyMap<string, number>,
): number {
  const keys = new Set(done.map(({ job, piece_index }) => `${job}:${piece_index}`));
  let total = 0;
  let finished = 0;
  for (const { job, pieceIndex } of expectedJobs(plan)) {
    const key = `${job}:${pieceIndex}`;
    const weight = weightOf(plan, job, pieceIndex);
    total += weight;
    finished += weight * (keys.has(key) ? 1 : (running.get(key) ?? 0));
  }
  return total > 0 ? finished / total : 1;
}

function weightOf(plan: EncodePlan, job: string, pieceIndex: number): number {
  // Each audio part is encoded from the beginning, so later parts take longer.
  if (job === "audio") {
    const { segmentTo = 0 } = listAudioParts(plan)[pieceIndex] ?? {};
    return AUDIO_WEIGHT * (plan.segmentStartsSec[segmentTo] ?? 0);
  }
  const piece = plan.pieces.find(({ index }) => index === pieceIndex);
  const durationSec = piece ? piece.endSec - piece.startSec : 0;
  return (job === "copy-piece" ? COPY_WEIGHT : 1) * durationSec;
}

/** Estimates the remaining seconds from the speed of the last minute. */
export class EtaEstimator {
  #points: { atMs: number; fraction: number }[] = [];

  /** @returns null until the speed is known. */
  estimateSec(fraction: number, nowMs: number): number | null {
    this.#points.push({ atMs: nowMs, fraction });
    while (this.#points.length > 2 && (this.#points[0]?.atMs ?? nowMs) < nowMs - ETA_WINDOW_MS)
      this.#points.shift();
    const first = this.#points[0];
    if (!first || fraction <= first.fraction || nowMs <= first.atMs) return null;
    const perSec = ((fraction - first.fraction) / (nowMs - first.atMs)) * 1000;
    return Math.max(0, (1 - fraction) / perSec);
  }
}
