import { createCipheriv, pbkdf2Sync, randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { MediaKeys } from "./key-material.ts";

const PASSPHRASE = "MhE2V1Kq0b9cTz_4uPqkX3xY-7aBcDeF";

/**
 * Builds a key message as libsrt does.
 * @param index 1 for the even key, 2 for the odd key, 3 for both in this order.
 */
function buildKeyMessage(
  keys: Buffer[],
  { index = 1, passphrase = PASSPHRASE, salt = randomBytes(16) } = {},
): Buffer {
  const keyBytes = keys[0]?.length ?? 0;
  const wrapping = pbkdf2Sync(passphrase, salt.subarray(8), 2_048, keyBytes, "sha1");
  const cipher = createCipheriv(`id-aes${keyBytes * 8}-wrap`, wrapping, Buffer.alloc(8, 0xa6));
  const head = Buffer.from([0x12, 0x20, 0x29, index, 0, 0, 0, 0, 2, 0, 2, 0, 0, 0, 4, keyBytes / 4]);
  return Buffer.concat([head, salt, cipher.update(Buffer.concat(keys)), cipher.final()]);
}

function encryptText(text: string, key: Buffer, salt: Buffer, sequence: number): Buffer {
  const counter = Buffer.concat([salt.subarray(0, 14), Buffer.alloc(2)]);
  counter.writeUInt32BE((counter.readUInt32BE(10) ^ sequence) >>> 0, 10);
  return createCipheriv(`aes-${key.length * 8}-ctr`, key, counter).update(text);
}

describe("keys of a connection", () => {
  test.each([16, 24, 32])("of %i bytes decrypt packets, given the passphrase", async (keyBytes) => {
    const [even, odd, salt] = [randomBytes(keyBytes), randomBytes(keyBytes), randomBytes(16)];
    const keys = new MediaKeys(PASSPHRASE);
    expect(await keys.install(buildKeyMessage([even, odd], { index: 3, salt }))).toBe(true);
    for (const [keyIndex, key] of [
      [1, even],
      [2, odd],
    ] as const) {
      const sequence = 0x7fff_fff0 + keyIndex;
      const payload = encryptText("a picture", key, salt, sequence);
      expect(keys.decrypt(payload, { keyIndex, sequence })?.toString()).toBe("a picture");
    }
    expect(keys.decrypt(Buffer.from("in the clear"), { keyIndex: 0, sequence: 1 })).toBeUndefined();
  });

  test("can be replaced one at a time", async () => {
    const [first, second] = [randomBytes(32), randomBytes(32)];
    const salt = randomBytes(16);
    const keys = new MediaKeys(PASSPHRASE);
    await keys.install(buildKeyMessage([first], { index: 1 }));
    expect(keys.decrypt(Buffer.alloc(4), { keyIndex: 2, sequence: 1 })).toBeUndefined();
    await keys.install(buildKeyMessage([second], { index: 2, salt }));
    const payload = encryptText("more", second, salt, 7);
    expect(keys.decrypt(payload, { keyIndex: 2, sequence: 7 })?.toString()).toBe("more");
    expect(keys.decrypt(payload, { keyIndex: 1, sequence: 7 })).toBeDefined();
  });

  test("are refused if the passphrase differs, or if the message was changed or truncated", async () => {
    const keys = new MediaKeys(PASSPHRASE);
    const message = buildKeyMessage([randomBytes(16)]);
    expect(await keys.install(buildKeyMessage([randomBytes(16)], { passphrase: "another passphrase" }))).toBe(
      false,
    );
    for (let length = 0; length < message.length; length++)
      expect(await keys.install(message.subarray(0, length))).toBe(false);
    // Byte 3 selects one of the two keys, and some later bytes are unused.
    const checkedOffsets = [0, 1, 2, 8, 14, 15, ...Array.from({ length: 32 }, (_, n) => 24 + n)];
    for (const place of checkedOffsets) {
      const changed = Buffer.from(message);
      changed[place] = (changed[place] ?? 0) ^ 0xff;
      expect(await keys.install(changed)).toBe(false);
    }
    expect(keys.decrypt(Buffer.alloc(4), { keyIndex: 1, sequence: 1 })).toBeUndefined();
  });
});
