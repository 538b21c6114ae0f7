import { IpOrCidr } from "@shoal/contract";

const BITS = { v4: 32, v6: 128 } as const;
const GROUPS = 8;

/**
 * An address, or the network that a subnet means, in one spelling; undefined for what is neither.
 * @example readAddress("192.0.2.77/24") // "192.0.2.0/24"
 */
export function readAddress(text: string): string | undefined {
  const read = IpOrCidr.safeParse(text);
  if (!read.success) return undefined;
  const [address = "", bits] = read.data.split("/");
  const kind = address.includes(":") ? "v6" : "v4";
  const total = BITS[kind];
  const prefix = bits === undefined ? total : Number(bits);
  const parts = kind === "v4" ? address.split(".").map(Number) : groupsOf(address);
  const network = maskParts(parts, prefix, total / parts.length);
  const written = kind === "v4" ? network.join(".") : writeGroups(network);
  return prefix === total ? written : `${written}/${prefix}`;
}

/** Where an address or a subnet begins and ends, as a number; for those that `readAddress` gave. */
export function boundsOf(entry: string): { isIpv6: boolean; first: bigint; last: bigint } {
  const [address = "", bits] = entry.split("/");
  const isIpv6 = address.includes(":");
  const total = isIpv6 ? BITS.v6 : BITS.v4;
  const parts = isIpv6 ? groupsOf(address) : address.split(".").map(Number);
  const partBits = BigInt(total / parts.length);
  const first = parts.reduce((number, part) => (number << partBits) | BigInt(part), 0n);
  const size = 1n << BigInt(total - (bits === undefined ? total : Number(bits)));
  return { isIpv6, first, last: first + size - 1n };
}

function maskParts(parts: readonly number[], prefix: number, partBits: number): number[] {
  return parts.map((part, place) => {
    const kept = Math.min(partBits, Math.max(0, prefix - place * partBits));
    return part & ((2 ** partBits - 1) << (partBits - kept));
  });
}

/** The 8 groups of 16 bits; the last two may be written as IPv4. */
function groupsOf(address: string): number[] {
  const [head = "", tail] = address.split("::");
  const [before, after] = [readGroups(head), readGroups(tail ?? "")];
  const zeros = tail === undefined ? 0 : GROUPS - before.length - after.length;
  return [...before, ...Array.from({ length: zeros }, () => 0), ...after];
}

const readGroups = (text: string): number[] =>
  text === ""
    ? []
    : text.split(":").flatMap((group) => (group.includes(".") ? asTwo(group) : parseInt(group, 16)));

function asTwo(address: string): number[] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split(".").map(Number);
  return [a * 256 + b, c * 256 + d];
}

/** As RFC 5952 asks: small letters, the longest row of zeros left out. */
function writeGroups(groups: readonly number[]): string {
  const texts = groups.map((group) => group.toString(16)).join(":");
  const rows = [...texts.matchAll(/(?<![^:])0(?::0)+(?![^:])/g)].map(([row]) => row);
  const [longest] = rows.toSorted((one, other) => other.length - one.length);
  if (longest === undefined) return texts;
  const at = texts.search(new RegExp(`(?<![^:])${longest}(?![^:])`));
  return `${texts.slice(0, at).replace(/:$/, "")}::${texts.slice(at + longest.length).replace(/^:/, "")}`;
}
