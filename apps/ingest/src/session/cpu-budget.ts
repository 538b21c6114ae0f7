/** How often the actual load of lives is measured. */
export const CPU_SAMPLE_MS = 5_000;
/** How much of what was measured before is kept with each look: a film's scenes differ, and so do minutes. */
const KEPT_SHARE = 0.6;
/** A machine is not slower or faster by more: what small lives cost beside their pixels says nothing about large ones. */
const FACTOR_MIN = 0.5;
const FACTOR_MAX = 2;

export interface CpuBudgetOptions {
  /** The cores that all lives together may use. */
  cores: number;
  /** CPU seconds so far of a process and all that it has started; undefined when it is gone. */
  readCpuSec(pid: number): Promise<number | undefined>;
}

interface Held {
  /** For the whole ladder. */
  wantedCores: number;
  /** For the rungs being encoded. */
  predictedCores: number;
  measuredCores: number | undefined;
  pid: number | undefined;
  seen: { cpuSec: number; atMs: number } | undefined;
}

/**
 * Which lives this machine can take: one more that would starve the others is refused. What lives will take is predicted,
 * and corrected by what those take that run. VODs do not count: they give way by themselves.
 */
export class CpuBudget {
  readonly #options: CpuBudgetOptions;
  readonly #held = new Map<string, Held>();

  constructor(options: CpuBudgetOptions) {
    this.#options = options;
  }

  /** Cores that lives take, or will once they run. */
  get usedCores(): number {
    const factor = this.#factor();
    return [...this.#held.values()].reduce((sum, held) => sum + coresOf(held, factor), 0);
  }

  /** A live that is alone is always taken. @returns false when there is no room. */
  take(id: string, predictedCores: number): boolean {
    if (this.#held.has(id)) return true;
    const isAlone = this.#held.size === 0;
    if (!isAlone && this.usedCores + predictedCores * this.#factor() > this.#options.cores) return false;
    const nothing = { measuredCores: undefined, pid: undefined, seen: undefined };
    this.#held.set(id, { wantedCores: predictedCores, predictedCores, ...nothing });
    return true;
  }

  /** Another encoder of a live has started; it may make less than the whole ladder. */
  watch(id: string, { pid, predictedCores }: { pid: number | undefined; predictedCores: number }): void {
    const held = this.#held.get(id);
    if (!held) return;
    if (held.predictedCores !== predictedCores) held.measuredCores = undefined;
    Object.assign(held, { pid, predictedCores, seen: undefined });
  }

  leave(id: string): void {
    this.#held.delete(id);
  }

  /** Looks at what the encoders have taken since the last time. @param nowMs on a clock that does not jump. */
  async sample(nowMs: number): Promise<void> {
    await Promise.all([...this.#held.values()].map((held) => this.#look(held, nowMs)));
  }

  async #look(held: Held, nowMs: number): Promise<void> {
    const { pid } = held;
    const cpuSec = pid === undefined ? undefined : await this.#options.readCpuSec(pid);
    if (cpuSec === undefined || pid !== held.pid) return;
    const { seen } = held;
    held.seen = { cpuSec, atMs: nowMs };
    if (!seen || nowMs <= seen.atMs) return;
    const cores = (cpuSec - seen.cpuSec) / ((nowMs - seen.atMs) / 1_000);
    const before = held.measuredCores ?? cores;
    held.measuredCores = KEPT_SHARE * before + (1 - KEPT_SHARE) * cores;
  }

  /** By how much this machine is slower than predicted. */
  #factor(): number {
    const measured = [...this.#held.values()].filter((held) => held.measuredCores !== undefined);
    const predicted = measured.reduce((sum, held) => sum + held.predictedCores, 0);
    if (predicted === 0) return 1;
    const taken = measured.reduce((sum, held) => sum + (held.measuredCores ?? 0), 0);
    return Math.min(FACTOR_MAX, Math.max(FACTOR_MIN, taken / predicted));
  }
}

/** Paused rungs keep their share too: they are to come back. */
const coresOf = ({ wantedCores, predictedCores, measuredCores }: Held, factor: number): number =>
  (measuredCores ?? predictedCores * factor) + (wantedCores - predictedCores) * factor;
