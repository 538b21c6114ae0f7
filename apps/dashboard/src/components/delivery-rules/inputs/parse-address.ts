const BITS = { v4: 32, v6: 128 } as const;
const GROUPS = 8;
const PREFIX = /^(?:0|[1-9]\d{0,2})$/;
const BYTE = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const IPV4 = new RegExp(`^(?:${BYTE}\\.){3}${BYTE}$`);

/**
 * Normalises an address or a subnet; undefined for anything else.
 * @example readAddress("192.0.2.77/24") // "192.0.2.0/24"
 */
export function readAddress(text: string): string | undefined {
  const [typed = "", bits, more] = text.trim().split("/");
  const kind = typed.includes(":") ? "v6" : "v4";
  const address = kind === "v6" ? readIpv6(typed) : readIpv4(typed);
  const total = BITS[kind];
  const prefix = bits === undefined ? total : Number(bits);
  const isNetwork = bits === undefined || (PREFIX.test(bits) && prefix <= total);
  if (address === undefined || !isNetwork || more !== undefined) return undefined;
  if (prefix === total) return address;
  const parts = kind === "v4" ? address.split(".").map(Number) : groupsOf(address);
  const network = maskParts(parts, prefix, total / parts.length);
  return `${kind === "v4" ? network.join(".") : writeGroups(network)}/${prefix}`;
}

const readIpv4 = (text: string): string | undefined => (IPV4.test(text) ? text : undefined);

/** Normalises an IPv6 address like the host of a URL (RFC 5952). */
const readIpv6 = (text: string): string | undefined =>
  /^[\da-f:.]+$/i.test(text) ? URL.parse(`http://[${text}]`)?.hostname.slice(1, -1) : undefined;

/** Returns the first and last address of an address or subnet as numbers; for results of `readAddress`. */
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
  return parts.map((part, index) => {
    const kept = Math.min(partBits, Math.max(0, prefix - index * partBits));
    return part & ((2 ** partBits - 1) << (partBits - kept));
  });
}

/** Splits an address, as written by `readAddress`, into its 8 groups of 16 bits. */
function groupsOf(address: string): number[] {
  const [head = "", tail] = address.split("::");
  const [before, after] = [readGroups(head), readGroups(tail ?? "")];
  const zeros = tail === undefined ? 0 : GROUPS - before.length - after.length;
  return [...before, ...Array.from({ length: zeros }, () => 0), ...after];
}

const readGroups = (text: string): number[] =>
  text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16));

const writeGroups = (groups: readonly number[]): string =>
  readIpv6(groups.map((group) => group.toString(16)).join(":")) ?? "";
