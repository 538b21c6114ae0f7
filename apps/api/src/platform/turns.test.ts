import { expect, it } from "vitest";
import { QueueFullError, Turns, type TurnsOptions } from "./turns.ts";

const createTurns = (options: Partial<TurnsOptions> = {}) =>
  new Turns({ atOnce: 4, atOncePerClient: 2, waitingPerClient: 3, waitingAtMost: 100, ...options });

/** Starts turns that end on demand, and records their order. */
function createSetup(turns: Turns) {
  const began: string[] = [];
  const leaves = new Map<string, () => void>();
  const request = (client: string, name = client, signal?: AbortSignal) => {
    const turn = turns.acquire(client, signal).then((leave) => {
      began.push(name);
      leaves.set(name, leave);
    });
    turn.catch(() => undefined);
    return turn;
  };
  const end = async (name: string) => {
    leaves.get(name)?.();
    // Lets all settled promises run, which decides the next turn.
    for (let step = 0; step < 5; step += 1) await Promise.resolve();
  };
  return { began, request, end };
}

it("slots are kept free for others while one client sends many queries", async () => {
  const turns = createTurns();
  const busy = Array.from({ length: 10 }, () => turns.acquire("busy"));
  const outcomes = Promise.allSettled(busy.slice(5));
  expect(turns.count("busy")).toEqual({ working: 2, waiting: 3 });
  for (const outcome of await outcomes) expect(outcome).toMatchObject({ reason: expect.any(QueueFullError) });
  await turns.acquire("other");
  expect(turns.count()).toEqual({ working: 3, waiting: 3 });
});

it("the next turn goes to the client with the fewest running tasks, then to the one whose last turn is longest ago", async () => {
  const turns = createTurns({ atOnce: 2, atOncePerClient: 2 });
  const { began, request, end } = createSetup(turns);
  for (const name of ["a1", "a2", "a3", "a4", "a5"]) void request("a", name);
  void request("b", "b1");
  void request("c", "c1");
  void request("b", "b2");
  await end("");
  expect(began).toEqual(["a1", "a2"]);
  for (const name of ["a1", "a2", "b1", "c1"]) await end(name);
  expect(began).toEqual(["a1", "a2", "b1", "c1", "a3", "b2"]);
  for (const name of ["a3", "b2", "a4", "a5"]) await end(name);
  expect(began.slice(6)).toEqual(["a4", "a5"]);
  expect(turns.count()).toEqual({ working: 0, waiting: 0 });
});

it("callers that leave while waiting are forgotten", async () => {
  const turns = createTurns({ atOnce: 1 });
  const { began, request, end } = createSetup(turns);
  await request("a", "a1");
  const gone = new AbortController();
  const left = request("b", "b1", gone.signal);
  void request("b", "b2");
  gone.abort(new Error("gone"));
  await expect(left).rejects.toThrow("gone");
  await end("a1");
  expect(began).toEqual(["a1", "b2"]);
  await expect(turns.acquire("b", AbortSignal.abort(new Error("gone")))).rejects.toThrow("gone");
  await end("b2");
  await end("b2");
  expect(turns.count()).toEqual({ working: 0, waiting: 0 });
});

it("a full queue evicts a task of the client with most waiting tasks", async () => {
  const turns = createTurns({ atOnce: 1, waitingAtMost: 3 });
  const { began, request, end } = createSetup(turns);
  await request("a", "a1");
  const waiting = [request("b", "b1"), request("b", "b2"), request("b", "b3")];
  void request("c", "c1");
  await expect(waiting[2]).rejects.toBeInstanceOf(QueueFullError);
  for (const name of ["a1", "b1", "c1"]) await end(name);
  expect(began).toEqual(["a1", "b1", "c1", "b2"]);
});
