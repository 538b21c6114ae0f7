import { expect, test } from "vitest";
import { BodyMemory } from "./body-memory.ts";
import type { ResourceHolder } from "./largest-first.ts";

const BLOCK_SIZE_BYTES = 4;
const createMemory = (blocks: number, keptBlocks = 2) =>
  new BodyMemory({
    limitBytes: blocks * BLOCK_SIZE_BYTES,
    blockBytes: BLOCK_SIZE_BYTES,
    keptBytes: keptBlocks * BLOCK_SIZE_BYTES,
  });
const createSender = (clientUuid: string, userUuid = clientUuid): ResourceHolder => ({
  clientUuid,
  userUuid,
});
const createBytes = (length: number) => Buffer.from(Array.from({ length }, (_, n) => n % 251));

/** Opens a body with `length` received bytes, which stays open until `end` is called. */
function openBody(memory: BodyMemory, sender: ResourceHolder, length: number) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const result = memory
    .receive(sender, async (chunk) => {
      if (length > 0) chunk.append(createBytes(length));
      await promise;
      return "stored";
    })
    .catch((error: { code: string }) => error.code);
  return { result, end: resolve };
}

test("a body returns bytes that arrived in pieces of any size in order", async () => {
  const memory = createMemory(10);
  const whole = await memory.receive(createSender("a"), async (chunk) => {
    for (const length of [1, 3, 4, 9])
      chunk.append(createBytes(20).subarray(chunk.sizeBytes, chunk.sizeBytes + length));
    return Buffer.concat(chunk.complete());
  });
  expect(whole).toEqual(createBytes(17));
  expect(memory.heldBytes).toBe(0);
});

test("a chunk occupies its received bytes, and at least one block", async () => {
  const memory = createMemory(10);
  const held = [openBody(memory, createSender("a"), 0), openBody(memory, createSender("a"), 5)];
  expect(memory.heldBytes).toBe(3 * BLOCK_SIZE_BYTES);
  for (const { end } of held) end();
  expect(await Promise.all(held.map(({ result }) => result))).toEqual(["stored", "stored"]);
});

test("when memory is full, only the client that holds most gives way", async () => {
  const memory = createMemory(10);
  const greedy = Array.from({ length: 4 }, () => openBody(memory, createSender("greedy"), 8));
  const modest = [openBody(memory, createSender("modest"), 8), openBody(memory, createSender("other"), 12)];
  for (const { end } of [...greedy, ...modest]) end();
  expect(await Promise.all(modest.map(({ result }) => result))).toEqual(["stored", "stored"]);
  const codes = await Promise.all(greedy.map(({ result }) => result));
  expect(codes.filter((code) => code === "too_many_requests")).toHaveLength(2);
});

test("of a client's users, the one who holds most gives way", async () => {
  const memory = createMemory(6);
  const greedy = [1, 2].map(() => openBody(memory, createSender("client", "greedy"), 8));
  const colleague = openBody(memory, createSender("client", "colleague"), 8);
  const next = openBody(memory, createSender("client", "next"), 8);
  for (const { end } of [...greedy, colleague, next]) end();
  expect(await colleague.result).toBe("stored");
  expect(await next.result).toBe("stored");
  expect((await Promise.all(greedy.map(({ result }) => result))).toSorted()).toEqual([
    "stored",
    "too_many_requests",
  ]);
});

test("a chunk that is being stored does not give way; a new one does instead", async () => {
  const memory = createMemory(2);
  const { promise, resolve } = Promise.withResolvers<void>();
  const storing = memory.receive(createSender("greedy"), async (chunk) => {
    chunk.append(createBytes(8));
    const parts = chunk.complete();
    await promise;
    return Buffer.concat(parts);
  });
  expect(await openBody(memory, createSender("late"), 1).result).toBe("too_many_requests");
  resolve();
  expect(await storing).toEqual(createBytes(8));
});

test("empty bodies beyond the number of blocks give way immediately, without affecting others", async () => {
  const memory = createMemory(4);
  const honest = openBody(memory, createSender("honest"), 4);
  const idle = Array.from({ length: 20 }, () => openBody(memory, createSender("greedy"), 0));
  expect(memory.heldBytes).toBe(4 * BLOCK_SIZE_BYTES);
  for (const { end } of [honest, ...idle]) end();
  expect(await honest.result).toBe("stored");
  const codes = await Promise.all(idle.map(({ result }) => result));
  expect(codes.filter((code) => code === "too_many_requests")).toHaveLength(17);
});

test("a joined body counts until it is closed, and bodies that give way get the configured error", () => {
  const memory = new BodyMemory({
    limitBytes: 4 * BLOCK_SIZE_BYTES,
    blockBytes: BLOCK_SIZE_BYTES,
    keptBytes: 0,
    refusal: "sending_too_much",
  });
  const body = memory.open(createSender("a"));
  body.append(createBytes(7));
  expect(body.join()).toEqual(createBytes(7));
  expect(memory.heldBytes).toBe(BLOCK_SIZE_BYTES + 7);
  const late = memory.open(createSender("b"));
  expect(() => late.append(createBytes(12))).toThrow(expect.objectContaining({ code: "sending_too_much" }));
  memory.close(body);
  expect(memory.heldBytes).toBe(0);
});

test("the blocks of a failed chunk are reused", async () => {
  const memory = createMemory(2);
  const failed = memory.receive(createSender("a"), async (chunk) => {
    chunk.append(createBytes(8));
    throw new Error("damaged");
  });
  await expect(failed).rejects.toThrow("damaged");
  expect(memory.heldBytes).toBe(0);
  const { result, end } = openBody(memory, createSender("b"), 8);
  end();
  expect(await result).toBe("stored");
});
