import { afterEach, expect, expectTypeOf, it, vi } from "vitest";
import { eventually } from "./eventually.ts";

afterEach(() => void vi.useRealTimers());

/** Creates a function that returns each value once, and the last one repeatedly. Values that are errors are thrown. */
function answerInTurn<T>(...answers: (T | Error)[]): () => T {
  let next = 0;
  return () => {
    const answer = answers[Math.min(next++, answers.length - 1)] as T | Error;
    if (answer instanceof Error) throw answer;
    return answer;
  };
}

it("eventually returns immediately if the check passes at once, whatever its value", async () => {
  expect(await eventually(() => "there", { everyMs: 60_000 })).toBe("there");
  expect(await eventually(() => undefined, { everyMs: 60_000 })).toBeUndefined();
  expect(await eventually(async () => 0, { everyMs: 60_000 })).toBe(0);
});

it("eventually calls again while the check throws or returns false", async () => {
  const check = answerInTurn<string | false>(new Error("not yet"), false, new Error("nor now"), "there");
  const found = await eventually(check, { everyMs: 1 });
  expect(found).toBe("there");
  expectTypeOf(found).toEqualTypeOf<string>();
  const later = answerInTurn(Promise.resolve<false | number[]>(false), Promise.resolve([1]));
  expect(await eventually(later, { everyMs: 1 })).toEqual([1]);
});

it("eventually never calls again while a call is pending", async () => {
  let running = 0;
  let calls = 0;
  const most = await eventually(
    async () => {
      running++;
      calls++;
      const seen = running;
      await new Promise(setImmediate);
      running--;
      return calls === 5 && seen;
    },
    { everyMs: 0 },
  );
  expect(most).toBe(1);
});

it("eventually throws the last failed assertion at the timeout", async () => {
  const failure = new Error("the second");
  const check = answerInTurn(new Error("the first"), failure);
  await expect(eventually(check, { limitMs: 40, everyMs: 1 })).rejects.toBe(failure);
});

it("the error names the awaited condition and the last failure", async () => {
  const failure = new Error("expected 1 to be 2");
  const what = "the second row";
  const limits = { limitMs: 10, everyMs: 1 };
  await expect(eventually(answerInTurn(failure), { what, ...limits })).rejects.toMatchObject({
    message: "Waited 10 ms for the second row: expected 1 to be 2",
    cause: failure,
  });
  await expect(eventually(() => false, { what, ...limits })).rejects.toThrow(
    "Waited 10 ms for the second row",
  );
  await expect(eventually(() => false, limits)).rejects.toThrow("Waited 10 ms for what did not come");
});

it("a check that never ends is abandoned, and earlier failures are reported", async () => {
  const never = new Promise<never>(() => undefined);
  await expect(eventually(() => never, { limitMs: 10, what: "an answer" })).rejects.toThrow("an answer");
  const failure = new Error("refused");
  const check = answerInTurn<Promise<never>>(failure, never);
  await expect(eventually(check, { limitMs: 40, everyMs: 1 })).rejects.toBe(failure);
});

it("eventually waits in real time without advancing a test's fake clock", async () => {
  vi.useFakeTimers();
  const startedAtMs = Date.now();
  let isRung = false;
  setTimeout(() => {
    isRung = true;
  }, 1);
  expect(await eventually(answerInTurn<string | false>(false, false, "there"), { everyMs: 2 })).toBe("there");
  await expect(eventually(() => false, { limitMs: 10, everyMs: 2 })).rejects.toThrow("Waited 10 ms");
  expect([isRung, Date.now()]).toEqual([false, startedAtMs]);
});
