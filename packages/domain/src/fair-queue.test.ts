import { AppError } from "@shoal/contract";
import { expect, test } from "vitest";
import { type Caller, FairQueue } from "./fair-queue.ts";

/** Creates a queue whose tasks end on demand; it records who ran and why the other tasks were rejected. */
function createSetup(limits: { running?: number; waiting?: number; waitingPerCaller?: number } = {}) {
  const queue = new FairQueue({ running: 1, waiting: 4, waitingPerCaller: 3, retryAfterSec: 2, ...limits });
  const ran: string[] = [];
  const refused: string[] = [];
  const ends: (() => void)[] = [];
  const request = (caller: Caller, name = String(caller)) => {
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
  return { request, endOne, ran, refused, settle: () => new Promise((done) => setImmediate(done)) };
}

test("a limited number of tasks runs at once, and callers take turns regardless of their number of tasks", async () => {
  const { request, endOne, ran, refused, settle } = createSetup();
  for (const name of ["a1", "a2", "a3"]) void request("a", name);
  void request("b", "b1");
  await settle();
  expect(ran).toEqual(["a1"]);
  for (let task = 0; task < 4; task += 1) await endOne();
  expect(ran).toEqual(["a1", "b1", "a2", "a3"]);
  expect(refused).toEqual([]);
});

test("a caller who has used up their share is refused, with the time to retry", async () => {
  const { request, refused, settle } = createSetup();
  for (const name of ["a1", "a2", "a3", "a4", "a5"]) void request("a", name);
  await settle();
  expect(refused).toEqual(["a5 too_many_requests 2"]);
});

test("a full queue evicts a task of the caller with the most, and refuses a caller with as many", async () => {
  const { request, refused, ran, endOne, settle } = createSetup();
  for (const name of ["a0", "a1", "a2", "a3"]) void request("a", name);
  void request("b", "b1");
  void request("c", "c1");
  await settle();
  expect(refused).toEqual(["a3 too_many_requests 2"]);
  void request("d", "d1");
  void request("e", "e1");
  void request("f", "f1");
  await settle();
  expect(refused.toSorted()).toEqual([
    "a1 too_many_requests 2",
    "a2 too_many_requests 2",
    "a3 too_many_requests 2",
    "f1 unavailable 2",
  ]);
  for (let task = 0; task < 5; task += 1) await endOne();
  expect(ran).toEqual(["a0", "b1", "c1", "d1", "e1"]);
});

test("a failed task frees its place for the next one", async () => {
  const queue = new FairQueue({ running: 1, waiting: 4, waitingPerCaller: 3, retryAfterSec: 2 });
  await expect(queue.run("a", () => Promise.reject(new AppError("bad_request")))).rejects.toThrow();
  expect(await queue.run("a", async () => 7)).toBe(7);
});

test("a new caller is next, however many others keep calling", async () => {
  const { request, endOne, ran, settle } = createSetup({ waiting: 64 });
  const flood = Array.from({ length: 16 }, (_, n) => `f${n}`);
  for (const name of flood) void request(name);
  await settle();
  for (let task = 0; task < 16; task += 1) {
    await endOne();
    void request(flood[task] ?? "");
  }
  // By now, all other callers have had a turn and wait for another one.
  void request("honest");
  await settle();
  await endOne();
  expect(ran.at(-1)).toBe("honest");
});

test("among callers with equally many turns, the one waiting longest is next", async () => {
  const { request, endOne, ran, settle } = createSetup();
  for (const name of ["a", "b", "c"]) void request(name);
  await settle();
  for (let task = 0; task < 3; task += 1) await endOne();
  expect(ran).toEqual(["a", "b", "c"]);
});

test("known callers share every second turn, even among new anonymous callers", async () => {
  const { request, endOne, ran, settle } = createSetup({ waiting: 64 });
  for (let n = 0; n < 8; n += 1) void request(`stranger ${n}`);
  for (const name of ["k1", "k2"]) void request({ known: "user" }, name);
  void request({ known: "other" }, "o1");
  await settle();
  for (let task = 0; task < 6; task += 1) await endOne();
  expect(ran).toEqual(["stranger 0", "k1", "stranger 1", "o1", "stranger 2", "k2", "stranger 3"]);
});

test("a full queue still has room for known callers and for the first requests of anonymous ones", async () => {
  const { request, endOne, refused, settle } = createSetup({ waiting: 3 });
  void request("a");
  await settle();
  await endOne();
  for (const name of ["z", "a", "b", "c"]) void request(name);
  await settle();
  void request("new");
  await settle();
  // The caller `a` has had a turn, so it loses a waiting task before b, c and new do.
  expect(refused).toEqual(["a too_many_requests 2"]);
  void request({ known: "user" }, "k");
  await settle();
  expect(refused.length).toBe(2);
  expect(refused).not.toContain("k unavailable 2");
  void request("newer");
  await settle();
  expect(refused.at(-1)).toBe("newer unavailable 2");
});
