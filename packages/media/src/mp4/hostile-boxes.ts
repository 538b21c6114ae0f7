import { readBoxHeader, u32 } from "./boxes.ts";

/** Returns pseudorandom numbers from 0 to 1 for a seed. */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Node {
  type: string;
  /** The size stated in the header instead of the true one. */
  claimed?: number;
  body: Buffer;
  children: Node[];
}

const PARENTS = new Set(["moov", "trak", "mdia", "minf", "stbl", "edts", "dinf", "mvex", "moof", "traf"]);
const TABLES = new Set(["stsz", "stsc", "stts", "ctts", "stco", "co64", "stss", "elst", "trun", "tfhd"]);
const NUMBERS = [0, 1, 2, 4, 0x7f, 0xffff, 1_000_000, 20_000_000, 0x7fffffff, 0x80000000, 0xffffffff];

function parse(bytes: Buffer): Node[] {
  const nodes: Node[] = [];
  for (let at = 0; at + 8 <= bytes.length; ) {
    const header = readBoxHeader(bytes, at);
    if (!header || header.size < 8) break;
    const body = bytes.subarray(at + header.headerBytes, at + header.size);
    const isParent = PARENTS.has(header.type);
    nodes.push({
      type: header.type,
      body: isParent ? Buffer.alloc(0) : body,
      children: isParent ? parse(body) : [],
    });
    at += header.size;
  }
  return nodes;
}

function write({ type, claimed, body, children }: Node): Buffer {
  const inside = Buffer.concat([body, ...children.map(write)]);
  return Buffer.concat([u32(claimed ?? inside.length + 8), Buffer.from(type, "latin1"), inside]);
}

const listAll = (nodes: readonly Node[]): Node[] =>
  nodes.flatMap((node) => [node, ...listAll(node.children)]);

/**
 * Corrupts the boxes of an MP4: changes sizes, counts, entries and types, and duplicates, swaps and removes boxes. The same seed
 * gives the same file.
 */
export function mutateBoxes(file: Buffer, seed: number): Buffer {
  const random = seeded(seed);
  const nodes = parse(file);
  for (let times = 1 + Math.floor(random() * 4); times > 0; times--) mutate(nodes, random);
  return Buffer.concat(nodes.map(write));
}

function pick<T>(from: readonly T[], random: () => number): T {
  return from[Math.floor(random() * from.length)] as T;
}

function mutate(roots: Node[], random: () => number): void {
  const all = listAll(roots).filter(({ type }) => type !== "mdat");
  const tables = all.filter(({ type }) => TABLES.has(type));
  const mutations = [
    () => setNumber(pick(tables.length > 0 ? tables : all, random), random, 12),
    () => setNumber(pick(tables.length > 0 ? tables : all, random), random),
    () => setNumber(pick(all, random), random),
    () => resize(pick(all, random), random),
    () => rename(pick(all, random), pick(all, random)),
    () => rearrange(pick([roots, ...all.map(({ children }) => children)], random), random),
    () => claim(pick(all, random), random),
  ];
  pick(mutations, random)();
}

/** Changes a number of a box. @param within this many bytes of the box: its flags, its count and its first entry. */
function setNumber(node: Node, random: () => number, within = Number.POSITIVE_INFINITY): void {
  const places = Math.floor(Math.min(node.body.length, within + 4) / 4);
  if (places === 0) return;
  node.body = Buffer.from(node.body);
  const value = random() < 0.8 ? pick(NUMBERS, random) : Math.floor(random() * 2 ** 32);
  node.body.writeUInt32BE(value, Math.floor(random() * places) * 4);
}

function resize(node: Node, random: () => number): void {
  const { length } = node.body;
  const isCut = random() < 0.7;
  const more = Buffer.alloc(Math.floor(random() * 5_000), Math.floor(random() * 256));
  node.body = isCut ? node.body.subarray(0, Math.floor(random() * length)) : Buffer.concat([node.body, more]);
}

function rename(node: Node, other: Node): void {
  node.type = other.type;
}

function rearrange(nodes: Node[], random: () => number): void {
  if (nodes.length === 0) return;
  const at = Math.floor(random() * nodes.length);
  const node = nodes[at] as Node;
  if (random() < 0.3) nodes.splice(at, 1);
  else if (random() < 0.5)
    nodes.push(...Array.from({ length: Math.floor(random() * 200) }, () => ({ ...node })));
  else nodes.splice(Math.floor(random() * nodes.length), 0, ...nodes.splice(at, 1));
}

function claim(node: Node, random: () => number): void {
  node.claimed = random() < 0.7 ? pick(NUMBERS, random) : Math.floor(random() * 100_000);
}
