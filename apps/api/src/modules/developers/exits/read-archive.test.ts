import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { FolderStore } from "@shoal/store";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseRange } from "./byte-range.ts";
import { type ArchiveFile, readArchive } from "./read-archive.ts";
import { sendParts } from "./send-parts.ts";
import { TAR_END_BYTES, tarEntryBytes, tarHeader } from "./tar.ts";

const OBJECT_BYTES = Buffer.from(Array.from({ length: 3_000 }, (_, n) => n % 251));
/** The bytes of a video that is larger than two parts. */
const FILM_BYTES = Buffer.from(Array.from({ length: 1_500_000 }, (_, n) => (n * n) % 253));
const OBJECTS_BY_NAME: Record<string, Buffer> = { o: OBJECT_BYTES, film: FILM_BYTES };
/** A store without local files. */
const remoteStore = {
  stream: (name: string, { offset, length } = { offset: 0, length: OBJECT_BYTES.length }) =>
    Readable.from([OBJECTS_BY_NAME[name]?.subarray(offset, offset + length)], { objectMode: false }),
  pathOf: () => undefined,
};
let folder: string;
let localStore: FolderStore;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "shoal-archive-"));
  localStore = new FolderStore(folder, { floorBytes: 0 });
  await localStore.prepare();
  for (const [name, bytes] of Object.entries(OBJECTS_BY_NAME)) await localStore.put(name, bytes);
});
afterAll(() => rm(folder, { recursive: true }));
const FILES_AT_ONCE = 2;

function createArchive(files: Omit<ArchiveFile, "offset_bytes">[]) {
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
async function readBytes(
  archive: ReturnType<typeof createArchive>,
  { from, to, store }: { from: number; to: number; store: Parameters<typeof readArchive>[2] },
): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of readArchive(archive, { from, to }, store)) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}

describe.each([
  ["files in a folder", () => localStore],
  ["objects in a remote store", () => remoteStore],
])("an archive of %s", (_, storeOf) => {
  test("has the same bytes when read in any two adjacent ranges", async () => {
    const store = storeOf();
    const archive = createArchive([
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
    const end = archive.sizeBytes;
    const whole = await readBytes(archive, { from: 0, to: end, store });
    expect(whole).toHaveLength(end);
    expect(whole.subarray(512, 517).toString()).toBe("hello");
    for (let at = 1; at < end; at += 61) {
      expect(
        (await readBytes(archive, { from: 0, to: at, store })).equals(whole.subarray(0, at)),
        `up to ${at}`,
      ).toBe(true);
      expect(
        (await readBytes(archive, { from: at, to: end, store })).equals(whole.subarray(at)),
        `from ${at}`,
      ).toBe(true);
    }
  });

  test("fails where the length of media has changed since they were listed, or media no longer exist", async () => {
    const store = storeOf();
    const short = createArchive([{ path: "a", size_bytes: 600, content: null, spans: [["o", 2_900, 600]] }]);
    await expect(readBytes(short, { from: 0, to: short.sizeBytes, store })).rejects.toThrow("another length");
  });

  test("is complete for a receiver that is slower than reading", async () => {
    const archive = createArchive([
      { path: "a", size_bytes: FILM_BYTES.length, content: null, spans: [["film", 0, FILM_BYTES.length]] },
      { path: "b", size_bytes: 700, content: null, spans: [["o", 7, 700]] },
    ]);
    const range = { from: 0, to: archive.sizeBytes };
    const received: Buffer[] = [];
    const answer = new Writable({
      // The part is used after the next one is read.
      write: (bytes: Buffer, _encoding, done) =>
        void setImmediate(() => {
          received.push(Buffer.from(bytes));
          done();
        }),
    });
    await sendParts(readArchive(archive, range, storeOf()), answer);
    const whole = Buffer.concat(received);
    expect(whole.subarray(512, 512 + FILM_BYTES.length).equals(FILM_BYTES)).toBe(true);
    expect(whole.equals(await readBytes(archive, { ...range, store: storeOf() }))).toBe(true);
  });
});

test("a missing object aborts the response with an error that names it", async () => {
  const archive = createArchive([{ path: "a", size_bytes: 9, content: null, spans: [["gone", 0, 9]] }]);
  const answer = new Writable({ write: (_bytes, _encoding, done) => done() });
  const sent = sendParts(readArchive(archive, { from: 0, to: archive.sizeBytes }, localStore), answer);
  await expect(sent).rejects.toThrow("No object gone");
  expect([answer.destroyed, answer.writableFinished]).toEqual([true, false]);
});

test("reading ends when the receiver disconnects", async () => {
  let readBytes = 0;
  let isClosed = false;
  async function* parts() {
    try {
      for (;;) {
        readBytes += 1;
        yield Buffer.alloc(10);
      }
    } finally {
      isClosed = true;
    }
  }
  const answer = new Writable({
    write(_bytes, _encoding, done) {
      if (readBytes > 3) this.destroy();
      else done();
    },
  });
  await sendParts(parts(), answer);
  expect([isClosed, readBytes]).toEqual([true, 4]);
});

test("sizes of 8 GB and more are written in binary in the header", () => {
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
])("the range header %s requests %j", (header, wanted) => {
  expect(parseRange(header, 10)).toEqual(wanted);
});
