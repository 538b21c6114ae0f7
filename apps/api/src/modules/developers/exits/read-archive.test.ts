import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { wantedRange } from "./byte-range.ts";
import { type ArchiveFile, readArchive } from "./read-archive.ts";
import { TAR_END_BYTES, tarEntryBytes, tarHeader } from "./tar.ts";

const OBJECT = Buffer.from(Array.from({ length: 3_000 }, (_, n) => n % 251));
const store = {
  stream: (_: string, { offset, length } = { offset: 0, length: OBJECT.length }) =>
    Readable.from([OBJECT.subarray(offset, offset + length)], { objectMode: false }),
};
const FILES_AT_ONCE = 2;

function archiveOf(files: Omit<ArchiveFile, "offset_bytes">[]) {
  let offset = 0;
  const placed = files.map((file) => {
    const at = { ...file, offset_bytes: offset };
    offset += tarEntryBytes(file.size_bytes);
    return at;
  });
  const findFilesFrom = async (at: number) => {
    const first = placed.findLastIndex(({ offset_bytes }) => offset_bytes <= at);
    return placed.slice(first, first + FILES_AT_ONCE);
  };
  return { sizeBytes: offset + TAR_END_BYTES, mtimeSec: 1_700_000_000, findFilesFrom };
}
async function read(archive: ReturnType<typeof archiveOf>, from: number, to: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of readArchive(archive, { from, to }, store)) parts.push(part);
  return Buffer.concat(parts);
}

test("any two ranges that meet are the whole, whatever they cut through", async () => {
  const archive = archiveOf([
    { path: "a", size_bytes: 5, content: Buffer.from("hello"), spans: [] },
    { path: "empty", size_bytes: 0, content: null, spans: [] },
    {
      path: "b",
      size_bytes: 1_030,
      content: Buffer.from("head.."),
      spans: [
        ["o", 10, 1_000],
        ["o", 0, 24],
      ],
    },
    { path: "c", size_bytes: 512, content: null, spans: [["o", 0, 512]] },
  ]);
  const whole = await read(archive, 0, archive.sizeBytes);
  expect(whole).toHaveLength(archive.sizeBytes);
  for (let at = 1; at < archive.sizeBytes; at += 61) {
    expect((await read(archive, 0, at)).equals(whole.subarray(0, at)), `up to ${at}`).toBe(true);
    expect((await read(archive, at, archive.sizeBytes)).equals(whole.subarray(at)), `from ${at}`).toBe(true);
  }
});

test("media of another length than when they were listed break the archive off", async () => {
  const archive = archiveOf([{ path: "a", size_bytes: 600, content: null, spans: [["o", 2_900, 600]] }]);
  await expect(read(archive, 0, archive.sizeBytes)).rejects.toThrow("another length");
});

test("sizes beyond 8 GB stand in binary in the header", () => {
  expect(tarHeader("a", 8 ** 11 - 1, 0).toString("latin1", 124, 135)).toBe("77777777777");
  const large = tarHeader("a", 8 ** 11, 0);
  expect([large[124], large.readBigUInt64BE(128)]).toEqual([0x80, 8_589_934_592n]);
});

test.each([
  [undefined, undefined],
  ["bytes=0-", { from: 0, to: 10 }],
  ["bytes=2-4", { from: 2, to: 5 }],
  ["bytes=2-400", { from: 2, to: 10 }],
  ["bytes=-3", { from: 7, to: 10 }],
  ["bytes=-0", "unsatisfiable"],
  ["bytes=10-", "unsatisfiable"],
  ["bytes=4-2", undefined],
  ["bytes=0-1,3-4", undefined],
  ["lines=1-2", undefined],
])("%s asks for %j", (header, wanted) => {
  expect(wantedRange(header, 10)).toEqual(wanted);
});
