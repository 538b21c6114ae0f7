import { expect, test } from "vitest";
import { CpuBudget } from "./cpu-budget.ts";

/** CPU seconds used so far, by process. */
let cpuSec: Record<number, number>;
const openBudget = (cores: number) => {
  cpuSec = {};
  return new CpuBudget({ cores, readCpuSec: async (pid) => cpuSec[pid] });
};

test("lives are taken as long as there is room, and one that is alone always is", () => {
  const budget = openBudget(1);
  expect(budget.reserve("large", 1.7)).toBe(true);
  expect(budget.reserve("small", 0.1)).toBe(false);
  budget.leave("large");
  expect([budget.reserve("a", 0.5), budget.reserve("b", 0.5), budget.reserve("c", 0.1)]).toEqual([
    true,
    true,
    false,
  ]);
  // A live keeps its reservation.
  expect(budget.reserve("a", 0.5)).toBe(true);
  expect(budget.usedCores).toBe(1);
});

test("what lives really take counts, and tells what the next one will", async () => {
  const budget = openBudget(1);
  budget.reserve("a", 0.4);
  budget.watch("a", { pid: 7, predictedCores: 0.4 });
  cpuSec[7] = 10;
  await budget.sample(1_000);
  expect(budget.usedCores).toBe(0.4);
  // This machine is twice as fast.
  cpuSec[7] = 11;
  await budget.sample(6_000);
  expect(budget.usedCores).toBeCloseTo(0.2);
  expect(budget.reserve("b", 1.6)).toBe(true);
  expect(budget.usedCores).toBeCloseTo(1);
});

test("a small live that costs much for its size does not keep large ones out", async () => {
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

test("another encoder of the same live begins its own account", async () => {
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

test("a live of which something is left out keeps the place for it", async () => {
  const budget = openBudget(1);
  budget.reserve("a", 0.8);
  budget.watch("a", { pid: 7, predictedCores: 0.4 });
  expect(budget.usedCores).toBeCloseTo(0.8);
  cpuSec[7] = 0;
  await budget.sample(0);
  cpuSec[7] = 3;
  await budget.sample(5_000);
  // Half as much again as predicted, including for shed rungs.
  expect(budget.usedCores).toBeCloseTo(1.2);
  expect(budget.reserve("b", 0.1)).toBe(false);
});

test("an encoder that is gone changes nothing", async () => {
  const budget = openBudget(1);
  budget.reserve("a", 0.4);
  budget.watch("a", { pid: 7, predictedCores: 0.4 });
  await budget.sample(5_000);
  expect(budget.usedCores).toBe(0.4);
});
