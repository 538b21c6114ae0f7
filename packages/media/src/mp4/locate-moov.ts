import { readBoxHeader } from "./boxes.ts";

/** Reads `[offset, offset + length)` of a source; fewer bytes at its end. */
export type ReadRange = (offset: number, length: number) => Promise<Uint8Array>;

export interface SourceBytes {
  sizeBytes: number;
  /** Contiguous bytes available from the start; nothing beyond may be read. */
  availableBytes: number;
  read: ReadRange;
}

export type MoovPosition =
  | { kind: "found"; offset: number; size: number; isFaststart: boolean }
  /** The index is announced but incomplete: these bytes are needed. */
  | { kind: "needs"; minBytes: number }
  | { kind: "none" };

/** Maximum number of top-level boxes before the index; no camera or encoder writes as many. */
const MAX_TOP_BOXES = 10_000;
const TOP_LEVEL_TYPES = new Set([
  "ftyp",
  "styp",
  "moov",
  "mdat",
  "free",
  "skip",
  "wide",
  "uuid",
  "pnot",
  "PICT",
  "meta",
  "moof",
  "sidx",
  "emsg",
  "pdin",
  "mfra",
  "udta",
]);

/** Walks the top-level boxes of an MP4 or MOV file to its index, reading a few bytes per step. */
export async function locateMoov(source: SourceBytes): Promise<MoovPosition> {
  let offset = 0;
  let isMediaSeen = false;
  for (let step = 0; step < MAX_TOP_BOXES && offset + 8 <= source.sizeBytes; step++) {
    if (offset + 16 > Math.min(source.availableBytes, source.sizeBytes))
      return missingBytes(source, isMediaSeen ? source.sizeBytes : offset + 16);
    const header = readBoxHeader(Buffer.from(await source.read(offset, 16)), 0);
    if (!header || !TOP_LEVEL_TYPES.has(header.type)) return { kind: "none" };
    const size = header.size === 0 ? source.sizeBytes - offset : header.size;
    if (size < header.headerBytes) return { kind: "none" };
    if (header.type === "moov") return moovAt(source, offset, size, !isMediaSeen);
    isMediaSeen ||= header.type === "mdat";
    offset += size;
  }
  return offset > source.availableBytes && source.availableBytes < source.sizeBytes
    ? { kind: "needs", minBytes: source.sizeBytes }
    : { kind: "none" };
}

function moovAt(source: SourceBytes, offset: number, size: number, isFaststart: boolean): MoovPosition {
  if (offset + size > source.sizeBytes) return { kind: "none" };
  if (offset + size > source.availableBytes) return { kind: "needs", minBytes: offset + size };
  return { kind: "found", offset, size, isFaststart };
}

function missingBytes(source: SourceBytes, minBytes: number): MoovPosition {
  if (source.availableBytes >= source.sizeBytes) return { kind: "none" };
  return { kind: "needs", minBytes: Math.min(minBytes, source.sizeBytes) };
}
