import { type FileHandle, open } from "node:fs/promises";
import { Mp4Error } from "./boxes.ts";
import type { Mp4Track } from "./read-tracks.ts";
import { MAX_SAMPLES, type Samples } from "./sample-table.ts";

/**
 * The format in which one process passes tracks to another in a file: the length of the head in 8 bytes, the head, and all tables as in
 * memory.
 */
type TableHead = { tracks: TrackHead[] } | { fault: string };
type TrackHead = Omit<Mp4Track, "samples" | "sampleEntry"> & { sampleEntry?: string; count: number };

/** The maximum size of the head: 64 tracks with a description of a megabyte each. */
const MAX_HEAD_BYTES = 100_000_000;

const emptyTables = (count: number): Omit<Samples, "count"> => ({
  offset: new Float64Array(count),
  size: new Uint32Array(count),
  dts: new Float64Array(count),
  duration: new Float64Array(count),
  cts: new Int32Array(count),
  isSync: new Uint8Array(count),
});
const listTables = ({ offset, size, dts, duration, cts, isSync }: Omit<Samples, "count">) => [
  offset,
  dts,
  duration,
  size,
  cts,
  isSync,
];

/** Writes tracks, or the reason why there are none, for `readTables` on the same machine. */
export async function writeTables(path: string, content: readonly Mp4Track[] | Mp4Error): Promise<void> {
  const head = Buffer.from(JSON.stringify(headOf(content)));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(head.length));
  const file = await open(path, "w");
  try {
    await file.writeFile(length);
    await file.writeFile(head);
    if (content instanceof Mp4Error) return;
    for (const { samples } of content) for (const table of listTables(samples)) await file.writeFile(table);
  } finally {
    await file.close();
  }
}

function headOf(content: readonly Mp4Track[] | Mp4Error): TableHead {
  if (content instanceof Mp4Error) return { fault: content.message };
  return {
    tracks: content.map(({ samples, sampleEntry, ...track }) => ({
      ...track,
      ...(sampleEntry && { sampleEntry: sampleEntry.toString("base64") }),
      count: samples.count,
    })),
  };
}

/** Reads the output of `writeTables`. @throws Mp4Error if the output contains an error, or if the file is invalid. */
export async function readTables(path: string): Promise<Mp4Track[]> {
  const file = await open(path, "r");
  try {
    const length = Number((await readInto(file, Buffer.alloc(8))).readBigUInt64LE());
    if (length > MAX_HEAD_BYTES) throw new Mp4Error("The head of the tables is too large");
    const head = JSON.parse((await readInto(file, Buffer.alloc(length))).toString()) as TableHead;
    if ("fault" in head) throw new Mp4Error(head.fault);
    const total = head.tracks.reduce((sum, { count }) => sum + count, 0);
    if (!(total <= MAX_SAMPLES)) throw new Mp4Error("The tables are too large");
    const tracks: Mp4Track[] = [];
    for (const track of head.tracks) tracks.push(await readTrack(file, track));
    return tracks;
  } finally {
    await file.close();
  }
}

async function readTrack(file: FileHandle, { count, sampleEntry, ...track }: TrackHead): Promise<Mp4Track> {
  const tables = emptyTables(count);
  for (const table of listTables(tables)) await readInto(file, table);
  return {
    ...track,
    sampleEntry: sampleEntry === undefined ? undefined : Buffer.from(sampleEntry, "base64"),
    samples: { count, ...tables },
  };
}

async function readInto<T extends NodeJS.ArrayBufferView>(file: FileHandle, target: T): Promise<T> {
  for (let at = 0; at < target.byteLength; ) {
    const bytes = new Uint8Array(target.buffer, target.byteOffset + at, target.byteLength - at);
    const { bytesRead } = await file.read(bytes, 0, bytes.length);
    if (bytesRead === 0) throw new Mp4Error("The tables end early");
    at += bytesRead;
  }
  return target;
}
