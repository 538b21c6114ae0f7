import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { sealBytes, unsealBytes } from "./sealed-bytes.ts";

const BACKUP_KEY = randomBytes(32);
const CHUNK_BYTES = 64 * 1024;

async function* splitBytes(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function readAll(bytes: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of bytes) parts.push(part);
  return Buffer.concat(parts);
}

test.each([0, 1, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 2 * CHUNK_BYTES, 200_001])(
  "%i bytes are decrypted unchanged, however they are split",
  async (length) => {
    const bytes = randomBytes(length);
    for (const size of [1_000, CHUNK_BYTES, 300_000]) {
      const sealed = await readAll(sealBytes(splitBytes(bytes, size), BACKUP_KEY, "a"));
      expect(sealed.includes(bytes.subarray(0, 32)) && length >= 32).toBe(false);
      expect((await readAll(unsealBytes(splitBytes(sealed, size + 7), BACKUP_KEY, "a"))).equals(bytes)).toBe(
        true,
      );
    }
  },
);

test("detects changed bits, missing ends, swapped chunks, and another key or name", async () => {
  const sealed = await readAll(
    sealBytes(splitBytes(randomBytes(3 * CHUNK_BYTES), CHUNK_BYTES), BACKUP_KEY, "a"),
  );
  const open = (bytes: Buffer, key = BACKUP_KEY, name = "a") =>
    readAll(unsealBytes(splitBytes(bytes, CHUNK_BYTES), key, name));
  const head = 24;
  const chunk = CHUNK_BYTES + 16;
  for (const at of [0, head - 1, head, head + chunk - 1, sealed.length - 1]) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    await expect(open(changed), `byte ${at}`).rejects.toThrow(/a is/);
  }
  for (const length of [3, head, head + 5, head + chunk, head + 2 * chunk, sealed.length - 1])
    await expect(open(sealed.subarray(0, length)), `${length} bytes`).rejects.toThrow(/a is/);
  const swapped = Buffer.concat([
    sealed.subarray(0, head),
    sealed.subarray(head + chunk, head + 2 * chunk),
    sealed.subarray(head, head + chunk),
    sealed.subarray(head + 2 * chunk),
  ]);
  await expect(open(swapped)).rejects.toThrow("a is damaged");
  await expect(open(sealed, randomBytes(32))).rejects.toThrow("another key");
  await expect(open(sealed, BACKUP_KEY, "b")).rejects.toThrow("b is damaged");
});
