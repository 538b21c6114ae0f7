import { expect, test } from "vitest";
import { ResourcePool } from "./shared.ts";

/** Creates a task that runs until the test ends it. */
function createTask(done: string[], name: string) {
  const end = Promise.withResolvers<void>();
  return {
    end,
    run: async (place: string) => {
      done.push(`${name} begins at ${place}`);
      await end.promise;
      return name;
    },
  };
}

test("tasks start in order, one per resource, also after one that fails", async () => {
  const shared = new ResourcePool(["a", "b"]);
  const done: string[] = [];
  const tasks = ["first", "second", "third", "fourth"].map((name) => createTask(done, name));
  const running = tasks.map(({ run }) => shared.use(run));
  const failed = expect(running[1]).rejects.toThrow("broken");
  expect(done).toEqual(["first begins at a", "second begins at b"]);
  tasks[1]?.end.reject(new Error("broken"));
  await failed;
  await expect.poll(() => done.at(-1)).toBe("third begins at b");
  for (const { end } of tasks) end.resolve();
  expect(await Promise.all([running[0], running[2], running[3]])).toEqual(["first", "third", "fourth"]);
});

test("a task cancelled while it waits never starts, and the tasks behind it run", async () => {
  const shared = new ResourcePool(["a"]);
  const first = Promise.withResolvers<void>();
  const givenUp = new AbortController();
  const running = shared.use(() => first.promise);
  let isBegun = false;
  const waiting = shared.use(async () => {
    isBegun = true;
  }, givenUp.signal);
  const behind = shared.use(async () => "done");
  givenUp.abort();
  first.resolve();
  await expect(waiting).rejects.toThrow("aborted");
  expect([await running, await behind, isBegun]).toEqual([undefined, "done", false]);
});
