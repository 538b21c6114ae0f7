import { expect, test } from "vitest";
import { StopSteps } from "./stop-steps.ts";

/** Creates steps that end when the test ends them. */
function createSteps() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const step = (name: string) => () => {
    started.push(name);
    const { promise, resolve } = Promise.withResolvers<void>();
    ends.set(name, resolve);
    return promise;
  };
  return { started, step, end: (name: string) => ends.get(name)?.() };
}

test("stages stop in reverse order, and the processes of a stage at the same time", async () => {
  const { started, step, end } = createSteps();
  const stops = new StopSteps();
  stops.add(step("postgres"));
  stops.add(step("api"));
  stops.add(step("edge"));
  stops.addBeside(step("worker"));
  const stopped = stops.run(() => undefined);
  expect(started).toEqual(["edge", "worker"]);
  end("edge");
  end("worker");
  await expect.poll(() => started).toEqual(["edge", "worker", "api"]);
  end("api");
  await expect.poll(() => started.at(-1)).toBe("postgres");
  end("postgres");
  await stopped;
});

test("a step that fails is reported, and everything else is stopped all the same", async () => {
  const stopped: string[] = [];
  const stops = new StopSteps();
  stops.add(async () => void stopped.push("api"));
  stops.add(async () => {
    throw new Error("does not stop");
  });
  stops.addBeside(async () => void stopped.push("worker"));
  const faults: unknown[] = [];
  await stops.run((error) => faults.push(error));
  expect(stopped).toEqual(["worker", "api"]);
  expect(faults.map(String)).toEqual(["Error: does not stop"]);
});
