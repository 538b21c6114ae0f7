import { NO_REFERENCE, type RangeTree, recordOfReference } from "./range-tree.ts";

/** An autonomous system, with the field names of MaxMind's databases. */
export interface NetworkRecord {
  autonomous_system_number: number;
  autonomous_system_organization: string;
}

/** The metadata of a database. */
export interface DatabaseInfo {
  databaseType: string;
  description: string;
  builtAt: Date;
}

const DATA_GAP = Buffer.alloc(16);
const METADATA_MARK = Buffer.from("\xab\xcd\xefMaxMind.com", "latin1");
/** The number of bits of a reference. It is that of a small database, which makes the file a quarter smaller. */
const SMALL_BITS = 24;
const LARGE_BITS = 32;

/**
 * Encodes a database in MaxMind's format, version 2.0: https://maxmind.github.io/MaxMind-DB/
 * @param tree the search tree, which refers to `records` by their indexes.
 * @example await writeFile(path, encodeMmdb(buildTree(ranges), records, info));
 */
export function encodeMmdb(tree: RangeTree, records: readonly NetworkRecord[], about: DatabaseInfo): Buffer {
  const { data, offsets } = encodeRecords(records);
  const nodeCount = tree.lefts.length;
  const bits = nodeCount + DATA_GAP.length + data.length < 2 ** SMALL_BITS ? SMALL_BITS : LARGE_BITS;
  const nodes = encodeNodes(tree, offsets, bits);
  return Buffer.concat([nodes, DATA_GAP, data, METADATA_MARK, encodeMetadata(about, nodeCount, bits)]);
}

function encodeNodes({ lefts, rights }: RangeTree, offsets: readonly number[], bits: number): Buffer {
  const count = lefts.length;
  const resolve = (reference: number): number => {
    const record = recordOfReference(reference);
    if (record !== undefined) return count + DATA_GAP.length + (offsets[record] as number);
    return reference === NO_REFERENCE ? count : reference;
  };
  const nodes = Buffer.alloc((count * bits) / 4);
  for (const [node, left] of lefts.entries()) {
    const at = (node * bits) / 4;
    nodes.writeUIntBE(resolve(left), at, bits / 8);
    nodes.writeUIntBE(resolve(rights[node] as number), at + bits / 8, bits / 8);
  }
  return nodes;
}

/** Encodes the records. The names of their fields are written once before all records, which share them. */
function encodeRecords(records: readonly NetworkRecord[]): { data: Buffer; offsets: number[] } {
  const names = [
    encodeText("autonomous_system_number"),
    encodeText("autonomous_system_organization"),
  ] as const;
  const [number, organization] = [pointerTo(0), pointerTo(names[0].length)];
  const parts: Buffer[] = [...names];
  let at = names[0].length + names[1].length;
  const offsets = records.map((record) => {
    const asn = encodeNumber(TYPE_NUMBERS.uint32, record.autonomous_system_number);
    const name = encodeText(record.autonomous_system_organization);
    const part = Buffer.concat([encodeHead(TYPE_NUMBERS.map, 2), number, asn, organization, name]);
    parts.push(part);
    at += part.length;
    return at - part.length;
  });
  return { data: Buffer.concat(parts), offsets };
}

function encodeMetadata(
  { databaseType, description, builtAt }: DatabaseInfo,
  nodeCount: number,
  bits: number,
): Buffer {
  const epochSec = Math.floor(builtAt.getTime() / 1_000);
  return encodeMap({
    binary_format_major_version: encodeNumber(TYPE_NUMBERS.uint16, 2),
    binary_format_minor_version: encodeNumber(TYPE_NUMBERS.uint16, 0),
    build_epoch: encodeNumber(TYPE_NUMBERS.uint64, epochSec),
    database_type: encodeText(databaseType),
    description: encodeMap({ en: encodeText(description) }),
    ip_version: encodeNumber(TYPE_NUMBERS.uint16, 6),
    languages: Buffer.concat([encodeHead(TYPE_NUMBERS.array, 1), encodeText("en")]),
    node_count: encodeNumber(TYPE_NUMBERS.uint32, nodeCount),
    record_size: encodeNumber(TYPE_NUMBERS.uint16, bits),
  });
}

const TYPE_NUMBERS = { text: 2, uint16: 5, uint32: 6, map: 7, uint64: 9, array: 11 };
/** The first type whose encoding needs a second byte. */
const FIRST_EXTENDED_TYPE = 8;
/** The limits below which a size fits into the first byte, into one more byte, and into two more bytes. */
const SIZE_LIMITS = [29, 29 + 2 ** 8, 285 + 2 ** 16] as const;

function encodeHead(type: number, size: number): Buffer {
  const extra = SIZE_LIMITS.findIndex((limit) => size < limit);
  if (extra < 0) throw new Error(`A text of ${size} bytes is too long`);
  const first = ((type < FIRST_EXTENDED_TYPE ? type : 0) << 5) | (extra === 0 ? size : 28 + extra);
  const more = extra === 0 ? [] : encodeBigEndian(size - (extra === 1 ? 29 : 285), extra);
  return Buffer.from([first, ...(type < FIRST_EXTENDED_TYPE ? [] : [type - 7]), ...more]);
}

const encodeBigEndian = (value: number, length: number) =>
  Array.from({ length }, (_, index) => Math.floor(value / 2 ** (8 * (length - 1 - index))) % 256);

function encodeNumber(type: number, value: number): Buffer {
  const length = value === 0 ? 0 : Math.floor(Math.log2(value) / 8) + 1;
  return Buffer.concat([encodeHead(type, length), Buffer.from(encodeBigEndian(value, length))]);
}

function encodeText(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([encodeHead(TYPE_NUMBERS.text, bytes.length), bytes]);
}

function encodeMap(fields: Record<string, Buffer>): Buffer {
  const entries = Object.entries(fields);
  return Buffer.concat([
    encodeHead(TYPE_NUMBERS.map, entries.length),
    ...entries.flatMap(([name, value]) => [encodeText(name), value]),
  ]);
}

/** Returns a pointer. @param at an offset from the beginning of the data, below 2,048. */
const pointerTo = (at: number): Buffer => Buffer.from([(1 << 5) | (at >> 8), at & 255]);
