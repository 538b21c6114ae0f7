import { once } from "node:events";
import { beforeEach, expect, test, vi } from "vitest";
import { type ProcessRun, supervise } from "./supervise.ts";

/** Delays pass immediately, unless a test holds them. The log lines state how long they would take. */
const clock = vi.hoisted(() => ({ isHeld: false }));
vi.mock("node:timers/promises", () => ({
  async setTimeout(_ms: number, _value: undefined, { signal }: { signal: AbortSignal }) {
    if (clock.isHeld) await once(signal, "abort");
    signal.throwIfAborted();
  },
}));
beforeEach(() => {
  clock.isHeld = false;
});

/** Creates a fake process that starts, dies or fails to start, as the test requires. */
function createSubject() {
  const lines: string[] = [];
  const runs: (ProcessRun & { die(): void })[] = [];
  const faults: string[] = [];
  const start = async () => {
    const fault = faults.shift();
    if (fault !== undefined) throw new Error(fault);
    const { promise, resolve } = Promise.withResolvers<void>();
    const run = { pid: runs.length + 1, ended: promise, die: resolve, stop: async () => resolve() };
    runs.push(run);
    return run;
  };
  const onLine = (name: string, line: string) => void lines.push(`${name}: ${line}`);
  return { options: { name: "engine", start, onLine }, lines, runs, faults };
}

test("a run that dies is restarted with growing delays until it is ready, and each restart is reported", async () => {
  const { options, lines, runs, faults } = createSubject();
  const onAgain = vi.fn();
  const kept = await supervise({ ...options, onAgain });
  faults.push("no port\n  at line 1", "no", "no", "no", "no", "no");
  runs[0]?.die();
  await expect.poll(() => kept.pid()).toBe(2);
  runs[1]?.die();
  await expect.poll(() => kept.pid()).toBe(3);
  expect(lines).toEqual([
    "start: engine ended; starting it again in 1 s",
    "start: engine did not start (no port | at line 1); starting it again in 2 s",
    ...[4, 8, 16, 30, 30].map((sec) => `start: engine did not start (no); starting it again in ${sec} s`),
    "start: engine runs again",
    "start: engine ended; starting it again in 1 s",
    "start: engine runs again",
  ]);
  expect(onAgain).toHaveBeenCalledTimes(2);
  await kept.stop();
});

test("a failed first start is not retried", async () => {
  const { options, lines, runs, faults } = createSubject();
  faults.push("broken");
  await expect(supervise(options)).rejects.toThrow("broken");
  expect([lines, runs]).toEqual([[], []]);
});

test("stopping during the delay ends the wait and prevents a restart", async () => {
  const { options, lines, runs } = createSubject();
  const kept = await supervise(options);
  clock.isHeld = true;
  runs[0]?.die();
  await expect.poll(() => lines.length).toBe(1);
  await kept.stop();
  expect(runs).toHaveLength(1);
});

test("stopping during a restart aborts it", async () => {
  const { options, runs } = createSubject();
  const starting = Promise.withResolvers<void>();
  const start = async (signal: AbortSignal) => {
    if (runs.length === 0) return options.start();
    starting.resolve();
    await once(signal, "abort");
    throw signal.reason;
  };
  const kept = await supervise({ ...options, start });
  runs[0]?.die();
  await starting.promise;
  await kept.stop();
  expect(runs).toHaveLength(1);
});

test("a run continues after letEnd, and is not restarted when it ends", async () => {
  const { options, lines, runs } = createSubject();
  const kept = await supervise(options);
  kept.letEnd();
  runs[0]?.die();
  await kept.stop();
  expect([lines, runs.length]).toEqual([[], 1]);
});
