import { describe, expect, test } from "vitest";
import {
  answerInduction,
  parseConclusion,
  parseHandshake,
  REJECTION_CODES,
  rejectConclusion,
} from "./handshake.ts";
import { parsePacket } from "./packet.ts";

const encodeWord = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const encodeExtension = (type: number, contents: Buffer) =>
  Buffer.concat([encodeWord((type << 16) | (contents.length / 4)), contents]);
/** Encodes text as SRT does, with the bytes of each group of four reversed. */
const encodeText = (value: string) =>
  Buffer.from(value.padEnd(Math.ceil(value.length / 4) * 4, "\0")).swap32();
const helloExtension = ({ flags = 0xbf, latencyMs = 300 } = {}) =>
  encodeExtension(
    1,
    Buffer.concat([encodeWord(0x01_05_01), encodeWord(flags), encodeWord((120 << 16) | latencyMs)]),
  );
const KEY_EXTENSION = encodeExtension(3, Buffer.alloc(8, 7));
const NAME_EXTENSION = encodeExtension(5, encodeText("harbour"));

function encodeConclusion(extensions: Buffer[], version = 5): Buffer {
  const head = Buffer.alloc(48);
  for (const [index, value] of [version, 0x0004_0007, 1_234, 1_500, 8_192, 0xffff_ffff, 99, 55].entries())
    head.writeUInt32BE(value, 4 * index);
  return Buffer.concat([head, ...extensions]);
}

function readRequest(bytes: Buffer) {
  const handshake = parseHandshake(bytes);
  if (!handshake) throw new Error("This is no handshake");
  return parseConclusion(handshake);
}

describe("a conclusion", () => {
  test("contains the stream id, the latency and the key material", () => {
    expect(readRequest(encodeConclusion([helloExtension(), KEY_EXTENSION, NAME_EXTENSION]))).toEqual({
      streamId: "harbour",
      latencyMs: 300,
      keyMaterial: Buffer.alloc(8, 7),
    });
    expect(
      readRequest(
        encodeConclusion([helloExtension(), KEY_EXTENSION, encodeExtension(6, encodeText("live"))]),
      ),
    ).toMatchObject({ streamId: "" });
  });

  test.each([
    ["of an older version", encodeConclusion([helloExtension(), KEY_EXTENSION], 4), "oldVersion"],
    ["without a word of itself", encodeConclusion([KEY_EXTENSION, NAME_EXTENSION]), "malformed"],
    [
      "that ends in the middle",
      encodeConclusion([helloExtension(), KEY_EXTENSION]).subarray(0, 70),
      "malformed",
    ],
    ["that is not encrypted", encodeConclusion([helloExtension(), NAME_EXTENSION]), "notEncrypted"],
    ["of a file", encodeConclusion([helloExtension({ flags: 0xff }), KEY_EXTENSION]), "noMessages"],
    [
      "that holds back as for files",
      encodeConclusion([helloExtension(), KEY_EXTENSION, encodeExtension(6, encodeText("file"))]),
      "congestion",
    ],
    [
      "with packets for lost ones",
      encodeConclusion([helloExtension(), KEY_EXTENSION, encodeExtension(7, encodeText("fec"))]),
      "filter",
    ],
    [
      "of several ways at once",
      encodeConclusion([helloExtension(), KEY_EXTENSION, encodeExtension(8, encodeWord(1))]),
      "group",
    ],
  ] as const)("%s is refused with its reason", (_, bytes, why) => {
    expect(readRequest(bytes)).toBe(why);
  });

  test("is read or refused, wherever it is truncated or changed", () => {
    const whole = encodeConclusion([helloExtension(), KEY_EXTENSION, NAME_EXTENSION]);
    for (let index = 0; index < whole.length; index++) {
      const handshake = parseHandshake(whole.subarray(0, index));
      if (handshake) expect(parseConclusion(handshake)).toBeDefined();
      const changed = Buffer.from(whole);
      changed[index] = 0xff;
      expect(readRequest(changed)).toBeDefined();
    }
  });
});

test("answers are sent to the caller's socket id, with a cookie or a rejection", () => {
  const handshake = parseHandshake(encodeConclusion([]));
  if (!handshake) throw new Error("This is no handshake");
  const induction = parsePacket(answerInduction({ handshake, timeMs: 5 }, 77));
  expect(induction).toMatchObject({ kind: "control", type: 0, socketId: 99 });
  expect(parseHandshake(induction?.body ?? Buffer.alloc(0))).toMatchObject({ version: 5, cookie: 77 });
  expect(induction?.body.readUInt32BE(4)).toBe(0x0004_4a17);
  const rejection = parsePacket(rejectConclusion({ handshake, timeMs: 5 }, "wrongPassphrase"));
  expect(rejection?.body.readUInt32BE(20)).toBe(REJECTION_CODES.wrongPassphrase);
});
