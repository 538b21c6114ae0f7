import { expect, test } from "vitest";
import { Turns } from "./turns.ts";

test("tasks run one after the other, also after one that fails", async () => {
  const turns = new Turns();
  const done: string[] = [];
  const first = Promise.withResolvers<void>();
  const running = turns.take(async () => {
    done.push("first begins");
    await first.promise;
    done.push("first ends");
    throw new Error("broken");
  });
  const next = turns.take(async () => {
    done.push("second");
    return 2;
  });
  first.resolve();
  await expect(running).rejects.toThrow("broken");
  expect(await next).toBe(2);
  expect(done).toEqual(["first begins", "first ends", "second"]);
});

test("what was given up while it waited is never begun, and those behind it have their turn", async () => {
  const turns = new Turns();
  const first = Promise.withResolvers<void>();
  const givenUp = new AbortController();
  const running = turns.take(() => first.promise);
  let isBegun = false;
  const waiting = turns.take(async () => {
    isBegun = true;
  }, givenUp.signal);
  const behind = turns.take(async () => "done");
  givenUp.abort();
  first.resolve();
  await expect(waiting).rejects.toThrow("aborted");
  expect([await running, await behind, isBegun]).toEqual([undefined, "done", false]);
});
