import { describe, expect, test } from "vitest";
import { answerInduction, REJECTION, readConclusion, readHandshake, rejectConclusion } from "./handshake.ts";
import { readPacket } from "./packet.ts";

const word = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const extension = (type: number, contents: Buffer) =>
  Buffer.concat([word((type << 16) | (contents.length / 4)), contents]);
/** Encodes text as SRT does: the bytes of each group of four are reversed. */
const text = (value: string) => Buffer.from(value.padEnd(Math.ceil(value.length / 4) * 4, "\0")).swap32();
const hello = ({ flags = 0xbf, latencyMs = 300 } = {}) =>
  extension(1, Buffer.concat([word(0x01_05_01), word(flags), word((120 << 16) | latencyMs)]));
const KEYS = extension(3, Buffer.alloc(8, 7));
const NAME = extension(5, text("harbour"));

function conclusion(extensions: Buffer[], version = 5): Buffer {
  const head = Buffer.alloc(48);
  for (const [index, value] of [version, 0x0004_0007, 1_234, 1_500, 8_192, 0xffff_ffff, 99, 55].entries())
    head.writeUInt32BE(value, 4 * index);
  return Buffer.concat([head, ...extensions]);
}

function read(bytes: Buffer) {
  const handshake = readHandshake(bytes);
  if (!handshake) throw new Error("This is no handshake");
  return readConclusion(handshake);
}

describe("a conclusion", () => {
  test("contains the stream id, the latency and the key material", () => {
    expect(read(conclusion([hello(), KEYS, NAME]))).toEqual({
      streamId: "harbour",
      latencyMs: 300,
      keyMaterial: Buffer.alloc(8, 7),
    });
    expect(read(conclusion([hello(), KEYS, extension(6, text("live"))]))).toMatchObject({ streamId: "" });
  });

  test.each([
    ["of an older version", conclusion([hello(), KEYS], 4), "oldVersion"],
    ["without a word of itself", conclusion([KEYS, NAME]), "malformed"],
    ["that ends in the middle", conclusion([hello(), KEYS]).subarray(0, 70), "malformed"],
    ["that is not encrypted", conclusion([hello(), NAME]), "notEncrypted"],
    ["of a file", conclusion([hello({ flags: 0xff }), KEYS]), "noMessages"],
    ["that holds back as for files", conclusion([hello(), KEYS, extension(6, text("file"))]), "congestion"],
    ["with packets for lost ones", conclusion([hello(), KEYS, extension(7, text("fec"))]), "filter"],
    ["of several ways at once", conclusion([hello(), KEYS, extension(8, word(1))]), "group"],
  ] as const)("%s is refused with its reason", (_, bytes, why) => {
    expect(read(bytes)).toBe(why);
  });

  test("is read or refused, wherever it is truncated or changed", () => {
    const whole = conclusion([hello(), KEYS, NAME]);
    for (let index = 0; index < whole.length; index++) {
      const handshake = readHandshake(whole.subarray(0, index));
      if (handshake) expect(readConclusion(handshake)).toBeDefined();
      const changed = Buffer.from(whole);
      changed[index] = 0xff;
      expect(read(changed)).toBeDefined();
    }
  });
});

test("answers are sent to the caller's socket id, with a cookie or a rejection", () => {
  const handshake = readHandshake(conclusion([]));
  if (!handshake) throw new Error("This is no handshake");
  const induction = readPacket(answerInduction({ handshake, timeMs: 5 }, 77));
  expect(induction).toMatchObject({ kind: "control", type: 0, socketId: 99 });
  expect(readHandshake(induction?.body ?? Buffer.alloc(0))).toMatchObject({ version: 5, cookie: 77 });
  expect(induction?.body.readUInt32BE(4)).toBe(0x0004_4a17);
  const rejection = readPacket(rejectConclusion({ handshake, timeMs: 5 }, "wrongPassphrase"));
  expect(rejection?.body.readUInt32BE(20)).toBe(REJECTION.wrongPassphrase);
});
