import { expect, test } from "vitest";
import { ReadingTurns } from "./reading-turns.ts";

/** Lets each socket read a number of parts. @returns the owners of the parts in the order in which they were read. */
async function readParts(sockets: { client: string; user?: string; parts: number }[]): Promise<string[]> {
  const turns = new ReadingTurns();
  const order: string[] = [];
  await Promise.all(
    sockets.map(async ({ client, user = client, parts }) => {
      for (let part = 0; part < parts; part += 1) {
        await turns.acquire({ clientUuid: client, userUuid: user });
        order.push(user);
      }
    }),
  );
  return order;
}
const repeatSocket = (count: number, socket: { client: string; user?: string; parts: number }) =>
  Array.from({ length: count }, () => socket);

test("parts of another client are read in between those of a client with 60 sockets", async () => {
  const order = await readParts([
    ...repeatSocket(60, { client: "flood", parts: 80 }),
    { client: "other", parts: 80 },
  ]);
  expect(order).toHaveLength(61 * 80);
  const before = order.slice(0, order.lastIndexOf("other") + 1);
  // Half of the parts read by then belong to the other client, give or take the first turn.
  expect(before.filter((who) => who === "flood").length).toBeLessThanOrEqual(82);
});

test("users of a client take turns too", async () => {
  const order = await readParts([
    ...repeatSocket(30, { client: "c", user: "flood", parts: 20 }),
    { client: "c", user: "colleague", parts: 20 },
  ]);
  const before = order.slice(0, order.lastIndexOf("colleague") + 1);
  expect(before.filter((who) => who === "flood").length).toBeLessThanOrEqual(60);
});

test("a sender without competitors does not wait", () => {
  expect(new ReadingTurns().acquire({ clientUuid: "c", userUuid: "u" })).toBeUndefined();
});
