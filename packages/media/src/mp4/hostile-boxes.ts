import { readBoxHeader, u32 } from "./boxes.ts";

/** Returns pseudorandom numbers from 0 to 1 for a seed. */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface BoxNode {
  type: string;
  /** The size stated in the header instead of the true one. */
  claimed?: number;
  body: Buffer;
  children: BoxNode[];
}

const CONTAINER_TYPES = new Set([
  "moov",
  "trak",
  "mdia",
  "minf",
  "stbl",
  "edts",
  "dinf",
  "mvex",
  "moof",
  "traf",
]);
const TABLE_TYPES = new Set(["stsz", "stsc", "stts", "ctts", "stco", "co64", "stss", "elst", "trun", "tfhd"]);
const EDGE_NUMBERS = [0, 1, 2, 4, 0x7f, 0xffff, 1_000_000, 20_000_000, 0x7fffffff, 0x80000000, 0xffffffff];

function parseNodes(bytes: Buffer): BoxNode[] {
  const nodes: BoxNode[] = [];
  for (let at = 0; at + 8 <= bytes.length; ) {
    const header = readBoxHeader(bytes, at);
    if (!header || header.size < 8) break;
    const body = bytes.subarray(at + header.headerBytes, at + header.size);
    const isParent = CONTAINER_TYPES.has(header.type);
    nodes.push({
      type: header.type,
      body: isParent ? Buffer.alloc(0) : body,
      children: isParent ? parseNodes(body) : [],
    });
    at += header.size;
  }
  return nodes;
}

function writeNode({ type, claimed, body, children }: BoxNode): Buffer {
  const inside = Buffer.concat([body, ...children.map(writeNode)]);
  return Buffer.concat([u32(claimed ?? inside.length + 8), Buffer.from(type, "latin1"), inside]);
}

const listAll = (nodes: readonly BoxNode[]): BoxNode[] =>
  nodes.flatMap((node) => [node, ...listAll(node.children)]);

/**
 * Corrupts the boxes of an MP4: changes sizes, counts, entries and types, and duplicates, swaps and removes boxes. The same seed
 * gives the same file.
 */
export function mutateBoxes(file: Buffer, seed: number): Buffer {
  const random = seededRandom(seed);
  const nodes = parseNodes(file);
  for (let times = 1 + Math.floor(random() * 4); times > 0; times--) mutateRandomNode(nodes, random);
  return Buffer.concat(nodes.map(writeNode));
}

function pickRandom<T>(from: readonly T[], random: () => number): T {
  return from[Math.floor(random() * from.length)] as T;
}

function mutateRandomNode(roots: BoxNode[], random: () => number): void {
  const all = listAll(roots).filter(({ type }) => type !== "mdat");
  const tables = all.filter(({ type }) => TABLE_TYPES.has(type));
  const mutations = [
    () => setNumber(pickRandom(tables.length > 0 ? tables : all, random), random, 12),
    () => setNumber(pickRandom(tables.length > 0 ? tables : all, random), random),
    () => setNumber(pickRandom(all, random), random),
    () => resizeBody(pickRandom(all, random), random),
    () => copyType(pickRandom(all, random), pickRandom(all, random)),
    () => rearrangeNodes(pickRandom([roots, ...all.map(({ children }) => children)], random), random),
    () => falsifySize(pickRandom(all, random), random),
  ];
  pickRandom(mutations, random)();
}

/** Changes a number of a box. @param within this many bytes of the box: its flags, its count and its first entry. */
function setNumber(node: BoxNode, random: () => number, within = Number.POSITIVE_INFINITY): void {
  const places = Math.floor(Math.min(node.body.length, within + 4) / 4);
  if (places === 0) return;
  node.body = Buffer.from(node.body);
  const value = random() < 0.8 ? pickRandom(EDGE_NUMBERS, random) : Math.floor(random() * 2 ** 32);
  node.body.writeUInt32BE(value, Math.floor(random() * places) * 4);
}

function resizeBody(node: BoxNode, random: () => number): void {
  const { length } = node.body;
  const isCut = random() < 0.7;
  const more = Buffer.alloc(Math.floor(random() * 5_000), Math.floor(random() * 256));
  node.body = isCut ? node.body.subarray(0, Math.floor(random() * length)) : Buffer.concat([node.body, more]);
}

function copyType(node: BoxNode, other: BoxNode): void {
  node.type = other.type;
}

function rearrangeNodes(nodes: BoxNode[], random: () => number): void {
  if (nodes.length === 0) return;
  const at = Math.floor(random() * nodes.length);
  const node = nodes[at] as BoxNode;
  if (random() < 0.3) nodes.splice(at, 1);
  else if (random() < 0.5)
    nodes.push(...Array.from({ length: Math.floor(random() * 200) }, () => ({ ...node })));
  else nodes.splice(Math.floor(random() * nodes.length), 0, ...nodes.splice(at, 1));
}

function falsifySize(node: BoxNode, random: () => number): void {
  node.claimed = random() < 0.7 ? pickRandom(EDGE_NUMBERS, random) : Math.floor(random() * 100_000);
}
