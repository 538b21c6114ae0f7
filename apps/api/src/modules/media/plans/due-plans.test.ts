import { eventually } from "@shoal/testkit";
import { expect, test } from "vitest";
import type { Database } from "../../../platform/database.ts";
import { createDuePlansService, createPlanSchedule } from "./due-plans.service.ts";

test("failed actions are retried after a pause, even if they are long overdue", async () => {
  let attempts = 0;
  const db = {
    transaction: () => ({
      async execute() {
        attempts += 1;
        throw new Error("No space left on device");
      },
    }),
  } as unknown as Database;
  const errors: unknown[] = [];
  const unused = async () => {
    throw new Error("Nothing is locked");
  };
  const plans = createDuePlansService({
    db,
    realtime: { emit: () => undefined },
    removal: { flagVideos: unused, removeForGood: unused, announce: () => undefined },
    keptDays: 7,
    onError: (error) => errors.push(error),
  });
  await expect(plans.carryOutDue()).rejects.toThrow(AggregateError);
  // A failure does not prevent the other kinds of actions from being tried.
  expect(attempts).toBe(5);
  errors.length = 0;
  const pauses: number[] = [];
  const schedule = createPlanSchedule(
    { carryOutDue: plans.carryOutDue, findDueInMs: async () => -60_000 },
    { on: () => () => undefined },
    (error) => errors.push(error),
    {
      nowMs: () => 0,
      after(pauseMs, run) {
        pauses.push(pauseMs);
        if (pauses.length === 1) run();
        return () => undefined;
      },
    },
  );
  void schedule.start();
  await eventually(() => pauses.length === 2);
  await schedule.stop();
  expect([pauses, errors.length]).toEqual([[0, 1_000], 2]);
});
