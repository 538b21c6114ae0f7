import { expect, test } from "vitest";
import { CpuBudget } from "./cpu-budget.ts";

/** The CPU seconds used so far, by process. */
let cpuSec: Record<number, number>;
const openBudget = (cores: number) => {
  cpuSec = {};
  return new CpuBudget({ cores, readCpuSec: async (pid) => cpuSec[pid] });
};

test("lives are accepted while there is room, and a single live always", () => {
  const budget = openBudget(1);
  expect(budget.reserve("large", 1.7)).toBe(true);
  expect(budget.reserve("small", 0.1)).toBe(false);
  budget.leave("large");
  expect([budget.reserve("a", 0.5), budget.reserve("b", 0.5), budget.reserve("c", 0.1)]).toEqual([
    true,
    true,
    false,
  ]);
  // A second reservation of the same live changes nothing.
  expect(budget.reserve("a", 0.5)).toBe(true);
  expect(budget.usedCores).toBe(1);
});

test("measured load replaces the prediction, and corrects the next prediction", async () => {
  const budget = openBudget(1);
  budget.reserve("a", 0.4);
  budget.watch("a", { pid: 7, predictedCores: 0.4 });
  cpuSec[7] = 10;
  await budget.sample(1_000);
  expect(budget.usedCores).toBe(0.4);
  // The live uses half of the predicted CPU time.
  cpuSec[7] = 11;
  await budget.sample(6_000);
  expect(budget.usedCores).toBeCloseTo(0.2);
  expect(budget.reserve("b", 1.6)).toBe(true);
  expect(budget.usedCores).toBeCloseTo(1);
});

test("a small live with a high fixed cost does not block large ones", async () => {
  const budget = openBudget(4);
  budget.reserve("small", 0.1);
  budget.watch("small", { pid: 7, predictedCores: 0.1 });
  cpuSec[7] = 0;
  await budget.sample(0);
  cpuSec[7] = 5;
  await budget.sample(5_000);
  expect(budget.usedCores).toBeCloseTo(1);
  expect(budget.reserve("large", 1.4)).toBe(true);
});

test("another encoder of the same live is measured from zero", async () => {
  const budget = openBudget(1);
  budget.reserve("a", 0.4);
  budget.watch("a", { pid: 7, predictedCores: 0.4 });
  cpuSec[7] = 100;
  await budget.sample(0);
  budget.watch("a", { pid: 8, predictedCores: 0.4 });
  cpuSec[8] = 1;
  await budget.sample(5_000);
  expect(budget.usedCores).toBe(0.4);
  cpuSec[8] = 6;
  await budget.sample(10_000);
  expect(budget.usedCores).toBeCloseTo(1);
});

test("a live with shed rungs keeps the reservation for them", async () => {
  const budget = openBudget(1);
  budget.reserve("a", 0.8);
  budget.watch("a", { pid: 7, predictedCores: 0.4 });
  expect(budget.usedCores).toBeCloseTo(0.8);
  cpuSec[7] = 0;
  await budget.sample(0);
  cpuSec[7] = 3;
  await budget.sample(5_000);
  // The load is 1.5 times the prediction, which also applies to the shed rungs.
  expect(budget.usedCores).toBeCloseTo(1.2);
  expect(budget.reserve("b", 0.1)).toBe(false);
});

test("an encoder that has exited does not change the measurement", async () => {
  const budget = openBudget(1);
  budget.reserve("a", 0.4);
  budget.watch("a", { pid: 7, predictedCores: 0.4 });
  await budget.sample(5_000);
  expect(budget.usedCores).toBe(0.4);
});
