import { expect, test } from "vitest";
import {
  createWokenLoop,
  FALLBACK_INTERVAL_MS,
  type LoopClock,
  type WokenLoopOptions,
} from "./woken-loop.ts";

/** A clock whose time advances only when a test calls `pass`. */
class ManualClock implements LoopClock {
  #nowMs = 0;
  #next: { atMs: number; run: () => void } | undefined;

  nowMs = () => this.#nowMs;

  after(pauseMs: number, run: () => void) {
    const next = { atMs: this.#nowMs + pauseMs, run };
    this.#next = next;
    return () => {
      if (this.#next === next) this.#next = undefined;
    };
  }

  /** The time until the timer fires; undefined if none is set. */
  get inMs(): number | undefined {
    return this.#next && this.#next.atMs - this.#nowMs;
  }

  /** Advances the time, fires the timers that are due and waits for the work that they start. */
  async pass(ms: number): Promise<void> {
    const endMs = this.#nowMs + ms;
    while (this.#next && this.#next.atMs <= endMs) {
      const { atMs, run } = this.#next;
      [this.#nowMs, this.#next] = [atMs, undefined];
      run();
      await settlePromises();
    }
    this.#nowMs = endMs;
  }
}

/** Resolves once everything that can run immediately has run. */
const settlePromises = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Creates a loop over a table in memory. */
function createSetup(more: Partial<WokenLoopOptions> = {}) {
  const clock = new ManualClock();
  const seen = {
    checks: 0,
    dueInMs: undefined as number | undefined,
    hasFound: false,
    errors: [] as unknown[],
  };
  const loop = createWokenLoop({
    check: async () => {
      seen.checks += 1;
      return seen.hasFound;
    },
    dueInMs: async () => seen.dueInMs,
    pauseMs: 250,
    onError: (error) => void seen.errors.push(error),
    clock,
    ...more,
  });
  return { clock, seen, loop };
}

test("an idle loop checks at its start and rarely afterwards", async () => {
  const { clock, seen, loop } = createSetup();
  loop.start();
  await clock.pass(0);
  expect(seen.checks).toBe(1);
  await clock.pass(FALLBACK_INTERVAL_MS - 1);
  expect(seen.checks).toBe(1);
  await clock.pass(1);
  expect(seen.checks).toBe(2);
});

test("a notification starts a check immediately, and the fallback interval covers lost ones", async () => {
  const { clock, seen, loop } = createSetup();
  loop.start();
  await clock.pass(10_000);
  loop.wake();
  expect(clock.inMs).toBe(0);
  await clock.pass(0);
  expect(seen.checks).toBe(2);
  expect(clock.inMs).toBe(FALLBACK_INTERVAL_MS);
});

test("a check runs when work becomes due, but never sooner than after the pause", async () => {
  const { clock, seen, loop } = createSetup();
  seen.dueInMs = 4_000;
  loop.start();
  await clock.pass(0);
  expect(clock.inMs).toBe(4_000);
  seen.dueInMs = -7;
  await clock.pass(4_000);
  expect(seen.checks).toBe(2);
  expect(clock.inMs).toBe(250);
});

test("a check that found work is followed by another one", async () => {
  const { clock, seen, loop } = createSetup();
  seen.hasFound = true;
  loop.start();
  await clock.pass(1_000);
  expect(seen.checks).toBe(5);
});

test("a notification during a check is not lost, and notifications that arrive together cause one check", async () => {
  const gate = Promise.withResolvers<boolean>();
  let checks = 0;
  const { clock, loop } = createSetup({
    check: () => {
      checks += 1;
      return checks === 1 ? gate.promise : Promise.resolve(false);
    },
  });
  loop.start();
  await clock.pass(0);
  for (let word = 0; word < 3; word += 1) loop.wake();
  expect(checks).toBe(1);
  gate.resolve(false);
  await settlePromises();
  await clock.pass(1_000);
  expect(checks).toBe(2);
  for (let word = 0; word < 3; word += 1) loop.wake();
  await clock.pass(1_000);
  expect(checks).toBe(3);
});

test("a fault is reported, and the loop continues", async () => {
  const { clock, seen, loop } = createSetup({ check: () => Promise.reject(new Error("no database")) });
  loop.start();
  await clock.pass(0);
  expect(seen.errors).toHaveLength(1);
  expect(clock.inMs).toBe(1_000);
});

test("stopping waits for the running check, and later wakes start no other", async () => {
  const gate = Promise.withResolvers<boolean>();
  const { clock, loop } = createSetup({ check: () => gate.promise });
  loop.start();
  await clock.pass(0);
  let isStopped = false;
  const stopping = loop.stop().then(() => {
    isStopped = true;
  });
  await settlePromises();
  expect(isStopped).toBe(false);
  gate.resolve(true);
  await stopping;
  loop.wake();
  expect(clock.inMs).toBeUndefined();
});
