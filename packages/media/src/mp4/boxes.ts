/** The error for a file with contradictory boxes. The message states what is wrong and where. */
export class Mp4Error extends Error {
  constructor(message: string) {
    super(message);
    this.name = "Mp4Error";
  }
}

export interface Box {
  type: string;
  /** The content of the box, without its header. */
  body: Buffer;
}

/** Reads the size and type at `offset`; `headerBytes` is 8 or 16. Undefined if fewer than 8 (or 16) bytes are available. */
export function readBoxHeader(bytes: Buffer, offset: number) {
  if (offset + 8 > bytes.length) return undefined;
  const type = bytes.toString("latin1", offset + 4, offset + 8);
  const size = bytes.readUInt32BE(offset);
  if (size !== 1) return { type, size, headerBytes: 8 };
  if (offset + 16 > bytes.length) return undefined;
  return { type, size: Number(bytes.readBigUInt64BE(offset + 8)), headerBytes: 16 };
}

/** Returns the result of `work`. @throws Mp4Error also if `work` reads beyond the end of a box. */
export function withShortBoxCheck<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new Mp4Error(`A box ends early: ${error.message}`);
  }
}

/** The maximum number of boxes at one level. A fragmented file contains its tracks and little else, and each box uses memory. */
const MAX_BOXES = 10_000;

/** Lists the sibling boxes in `bytes`, in order. @throws Mp4Error if one overruns or there are too many. */
export function listBoxes(bytes: Buffer): Box[] {
  const boxes: Box[] = [];
  for (let offset = 0; offset + 8 <= bytes.length; ) {
    const header = readBoxHeader(bytes, offset);
    if (!header) break;
    const size = header.size === 0 ? bytes.length - offset : header.size;
    if (size < header.headerBytes || offset + size > bytes.length)
      throw new Mp4Error(`Box ${JSON.stringify(header.type)} overruns its parent`);
    if (boxes.length === MAX_BOXES) throw new Mp4Error(`More than ${MAX_BOXES} boxes stand side by side`);
    boxes.push({ type: header.type, body: bytes.subarray(offset + header.headerBytes, offset + size) });
    offset += size;
  }
  return boxes;
}

/** Finds the first box at a path such as `mdia/minf/stbl`; undefined if a step is missing. */
export function findBox(bytes: Buffer, path: string): Buffer | undefined {
  let current: Buffer | undefined = bytes;
  for (const type of path.split("/")) {
    if (!current) return undefined;
    current = listBoxes(current).find((box) => box.type === type)?.body;
  }
  return current;
}

/** Finds a box like `findBox`. @throws Mp4Error if it is missing. */
export function getBox(bytes: Buffer, path: string): Buffer {
  const found = findBox(bytes, path);
  if (!found) throw new Mp4Error(`No ${path} box`);
  return found;
}

export const u8 = (...values: number[]) => Buffer.from(values);
export function u16(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [at, value] of values.entries()) bytes.writeUInt16BE(value, at * 2);
  return bytes;
}
export function u32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, at * 4);
  return bytes;
}
export function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}

export function box(type: string, ...parts: Uint8Array[]): Buffer {
  const size = parts.reduce((total, part) => total + part.length, 8);
  return Buffer.concat([u32(size), Buffer.from(type, "latin1"), ...parts], size);
}

export function fullBox(type: string, version: number, flags: number, ...parts: Uint8Array[]): Buffer {
  return box(type, u32((version << 24) | flags), ...parts);
}
