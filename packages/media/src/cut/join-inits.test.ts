import { expect, it } from "vitest";
import { getBox, u8, u16 } from "../mp4/boxes.ts";
import { readTimescale } from "../mp4/read-fragment.ts";
import { writeAvcEntry } from "../mp4/sample-entries.ts";
import { writeInit } from "../mp4/write-cmaf.ts";
import { freeSetId, joinInits } from "./join-inits.ts";

interface InitOptions {
  ids?: number[];
  level?: number;
  /** The byte of each parameter set after its id. */
  tail?: number;
  width?: number;
  timescale?: number;
  lengthBytes?: number;
  depth?: number;
}

/** Writes an id as ue(v), followed by the byte `tail`. */
function expGolomb(id: number, tail: number): Buffer {
  const code = (id + 1).toString(2);
  const bits = `${"0".repeat(code.length - 1)}${code}`.padEnd(16, "1");
  return u8(Number.parseInt(bits.slice(0, 8), 2), Number.parseInt(bits.slice(8), 2), tail);
}

function createInit({
  ids = [0],
  level = 30,
  tail = 7,
  width = 640,
  timescale = 12_800,
  ...rest
}: InitOptions = {}) {
  const { lengthBytes = 4, depth = 0 } = rest;
  const listed = (head: number[]) =>
    ids.flatMap((id) => {
      const set = Buffer.concat([u8(...head), expGolomb(id, tail)]);
      return [u16(set.length), set];
    });
  const avcC = Buffer.concat([
    u8(1, 100, 0, level, 0xfc | (lengthBytes - 1), 0xe0 | ids.length),
    ...listed([0x67, 100, 0, level]),
    u8(ids.length),
    ...listed([0x68]),
    u8(0xfd, 0xf8 | depth, 0xf8 | depth, 0),
  ]);
  const size = { width, height: 360 };
  return writeInit({ kind: "video", timescale, sampleEntry: writeAvcEntry({ ...size, avcC }), ...size });
}

const FRAME_SIZE = { width: 640, height: 360 };

it("freeSetId returns the lowest id that no parameter set uses", () => {
  expect(freeSetId(createInit(), FRAME_SIZE)).toBe(1);
  expect(freeSetId(createInit({ ids: [0, 1, 2, 7] }), FRAME_SIZE)).toBe(3);
  expect(freeSetId(createInit({ ids: [1] }), FRAME_SIZE)).toBe(0);
});

it.each([
  ["there is no room for more", { ids: Array.from({ length: 31 }, (_, id) => id) }],
  ["lengths are not ours", { lengthBytes: 2 }],
  ["pictures have another size", { width: 320 }],
  ["pictures have more bits", { depth: 2 }],
])("freeSetId returns undefined when %s", (_, other) => {
  expect(freeSetId(createInit(other), FRAME_SIZE)).toBeUndefined();
});

it("a joined init segment has both parameter sets, the higher level and the timescale of the kept one", () => {
  const joined = joinInits(createInit({ timescale: 90_000 }), createInit({ ids: [1], level: 40, tail: 9 }));
  expect(joined.codecs).toBe("avc1.640028");
  expect(readTimescale(joined.init)).toBe(90_000);
  expect(freeSetId(joined.init, FRAME_SIZE)).toBe(2);
  const size = getBox(joined.init, "moov/trak/tkhd").subarray(-8);
  expect([size.readUInt16BE(0), size.readUInt16BE(4)]).toEqual([640, 360]);
});

it("joining the same init segment twice changes nothing", () => {
  const added = createInit({ ids: [1], level: 40 });
  const { init: joined } = joinInits(createInit(), added);
  expect(joinInits(joined, added).init).toEqual(joined);
});

it.each([
  ["one id that means two things", { tail: 9 }, "Two parameter sets have the id 0"],
  ["another size", { ids: [1], width: 320 }, "Pictures of 640×360 and of 320×360"],
  ["another bit depth", { ids: [1], depth: 2 }, "another chroma format or bit depth"],
])("joinInits throws for %s", (_, other, reason) => {
  expect(() => joinInits(createInit(), createInit(other))).toThrow(reason);
});
