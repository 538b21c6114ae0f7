import { performance } from "node:perf_hooks";
import { readTreeCpuSec } from "../platform/tree-cpu.ts";
import { CPU_SAMPLE_MS, CpuBudget } from "./cpu-budget.ts";
import type { LiveMachine } from "./live-encoder.ts";

/** This machine, of which each live takes a part. */
export interface SharedMachine {
  /** Cores that lives keep busy, or will. */
  readonly usedCores: number;
  /** @param id of a run of a live. */
  partOf(id: string): LiveMachine;
  close(): void;
}

/** @param cores what all lives together may keep busy. */
export function openSharedMachine(cores: number): SharedMachine {
  const budget = new CpuBudget({ cores, readCpuSec: readTreeCpuSec });
  const timer = setInterval(() => void budget.sample(performance.now()), CPU_SAMPLE_MS).unref();
  return {
    get usedCores() {
      return budget.usedCores;
    },
    partOf: (id) => ({
      take: (wanted) => budget.take(id, wanted),
      watch: (pid) => budget.watch(id, pid),
      leave: () => budget.leave(id),
    }),
    close: () => clearInterval(timer),
  };
}
