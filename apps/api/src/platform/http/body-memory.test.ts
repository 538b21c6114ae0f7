import { expect, test } from "vitest";
import { BodyMemory } from "./body-memory.ts";
import type { ResourceHolder } from "./largest-first.ts";

const BLOCK_BYTES = 4;
const memoryOf = (blocks: number, keptBlocks = 2) =>
  new BodyMemory({
    limitBytes: blocks * BLOCK_BYTES,
    blockBytes: BLOCK_BYTES,
    keptBytes: keptBlocks * BLOCK_BYTES,
  });
const senderOf = (clientUuid: string, userUuid = clientUuid): ResourceHolder => ({ clientUuid, userUuid });
const bytesOf = (length: number) => Buffer.from(Array.from({ length }, (_, n) => n % 251));

/** Opens a body with `length` received bytes, which stays open until `end` is called. */
function openBody(memory: BodyMemory, sender: ResourceHolder, length: number) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const result = memory
    .receive(sender, async (chunk) => {
      if (length > 0) chunk.append(bytesOf(length));
      await promise;
      return "stored";
    })
    .catch((error: { code: string }) => error.code);
  return { result, end: resolve };
}

test("a body returns bytes that arrived in pieces of any size in order", async () => {
  const memory = memoryOf(10);
  const whole = await memory.receive(senderOf("a"), async (chunk) => {
    for (const length of [1, 3, 4, 9])
      chunk.append(bytesOf(20).subarray(chunk.sizeBytes, chunk.sizeBytes + length));
    return Buffer.concat(chunk.complete());
  });
  expect(whole).toEqual(bytesOf(17));
  expect(memory.heldBytes).toBe(0);
});

test("a chunk occupies its received bytes, and at least one block", async () => {
  const memory = memoryOf(10);
  const held = [openBody(memory, senderOf("a"), 0), openBody(memory, senderOf("a"), 5)];
  expect(memory.heldBytes).toBe(3 * BLOCK_BYTES);
  for (const { end } of held) end();
  expect(await Promise.all(held.map(({ result }) => result))).toEqual(["stored", "stored"]);
});

test("when memory is full, only the client that holds most gives way", async () => {
  const memory = memoryOf(10);
  const greedy = Array.from({ length: 4 }, () => openBody(memory, senderOf("greedy"), 8));
  const modest = [openBody(memory, senderOf("modest"), 8), openBody(memory, senderOf("other"), 12)];
  for (const { end } of [...greedy, ...modest]) end();
  expect(await Promise.all(modest.map(({ result }) => result))).toEqual(["stored", "stored"]);
  const codes = await Promise.all(greedy.map(({ result }) => result));
  expect(codes.filter((code) => code === "too_many_requests")).toHaveLength(2);
});

test("of a client's users, the one who holds most gives way", async () => {
  const memory = memoryOf(6);
  const greedy = [1, 2].map(() => openBody(memory, senderOf("client", "greedy"), 8));
  const colleague = openBody(memory, senderOf("client", "colleague"), 8);
  const next = openBody(memory, senderOf("client", "next"), 8);
  for (const { end } of [...greedy, colleague, next]) end();
  expect(await colleague.result).toBe("stored");
  expect(await next.result).toBe("stored");
  expect((await Promise.all(greedy.map(({ result }) => result))).toSorted()).toEqual([
    "stored",
    "too_many_requests",
  ]);
});

test("a chunk that is being stored does not give way; a new one does instead", async () => {
  const memory = memoryOf(2);
  const { promise, resolve } = Promise.withResolvers<void>();
  const storing = memory.receive(senderOf("greedy"), async (chunk) => {
    chunk.append(bytesOf(8));
    const parts = chunk.complete();
    await promise;
    return Buffer.concat(parts);
  });
  expect(await openBody(memory, senderOf("late"), 1).result).toBe("too_many_requests");
  resolve();
  expect(await storing).toEqual(bytesOf(8));
});

test("empty bodies beyond the number of blocks give way immediately, without affecting others", async () => {
  const memory = memoryOf(4);
  const honest = openBody(memory, senderOf("honest"), 4);
  const idle = Array.from({ length: 20 }, () => openBody(memory, senderOf("greedy"), 0));
  expect(memory.heldBytes).toBe(4 * BLOCK_BYTES);
  for (const { end } of [honest, ...idle]) end();
  expect(await honest.result).toBe("stored");
  const codes = await Promise.all(idle.map(({ result }) => result));
  expect(codes.filter((code) => code === "too_many_requests")).toHaveLength(17);
});

test("a joined body counts until it is closed, and bodies that give way get the configured error", () => {
  const memory = new BodyMemory({
    limitBytes: 4 * BLOCK_BYTES,
    blockBytes: BLOCK_BYTES,
    keptBytes: 0,
    refusal: "sending_too_much",
  });
  const body = memory.open(senderOf("a"));
  body.append(bytesOf(7));
  expect(body.join()).toEqual(bytesOf(7));
  expect(memory.heldBytes).toBe(BLOCK_BYTES + 7);
  const late = memory.open(senderOf("b"));
  expect(() => late.append(bytesOf(12))).toThrow(expect.objectContaining({ code: "sending_too_much" }));
  memory.close(body);
  expect(memory.heldBytes).toBe(0);
});

test("the blocks of a failed chunk are reused", async () => {
  const memory = memoryOf(2);
  const failed = memory.receive(senderOf("a"), async (chunk) => {
    chunk.append(bytesOf(8));
    throw new Error("damaged");
  });
  await expect(failed).rejects.toThrow("damaged");
  expect(memory.heldBytes).toBe(0);
  const { result, end } = openBody(memory, senderOf("b"), 8);
  end();
  expect(await result).toBe("stored");
});
