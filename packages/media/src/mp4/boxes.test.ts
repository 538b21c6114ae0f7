import { describe, expect, it } from "vitest";
import { box, findBox, fullBox, getBox, listBoxes, Mp4Error, u32 } from "./boxes.ts";
import { locateMoov } from "./locate-moov.ts";
import { readFragmentTable } from "./read-fragment-table.ts";
import { readTracks } from "./read-tracks.ts";
import { readAacEntry, readAvcEntry } from "./sample-entries.ts";
import { createSampleBudget, readSamples } from "./sample-table.ts";

const createSource = (bytes: Buffer, availableBytes = bytes.length) => ({
  sizeBytes: bytes.length,
  availableBytes,
  read: async (offset: number, length: number) => {
    if (offset + length > availableBytes) throw new Error("Read what has not arrived");
    return bytes.subarray(offset, offset + length);
  },
});

describe("findBox, getBox and listBoxes", () => {
  it("find a box by its path", () => {
    const moov = box("moov", box("trak", box("mdia", u32(7))));
    expect(findBox(moov, "moov/trak/mdia")?.readUInt32BE(0)).toBe(7);
    expect(findBox(moov, "moov/edts")).toBeUndefined();
    expect(() => getBox(moov, "moov/edts")).toThrow(Mp4Error);
  });

  it("reject a box that overruns its parent", () => {
    expect(() => listBoxes(Buffer.concat([u32(100), Buffer.from("trak")]))).toThrow(/overruns/);
    expect(() => listBoxes(Buffer.concat([u32(4), Buffer.from("trak")]))).toThrow(/overruns/);
  });
});

describe("readTracks", () => {
  const mvhd = fullBox("mvhd", 0, 0, u32(0, 0, 1_000));

  it("rejects a file with 65 tracks", () => {
    const moov = Buffer.concat([mvhd, ...Array.from({ length: 65 }, () => box("trak"))]);
    expect(() => readTracks(moov, 1_000)).toThrow(/65 tracks/);
  });

  it("rejects an index of thousands of small boxes", () => {
    const moov = Buffer.concat([mvhd, ...Array.from({ length: 20_000 }, () => box("free"))]);
    expect(() => readTracks(moov, 1_000)).toThrow(Mp4Error);
  });

  it("rejects boxes that are too short for their fields", () => {
    expect(() => readTracks(box("mvhd", u32(0)), 1_000)).toThrow(Mp4Error);
    expect(() => readAvcEntry(Buffer.alloc(20))).toThrow(Mp4Error);
    expect(() => readAacEntry(Buffer.alloc(5))).toThrow(Mp4Error);
  });
});

describe("readFragmentTable", () => {
  const defaults = { durationTicks: 1, sizeBytes: 1, flags: 0 };

  it("rejects a fragment that claims billions of samples without their own values", () => {
    const trun = fullBox("trun", 0, 1, u32(4_000_000_000, 8));
    const traf = box("traf", fullBox("tfhd", 0, 0, u32(1)), fullBox("tfdt", 0, 0, u32(0)), trun);
    expect(() => readFragmentTable(box("moof", traf), defaults)).toThrow(Mp4Error);
  });
});

describe("locateMoov", () => {
  const ftyp = box("ftyp", Buffer.alloc(8));
  const moov = box("moov", Buffer.alloc(100));
  const mdat = box("mdat", Buffer.alloc(1_000));

  it("finds the index before and after the media", async () => {
    const fast = await locateMoov(createSource(Buffer.concat([ftyp, moov, mdat])));
    expect(fast).toEqual({ kind: "found", offset: 16, size: 108, isFaststart: true });
    const slow = await locateMoov(createSource(Buffer.concat([ftyp, mdat, moov])));
    expect(slow).toMatchObject({ kind: "found", isFaststart: false });
  });

  it("returns how many bytes it needs, and never reads beyond those that have arrived", async () => {
    expect(await locateMoov(createSource(Buffer.concat([ftyp, moov, mdat]), 60))).toEqual({
      kind: "needs",
      minBytes: 124,
    });
    const late = Buffer.concat([ftyp, mdat, moov]);
    expect(await locateMoov(createSource(late, 60))).toEqual({ kind: "needs", minBytes: late.length });
  });

  it("returns none for a text file", async () => {
    expect(await locateMoov(createSource(Buffer.from("#EXTM3U\n".repeat(20))))).toEqual({ kind: "none" });
  });
});

describe("readSamples", () => {
  const table = (claimed: number, size = 1) =>
    new Map([
      ["stsz", fullBox("stsz", 0, 0, u32(size, claimed)).subarray(8)],
      ["stts", fullBox("stts", 0, 0, u32(1, claimed, 512)).subarray(8)],
      ["stsc", fullBox("stsc", 0, 0, u32(1, 1, claimed, 1)).subarray(8)],
      ["stco", fullBox("stco", 0, 0, u32(1, 48)).subarray(8)],
    ]);

  it("returns the offset, time and sync flag of every sample", () => {
    const samples = readSamples((type) => table(3, 100).get(type), createSampleBudget(1_000));
    expect([...samples.offset]).toEqual([48, 148, 248]);
    expect([...samples.dts]).toEqual([0, 512, 1024]);
    expect([...samples.isSync]).toEqual([1, 1, 1]);
  });

  it("rejects tables that claim more samples than the file has bytes, before it allocates memory", () => {
    expect(() => readSamples((type) => table(4_000_000_000).get(type), createSampleBudget(1_400))).toThrow(
      /are claimed/,
    );
  });

  it.each<[string, number[]]>([
    ["with a chunk of no samples", [1, 1, 0, 1]],
    ["whose runs do not begin with the first chunk", [1, 0, 3, 1]],
    ["whose runs do not ascend", [2, 1, 1, 1, 1, 2, 1]],
    ["that place fewer samples than there are", [1, 1, 2, 1]],
  ])("rejects tables %s", (_, stsc) => {
    const tables = table(3, 100);
    tables.set("stsc", fullBox("stsc", 0, 0, u32(...stsc)).subarray(8));
    expect(() => readSamples((type) => tables.get(type), createSampleBudget(1_000))).toThrow(Mp4Error);
  });

  it("rejects tracks that together claim more bytes than the file has", () => {
    const allowance = createSampleBudget(1_000);
    const read = () => readSamples((type) => table(4, 100).get(type), allowance);
    expect([read().count, read().count]).toEqual([4, 4]);
    expect(read).toThrow(/together/);
  });

  it("rejects a table that ends early", () => {
    const cut = table(3);
    cut.set("stts", u32(0, 5, 1));
    expect(() => readSamples((type) => cut.get(type), createSampleBudget(1_000))).toThrow(Mp4Error);
  });
});
