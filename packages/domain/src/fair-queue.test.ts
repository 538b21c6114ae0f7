import { AppError } from "@shoal/contract";
import { expect, test } from "vitest";
import { FairQueue } from "./fair-queue.ts";

/** A queue whose tasks end when the test says so; tells who ran, and how others were refused. */
function rig(limits: { running?: number; waiting?: number; waitingPerCaller?: number } = {}) {
  const queue = new FairQueue({ running: 1, waiting: 4, waitingPerCaller: 3, retryAfterSec: 2, ...limits });
  const ran: string[] = [];
  const refused: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (caller: string, name = caller) => {
    const run = () => {
      ran.push(name);
      return new Promise<void>((end) => ends.push(end));
    };
    return queue.run(caller, run).catch((error: AppError) => {
      refused.push(`${name} ${error.code} ${error.retryAfterSec}`);
    });
  };
  const endOne = async () => {
    ends.shift()?.();
    await new Promise((done) => setImmediate(done));
  };
  return { ask, endOne, ran, refused, settle: () => new Promise((done) => setImmediate(done)) };
}

test("runs so many at once, and callers take turns however many tasks one has", async () => {
  const { ask, endOne, ran, refused, settle } = rig();
  for (const name of ["a1", "a2", "a3"]) void ask("a", name);
  void ask("b", "b1");
  await settle();
  expect(ran).toEqual(["a1"]);
  for (let task = 0; task < 4; task += 1) await endOne();
  expect(ran).toEqual(["a1", "a2", "b1", "a3"]);
  expect(refused).toEqual([]);
});

test("refuses a caller who has used up their share, and tells when to try again", async () => {
  const { ask, refused, settle } = rig();
  for (const name of ["a1", "a2", "a3", "a4", "a5"]) void ask("a", name);
  await settle();
  expect(refused).toEqual(["a5 too_many_requests 2"]);
});

test("a full queue takes a place from who holds most, and refuses where nobody holds more", async () => {
  const { ask, refused, ran, endOne, settle } = rig();
  for (const name of ["a0", "a1", "a2", "a3"]) void ask("a", name);
  void ask("b", "b1");
  void ask("c", "c1");
  await settle();
  expect(refused).toEqual(["a3 too_many_requests 2"]);
  void ask("d", "d1");
  void ask("e", "e1");
  await settle();
  expect(refused.toSorted()).toEqual([
    "a2 too_many_requests 2",
    "a3 too_many_requests 2",
    "e1 unavailable 2",
  ]);
  for (let task = 0; task < 5; task += 1) await endOne();
  expect(ran).toEqual(["a0", "a1", "b1", "c1", "d1"]);
});

test("a task that fails gives its turn to the next", async () => {
  const queue = new FairQueue({ running: 1, waiting: 4, waitingPerCaller: 3, retryAfterSec: 2 });
  await expect(queue.run("a", () => Promise.reject(new AppError("bad_request")))).rejects.toThrow();
  expect(await queue.run("a", async () => 7)).toBe(7);
});
