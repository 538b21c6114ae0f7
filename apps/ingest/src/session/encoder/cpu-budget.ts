/** The interval at which the actual load of lives is measured. */
export const CPU_SAMPLE_MS = 5_000;
/** The weight of previous measurements in each new value, since the load varies with the scene. */
const SMOOTHING_FACTOR = 0.6;
/** The limits for this machine's speed factor, because the fixed costs of small lives say little about large ones. */
const MIN_FACTOR = 0.5;
const MAX_FACTOR = 2;

export interface CpuBudgetOptions {
  /** The cores that all lives together may use. */
  cores: number;
  /** Reads the CPU seconds used so far by a process and its descendants; undefined if it has exited. */
  readCpuSec(pid: number): Promise<number | undefined>;
}

interface CoreReservation {
  /** The predicted load of the complete ladder, in cores. */
  wantedCores: number;
  /** The predicted load of the rungs being encoded, in cores. */
  predictedCores: number;
  measuredCores: number | undefined;
  pid: number | undefined;
  seen: { cpuSec: number; atMs: number } | undefined;
}

/**
 * Decides which lives this machine can encode. A live that would starve the others is rejected. The load of a live is predicted
 * first, and then corrected by measuring the running encoders. VOD encoding is ignored, since it has a lower priority.
 */
export class CpuBudget {
  readonly #options: CpuBudgetOptions;
  readonly #held = new Map<string, CoreReservation>();

  constructor(options: CpuBudgetOptions) {
    this.#options = options;
  }

  /** The cores used by running lives, and those reserved for others. */
  get usedCores(): number {
    const factor = this.#factor();
    return [...this.#held.values()].reduce((sum, held) => sum + coresOf(held, factor), 0);
  }

  /** Reserves cores for a live. A single live is always accepted. @returns false if there is no room. */
  reserve(id: string, predictedCores: number): boolean {
    if (this.#held.has(id)) return true;
    const isAlone = this.#held.size === 0;
    if (!isAlone && this.usedCores + predictedCores * this.#factor() > this.#options.cores) return false;
    const nothing = { measuredCores: undefined, pid: undefined, seen: undefined };
    this.#held.set(id, { wantedCores: predictedCores, predictedCores, ...nothing });
    return true;
  }

  /** Starts measuring a live's new encoder, which may encode only part of the ladder. */
  watch(id: string, { pid, predictedCores }: { pid: number | undefined; predictedCores: number }): void {
    const held = this.#held.get(id);
    if (!held) return;
    if (held.predictedCores !== predictedCores) held.measuredCores = undefined;
    Object.assign(held, { pid, predictedCores, seen: undefined });
  }

  leave(id: string): void {
    this.#held.delete(id);
  }

  /** Measures the encoders' CPU time since the last call. @param nowMs on a monotonic clock. */
  async sample(nowMs: number): Promise<void> {
    await Promise.all([...this.#held.values()].map((held) => this.#measure(held, nowMs)));
  }

  async #measure(held: CoreReservation, nowMs: number): Promise<void> {
    const { pid } = held;
    const cpuSec = pid === undefined ? undefined : await this.#options.readCpuSec(pid);
    if (cpuSec === undefined || pid !== held.pid) return;
    const { seen } = held;
    held.seen = { cpuSec, atMs: nowMs };
    if (!seen || nowMs <= seen.atMs) return;
    const cores = (cpuSec - seen.cpuSec) / ((nowMs - seen.atMs) / 1_000);
    const before = held.measuredCores ?? cores;
    held.measuredCores = SMOOTHING_FACTOR * before + (1 - SMOOTHING_FACTOR) * cores;
  }

  /** Returns how many times the predicted CPU time this machine needs. */
  #factor(): number {
    const measured = [...this.#held.values()].filter((held) => held.measuredCores !== undefined);
    const predicted = measured.reduce((sum, held) => sum + held.predictedCores, 0);
    if (predicted === 0) return 1;
    const taken = measured.reduce((sum, held) => sum + (held.measuredCores ?? 0), 0);
    return Math.min(MAX_FACTOR, Math.max(MIN_FACTOR, taken / predicted));
  }
}

/** Returns the cores assigned to a live. Shed rungs keep their share, since they will be restored. */
const coresOf = ({ wantedCores, predictedCores, measuredCores }: CoreReservation, factor: number): number =>
  (measuredCores ?? predictedCores * factor) + (wantedCores - predictedCores) * factor;
