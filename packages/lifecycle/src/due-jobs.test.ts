import { expect, test } from "vitest";
import { followDueJobs } from "./due-jobs.ts";

/** Creates a database whose waiting jobs the test defines, and timers that the test fires. */
async function createSetup(waiting: { name: string; sec: number }[] = []) {
  const timers: { ms: number; run: () => void }[] = [];
  const due: string[] = [];
  let announce = (_word: string): void => undefined;
  const jobs = await followDueJobs({
    db: {
      executeSql: async () => ({ rows: waiting }),
      async listen(_channel, onWord, onConnected) {
        announce = onWord;
        onConnected();
        return { close: async () => undefined };
      },
    },
    onDue: (queue) => void due.push(queue),
    onError: (error) => {
      throw error;
    },
    after(ms, run) {
      const timer = { ms, run };
      timers.push(timer);
      return () => void timers.splice(timers.indexOf(timer), 1);
    },
  });
  await flushPromises();
  return { timers, due, jobs, waiting, announce: (word: string) => announce(word) };
}

const flushPromises = () => new Promise<void>((resolve) => setImmediate(resolve));
const fireTimer = async ({ timers }: Awaited<ReturnType<typeof createSetup>>) => {
  timers.shift()?.run();
  await flushPromises();
};

test("a job waiting at the start is reported when it is due", async () => {
  const queue = await createSetup([{ name: "send-mail", sec: 40 }]);
  expect(queue.timers.map(({ ms }) => ms)).toEqual([40_000]);
  queue.waiting.length = 0;
  await fireTimer(queue);
  expect(queue.due).toEqual(["send-mail"]);
  expect(queue.timers).toEqual([]);
});

test("the earliest of several announcements of a queue counts, and the next job is read afterwards", async () => {
  const queue = await createSetup();
  for (const word of ["send-mail 60", "send-mail 2", "send-mail 9", "encode 1"]) queue.announce(word);
  expect(queue.timers.map(({ ms }) => ms)).toEqual([2_000, 1_000]);
  queue.waiting.push({ name: "send-mail", sec: 7 });
  await fireTimer(queue);
  expect(queue.due).toEqual(["send-mail"]);
  expect(queue.timers.map(({ ms }) => ms)).toEqual([1_000, 7_000]);
});

test("a job that starts in months is checked again within a day", async () => {
  const queue = await createSetup([{ name: "send-mail", sec: 90 * 86_400 }]);
  expect(queue.timers.map(({ ms }) => ms)).toEqual([86_400_000]);
  await fireTimer(queue);
  expect(queue.timers.map(({ ms }) => ms)).toEqual([86_400_000]);
});

test("no timer is set for a job that is announced after the end", async () => {
  const queue = await createSetup([{ name: "send-mail", sec: 40 }]);
  await queue.jobs.stop();
  queue.announce("send-mail 1");
  expect(queue.timers).toEqual([]);
});
