import { cpus } from "node:os";
import { performance } from "node:perf_hooks";
import { readTreeCpuSec } from "../../platform/tree-cpu.ts";
import { CPU_SAMPLE_MS, CpuBudget } from "./cpu-budget.ts";
import type { LiveMachine } from "./live-encoder.ts";

/** This machine, whose cores are shared by its lives. */
export interface SharedMachine {
  /** The cores that lives use or have reserved. */
  readonly usedCores: number;
  /**
   * Returns one live's share of the machine.
   * @param id identifies the run of the live.
   */
  partOf(id: string): LiveMachine;
  close(): void;
}

/**
 * Opens this machine for lives.
 * @param cores the number of cores that all lives together may use.
 */
export function openSharedMachine(cores: number): SharedMachine {
  const budget = new CpuBudget({ cores, readCpuSec: readTreeCpuSec });
  const idle = new IdleCores();
  const timer = setInterval(() => {
    idle.sample();
    void budget.sample(performance.now());
  }, CPU_SAMPLE_MS).unref();
  return {
    get usedCores() {
      return budget.usedCores;
    },
    partOf: (id) => ({
      reserve: (wanted) => budget.reserve(id, wanted),
      watch: (process) => budget.watch(id, process),
      hasIdle: (wanted) => idle.cores >= wanted,
      leave: () => budget.leave(id),
    }),
    close: () => clearInterval(timer),
  };
}

/**
 * Measures the idle cores, taking lives and all other processes into account. In a container, these are the idle cores of the whole
 * machine.
 */
class IdleCores {
  #before = readCpuTimes();
  cores = 0;

  sample(): void {
    const now = readCpuTimes();
    const spentMs = now.allMs - this.#before.allMs;
    if (spentMs > 0) this.cores = ((now.idleMs - this.#before.idleMs) / spentMs) * now.cores;
    this.#before = now;
  }
}

function readCpuTimes(): { idleMs: number; allMs: number; cores: number } {
  const times = cpus().map((cpu) => cpu.times);
  const idleMs = times.reduce((sum, { idle }) => sum + idle, 0);
  const allMs = times.reduce((sum, time) => sum + Object.values(time).reduce((a, b) => a + b, 0), 0);
  return { idleMs, allMs, cores: times.length };
}
